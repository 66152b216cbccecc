#!/bin/sh
# Starts Node for the server: `npm start`, the container and the systemd unit call it. On a machine with much memory V8
# lets new objects take up to 128 MB before it collects them, while the server keeps 44 MB alive. The limit of 8 MB
# saves 80 MB in each process.
exec "$(dirname "$0")/../node_modules/.bin/node" --max-semi-space-size=8 "$@"
