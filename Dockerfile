# The service on a native PostgreSQL: docker-compose.yml shows what it needs.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The Node that comes as a package is for machines with another one; here is the right one.
RUN npm ci --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/node node_modules/.bin/node ~/.npm

# The console, by what it is built with, which the service does not need.
FROM node:24-bookworm-slim AS console
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY src src
RUN node src/commands/build-console.ts

FROM node:24-bookworm-slim
# Speaks the alerts.
RUN apt-get update -q && apt-get install -y -q --no-install-recommends espeak-ng \
  && rm -rf /var/lib/apt/lists/*
# Commands: docker compose exec service npm run user -- …
ENV NODE_ENV=production PORT=4000 DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json package-lock.json .gmrc ./
# graphile-migrate lets only their owner read committed migrations.
COPY --chown=node:node migrations migrations
COPY src src
COPY --from=console /app/build build
# Used by the embedded database only, where no DATABASE_URL is set.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 4000
# Half a minute for the migrations of the first start.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, so that SIGTERM reaches it.
CMD ["node", "src/server.ts"]
