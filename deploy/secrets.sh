#!/bin/sh
# Writes .env beside docker-compose.yml, with new secrets, readable only by its owner. Never overwrites an existing .env: without its
# MASTER_KEY, encrypted data cannot be decrypted again.
set -eu
cd "$(dirname "$0")/.."
if [ -e .env ]; then
  echo ".env exists already: not overwritten" >&2
  exit 1
fi
master_key=$(openssl rand -base64 32)
event_store=$(openssl rand -hex 24)
event_log=$(openssl rand -hex 24)
mongo=$(openssl rand -hex 24)
redis=$(openssl rand -hex 24)
umask 077
set -C
cat > .env <<END
PUBLIC_URL=http://localhost:8080
SMTP_URL=
MASTER_KEY=$master_key
EVENT_STORE_PASSWORD=$event_store
EVENT_LOG_PASSWORD=$event_log
MONGO_PASSWORD=$mongo
REDIS_PASSWORD=$redis
END
