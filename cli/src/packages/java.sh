# The Java of a package and its start-up archives; for ./release, which sources it.

# All standard modules, because plug-ins may use any of them.
modules=java.se,jdk.management,jdk.unsupported,jdk.zipfs

# Libraries for displays and sound, which no command uses.
displays='/java.desktop/lib/libawt_xawt.so,/java.desktop/lib/libsplashscreen.so,/java.desktop/lib/libjsound.so'

link_java() {
  "$java_home/bin/jlink" --add-modules "$modules" --output "$stage/java" --strip-debug --no-header-files --no-man-pages \
    --compress zip-0 --exclude-files "$displays" > "$work/jlink.log" 2>&1 || {
    cat "$work/jlink.log" >&2
    fail "jlink failed"
  }
  # The bundled programs beside java, such as keytool, are not needed.
  find "$stage/java/bin" -type f ! -name java -delete
}

# A font, so that charts need none of the system. Java prefers the fonts of fontconfig if the system has that.
add_font() {
  read -r package _ _ sum < "$parts/font.txt"
  mkdir -p "$work/font" "$stage/java/lib/fonts" "$stage/java/legal/fonts"
  dpkg-deb --fsys-tarfile "$cache/$sum.deb" | tar -x -C "$work/font"
  for font in DejaVuSans DejaVuSans-Bold; do
    cp "$work/font/usr/share/fonts/truetype/dejavu/$font.ttf" "$stage/java/lib/fonts/"
  done
  cp "$work/font/usr/share/doc/$package/copyright" "$stage/java/legal/fonts/"
  {
    printf 'version=1\nsequence.allfonts=latin\n'
    for family in serif sansserif monospaced dialog dialoginput; do
      printf "$family.%s.latin=-misc-%s-*\n" plain regular italic regular bold bold bolditalic bold
    done
    printf 'filename.-misc-%s-*=$JRE_LIB_FONTS/%s.ttf\n' regular DejaVuSans bold DejaVuSans-Bold
  } > "$stage/java/lib/fontconfig.properties"
}

# fixed JAVA_ARGUMENT...: runs the package's Java at addresses that are the same in each run; an archive contains addresses.
fixed() {
  if setarch "$(uname -m)" -R true 2> /dev/null; then
    clean setarch "$(uname -m)" -R "$stage/java/bin/java" "$@"
  else
    echo "release: setarch -R does not work here, so start-up archives differ in a few bytes in each run" >&2
    clean "$stage/java/bin/java" "$@"
  fi
}

# Lines of a class list that depend on the timing of threads: those of the parts of a training job that exchange messages,
# and classes that Java loads when threads meet or a connection ends. They are left out; the trainer's archive has all classes
# of its jar instead.
timing='^\(@lambda-proxy \)\?dev/ductile/runtime/\(worker\|replication\|master/coordinator\)/
^java/lang/foreign/MemorySegment\([$]Scope\)\?$
^jdk/internal/foreign/MemorySessionImpl$
^java/util/HashMap[$]ValueIterator$
^java/util/concurrent/ForkJoinTask[$]AdaptedRunnableAction$
^java/util/concurrent/ForkJoinWorkerThread$
^java/net/\(Connect\|Socket\)Exception$
^@lambda-proxy jdk/internal/net/http/SocketTube'

# record NAME ARGUMENT...: runs Java three times, each in an empty folder, and keeps the classes that every run loads.
record() {
  name=$1
  recorded=$((recorded + 1))
  shift
  for run in 1 2 3; do
    mkdir "$work/run"
    (cd "$work/run" && clean "$stage/java/bin/java" -XX:DumpLoadedClassList="$work/loaded.$run" -XX:+UseSerialGC "$@") \
      > "$work/record.log" 2>&1 < /dev/null || {
      tail -n 20 "$work/record.log" >&2
      fail "the rehearsal of $name failed"
    }
    rm -rf "$work/run"
  done
  # The order of the classes, their numbers and resolved constants depend on the threads, too.
  for run in 1 2 3; do
    sed '/^#/d; /^@cp/d; s/ id: [0-9]*//' "$work/loaded.$run" | grep -v "$timing" | sort -u
  done | sort | uniq -c > "$work/counted"
  sed -n 's/^ *3 //p' "$work/counted" > "$work/$name.$recorded.classes"
  if grep -v '^ *3 ' "$work/counted" >&2; then
    echo "release: not every run of $name loads these, so the next release may have other bytes; see \"timing\" in java.sh" >&2
  fi
}

# all_classes NAME: the classes of our jar of this name.
all_classes() {
  "$java_home/bin/jar" --list --file "$(jars "$1")" | sed -n '/-info\.class$/d; s/\.class$//p'
}

# write_archive NAME JAVA_ARGUMENT...: writes lib/NAME.jsa from the recorded classes. Programs that use it start with the same
# arguments: with another access to native code, Java would not use the archived modules.
write_archive() {
  name=$1
  shift
  sort -u "$work/$name".[0-9]*.classes > "$work/$name.classes"
  fixed -XX:SharedClassListFile="$work/$name.classes" -Xshare:dump -XX:SharedArchiveFile="$stage/lib/$name.jsa" \
    -XX:+UseSerialGC "$@" > "$work/archive.log" 2>&1 || {
    tail -n 20 "$work/archive.log" >&2
    fail "the start-up archive of $name failed"
  }
}

# jars NAME...: the class path of these jars, in this order.
jars() {
  for jar in "$@"; do
    printf ':%s' "$stage/lib/$jar"-[0-9]*.jar
  done | cut -c 2-
}

start_up_archives() {
  echo "release: writing start-up archives" >&2
  recorded=0
  set -- --enable-native-access=ALL-UNNAMED -cp "$(printf ':%s' "$stage"/lib/*.jar | cut -c 2-)"
  main=dev.ductile.cli.Main
  for line in --version --help policies "simulate --threads 1 $stage/lib/rehearsal.yaml --report report" \
    "decide $stage/examples/state.yaml --policy fifo,srtf"; do
    # shellcheck disable=SC2086 # the words of a command
    record command -Djava.awt.headless=true "$@" $main $line
  done
  record command "$@" dev.ductile.cli.Rehearsal "$stage/lib/rehearsal.yaml"
  write_archive command "$@"

  trainer=$(jars dev.ductile.runtime dev.ductile.text com.fasterxml.jackson.core.jackson-core \
    com.fasterxml.jackson.core.jackson-databind com.fasterxml.jackson.core.jackson-annotations \
    com.fasterxml.jackson.dataformat.jackson-dataformat-yaml org.yaml.snakeyaml)
  record trainer -cp "$trainer" dev.ductile.runtime.RehearsalJobs "$stage/lib/rehearsal-job.yaml"
  all_classes dev.ductile.runtime > "$work/trainer.0.classes"
  write_archive trainer -cp "$trainer"

  sample=$(jars dev.ductile.examples)
  record sample-trainer -cp "$sample" dev.ductile.examples.SampleTrainer --steps 20
  write_archive sample-trainer -cp "$sample"
}
