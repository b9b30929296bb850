#!/usr/bin/env bash
# Installs the servers for the tests of the distributed stack on Debian, where there are no containers: Redis, nginx, and test servers
# that speak the protocols of MongoDB and of S3; and the Python libraries of the guides. Starts none of them.
set -euo pipefail
cd "$(dirname "$0")/.."
quietly() {
  "$@" > "$log" 2>&1 || { cat "$log" >&2; echo "failed: $*" >&2; exit 1; }
}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
if ! command -v redis-server > /dev/null || ! [ -x /usr/sbin/nginx ] || ! python3 -c 'import ensurepip' 2> /dev/null; then
  # Debian starts installed services unless policy-rc.d forbids it.
  quietly "${as_root[@]}" sh -euc '
    policy=/usr/sbin/policy-rc.d
    if ! [ -e $policy ]; then
      trap "rm -f $policy" EXIT
      printf "#!/bin/sh\nexit 101\n" > $policy
      chmod +x $policy
    fi
    apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 update
    DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 install -y --no-install-recommends redis-server nginx-light python3-venv'
fi
if ! [ -x .servers/secantus/bin/secantusd-py ]; then
  quietly python3 -m venv .servers/secantus
  quietly .servers/secantus/bin/pip install --quiet --disable-pip-version-check secantusdb==0.7.0b3
fi
if ! [ -x .servers/moto/bin/moto_server ]; then
  quietly python3 -m venv .servers/moto
  quietly .servers/moto/bin/pip install --quiet --disable-pip-version-check moto==5.2.5 flask==3.1.3 flask-cors==6.0.5
fi
if ! [ -x .servers/guides/bin/uvicorn ]; then
  quietly python3 -m venv .servers/guides
  quietly .servers/guides/bin/pip install --quiet --disable-pip-version-check flask==3.1.3 fastapi==0.165.0 uvicorn==0.54.0 \
    authlib==1.9.10 requests==2.34.2 httpx==0.28.1 itsdangerous==2.2.0
fi
