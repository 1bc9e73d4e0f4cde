# Guards the process groups of an engine. Reads one order a line: watch GROUP TENTHS, sweep GROUP
# TENTHS, kill GROUP, forget GROUP. Prints the number of a swept group once nobody of it is left.
# When its input ends, the engine is gone: then every group has its tenths of a second to end.
# Its standard error goes nowhere: that a process is gone already is what it wants.
trap '' HUP INT TERM
killed_tenths=50
watched=

# A process that has ended but is not reaped yet still answers to signal 0; it does not live.
lives() { # PROCESS
  kill -s 0 "$1" || return 1
  read -r line < "/proc/$1/stat" || return 0
  case ${line##*) } in Z*) return 1 ;; esac
}

group_lives() { # GROUP
  kill -s 0 -- "-$1" || return 1
  [ -r /proc/self/stat ] || return 0
  for stat in /proc/[0-9]*/stat; do
    read -r line < "$stat" || continue
    set -- "$1" ${line##*) }
    [ "$4" != "$1" ] || [ "$2" = Z ] || return 0
  done
  return 1
}

wait_for() { # lives|group_lives NUMBER TENTHS: leaves what is left of the time in $left
  left=$3
  while [ "$left" -gt 0 ] && "$1" "$2"; do
    sleep 0.1
    left=$((left - 1))
  done
}

end_group() { # GROUP TENTHS
  group_lives "$1" || return 0
  kill -s TERM -- "-$1"
  wait_for group_lives "$1" "$2"
  group_lives "$1" || return 0
  kill -s KILL -- "-$1"
  wait_for group_lives "$1" "$killed_tenths"
}

# The leader is asked first, for it may need the others to save its work.
end_all_of() { # GROUP TENTHS
  kill -s TERM "$1"
  wait_for lives "$1" "$2"
  end_group "$1" "$left"
}

forget() { # GROUP
  kept=
  for entry in $watched; do
    [ "${entry%%:*}" = "$1" ] || kept="$kept $entry"
  done
  watched=$kept
}

while read -r order group tenths; do
  case $order in
    watch) watched="$watched $group:$tenths" ;;
    forget) forget "$group" ;;
    kill) kill -s KILL -- "-$group" ;;
    sweep)
      if group_lives "$group"; then
        { end_group "$group" "$tenths"; echo "$group"; } &
      else
        echo "$group"
      fi
      ;;
  esac
done

for entry in $watched; do
  end_all_of "${entry%%:*}" "${entry##*:}" &
done
wait
rm -f "$1"/*
rmdir "$1"
exit 0
