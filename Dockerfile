# The default target is the whole service in one process: `docker build -t attestory .`. The other targets are the images of the distributed
# stack: docker-compose.yml names the target of each, and the command of each container. The base images are arguments of the build:
# deploy/local-images.sh makes others for machines that can pull none.
ARG NODE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ARG NGINX=nginxinc/nginx-unprivileged:1.28.0@sha256:4adeed9e12f0ce19d42c3f66dcfc0cbaee6872e1762f390c9f97a5dc1f3502f3

FROM ${NODE} AS packages
WORKDIR /srv/attestory
COPY package.json package-lock.json .npmrc ./
COPY runtime/package.json runtime/
COPY events/package.json events/
COPY event-store/package.json event-store/
COPY http/package.json http/
COPY command-api/package.json command-api/
COPY projections/package.json projections/
COPY query-api/package.json query-api/
COPY standalone/package.json standalone/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/

FROM packages AS web
RUN npm ci
COPY . .
# Runs cli.js by its path: at `npm ci` the file did not exist yet, so npm did not link the command.
RUN npm run build && node standalone/src/cli.js openapi > web/dist/openapi.json

# Only what the processes need: no compiler, no bundler, no tests.
FROM packages AS dependencies
RUN npm ci --omit=dev -w runtime -w events -w event-store -w http -w command-api -w projections -w query-api

FROM packages AS dependencies-of-one-process
RUN npm ci --omit=dev -w runtime -w events -w event-store -w http -w command-api -w projections -w query-api -w standalone

# What every process runs, and the built web app.
FROM ${NODE} AS sources
WORKDIR /srv/attestory
COPY package.json LICENSE ./
COPY runtime/package.json runtime/
COPY runtime/src/ runtime/src/
COPY events/package.json events/
COPY events/src/ events/src/
COPY event-store/package.json event-store/
COPY event-store/src/ event-store/src/
COPY http/package.json http/
COPY http/src/ http/src/
COPY command-api/package.json command-api/
COPY command-api/src/ command-api/src/
COPY projections/package.json projections/
COPY projections/src/ projections/src/
COPY query-api/package.json query-api/
COPY query-api/src/ query-api/src/
COPY --from=web /srv/attestory/web/dist/ web/dist/

FROM ${NGINX} AS gateway
COPY deploy/gateway.conf /etc/nginx/nginx.conf
COPY deploy/gateway-routes.conf /etc/nginx/
COPY deploy/gateway.sh /srv/gateway.sh
COPY --from=web /srv/attestory/web/dist/ /srv/web/
USER 101
# nginx answers its open requests at this signal, and drops them at the default one.
STOPSIGNAL SIGQUIT
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=10s --start-period=30s --retries=3 CMD ["curl", "-fsS", "-o", "/dev/null", "http://127.0.0.1:8080/gateway/live"]
ENTRYPOINT ["sh", "/srv/gateway.sh"]
CMD []

# For deploy/try.yml alone: a mail server that passes no email on and shows each one.
FROM ${NODE} AS mailbox
WORKDIR /srv/mailbox
COPY e2e/package.json ./
COPY e2e/stand-ins/mail-server.ts e2e/stand-ins/inbox.ts e2e/stand-ins/mailbox.ts ./
USER 1000:1000
EXPOSE 2525 8025
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --retries=3 CMD ["node", "-e", "require('node:http').get('http://127.0.0.1:8025/',r=>process.exit(r.statusCode===200?0:1)).on('error',()=>process.exit(1))"]
CMD ["node", "mailbox.ts"]

FROM sources AS process
COPY --from=dependencies /srv/attestory/node_modules/ node_modules/
ENV NODE_ENV=production HOST=0.0.0.0 UV_THREADPOOL_SIZE=2 NODE_COMPILE_CACHE=/tmp/compile-cache NODE_OPTIONS=--max-semi-space-size=16
USER 1000:1000
EXPOSE 3000
# `http.get` starts in a third of the time of `fetch`, and ten of these checks run on one machine.
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --retries=3 CMD ["node", "-e", "require('node:http').get('http://127.0.0.1:'+(process.env.PORT||3000)+'/health/live',r=>process.exit(r.statusCode===200?0:1)).on('error',()=>process.exit(1))"]
CMD ["node", "command-api/src/main.ts"]

# `docker run -p 3000:3000 -v attestory:/data attestory`. standalone/src/container-settings.ts says what it sets.
FROM sources AS attestory
COPY --from=dependencies-of-one-process /srv/attestory/node_modules/ node_modules/
COPY standalone/package.json standalone/
COPY standalone/src/ standalone/src/
# The second is for `npx attestory` in the package: at `npm ci` the file did not exist yet. Docker gives a new volume the owner and the mode of
# the folder in its place.
RUN ln -s /srv/attestory/standalone/src/container.ts /usr/local/bin/attestory \
  && ln -s ../@attestory/standalone/src/cli.js node_modules/.bin/attestory \
  && install -d -o 1000 -g 1000 -m 700 /data
ENV HOST=0.0.0.0 DATA_DIR=/data UV_THREADPOOL_SIZE=2 NODE_OPTIONS=--max-semi-space-size=16
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --retries=3 CMD ["node", "-e", "require('node:http').get('http://127.0.0.1:'+(process.env.PORT||3000)+'/health/ready',r=>process.exit(r.statusCode===200?0:1)).on('error',()=>process.exit(1))"]
ENTRYPOINT ["attestory"]
CMD ["start"]
