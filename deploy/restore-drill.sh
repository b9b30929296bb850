#!/bin/sh
# Proves that the servers' own backups can be restored: copies the event store and then the vault, restores both on other servers, and checks
# there every event and every key. The service may run meanwhile. docs/distributed.md says why in this order.
#
#   deploy/restore-drill.sh FOLDER
#
# FOLDER is created for the copies. The environment has MASTER_KEY, the addresses of the other servers, which must be empty, in EVENT_LOG, VAULT
# and READ_STORE, and your commands. Each is run by sh with FOLDER in $1, and must end only when its work is done:
#
#   COPY_LOG       copies the event store               for example: ssh events backup-event-store "$1"
#   COPY_VAULT     copies the database of VAULT         for example: mongodump --uri "$RUNNING_VAULT" --archive="$1/vault"
#   RESTORE_LOG    starts the other event store         for example: ssh drill restore-event-store "$1"
#   RESTORE_VAULT  fills the other database             for example: mongorestore --uri "$MONGO" --nsFrom 'vault.*' --nsTo 'drill.*' --archive="$1/vault"
#
# ATTESTORY, by default `node command-api/src/backup/main.ts` in this checkout, may run it in a container instead.
set -eu
folder=${1:?"usage: restore-drill.sh FOLDER"}
: "${COPY_LOG:?}" "${COPY_VAULT:?}" "${RESTORE_LOG:?}" "${RESTORE_VAULT:?}"
: "${EVENT_LOG:?}" "${VAULT:?}" "${READ_STORE:?}" "${MASTER_KEY:?}"
: "${ATTESTORY:=node $(cd "$(dirname "$0")/.." && pwd)/command-api/src/backup/main.ts}"

step() {
  echo "restore drill: $1"
  sh -euc "$2" sh "$folder" || { echo "restore drill failed: $1" >&2; exit 1; }
}

umask 077
mkdir "$folder"
# A key is stored before the first event that needs it. So a vault that is copied after the log has the key for every event of the copy, and knows
# who was erased meanwhile.
step "copy the event store" "$COPY_LOG"
step "copy the vault" "$COPY_VAULT"
step "restore the event store" "$RESTORE_LOG"
step "restore the vault" "$RESTORE_VAULT"
# Importing the export checks everything: each event is read with its key.
step "read all events and keys" "$ATTESTORY export \"\$1/drill.sql\""
step "check all events and keys" "$ATTESTORY import \"\$1/drill.sql\" --dry-run --without-admin"
rm "$folder/drill.sql"
echo "restore drill: everything can be restored from $folder"
