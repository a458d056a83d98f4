import { Agent, createServer, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { listen } from "../../src/http/http-server.ts";

/**
 * A proxy in front of hosts, like a load balancer: it keeps connections, checks /readyz, and never sends a request
 * twice.
 */
export interface RollingProxy {
  url: string;
  /** The hosts that were ready when it last checked. */
  ready: ReadonlySet<string>;
  close(): Promise<void>;
}

/** Milliseconds between two checks. */
const INTERVAL = 100;
/** Like HAProxy's `fall`: one check alone may fail because the machine is busy, and then no host may be left. */
const FALL = 3;

/** Starts a proxy for the hosts at these URLs. It sends requests to the ready ones in turn. */
export async function startProxy(hosts: readonly string[]): Promise<RollingProxy> {
  const ready = new Set<string>();
  const agent = new Agent({ keepAlive: true });
  const stopping = new AbortController();

  async function check(host: string): Promise<void> {
    let failed = 0;
    while (!stopping.signal.aborted) {
      const isReady = await fetch(`${host}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      failed = isReady ? 0 : failed + 1;
      if (isReady) ready.add(host);
      else if (failed >= FALL) ready.delete(host);
      await sleep(INTERVAL);
    }
  }
  const checking = Promise.all(hosts.map(check));

  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    turn += 1;
    const host = [...ready][turn % ready.size];
    const fail = ({ message }: Error) => outgoing.writeHead(502).end(message);
    if (!host) return fail(new Error("No host is ready."));
    const { method = "GET", url, headers } = incoming;
    const sent = request(`${host}${url}`, { method, headers, agent }, (answer) => {
      const { connection: _own, ...others } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, others);
      answer.pipe(outgoing);
    });
    sent.on("error", fail);
    incoming.pipe(sent);
  });
  const port = await listen(server, 0);
  return {
    url: `http://localhost:${port}`,
    ready,
    async close() {
      stopping.abort();
      await checking;
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
