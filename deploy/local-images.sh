#!/usr/bin/env bash
# Makes the base images of Dockerfile, and one of Caddy, from Debian and npm, for machines that can pull no image. For tests only: as root,
# with Docker and debootstrap from Debian. The images are used by `BASE_IMAGES=local npm run test:containers`; remove them with `docker rmi`.
set -euo pipefail
cd "$(dirname "$0")/.."
# The same release as in Dockerfile.
node=$(sed -n 's/^ARG NODE=node:\([0-9.]*\)-.*/\1/p' Dockerfile)
# The first release of Debian whose nginx knows `server … resolve` (nginx 1.27.3).
nginx_release=forky
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
case $(uname -m) in
  aarch64) platform=linux-arm64 ;;
  *) platform=linux-x64 ;;
esac
docker version > /dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The release and the packages beyond the smallest ones.
bootstrap() {
  script=/usr/share/debootstrap/scripts/$1
  [ -e "$script" ] || script=/usr/share/debootstrap/scripts/sid
  debootstrap --variant=minbase --include="$2" "$1" "$folder/$1" "$mirror" "$script" > "$folder/log" 2>&1 || {
    tail -30 "$folder/log" "$folder/$1/debootstrap/debootstrap.log" >&2 || true
    exit 1
  }
  rm -rf "$folder/$1"/var/cache/apt/* "$folder/$1"/var/lib/apt/lists/*
}

# Node, and its npm, which trusts the authorities that this machine trusts.
bootstrap bookworm ca-certificates
root=$folder/bookworm
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
(cd "$folder" && npm pack --silent "node-$platform@$node" npm@11)
tar -xzf "$folder"/node-"$platform"-*.tgz -C "$root/usr/local" --strip-components=1 package/bin/node
mkdir -p "$root/usr/local/lib/node_modules/npm"
tar -xzf "$folder"/npm-*.tgz -C "$root/usr/local/lib/node_modules/npm" --strip-components=1
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
tar -C "$root" -c . | docker import --change 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' - attestory-local/node > /dev/null
rm -rf "$root"

# nginx, which opens the log files that it was compiled with before it reads its configuration.
bootstrap "$nginx_release" nginx,curl
root=$folder/$nginx_release
ln -sf /dev/stdout "$root/var/log/nginx/access.log"
ln -sf /dev/stderr "$root/var/log/nginx/error.log"
tar -C "$root" -c . | docker import - attestory-local/nginx > /dev/null
rm -rf "$root"

# Caddy, with the folders and the command of its own image.
bootstrap bookworm ca-certificates,caddy
tar -C "$folder/bookworm" -c . | docker import --change 'ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config' \
  --change 'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]' - attestory-local/caddy > /dev/null
docker images 'attestory-local/*'
