package dev.tpfutex.examples.demo;

/** What a thread wants the lock for, or has it for. Under a mutex all are writers. */
enum Side {
    WRITER, READER
}
