# Installs and builds. npm comes with this image; the Node that runs the product comes with the packages.
FROM node:24-bookworm-slim AS build
WORKDIR /opt/ficha-austral
COPY package.json package-lock.json .npmrc ./
COPY tools/check-install.mjs tools/
RUN npm ci --omit=dev
COPY . .
RUN npm run build

FROM debian:bookworm-slim
# tini is the first process: it passes signals on and collects what a killed PostgreSQL leaves behind.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends tini \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --user-group --home-dir /var/lib/ficha-austral ficha-austral \
 && install --directory --owner=ficha-austral --group=ficha-austral --mode=0700 /var/lib/ficha-austral
COPY --from=build /opt/ficha-austral /opt/ficha-austral
WORKDIR /opt/ficha-austral
ENV PATH=/opt/ficha-austral/node_modules/.bin:$PATH NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/var/lib/ficha-austral
USER ficha-austral
VOLUME /var/lib/ficha-austral
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["sh", "server/start.sh", "server/main.ts"]
