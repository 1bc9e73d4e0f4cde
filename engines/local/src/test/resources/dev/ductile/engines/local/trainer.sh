# A job of shell processes, which start at once. Worker 0, or the master of a hot job, makes a step about every 12 ms.
# Argument: a folder. While it holds a file "partial", the last worker of a generation fails at its start.
root=$1
folder=$DUCTILE_CHECKPOINT_DIR
members=$folder/member-$DUCTILE_GENERATION
over=$folder/over-$DUCTILE_GENERATION
stopping=
trap 'stopping=1' TERM
step=0
[ -s "$folder/step" ] && read -r step < "$folder/step"

leave() {
  [ -z "$stopping" ] || exit 143
  exit 0
}

make_step() {
  step=$((step + 1))
  echo "$step" > "$folder/step"
}

if [ "$DUCTILE_ROLE" = worker ] && [ -e "$root/partial" ] && [ "$DUCTILE_INDEX" = $((DUCTILE_WORKERS - 1)) ]; then
  exit 3
fi

if [ "$DUCTILE_ROLE" = master ]; then
  while [ -z "$stopping" ] && [ "$step" -lt "$DUCTILE_STEPS" ]; do
    sleep 0.01
    workers=0
    for member in "$members"-*; do
      [ -e "$member" ] && workers=$((workers + 1))
    done
    [ "$workers" -eq 0 ] || make_step
    echo "{\"step\": $step, \"checkpoint\": $step, \"workers\": $workers, \"servers\": 0}"
  done
  : > "$over"
  leave
fi

if [ -n "${DUCTILE_MASTER-}" ]; then
  : > "$members-$DUCTILE_INDEX"
  until [ -n "$stopping" ] || [ -e "$over" ]; do
    sleep 0.02
  done
  rm -f "$members-$DUCTILE_INDEX"
  leave
fi

if [ "$DUCTILE_INDEX" = 0 ]; then
  while [ -z "$stopping" ] && [ "$step" -lt "$DUCTILE_STEPS" ]; do
    sleep 0.01
    make_step
    echo "{\"step\": $step, \"checkpoint\": $step}"
  done
  [ -n "$stopping" ] || : > "$over"
  leave
fi

until [ -n "$stopping" ] || [ -e "$over" ]; do
  sleep 0.02
done
leave
