#!/usr/bin/env bash
# Dumps the roles and the database of PGHOST every BACKUP_INTERVAL seconds, and deletes dumps older than BACKUP_DAYS
# days. Retries a failed dump after ten minutes, and then after ever longer pauses. `backup.sh check` fails if the
# newest dump is too old. `backup.sh once` dumps once, for systemd or cron.
set -uo pipefail
folder=${BACKUP_FOLDER:-/var/lib/postgresql/data}

if [ "${1:-}" = check ]; then
  # The next dump may take an hour longer than the last one.
  newest=$(find "$folder" -name '*.dump' -mmin "-$((BACKUP_INTERVAL / 60 + 60))" | head -n 1)
  [ -n "$newest" ]
  exit
fi

if [ -r /run/secrets/owner-password ]; then
  PGPASSWORD=$(</run/secrets/owner-password)
  export PGPASSWORD
fi
trap 'kill $(jobs -p) 2>/dev/null; exit 0' TERM INT

# Deletes parts of failed or interrupted dumps, and old dumps if there is a newer one, because dumps and database often
# share a disk. The newest dump stays, however old it is.
make_room() {
  rm -f "$folder"/*.part
  local newest
  newest=$(find "$folder" -maxdepth 1 -name '*.dump' | sort | tail -n 1)
  [ -z "$newest" ] || find "$folder" -maxdepth 1 \( -name '*.dump' -o -name '*.roles.sql' \) \
    -mmin "+$((BACKUP_DAYS * 1440))" ! -name "$(basename "$newest" .dump).*" -delete
}

# A dump gets its final name only when it is complete. A restore needs the roles first. Passwords are not dumped.
back_up() {
  local name
  name=$folder/$(date -u +%Y-%m-%dT%H%M%SZ)
  pg_dumpall --roles-only --no-role-passwords --database "$PGDATABASE" --file "$name.roles.part" &&
    pg_dump --format custom --file "$name.part" &&
    mv "$name.roles.part" "$name.roles.sql" &&
    mv "$name.part" "$name.dump" &&
    echo "Dumped $name.dump, $(stat --format %s "$name.dump") bytes."
}

# Makes room, dumps, and then removes what has failed or is old now.
run() {
  local outcome=0
  make_room
  back_up || outcome=1
  make_room
  return $outcome
}

if [ "${1:-}" = once ]; then
  run
  exit
fi

# Seconds until a failed dump is retried. They double with each failure, because a dump that lacks space fills the
# database's disk each time.
soon=600
retry=$soon
while :; do
  began=$(date +%s)
  outcome=0
  # In the background, because bash handles a signal only when its foreground child has ended.
  run &
  wait $! || outcome=$?
  # The interval runs from start to start, so that long dumps stay at their hour.
  left=$((began + BACKUP_INTERVAL - $(date +%s)))
  left=$((left > 0 ? left : 0))
  if [ "$outcome" = 0 ]; then
    retry=$soon
  else
    # Waiting for the next day's dump would leave the newest one two days old.
    left=$((left < retry ? left : retry))
    # The limit keeps the number from overflowing after months of failures.
    retry=$((retry < BACKUP_INTERVAL ? retry * 2 : retry))
    echo "This backup failed. The next one follows in $left seconds." >&2
  fi
  sleep "$left" &
  wait $!
done
