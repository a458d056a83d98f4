import { connect, createServer, type Socket } from "node:net";

/** The one address in front of several PostgreSQL servers, like HAProxy or a virtual address. */
export interface Address {
  port: number;
  /** Directs new connections to another port from now on. */
  leadTo(port: number): void;
  /** Passes nothing on, closes nothing and does not answer, like a cut network, until `leadTo` is called. */
  cut(): void;
  /** Ends all connections. */
  end(): void;
  close(): void;
}

export async function makeAddress(to: number, host = "127.0.0.1"): Promise<Address> {
  let target: number | undefined = to;
  const pairs = new Set<[Socket, Socket]>();
  const silent: Socket[] = [];
  /** Those that came while the network was cut. */
  const unanswered: Socket[] = [];
  const server = createServer((socket) => {
    if (target === undefined) {
      unanswered.push(socket.on("error", () => {}).resume());
      return;
    }
    const pair: [Socket, Socket] = [socket, connect(target, host)];
    pairs.add(pair);
    for (const [from, into] of [pair, pair.toReversed() as [Socket, Socket]]) {
      from.on("error", () => {});
      from.on("close", () => {
        if (!pairs.has(pair)) return;
        into.destroy();
        pairs.delete(pair);
      });
      from.pipe(into);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    leadTo(port) {
      target = port;
      // The other end answers again, and knows nothing of these.
      for (const socket of unanswered.splice(0)) socket.destroy();
    },
    cut() {
      target = undefined;
      for (const [client, database] of pairs) {
        client.unpipe();
        database.unpipe();
        client.resume();
        database.resume();
        silent.push(client, database);
      }
      pairs.clear();
    },
    end() {
      for (const socket of [...pairs].flat()) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of [...[...pairs].flat(), ...silent, ...unanswered]) socket.destroy();
    },
  };
}
