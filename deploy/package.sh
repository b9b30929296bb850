#!/bin/sh
# Writes the package of a release: the program as it lies in the image, for machines without Docker. It runs on Linux with Node 24.
#   deploy/package.sh IMAGE FILE.tar.gz
set -eu
image=${1:?"usage: package.sh IMAGE FILE.tar.gz"}
file=${2:?"usage: package.sh IMAGE FILE.tar.gz"}
container=$(docker create "$image")
trap 'docker rm "$container" > /dev/null; rm -f "$file.tar"' EXIT
docker cp "$container:/srv/attestory" - > "$file.tar"
gzip < "$file.tar" > "$file"
