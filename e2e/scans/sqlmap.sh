#!/bin/sh
# Tries SQL injection in every place of a running stack that takes text: ./sqlmap.sh http://localhost:3000
# Start the stack with NODE_ENV=test RATE_LIMITS=off. Python and PyPI are needed; everything lies in the temporary folder.
set -eu
url=${1:?the address of a running stack}
case $url in http://localhost:* | http://127.0.0.1:*) ;; *) echo "loopback only" >&2 && exit 64 ;; esac
tools=${SCAN_TOOLS:-${TMPDIR:-/tmp}/attestory-scans}
[ -x "$tools/bin/sqlmap" ] || { python3 -m venv "$tools" && "$tools/bin/pip" install --quiet "sqlmap==1.10.10"; }
scan() {
  timeout "${SECONDS_EACH:-120}" "$tools/bin/sqlmap" --batch --flush-session --disable-coloring --dbms sqlite --level 2 --risk 1 \
    --ignore-code 400,401,403,404,409,415 --timeout 5 --retries 0 --output-dir "$tools/output" "$@" | grep -E "is vulnerable|injectable|CRITICAL|WARNING" || true
}
json="Content-Type: application/json"
scan -u "$url/api/auth/login" -H "$json" --data '{"email":"ada*@example.org","password":"a good*password"}'
scan -u "$url/api/auth/register" -H "$json" --data '{"email":"a@example.org","username":"ada*","password":"a good password"}'
scan -u "$url/api/auth/check" -H "$json" --data '{"username":"ada*"}'
scan -u "$url/api/auth/verify-email?token=a*"
scan -u "$url/api/auth/me" -H "Authorization: Bearer ats_a*"
