#!/bin/sh
# Starts the gateway's nginx, which looks names up at the name servers of /etc/resolv.conf, as every other program in the container does.
# A link-local server (fe80::1%eth0) is left out, because nginx takes no address with an interface.
set -eu
servers=$(awk '$1 == "nameserver" && $2 !~ /%/ { printf "%s ", $2 ~ /:/ ? "[" $2 "]" : $2 }' /etc/resolv.conf)
if [ -z "$servers" ]; then
  echo "/etc/resolv.conf names no name server" >&2
  exit 78
fi
echo "resolver ${servers}valid=2s ipv6=off;" > /tmp/resolver.conf
exec nginx -g "daemon off;"
