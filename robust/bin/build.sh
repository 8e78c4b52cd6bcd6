# Sourced by the start scripts: builds what is missing or older than its sources. For bash.

# is_built ROOT MODULE: whether the module's classes are newer than its sources.
is_built() {
    local root=$1 module=$2 stamp=$1/$2/target/.built
    [[ -f $stamp ]] || return 1
    [[ -z $(find "$root/pom.xml" "$root/$module/pom.xml" "$root/$module/src/main" -newer "$stamp" -print -quit) ]]
}

# build_modules ROOT MODULE...: builds the modules in one go unless all of them are up to date.
build_modules() {
    local root=$1 module list started
    shift
    for module in "$@"; do
        is_built "$root" "$module" || list=needed
    done
    [[ -n ${list:-} ]] || return 0
    if ! command -v mvn >/dev/null; then
        echo "Maven is needed for the first build, but there is no mvn on PATH (3.8 or newer)." >&2
        return 1
    fi
    echo "Building (only the first time and after a change) ..." >&2
    list=$(IFS=,; printf '%s' "$*")
    # Dated before the build, so that a source saved while it runs counts as newer.
    started=$(mktemp) || return 1
    if ! (cd "$root" && mvn -q -B -pl "$list" -DskipTests compile) >&2; then
        rm -f "$started"
        echo "The build failed; see the messages above." >&2
        return 1
    fi
    for module in "$@"; do
        touch -r "$started" "$root/$module/target/.built"
    done
    rm -f "$started"
}

# class_folders ROOT MODULE...: prints the modules' class folders as a path.
class_folders() {
    local root=$1 module path=
    shift
    for module in "$@"; do
        path+=${path:+:}$root/$module/target/classes
    done
    printf '%s\n' "$path"
}
