# Installs each package into an empty root, uses it without another Java, and removes it; for ./release --check.

# Commands that the launcher and the engine need from the system.
tools='sh chmod dirname kill mkfifo readlink rm setsid sleep stty'

# Java refuses to start without its start-up archive, also on a machine with much memory.
strict='-Xshare:on -XX:MaxRAM=128g'

# uses START...: runs commands by this start in an empty folder.
uses() {
  "$@" --version 2> "$work/check.err" | grep "^ductile $version " > /dev/null || fail "$* --version does not print version $version"
  for line in 'simulate rigid.yaml --report report' 'train job.yaml --fresh --name package-check -o json' \
    'run plain.yaml' 'demo'; do
    echo "release:   ductile $line" >&2
    # shellcheck disable=SC2086 # the words of a command
    "$@" $line > "$work/check.out" 2> "$work/check.err" < /dev/null || {
      tail -n 20 "$work/check.err" >&2
      fail "$* $line failed"
    }
  done
}

# milliseconds COMMAND...: the time of one run.
milliseconds() {
  begun=$(date +%s%N)
  "$@" > /dev/null 2>&1
  echo $((($(date +%s%N) - begun) / 1000000))
}

# measure INSTALLED START...: writes the sizes of the package and the times of its starts to the file of --figures.
measure() {
  [ -n "$figures" ] || return 0
  installed=$1
  shift
  first=$(milliseconds "$@" --version)
  later=$(for _ in 1 2 3 4 5 6 7 8 9 10 11; do milliseconds "$@" --version; done | sort -n | sed -n 6p)
  printf '%s: first --version; later ones, median of 11\t%s ms; %s ms\n' "$package" "$first" "$later" >> "$figures"
  printf '%s: size of the file; installed\t%s MB; %s MB\n' "$package" "$(megabytes "$file")" "$(megabytes "$installed")" >> "$figures"
}

megabytes() {
  du -s --apparent-size --block-size=1000000 "$1" | cut -f 1
}

# files_of_user FOLDER: what a user has.
files_of_user() {
  mkdir -p "$1"
  cp -R "$work/source/examples/." "$1"
  cp "$parts/check-job.yaml" "$1/job.yaml"
  cp "$parts/check-run.yaml" "$1/plain.yaml"
}

# without_java COMMAND...: runs it in the folder of the user; PATH has no java.
without_java() {
  (cd "$user" && env -i PATH="$work/tools" HOME="$user" XDG_RUNTIME_DIR="$user" TMPDIR="$user" JAVA_TOOL_OPTIONS="$strict" "$@")
}

# unchanged FOLDER COMMAND...: no file of the folder may be new, changed or gone afterwards.
unchanged() {
  folder=$1
  shift
  before=$(find "$folder" -printf '%p %s %T@ %m\n' | sort | sha256sum)
  "$@"
  [ "$before" = "$(find "$folder" -printf '%p %s %T@ %m\n' | sort | sha256sum)" ] || fail "$folder has changed"
}

check_packages() {
  mkdir -p "$work/tools"
  for tool in $tools; do
    ln -s "$(command -v "$tool")" "$work/tools/$tool"
  done
  for package in $chosen; do
    echo "release: checking the package $package" >&2
    user=$work/user-$package
    files_of_user "$user"
    "check_$package"
  done
  echo "release: each of$chosen works, without another Java" >&2
}

check_archive() {
  mkdir "$work/archive root"
  file=$out/ductile-$version-linux-$(uname -m).tar.gz
  tar -xzf "$file" -C "$work/archive root"
  chmod -R a-w "$work/archive root"
  start="$work/archive root/ductile-$version-linux-$(uname -m)/ductile"
  measure "$work/archive root" without_java "$start"
  unchanged "$work/archive root" uses without_java "$start"
  chmod -R u+w "$work/archive root"
}

# dpkg_root ARGUMENT...: dpkg in the empty root, which has none of the packages that a system has.
dpkg_root() {
  dpkg --root="$debian" --force-not-root --force-script-chrootless --force-depends "$@" > "$work/dpkg.log" 2>&1 || {
    cat "$work/dpkg.log" >&2
    fail "dpkg $* failed"
  }
}

# The unit is valid and disabled, and its command serves, reads its file again at SIGHUP, and ends.
check_service() {
  unit=$debian/lib/systemd/system/ductile.service
  if command -v systemd-analyze > /dev/null; then
    sed "s|=/usr/bin/ductile |=$debian/usr/bin/ductile |" "$unit" > "$work/ductile.service"
    systemd-analyze verify --man=no "$work/ductile.service" || fail "the systemd unit has mistakes"
  fi
  enabled=$(find "$debian/etc" -name 'ductile.service')
  [ -z "$enabled" ] || fail "the package enables its unit: $enabled"
  file_of_unit=$(sed -n 's|^ExecStart=/usr/bin/ductile server --data /var/lib/ductile \(/etc/.*\)|\1|p' "$unit")
  [ -f "$debian$file_of_unit" ] || fail "the unit has no server file that the package installs"
  cp "$debian$file_of_unit" "$user/server.yaml"
  (cd "$user" && exec env -i PATH="$work/tools" HOME="$user" JAVA_TOOL_OPTIONS="$strict" \
    "$debian/usr/bin/ductile" server --data service --port 0 server.yaml) > "$work/service.out" 2>&1 < /dev/null &
  service=$!
  awaited "$user/service/address" 'http://' || fail_service "does not start"
  kill -HUP "$service"
  awaited "$work/service.out" 'nothing has changed' || fail_service "does not read its file again"
  kill "$service"
  wait "$service" || [ $? -eq 143 ] || fail_service "does not stop in order"
}

# awaited FILE TEXT: whether the text comes within half a minute.
awaited() {
  for _ in $(seq 1 150); do
    ! grep -q "$2" "$1" 2> /dev/null || return 0
    sleep 0.2
  done
  return 1
}

fail_service() {
  kill "$service" 2> /dev/null || true
  tail -n 20 "$work/service.out" >&2
  fail "the server of the unit $1"
}

check_deb() {
  debian=$work/debian
  file=$out/ductile_$(deb_version)_$(dpkg --print-architecture).deb
  mkdir -p "$debian/var/lib/dpkg/updates" "$debian/var/lib/dpkg/info" "$debian/var/log"
  : > "$debian/var/lib/dpkg/status"
  dpkg_root --install "$file"
  measure "$debian/usr" without_java "$debian/usr/bin/ductile"
  unchanged "$debian/usr" uses without_java "$debian/usr/bin/ductile"
  check_service
  # An upgrade replaces all files.
  dpkg_root --install "$file"
  without_java "$debian/usr/bin/ductile" --version > /dev/null
  dpkg_root --purge ductile
  left=$(find "$debian" -name '*ductile*' ! -path '*/var/log/*')
  [ -z "$left" ] || fail "the removed Debian package leaves $left"
}

# The layers of the image, as a container tool would unpack them.
unpack_image() {
  mkdir "$work/layout" "$work/container"
  file=$out/ductile-$version-image-$(uname -m).tar
  tar -x -f "$file" -C "$work/layout"
  for name in $(grep -o 'blobs/sha256/[0-9a-f]*' "$work/layout/manifest.json" | tail -n +2); do
    tar -xzp -f "$work/layout/$name" -C "$work/container"
  done
  mkdir -p "$work/container/proc" "$work/container/dev"
}

# in_container COMMAND...: runs it in the image's files, as the image's user if this user may change to it.
in_container() {
  unshare $own_namespace --mount --pid --fork /bin/sh -c '
    mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" || exit 125
    root=$1 user=$2 strict=$3
    shift 3
    exec chroot $user "$root" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/home/ductile JAVA_TOOL_OPTIONS="$strict" \
      /bin/sh -c "cd && exec \"\$@\"" sh "$@"' sh "$work/container" "$container_user" "$strict" "$@"
}

check_image() {
  unpack_image
  own_namespace=
  container_user=--userspec=1000:1000
  if [ "$(id -u)" != 0 ]; then
    own_namespace=--map-root-user
    container_user=
  fi
  in_container true 2> /dev/null || {
    echo "release: the image is not started here: unshare needs root, or namespaces of users" >&2
    return 0
  }
  cp -R "$user/." "$work/container/home/ductile"
  [ -n "$own_namespace" ] || chown -R 1000:1000 "$work/container/home/ductile"
  measure "$work/container/usr" in_container ductile
  unchanged "$work/container/usr" uses in_container ductile
}
