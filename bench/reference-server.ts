import { createServer } from 'node:http';

/** The unit of CPU time: Node's HTTP server with the shortest answer. */
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end('{"a":1}');
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
