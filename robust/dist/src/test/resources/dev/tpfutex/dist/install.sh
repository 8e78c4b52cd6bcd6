# Installs tpfutexd in the machine: from its Debian package if there is one beside this script, otherwise by hand, with a
# start script for the classes that are being tested.
set -eu
cd "$(dirname "$0")"

if compgen -G '*.deb' >/dev/null; then
    DEBIAN_FRONTEND=noninteractive dpkg --install ./*.deb
else
    install -D -m 644 -t /usr/lib/systemd/system dist/systemd/system/*
    install -D -m 644 -t /usr/lib/systemd/user dist/systemd/user/*
    install -D -m 644 -t /usr/lib/sysusers.d dist/sysusers.d/*
    install -D -m 644 -t /usr/lib/tmpfiles.d dist/tmpfiles.d/*
    install -D -m 644 -t /etc/tpfutexd dist/etc/*
    cat >/usr/bin/tpfutexd <<'END'
#!/bin/sh
classes=$(printf '%s:' /opt/tpfutex-test/classes/*)
exec /opt/tpfutex-test/jdk/bin/java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx64m \
    --enable-native-access=ALL-UNNAMED -cp "$classes" dev.tpfutex.robust.daemon.TpFutexDaemon "$@"
END
    chmod 755 /usr/bin/tpfutexd
    systemd-sysusers /usr/lib/sysusers.d/tpfutexd.conf
fi

# For tests: the watchdog bites sooner.
mkdir -p /etc/systemd/system/tpfutexd.service.d
cat >/etc/systemd/system/tpfutexd.service.d/test.conf <<'END'
[Service]
WatchdogSec=2s
END

# The journal is all that runs beside.
mkdir -p /usr/lib/systemd/system/sockets.target.wants
ln -s ../systemd-journald.socket /usr/lib/systemd/system/sockets.target.wants/

# A stranger, whose programs the daemon serves; and a service manager of his own, as logind starts it at his login.
useradd --no-create-home --groups tpfutex stranger
cat >/etc/systemd/system/users-manager.service <<'END'
[Service]
Type=notify
User=stranger
Delegate=yes
RuntimeDirectory=user/stranger
RuntimeDirectoryMode=0700
Environment=XDG_RUNTIME_DIR=/run/user/stranger
ExecStart=/usr/lib/systemd/systemd --user --unit=sockets.target
END
mkdir -p /etc/systemd/user/sockets.target.wants
ln -s /usr/lib/systemd/user/tpfutexd.socket /etc/systemd/user/sockets.target.wants/
