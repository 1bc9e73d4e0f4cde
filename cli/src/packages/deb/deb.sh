# The Debian package; for ./release, which sources it.

maintainer=${DUCTILE_MAINTAINER:-Ductile developers <packages@ductile.dev>}

needs_of_deb() {
  needs dpkg-deb gzip md5sum
}

# An unfinished version is older than its release, and newer than earlier commits.
deb_version() {
  case $version in
    *-SNAPSHOT) echo "${version%-SNAPSHOT}~$(date -d "@$commit_time" +%Y%m%d.%H%M%S)${commit:+.$commit}" ;;
    *) echo "$version" ;;
  esac
}

# filled FILE: the file with the values of this package.
filled() {
  sed -e "s|@VERSION@|$(deb_version)|" -e "s|@MAINTAINER@|$maintainer|" -e "s|@ARCHITECTURE@|$(dpkg --print-architecture)|" \
    -e "s|@DATE@|$(date -R -d "@$commit_time")|" -e "s|@SIZE@|$size|" "$parts/deb/$1"
}

deb() {
  root=$work/deb
  mkdir -p "$root/DEBIAN" "$root/usr/lib" "$root/usr/bin" "$root/usr/share/doc/ductile" "$root/usr/share/lintian/overrides"
  cp -R "$stage" "$root/usr/lib/ductile"
  # Debian keeps licences and examples with the documents.
  rm "$root/usr/lib/ductile/LICENSE" "$root/usr/lib/ductile/CHANGELOG.md"
  mv "$root/usr/lib/ductile/examples" "$root/usr/share/doc/ductile/"
  ln -s ../lib/ductile/ductile "$root/usr/bin/ductile"
  install -D -m 644 "$work/source/docs/operations/ductile.service" "$root/lib/systemd/system/ductile.service"
  install -D -m 644 "$parts/deb/server.yaml" "$root/etc/ductile/server.yaml"
  install -m 644 "$parts/deb/conffiles" "$root/DEBIAN/conffiles"
  install -m 755 "$parts/deb/postinst" "$parts/deb/prerm" "$parts/deb/postrm" "$root/DEBIAN/"
  cp "$parts/deb/copyright" "$root/usr/share/doc/ductile/"
  cp "$parts/deb/lintian-overrides" "$root/usr/share/lintian/overrides/ductile"
  size=
  filled changelog | gzip -9n > "$root/usr/share/doc/ductile/changelog.gz"
  gzip -9n < "$stage/CHANGELOG.md" > "$root/usr/share/doc/ductile/NEWS.gz"
  cp -R "$root/usr/lib/ductile/share" "$root/usr/"
  rm -r "$root/usr/lib/ductile/share"
  gzip -9n "$root"/usr/share/man/man1/*.1
  (cd "$root" && find usr lib -type f | sort | xargs -d '\n' md5sum) > "$root/DEBIAN/md5sums"
  size=$(find "$root/usr" "$root/lib" "$root/etc" -type f -printf '%s\n' | awk '{kib += int(($1 + 1023) / 1024)} END {print kib}')
  filled control > "$root/DEBIAN/control"
  find "$root" -type d -exec chmod 755 {} +
  same_times "$root"
  name=ductile_$(deb_version)_$(dpkg --print-architecture).deb
  # Each file keeps the time that its start-up archive has seen.
  SOURCE_DATE_EPOCH=$commit_time dpkg-deb -Zxz -z3 --root-owner-group --build "$root" "$out/$name" > /dev/null
  packages="$packages $name"
}
