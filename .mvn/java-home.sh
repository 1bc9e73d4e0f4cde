# Finds a Java that is new enough; for ./ductile and ./check, which source it.

oldest_java=25

# java_version HOME: the version of the Java in this folder, such as 25.0.3, or nothing.
java_version() {
  version=
  [ -x "$1/bin/java" ] || return 0
  if [ -r "$1/release" ]; then
    while IFS='="' read -r key _ value _; do
      [ "$key" != JAVA_VERSION ] || version=$value
    done < "$1/release"
  else
    version=$("$1/bin/java" -version 2>&1 | sed -n 's/.*version "\([^"]*\)".*/\1/p')
  fi
}

# java_on_path: the home of the java on PATH, or nothing. What is on PATH may be a link or a script.
java_on_path() {
  command -v java > /dev/null || return 0
  found=$(readlink -f "$(command -v java)" 2> /dev/null) || found=
  case $found in
    */bin/java) echo "${found%/bin/java}" ;;
    *) java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p' ;;
  esac
}

# find_java_home PROGRAM: sets java_home and version to the first Java that is new enough and has
# bin/PROGRAM (java, or javac for a build). Prints one line and fails if there is none.
find_java_home() {
  seen=
  for java_home in "${JAVA_HOME:-}" "$(java_on_path)" /usr/lib/jvm/* /opt/*jdk* /opt/*java* \
      "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* \
      /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    [ -n "$java_home" ] && [ -x "$java_home/bin/$1" ] || continue
    java_version "$java_home"
    major=${version%%[!0-9]*}
    [ "${major:-0}" -lt "$oldest_java" ] || return 0
    seen=" (found only $version in $java_home)"
  done
  what=Java
  [ "$1" = java ] || what="a Java development kit,"
  echo "ductile: needs $what $oldest_java or later$seen. Install one, or set JAVA_HOME to it." >&2
  return 1
}
