#!/usr/bin/env bash
# Dumps the roles and the database of PGHOST once every BACKUP_INTERVAL seconds, or ten minutes after a dump that failed, then
# ever more slowly, and deletes dumps older than BACKUP_DAYS days.
# `backup.sh check` fails if the newest dump is too old.
set -uo pipefail
folder=${BACKUP_FOLDER:-/var/lib/postgresql/data}

if [ "${1:-}" = check ]; then
  # The next dump may take an hour longer than the last one.
  newest=$(find "$folder" -name '*.dump' -mmin "-$((BACKUP_INTERVAL / 60 + 60))" | head -n 1)
  [ -n "$newest" ]
  exit
fi

PGPASSWORD=$(</run/secrets/owner-password)
export PGPASSWORD
trap 'kill $(jobs -p) 2>/dev/null; exit 0' TERM INT

# Dumps and database often share a disk, so nothing that is no use stays there: parts of a dump that failed or was ended, and
# old dumps if there is a newer one. The newest stays, however old it is.
make_room() {
  rm -f "$folder"/*.part
  local newest
  newest=$(find "$folder" -maxdepth 1 -name '*.dump' | sort | tail -n 1)
  [ -z "$newest" ] || find "$folder" -maxdepth 1 \( -name '*.dump' -o -name '*.roles.sql' \) \
    -mmin "+$((BACKUP_DAYS * 1440))" ! -name "$(basename "$newest" .dump).*" -delete
}

# A dump has its name only when it is complete. The roles come first in a restore; passwords stay here.
back_up() {
  local name
  name=$folder/$(date -u +%Y-%m-%dT%H%M%SZ)
  pg_dumpall --roles-only --no-role-passwords --database "$PGDATABASE" --file "$name.roles.part" &&
    pg_dump --format custom --file "$name.part" &&
    mv "$name.roles.part" "$name.roles.sql" &&
    mv "$name.part" "$name.dump" &&
    echo "Dumped $name.dump, $(stat --format %s "$name.dump") bytes."
}

# Makes room, dumps, and makes room again: of what failed, or of what is old now.
run() {
  local outcome=0
  make_room
  back_up || outcome=1
  make_room
  return $outcome
}

# Seconds to the next dump after one that failed. One that lacks space fills the database's disk each time.
soon=600
retry=$soon
while :; do
  began=$(date +%s)
  outcome=0
  # In the background, because bash hears a signal only when its child has ended.
  run &
  wait $! || outcome=$?
  # From beginning to beginning, so that long dumps stay at their hour.
  left=$((began + BACKUP_INTERVAL - $(date +%s)))
  left=$((left > 0 ? left : 0))
  if [ "$outcome" = 0 ]; then
    retry=$soon
  else
    # The next day's dump would leave the newest one two days old.
    left=$((left < retry ? left : retry))
    # Months of failures must not make it too large a number.
    retry=$((retry < BACKUP_INTERVAL ? retry * 2 : retry))
    echo "This backup failed. The next one follows in $left seconds." >&2
  fi
  sleep "$left" &
  wait $!
done
