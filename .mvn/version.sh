# Finds the commit of a source folder; for ./ductile and ./release, which source it.

# find_commit FOLDER: sets commit and commit_time (seconds since 1970), or leaves them empty. A folder of `git archive`
# has both in a file. A commit with changes that are not committed ends with -changed.
find_commit() {
  commit=
  commit_time=
  if [ "$(git -C "$1" rev-parse --show-toplevel 2> /dev/null)" = "$1" ]; then
    commit=$(git -C "$1" rev-parse --short=12 HEAD 2> /dev/null) || commit=
    commit_time=$(git -C "$1" log -1 --format=%ct 2> /dev/null) || commit_time=
    [ -z "$commit" ] || git -C "$1" diff --quiet HEAD 2> /dev/null || commit=$commit-changed
  elif read -r commit commit_time < "$1/.mvn/commit.txt" && [ "${commit#[0-9a-f]}" != "$commit" ]; then
    commit=$(printf %.12s "$commit")
  else
    commit=
    commit_time=
  fi
  commit_time=${SOURCE_DATE_EPOCH:-$commit_time}
}

# version_options FOLDER: prints the options with which Maven builds the commit and its date into the command.
version_options() {
  find_commit "$1"
  [ -z "$commit" ] || echo "-Dbuild.commit=$commit"
  [ -z "$commit_time" ] || echo "-Dbuild.date=$(date -u -d "@$commit_time" +%F 2> /dev/null || date -u -r "$commit_time" +%F)"
}
