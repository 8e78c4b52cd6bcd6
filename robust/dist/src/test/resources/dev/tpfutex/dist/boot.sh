# Boots systemd on a copy of this machine that is written to memory only. Run as process 1 of new pid, mount, uts, ipc,
# net and cgroup namespaces: boot.sh WORK INSTALL JDK CLASSES..., where WORK is an empty folder, INSTALL a folder with an
# install.sh, which is run on the copy before systemd is. Whatever is done here ends with this process.
set -eu

work=$1 install=$2 jdk=$3
shift 3
root=$work/root

mount -t tmpfs -o mode=755 tmpfs "$work"
mkdir "$work/upper" "$work/work" "$root"
mount -t overlay -o "lowerdir=/,upperdir=$work/upper,workdir=$work/work" overlay "$root"

# Everything that lies on another file system than / is missing by now. What is needed of it:
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done
ln -s /proc/self/fd "$root/dev/fd"
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mkdir -p "$root/opt/tpfutex-test/classes"
number=0
for classes; do
    cp -r "$classes" "$root/opt/tpfutex-test/classes/$number"
    number=$((number + 1))
done
chmod -R a+rX "$root/opt/tpfutex-test"
mkdir "$root/opt/tpfutex-test/jdk"
mount --bind "$jdk" "$root/opt/tpfutex-test/jdk"

# No units but these, and those that are installed below.
for manager in system user; do
    units=$root/usr/lib/systemd/$manager
    kept=$(mktemp -d -p "$work")
    for unit in basic.target sysinit.target sockets.target shutdown.target slices.target paths.target timers.target \
        umount.target exit.target systemd-exit.service \
        systemd-journald.service systemd-journald.socket systemd-journald-dev-log.socket; do
        if [[ -e $units/$unit ]]; then
            cp "$units/$unit" "$kept"
        fi
    done
    mount -t tmpfs -o mode=755 tmpfs "$units"
    cp "$kept"/* "$units"
    mkdir -p "$root/etc/systemd/$manager" "$root/usr/lib/systemd/$manager-generators"
    mount -t tmpfs -o mode=755 tmpfs "$root/etc/systemd/$manager"
    mount -t tmpfs -o mode=755 tmpfs "$root/usr/lib/systemd/$manager-generators"
done

cp -r "$install" "$root/opt/tpfutex-test/install"
cd "$root"
mkdir -p .before
pivot_root . .before
umount --lazy /.before
bash /opt/tpfutex-test/install/install.sh
# What a container is told by its manager, so that systemd lets alone what belongs to the host.
export container=tpfutex-test
exec /usr/lib/systemd/systemd --system --unit=basic.target --log-target=journal --show-status=0 </dev/null
