# Image of all services (with another command each), the web app and the wallet frame. Chain and PostgreSQL run elsewhere;
# see compose.yaml. To update the base image: docker buildx imagetools inspect node:24-slim
# Any image with Node 24, npm and a user `node`.
ARG NODE_IMAGE=node:24-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

FROM ${NODE_IMAGE} AS web
WORKDIR /app
COPY . .
RUN npm ci --loglevel=error && node_modules/.bin/vite build game/web --logLevel warn \
  && node_modules/.bin/vite build login/frame --logLevel warn
# The wallet's pages carry the vault they call. An image without it serves them once they are stamped: docs/custody.md.
ARG VAULT_PUBLIC_URL
RUN if [ -n "$VAULT_PUBLIC_URL" ]; then node login/custody/src/bin/stamp-frame.ts login/frame/dist "$VAULT_PUBLIC_URL"; fi
# The image has no .git. An archive of a release has this file already.
ARG BULLRING_COMMIT
RUN if [ -n "$BULLRING_COMMIT" ]; then echo "$BULLRING_COMMIT" > .commit; else touch .commit; fi

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY accounts/api/package.json accounts/api/
COPY accounts/client/package.json accounts/client/
COPY base/errors/package.json base/errors/
COPY game/api/package.json game/api/
COPY login/api/package.json login/api/
COPY login/server/package.json login/server/
COPY wallet/api/package.json wallet/api/
COPY game/rules/package.json game/rules/
COPY base/server/package.json base/server/
COPY accounts/safe/package.json accounts/safe/
COPY base/wire/package.json base/wire/
COPY accounts/bundler/package.json accounts/bundler/
COPY login/custody/package.json login/custody/
COPY game/service/package.json game/service/
COPY walletconnect/relay/package.json walletconnect/relay/
COPY login/vault/package.json login/vault/
COPY wallet/service/package.json wallet/service/
RUN npm ci --omit=dev --workspace=@bullring/bundler --workspace=@bullring/custody --workspace=@bullring/game --workspace=@bullring/relay --workspace=@bullring/vault --workspace=@bullring/wallet --loglevel=error

FROM ${NODE_IMAGE}
ENV NODE_ENV=production BULLRING_HOST=0.0.0.0 PORT=4000 GAME_WEB_ROOT=/app/game/web/dist \
  CUSTODY_FRAME_ROOT=/app/login/frame/dist
WORKDIR /app
COPY --from=packages /app ./
COPY accounts/api accounts/api
COPY accounts/client accounts/client
COPY base/errors base/errors
COPY game/api game/api
COPY login/api login/api
COPY login/server login/server
COPY wallet/api wallet/api
COPY game/rules game/rules
COPY base/server base/server
COPY accounts/safe accounts/safe
COPY base/wire base/wire
COPY accounts/bundler accounts/bundler
COPY login/custody login/custody
COPY game/service game/service
COPY walletconnect/relay walletconnect/relay
COPY login/vault login/vault
COPY wallet/service wallet/service
COPY --from=web /app/game/web/dist game/web/dist
COPY --from=web /app/login/frame/dist login/frame/dist
COPY --from=web /app/.commit ./
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "game/service/src/bin/game.ts"]
