#!/bin/sh
# Asks a running stack what its OpenAPI document declares and what it does not: ./schemathesis.sh http://localhost:3000
# Start the stack with NODE_ENV=test RATE_LIMITS=off. Python and PyPI are needed; everything lies in the temporary folder.
set -eu
url=${1:?the address of a running stack}
case $url in http://localhost:* | http://127.0.0.1:*) ;; *) echo "loopback only" >&2 && exit 64 ;; esac
tools=${SCAN_TOOLS:-${TMPDIR:-/tmp}/attestory-scans}
[ -x "$tools/bin/schemathesis" ] || { python3 -m venv "$tools" && "$tools/bin/pip" install --quiet "schemathesis==${SCHEMATHESIS:-4.32.5}"; }
# With TOKEN, the calls that need a session are tried with it.
set -- ${TOKEN:+-H "Authorization: Bearer $TOKEN"}
exec "$tools/bin/schemathesis" run "$url/openapi.json" --url "$url" --request-timeout 5 --max-time "${SECONDS_AT_MOST:-300}" --max-examples "${EXAMPLES:-100}" \
  --checks not_a_server_error,content_type_conformance,response_schema_conformance --seed 1 "$@"
