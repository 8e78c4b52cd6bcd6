# Sourced by the start scripts: looks for a JDK that is new enough. For bash.

# Prints the feature release of a java command ("25"), or nothing.
java_feature_release() {
    "$1" -version 2>&1 | sed -n 's/^[a-z]* version "\([0-9]*\).*/\1/p' | head -n 1
}

# find_jdk RELEASE: prints the home folder of a JDK of this release or a newer one.
# JAVA_HOME goes first, then java on PATH, then the usual install folders.
find_jdk() {
    local wanted=$1 home release on_path
    on_path=$(command -v java) && on_path=$(readlink -f "$on_path") && on_path=${on_path%/bin/java}
    for home in "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/* /usr/java/* /opt/java* /opt/jdk* \
        "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* "$HOME"/.jenv/versions/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        [[ -n $home && -x $home/bin/java && -x $home/bin/javac ]] || continue
        release=$(java_feature_release "$home/bin/java")
        if [[ -n $release && $release -ge $wanted ]]; then
            printf '%s\n' "$home"
            return 0
        fi
    done
    {
        echo "No JDK $wanted or newer was found: not in JAVA_HOME (${JAVA_HOME:-not set}), not as java on PATH" \
            "(${on_path:-none}), and not in the usual folders (/usr/lib/jvm, ~/.sdkman, ~/.jdks)."
        echo "Install one, or set JAVA_HOME to its folder."
    } >&2
    return 1
}
