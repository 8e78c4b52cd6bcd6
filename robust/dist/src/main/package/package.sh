#!/usr/bin/env bash
# Makes the packages: package.sh VERSION TIMESTAMP TARGET, run in this module. TARGET/modules holds the jars; what is made
# lies in TARGET: a tar.gz, and a Debian package where there is dpkg-deb.
set -euo pipefail

version=$1 target=$(readlink -f "$3")
SOURCE_DATE_EPOCH=$(date --date="$2" +%s)
export SOURCE_DATE_EPOCH LC_ALL=C
root=$(readlink -f ../..)
source "$root/robust/bin/find-jdk.sh"
source src/main/package/manual.sh
jdk=$(find_jdk 25)

tree=$target/tree
home=$tree/usr/lib/tpfutex
runtime=$home/runtime
scratch=$(mktemp -d)
running=()
trap 'kill "${running[@]}" 2>/dev/null || true; rm -rf "$scratch"' EXIT
rm -rf "$tree" "$target"/*.deb "$target"/*.tar.gz

# await WHAT COMMAND...: until the command succeeds.
await() {
    local what=$1
    shift
    for ((i = 0; i < 3000; i++)); do
        if "$@"; then
            return 0
        fi
        sleep 0.02
    done
    echo "package.sh: not within a minute: $what" >&2
    cat "$scratch"/*.log >&2
    return 1
}

# ---- the runtime ---------------------------------------------------------------------------------

# What is no module cannot be linked into a runtime: it goes on the class path.
sort_jars() {
    local jar
    mkdir -p "$scratch/modules" "$home/lib"
    for jar in "$target"/modules/*.jar; do
        if "$jdk/bin/jar" --describe-module --file "$jar" 2>&1 | grep -q -e automatic -e 'No module descriptor'; then
            cp "$jar" "$home/lib/"
        else
            cp "$jar" "$scratch/modules/"
        fi
    done
}

make_runtime() {
    sort_jars
    # The last is for the libraries on the class path. jdeps would add java.desktop and java.sql, which they can do without.
    "$jdk/bin/jlink" --module-path "$scratch/modules" --add-modules dev.tpfutex.robust,dev.tpfutex.ctl,java.logging \
        --no-header-files --no-man-pages --output "$runtime"
    cp src/main/package/*.options "$runtime/lib/"
    install -D -m 755 -t "$home/bin" src/main/package/bin/*
    # A cache is good for files with just the times that they had when it was made.
    find "$home" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

# ---- its caches ----------------------------------------------------------------------------------

# Lets the daemon work for a client, and tpfutexctl look at both: what they load and link then, they find ready next time.
make_caches() {
    local daemon client space=$scratch/training.tpf
    # A service manager is told too, even though nobody listens.
    NOTIFY_SOCKET=$scratch/notify WATCHDOG_USEC=1000000 TPFUTEXD_OPTS=-XX:AOTCacheOutput=$scratch/tpfutexd.aot \
        "$home/bin/tpfutexd" --config src/main/dist/etc/tpfutexd.conf --socket "$scratch/socket" >"$scratch/daemon.log" 2>&1 &
    daemon=$!
    running+=("$daemon")
    await "the daemon listens" grep -q "listening" "$scratch/daemon.log"
    mkfifo "$scratch/orders"
    "$jdk/bin/java" --enable-native-access=dev.tpfutex.shm -p "$scratch/modules" --add-modules dev.tpfutex.robust \
        src/main/package/Training.java "$space" "$scratch/socket" \
        <"$scratch/orders" >"$scratch/client.log" 2>&1 &
    client=$!
    running+=("$client")
    exec 9>"$scratch/orders"
    await "the client has a lock" grep -q "locked" "$scratch/client.log"
    await "the daemon serves" grep -q "serves $space" "$scratch/daemon.log"
    TPFUTEXCTL_OPTS=-XX:AOTCacheOutput=$scratch/tpfutexctl.aot "$home/bin/tpfutexctl" dump "$space" \
        >"$scratch/ctl.log" 2>&1
    kill -HUP "$daemon"
    await "the daemon has read its configuration again" grep -q "has read" "$scratch/daemon.log"
    exec 9>&-
    wait "$client"
    await "the daemon leaves" grep -q "leaves $space" "$scratch/daemon.log"
    kill -TERM "$daemon"
    wait "$daemon"
    running=()
    install -m 644 "$scratch/tpfutexd.aot" "$scratch/tpfutexctl.aot" "$runtime/lib/"
}

# ---- everything else -----------------------------------------------------------------------------

# manual FILE...: installs manual pages.
manual() {
    local page section
    for page; do
        section=${page##*.}
        mkdir -p "$tree/usr/share/man/man$section"
        gzip -9n <"$page" >"$tree/usr/share/man/man$section/$(basename "$page").gz"
    done
}

make_tree() {
    local dist=src/main/dist completions=$tree/usr/share/bash-completion/completions
    install -D -m 644 -t "$tree/usr/lib/systemd/system" "$dist"/systemd/system/*
    install -D -m 644 -t "$tree/usr/lib/systemd/user" "$dist"/systemd/user/*
    install -D -m 644 -t "$tree/usr/lib/sysusers.d" "$dist"/sysusers.d/*
    install -D -m 644 -t "$tree/usr/lib/tmpfiles.d" "$dist"/tmpfiles.d/*
    install -D -m 644 -t "$tree/etc/tpfutexd" "$dist"/etc/*
    install -D -m 644 "$root/LICENSE" "$tree/usr/share/doc/tpfutex/copyright"
    install -D -m 644 -t "$completions" "$dist"/bash-completion/tpfutexd
    manual "$dist/man/tpfutexd.8"
    mkdir -p "$tree/usr/bin"
    ln -s ../lib/tpfutex/bin/tpfutexd "$tree/usr/bin/tpfutexd"
    ln -s ../lib/tpfutex/bin/tpfutexctl "$tree/usr/bin/tpfutexctl"
    ctl_manual "$home/bin/tpfutexctl" >"$scratch/tpfutexctl.1"
    manual "$scratch/tpfutexctl.1"
    "$jdk/bin/java" -cp "$target/modules/*" picocli.AutoComplete --force --name tpfutexctl \
        --completionScript "$completions/tpfutexctl" dev.tpfutex.ctl.Ctl
    chmod -R u=rwX,go=rX "$tree"
    find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

make_tar() {
    local name
    name=tpfutex-$version-linux-$(uname -m)
    tar --create --gzip --file "$target/$name.tar.gz" --directory "$tree" --transform "s,^\.,$name," \
        --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" .
}

make_deb() {
    if ! command -v dpkg-deb >/dev/null; then
        echo "package.sh: there is no dpkg-deb here, so no Debian package is made" >&2
        return
    fi
    local debian=src/main/package/debian architecture size
    architecture=$(dpkg --print-architecture)
    size=$(du -sk "$tree" | cut -f1)
    mkdir "$tree/DEBIAN"
    # 1.0-SNAPSHOT comes before 1.0.
    sed -e "s/@VERSION@/${version/-/\~}/; s/@ARCHITECTURE@/$architecture/; s/@SIZE@/$size/" "$debian/control" \
        >"$tree/DEBIAN/control"
    install -m 644 "$debian/conffiles" "$tree/DEBIAN/"
    install -m 755 "$debian/postinst" "$debian/prerm" "$debian/postrm" "$tree/DEBIAN/"
    # The best compression takes a minute and saves a few megabytes.
    dpkg-deb --root-owner-group -Zgzip --build "$tree" "$target/tpfutex_${version/-/\~}_$architecture.deb" >/dev/null
    ln -s "tpfutex_${version/-/\~}_$architecture.deb" "$target/tpfutex.deb"
    rm -r "$tree/DEBIAN"
}

make_runtime
make_caches
make_tree
make_tar
make_deb
