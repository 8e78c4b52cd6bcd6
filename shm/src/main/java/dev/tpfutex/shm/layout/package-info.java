/**
 * Every byte and bit of a space file, declared once. Nothing here reads or writes memory: these are
 * offsets, sizes and the arithmetic between them. {@code docs/LAYOUT.md} is the same in prose.
 */
package dev.tpfutex.shm.layout;
