# The OCI image; for ./release, which sources it. It is written from Debian packages, without a container tool.

needs_of_image() {
  base=$parts/image/base-$(uname -m).txt
  [ -r "$base" ] || fail "the image has no list of base packages for $(uname -m): $base"
  needs gzip sha256sum dpkg-deb
  debian_files "$base"
}

# The files of the base: the C library, and a shell with the usual commands.
base_files() {
  mkdir -p "$1/var/lib/dpkg/status.d" "$1/etc" "$1/dev" "$1/proc" "$1/sys" "$1/tmp" "$1/home/ductile"
  while read -r package release architecture sum; do
    dpkg-deb --fsys-tarfile "$cache/$sum.deb" | tar -x -C "$1" --no-same-owner
    dpkg-deb --field "$cache/$sum.deb" > "$1/var/lib/dpkg/status.d/$package"
  done < "$base"
  rm -rf "$1"/usr/lib/*/gconv "$1"/usr/share/man "$1"/usr/share/lintian "$1"/usr/share/locale "$1"/usr/share/bug
  find "$1/usr/share/doc" -type f ! -name copyright -delete
  for path in $("$1/bin/busybox" --list-full); do
    [ -e "$1/$path" ] || {
      mkdir -p "$1/${path%/*}"
      ln -s /bin/busybox "$1/$path"
    }
  done
  printf 'root:x:0:0:root:/root:/bin/sh\nductile:x:1000:1000:Ductile:/home/ductile:/bin/sh\n' > "$1/etc/passwd"
  printf 'root:x:0:\nductile:x:1000:\n' > "$1/etc/group"
  echo 'hosts: files dns' > "$1/etc/nsswitch.conf"
  chmod -R u=rwX,go=rX "$1"
  chmod 1777 "$1/tmp"
}

digest() {
  sha256sum "$1" | cut -d ' ' -f 1
}

# blob FILE: moves the file among the blobs, and sets blob to its digest and size to its bytes.
blob() {
  blob=$(digest "$1")
  size=$(stat -c %s "$1")
  mv "$1" "$root/blobs/sha256/$blob"
}

# layer FILE NOTE: adds a layer to the lists of the image.
layer() {
  difference=$(digest "$1")
  gzip -n "$1"
  blob "$1.gz"
  layers="$layers${layers:+,}{\"mediaType\":\"application/vnd.oci.image.layer.v1.tar+gzip\",\"digest\":\"sha256:$blob\",\"size\":$size}"
  differences="$differences${differences:+,}\"sha256:$difference\""
  files="$files${files:+,}\"blobs/sha256/$blob\""
  history="$history${history:+,}{\"created\":\"$created\",\"created_by\":\"$2\"}"
}

image() {
  root=$work/image
  created=$(date -d "@$commit_time" +%FT%TZ)
  layers=
  differences=
  files=
  history=
  mkdir -p "$root/blobs/sha256"
  base_files "$work/base"
  tar_of "$work/base" --exclude=./home/ductile . > "$work/base.tar"
  tar --append --file "$work/base.tar" --directory "$work/base" --format=gnu --owner=1000 --group=1000 --numeric-owner \
    --mtime="@$commit_time" ./home/ductile
  layer "$work/base.tar" "Debian packages"
  installed=$work/installed
  mkdir -p "$installed/usr/lib" "$installed/usr/bin"
  cp -a "$stage" "$installed/usr/lib/ductile"
  ln -s ../lib/ductile/ductile "$installed/usr/bin/ductile"
  tar_of "$installed" ./usr > "$work/ductile.tar"
  layer "$work/ductile.tar" "./release image"
  write_config > "$work/config.json"
  blob "$work/config.json"
  config=$blob
  printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":{"mediaType":"%s","digest":"sha256:%s","size":%s},"layers":[%s]}' \
    application/vnd.oci.image.config.v1+json "$blob" "$size" "$layers" > "$work/manifest.json"
  blob "$work/manifest.json"
  printf '{"schemaVersion":2,"manifests":[{"mediaType":"application/vnd.oci.image.manifest.v1+json","digest":"sha256:%s","size":%s,"annotations":{"org.opencontainers.image.ref.name":"ductile:%s","io.containerd.image.name":"docker.io/library/ductile:%s"}}]}' \
    "$blob" "$size" "$version" "$version" > "$root/index.json"
  printf '{"imageLayoutVersion":"1.0.0"}' > "$root/oci-layout"
  # Docker before version 25 reads this file instead.
  printf '[{"Config":"blobs/sha256/%s","RepoTags":["ductile:%s"],"Layers":[%s]}]' "$config" "$version" "$files" > "$root/manifest.json"
  name=ductile-$version-image-$(uname -m).tar
  tar_of "$root" blobs index.json manifest.json oci-layout > "$out/$name"
  packages="$packages $name"
}

write_config() {
  cat << END
{"created":"$created","architecture":"$(image_architecture)","os":"linux",
"config":{"User":"1000:1000","Env":["PATH=/usr/bin:/bin:/usr/sbin:/sbin","HOME=/home/ductile","LANG=C.UTF-8"],
"Entrypoint":["ductile"],"Cmd":["--help"],"WorkingDir":"/home/ductile","Labels":{
"org.opencontainers.image.title":"Ductile",
"org.opencontainers.image.description":"An elastic scheduler for shared deep-learning clusters",
"org.opencontainers.image.version":"$version",
"org.opencontainers.image.revision":"$commit",
"org.opencontainers.image.created":"$created",
"org.opencontainers.image.licenses":"Apache-2.0"}},
"rootfs":{"type":"layers","diff_ids":[$differences]},"history":[$history]}
END
}

image_architecture() {
  case $(uname -m) in
    x86_64) echo amd64 ;;
    aarch64) echo arm64 ;;
    *) uname -m ;;
  esac
}
