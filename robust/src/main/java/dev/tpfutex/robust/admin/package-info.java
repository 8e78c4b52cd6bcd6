/** What an administrator may do to a lock beyond what its users may. For the tools of this project. */
package dev.tpfutex.robust.admin;
