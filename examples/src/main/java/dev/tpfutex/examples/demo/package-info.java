/**
 * The demo and the soak: several JVMs update one ledger under one mutex, or read and update it under one reader-writer
 * lock, while a supervisor kills them at random, and in a soak stops them, tells them to end and more.
 *
 * <pre>
 *     Demo, Soak ── Supervisor ──┬── Crew ── WorkerProcess ····· Worker (a JVM each) ── LockLoop (a thread each)
 *                                ├── Script ── Disturbances           │
 *                                ├── KillLog, Watchdog, Progress      ├── Writing, Reading ── SideChange
 *                                └── SpaceCheck, Evidence, Verdict    │
 *                                                                     │ all of them under the LedgerLock
 *                                                                     ▼
 *                                                         Ledger, RecoveryLog   (FILE.ledger)
 *                                                         WorkerStats           (FILE.stats)
 * </pre>
 *
 * The supervisor sees only what is in the mapped files, so that a SIGKILL loses none of it. It keeps the lock space
 * closed while the workers run: were it open, the supervisor might be elected coordinator, and that must be one of
 * those that are killed.
 */
package dev.tpfutex.examples.demo;
