# The service. It needs a PostgreSQL server: see docker-compose.yml.
# The version of the package `node` in package-lock.json; a test compares the two.
ARG NODE=24.11.1-bookworm-slim

FROM node:${NODE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY console/package.json console/
COPY embedded/package.json embedded/
# This image has the right Node. The packaged one is for machines that have another.
RUN npm ci --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/node node_modules/.bin/node ~/.npm

# Builds the console. The service does not need the packages that do it.
FROM node:${NODE} AS console
WORKDIR /app
COPY package.json package-lock.json ./
COPY console/package.json console/
COPY embedded/package.json embedded/
RUN npm ci --no-audit --no-fund
COPY tsconfig.json schema.graphql ./
COPY console console
COPY src/delivery/push/sms-text.ts src/delivery/push/
RUN npm run build --workspace console

FROM node:${NODE}
# espeak-ng speaks the alerts.
RUN apt-get update -q && apt-get install -y -q --no-install-recommends espeak-ng \
  && rm -rf /var/lib/apt/lists/*
# npm runs commands (docker compose exec service npm run user -- …) where only /tmp can be written.
ENV NODE_ENV=production PORT=4000 DATA_DIR=/data \
  npm_config_cache=/tmp/npm npm_config_update_notifier=false
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json package-lock.json .gmrc ./
# graphile-migrate lets only the owner of the committed migrations read them.
COPY --chown=node:node migrations migrations
COPY embedded embedded
COPY src src
COPY --from=console /app/console/dist console/dist
# For the embedded database, which is used if DATABASE_URL is not set.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 4000
# Leaves five minutes for the migrations of a start. It is healthy as soon as it can serve.
HEALTHCHECK --interval=5s --timeout=3s --start-period=5m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Starts Node directly, without npm, so that SIGTERM reaches it.
CMD ["node", "src/main.ts"]
