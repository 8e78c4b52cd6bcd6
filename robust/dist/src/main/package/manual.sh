# Sourced by package.sh: makes the manual page of tpfutexctl from what it says of itself. For bash.

# roff: text as lines that troff leaves alone.
roff() {
    sed -e 's/\\/\\e/g; s/-/\\-/g' -e "s/^\([.']\)/\\\\\&\1/"
}

# ctl_manual COMMAND...: the page; COMMAND runs tpfutexctl.
ctl_manual() {
    local verb
    printf '%s\n' '.TH TPFUTEXCTL 1 "" "TP-Futex" "User Commands"' '.SH NAME' \
        'tpfutexctl \- looks into lock spaces, and acts on them when told to' '.SH SYNOPSIS' '.B tpfutexctl' \
        '.I COMMAND' '[...]' '.SH DESCRIPTION' '.nf'
    "$@" --help | roff
    printf '%s\n' '.fi' '.SH COMMANDS'
    for verb in $("$@" --help | sed -n '/^Commands:/,/^$/ s/^  \([a-z]*\) .*/\1/p'); do
        printf '%s\n' ".SS $verb" '.nf'
        # The exit codes of all commands are above.
        "$@" "$verb" --help | roff | if [[ $verb = exec ]]; then cat; else sed '/^Exit codes:$/,/^  70 /d'; fi
        printf '%s\n' '.fi'
    done
    printf '%s\n' '.SH "SEE ALSO"' '.BR tpfutexd (8),' '.BR flock (1)'
}
