# Builds Ductile in its source folder, and shows the progress; for ./ductile, which sources it and sets home.

# A source file that is newer than the build; tests and documents do not count.
newer_than_build() {
  (cd "$home" && find . \( -name target -o -path '*/src/test' -o -name .git -o -path ./docs -o -path ./bench \
    -o -path ./contracts -o -path ./house -o -path ./lint -o -path ./shared \) -prune \
    -o \( -path '*/src/*' -o -name pom.xml -o -path ./ductile -o -path './.mvn/*' \) \
    -newer target/ductile/stamp -print) | head -n 1
}

is_built() {
  [ -e "$home/target/ductile/stamp" ] && [ -z "$(newer_than_build)" ]
}

# The lock is held until release, or until this process ends.
lock() {
  if command -v flock > /dev/null; then
    exec 9> "$home/target/lock"
    flock -n 9 && return
    echo "Waiting for another build of Ductile…" >&2
    flock 9
  else
    until mkdir "$home/target/lock.d" 2> /dev/null; do
      echo "Waiting for another build of Ductile (if there is none, remove $home/target/lock.d)…" >&2
      sleep 5
    done
    trap 'rmdir "$home/target/lock.d"' EXIT
  fi
}

release() {
  exec 9>&-
  [ ! -d "$home/target/lock.d" ] || rmdir "$home/target/lock.d"
  trap - EXIT INT TERM
}

# Neither the tests nor the module contracts are compiled.
maven() {
  . "$home/.mvn/version.sh"
  # shellcheck disable=SC2046 # each option is a word
  cd "$home" &&
    JAVA_HOME=$java_home mvn -B -T 1C -Dquick -Dproduct $(version_options "$home") -pl cli -am package
}

# sources MODULE: the number of its source files, by which the time that is left is estimated.
sources() {
  folder=$home/$1
  [ -d "$folder" ] || folder=$home/${1%%-*}/${1#*-}
  find "$folder/src/main" -name '*.java' | wc -l
}

# draw TEXT: on a terminal, one line that the next one replaces.
draw() {
  [ "$columns" -eq 0 ] || printf "\r\033[K%.${columns}s" "$1" >&2
}

# note TEXT: a line of its own, on a terminal too.
note() {
  draw ""
  printf '%s\n' "$1" >&2
}

# The columns of a terminal on standard error, less one; 0 if it is a file or a pipe.
terminal_columns() {
  columns=0
  [ -t 2 ] && [ "${TERM-dumb}" != dumb ] || return 0
  columns=$(stty size <&2 2> /dev/null) || columns=
  columns=${columns#* }
  [ "${columns:-0}" -gt 1 ] || columns=80
  columns=$((columns - 1))
}

# The state of the build, from the lines of Maven: its modules, those that are done, and those that it builds now.
show_modules() {
  text="Building: $done of $all modules"
  if [ "$done" -eq "$all" ]; then
    text="$text, packing"
  elif [ "$first" = yes ] && [ "$done_files" -gt 0 ] && [ $((4 * done_files)) -ge "$files" ]; then
    seconds=$(($(date +%s) - compiling))
    text="$text, about $(((seconds * (files - done_files) + done_files - 1) / done_files)) s left"
  fi
  draw "$text${now:+; now$now}"
  # A file or a pipe gets a line for each quarter.
  if [ "$columns" -eq 0 ] && [ $((4 * done / all)) -gt "$quarter" ]; then
    quarter=$((4 * done / all))
    echo "  $text" >&2
  fi
}

# Writes Maven's lines to the log, and shows what they say. The last line is Maven's exit status.
progress() {
  all=0 done=0 files=0 done_files=0 quarter=0 downloads=0 status=1
  compiling="" now=""
  draw "Building: starting Maven"
  while IFS= read -r line; do
    case $line in
      *"status of Maven: "*)
        status=${line#*status of Maven: }
        break
        ;;
    esac
    printf '%s\n' "$line" >&3
    case $line in
      "[INFO] contracts "* | "[INFO] Building contracts "* | "[INFO] Building Ductile "*) ;;
      *"Downloaded from "*)
        downloads=$((downloads + 1))
        [ "$downloads" -gt 1 ] || [ "$columns" -gt 0 ] || echo "  Maven downloads plugins and libraries." >&2
        text="Maven downloads plugins and libraries, file $downloads"
        [ "$all" -eq 0 ] || text="$done of $all modules; $text"
        draw "Building: $text"
        ;;
      "[INFO] "*" [jar]")
        module=${line#\[INFO\] }
        all=$((all + 1))
        files=$((files + $(sources "${module%% *}")))
        ;;
      "[INFO] Building "*" ["*/*"]")
        module=${line#\[INFO\] Building }
        : "${compiling:=$(date +%s)}"
        now="$now ${module%% *}"
        show_modules
        ;;
      *":jar (default-jar) @ "*)
        module=${line#*(default-jar) @ }
        module=${module%% *}
        done=$((done + 1))
        done_files=$((done_files + $(sources "$module")))
        now="${now%%" $module"*}${now#*" $module"}"
        show_modules
        ;;
    esac
  done 3> "$home/target/build.log"
  draw ""
  return "$status"
}

say_failure() {
  # Maven prints errors twice, and advice on itself after them.
  problems=$(sed '/BUILD FAILURE/,$d' "$home/target/build.log" | grep -F '[ERROR]' | head -n 20)
  note "${problems:-$(tail -n 20 "$home/target/build.log")}"
  fail "the build failed; its whole output is in $home/target/build.log"
}

# A build that was cut off may leave unfinished classes and jars, which Maven would take for good ones.
remove_unfinished() {
  for target in "$home"/*/target "$home"/engines/*/target; do
    rm -rf "$target/classes" "$target/maven-status" "$target"/*.jar
  done
}

# The user pressed Ctrl-C: says so once Maven has ended, and ends by the same signal.
cut_off() {
  note "Stopped. The next start of Ductile builds it anew."
  release
  kill -INT $$
}

# build_now COMMAND: says what the command will do, and builds.
build_now() {
  first=yes
  [ ! -e "$home/target/ductile/stamp" ] || first=no
  if [ "$first" = no ]; then
    echo "Ductile builds itself again: its sources have changed." >&2
  elif [ "$1" = demo ]; then
    echo "The demo starts a server, its page and four elastic jobs." >&2
    echo "Before that, Ductile builds itself from its sources (once)." >&2
  else
    echo "Ductile builds itself from its sources (once)." >&2
  fi
  began=$(date +%s)
  [ ! -e "$home/target/stamp" ] || remove_unfinished
  # The stamp has the time of the build's start: a file that is edited during the build is built next time.
  touch "$home/target/stamp"
  {
    status=0
    maven || status=$?
    echo "status of Maven: $status"
  } 2>&1 < /dev/null | progress || {
    rm "$home/target/stamp"
    say_failure
  }
  # A copy, so that a later build does not replace the jars of a running Ductile.
  rm -rf "$home/target/ductile"
  cp -R "$home/cli/target/ductile-dist" "$home/target/ductile"
  # Start-up caches of that folder belong to older classes.
  rm -f "$home"/target/ductile/*.aot "$home"/target/ductile/lib/*.aot
  mv "$home/target/stamp" "$home/target/ductile/stamp"
  note "Built in $(($(date +%s) - began)) s."
}

# build COMMAND: builds for this command, unless another process does so at the same time.
build() {
  command -v mvn > /dev/null || fail "needs Maven 3.8 or later to build itself; mvn is not on PATH."
  find_java_home javac
  mkdir -p "$home/target"
  terminal_columns
  lock
  trap 'cut_off' INT
  trap 'release; exit 143' TERM
  is_built || build_now "$1"
  release
}
