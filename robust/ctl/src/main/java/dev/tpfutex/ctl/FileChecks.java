package dev.tpfutex.ctl;

import dev.tpfutex.ctl.Finding.Level;
import dev.tpfutex.shm.SpaceView;
import dev.tpfutex.shm.linux.FileStatus;
import dev.tpfutex.shm.linux.ProcFs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Whether a space file lies in a good place, with the right permissions. */
final class FileChecks {

    private static final int OTHERS_WRITE = 0002;
    private static final int GROUP = 0060;
    private static final int OTHERS = 0006;
    private static final int STICKY = 01000;

    /** Users below are the system's, whose files logind leaves alone. */
    private static final int FIRST_HUMAN = 1000;

    private final SpaceView view;
    private final List<Finding> findings = new ArrayList<>();

    FileChecks(SpaceView view) {
        this.view = view;
    }

    List<Finding> run() {
        checkPath();
        FileStatus status = view.status();
        if (status != null) {
            checkMode(status.mode());
            checkFolder(status);
        }
        checkFileSystem();
        return findings;
    }

    private void add(Level level, String check, String text, String advice) {
        findings.add(new Finding(level, check, text, advice));
    }

    private void checkPath() {
        if (view.isShortened()) {
            add(Level.ERROR, "size", "somebody has shortened the file", "Stop all users and delete it");
        }
        if (!view.stillAt()) {
            add(Level.ERROR, "path", "the path leads to another file by now", "Run this again");
        }
    }

    private void checkMode(int mode) {
        if ((mode & OTHERS_WRITE) != 0) {
            add(Level.WARNING, "permissions", "every user of this host may write to it, and so forge locks",
                    "Type \"" + Typed.line("chmod", "o-w", view.path().toString())
                            + "\". The program that creates it decides on mode and group (SpaceOptions)");
        }
        // Whoever opens a space needs both; one of them alone is of use only for looking.
        boolean halfGroup = (mode & GROUP) != 0 && (mode & GROUP) != GROUP;
        boolean halfOthers = (mode & OTHERS) != 0 && (mode & OTHERS) != OTHERS;
        if (halfGroup || halfOthers) {
            add(Level.ADVICE, "permissions", (halfGroup ? "the group" : "other users")
                    + " may read or write, but not both", "Enough for tpfutexctl, not for using the locks");
        }
    }

    private void checkFolder(FileStatus file) {
        Path folder = view.path().getParent();
        FileStatus status = folder == null ? null : FileStatus.of(folder.toString());
        if (status != null && (status.mode() & OTHERS_WRITE) != 0 && (status.mode() & STICKY) == 0) {
            add(Level.WARNING, "folder", "every user may delete files in " + folder,
                    "Set its sticky bit, or use a folder of your own");
        }
        if (view.path().startsWith("/tmp") || view.path().startsWith("/var/tmp")) {
            add(Level.WARNING, "folder", "files in " + folder + " are deleted when they are old (tmpfiles.d)",
                    "Use /dev/shm or /run, or exclude the file from cleaning");
        }
        if (view.path().startsWith("/dev/shm") && file.uid() >= FIRST_HUMAN) {
            add(Level.ADVICE, "folder", "systemd-logind deletes files in /dev/shm of ordinary users (uid " + file.uid()
                    + ") when they log out", "Set RemoveIPC=no in logind.conf, or have a service own the file");
        }
    }

    private void checkFileSystem() {
        if (view.isOnDisk()) {
            add(Level.ADVICE, "filesystem", "it is on " + view.fileSystem()
                    + ", which writes changed pages to the disk now and then", "A tmpfs such as /dev/shm is faster");
        }
        if (!view.bootId().equals(ProcFs.bootId())) {
            add(Level.ADVICE, "boot", "it was created before the last start of this machine",
                    "Nothing to be done: who held locks then counts as dead");
        }
    }
}
