#!/usr/bin/env bash
# Shell commands that run one at a time: each reads a number from a file, adds 1 and writes it back, under a lock that
# "tpfutexctl exec" takes and gives back, as flock(1) does. TPFUTEXCTL says which tpfutexctl.
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
tpfutexctl=${TPFUTEXCTL:-$here/../../../../robust/bin/tpfutexctl}

folder=$(mktemp -d "${TMPDIR:-/dev/shm}/tpfutex-example-XXXXXX")
trap 'rm -rf "$folder"' EXIT
space=$folder/locks.tpf
export NUMBER=$folder/number
echo 0 >"$NUMBER"

# Three at once, three times each. The slower the addition, the surer it would go wrong without the lock.
add='number=$(cat "$NUMBER"); sleep 0.05; echo $((number + 1)) >"$NUMBER"'
add_three_times() {
    for _ in 1 2 3; do
        "$tpfutexctl" exec "$space" counter -- sh -c "$add"
    done
    echo "shell $1 has added 1 three times"
}
running=()
for name in A B C; do
    add_three_times "$name" &
    running+=($!)
done
for shell in "${running[@]}"; do
    wait "$shell"
done

# The exit code is that of the command.
code=0
"$tpfutexctl" exec "$space" counter -- sh -c 'exit 7' || code=$?
echo "a command that exits with 7: tpfutexctl exits with $code"

# Who does not want to wait says so. While the outer command runs, the lock is taken.
export tpfutexctl space
# shellcheck disable=SC2016 # expanded by the inner shell
busy=$("$tpfutexctl" exec "$space" counter -- \
    sh -c '"$tpfutexctl" exec --nonblock "$space" counter -- true 2>/dev/null; echo $?')
echo "a command that may not wait while another runs: tpfutexctl exits with $busy"

number=$(cat "$NUMBER")
if [[ $number != 9 || $code != 7 || $busy != 1 ]]; then
    echo "exec: WRONG, the number is $number"
    exit 1
fi
echo "exec: ok, the number is $number"
