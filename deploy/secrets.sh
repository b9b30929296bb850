#!/bin/sh
# Prints an .env for docker-compose.yml with new secrets. Keep it: without MASTER_KEY nothing that is sealed can be opened again.
set -eu
cat <<END
PUBLIC_URL=http://localhost:8080
SMTP_URL=smtp://localhost:25
MASTER_KEY=$(openssl rand -base64 32)
EVENT_STORE_PASSWORD=$(openssl rand -hex 24)
MONGO_PASSWORD=$(openssl rand -hex 24)
REDIS_PASSWORD=$(openssl rand -hex 24)
END
