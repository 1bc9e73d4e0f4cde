# Files of Debian packages, by checksums; for ./release, which sources it.

cache=${XDG_CACHE_HOME:-$HOME/.cache}/ductile-release

# debian_files LIST: gets the packages of a list, which has package, version, architecture and SHA-256 on each line.
debian_files() {
  mkdir -p "$cache"
  while read -r package release architecture sum; do
    [ -e "$cache/$sum.deb" ] || debian_file "$package" "$release" "$architecture" "$sum" "$1"
  done < "$1"
}

debian_file() {
  needs apt-get
  (cd "$cache" && apt-get -q -o APT::Sandbox::User= download "$1:$3=$2" > apt.log 2>&1 < /dev/null) ||
    fail "apt-get cannot download $1 $2, see $cache/apt.log; if Debian has a newer version, change $5."
  file=$(find "$cache" -name "$1_*_$3.deb" -print)
  echo "$4  $file" | sha256sum --check --status || fail "$file has another checksum than in $5."
  mv "$file" "$cache/$4.deb"
}
