import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** An address that leads to another one, as a virtual IP address or a load balancer does. */
export interface Relay extends AsyncDisposable {
  port: number;
  /** New connections lead there. Those to the place before are cut. */
  pointTo(port: number): void;
}

export async function startRelay(port: number): Promise<Relay> {
  let target = port;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(from);
          to.destroy();
        });
      from.pipe(to);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => open.forEach((socket) => void socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    pointTo: (next) => {
      target = next;
      cut();
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      cut();
    },
  };
}
