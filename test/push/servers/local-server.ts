import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** How a request fails, whatever it asks for. */
export type Fault =
  /** The answer is correct, but comes after `slow` milliseconds, unless the client has left by then. */
  | { slow: number }
  /** The connection breaks: before the push is accepted, or after it, without an answer or in the middle of it. */
  | { drop: "before" | "after" | "midway" }
  /** Answered with a status, and nothing is accepted. A body that is not a string is written as JSON. */
  | { status: number; headers?: Record<string, string>; body?: unknown };

export interface Request {
  path: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  /** Written as JSON unless it is text or bytes. */
  body?: unknown;
}

export interface LocalServer {
  /** Without a slash at the end. */
  url: string;
  /** How many requests came, including failed ones. */
  requests(): number;
  /** Makes the next `times` requests fail. With Infinity, all requests fail until behave(). */
  misbehave(fault: Fault, times?: number): void;
  /** No request fails from now on. */
  behave(): void;
  /** Stops the server and breaks its connections. */
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function write(response: ServerResponse, { status, headers, body }: Reply): void {
  const isWritten = body === undefined || typeof body === "string" || Buffer.isBuffer(body);
  response.writeHead(status, {
    ...(!isWritten && { "content-type": "application/json" }),
    ...headers,
  });
  response.end(isWritten ? body : JSON.stringify(body));
}

/** Starts a server on a free port of this machine. `answer` speaks a provider's protocol. */
export async function startLocalServer(
  answer: (request: Request) => Reply | Promise<Reply>,
): Promise<LocalServer> {
  let faults: { fault: Fault; times: number }[] = [];
  let requests = 0;
  const ending = new AbortController();

  function nextFault(): Fault | undefined {
    const [first] = faults;
    if (first && --first.times === 0) faults = faults.slice(1);
    return first?.fault;
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    requests += 1;
    const fault = nextFault();
    const { headers, url = "/" } = incoming;
    const body = await bodyOf(incoming);
    if (fault && "drop" in fault && fault.drop === "before") return void incoming.socket.destroy();
    if (fault && "status" in fault) return write(response, fault);
    if (fault && "slow" in fault) {
      await sleep(fault.slow, undefined, { signal: ending.signal });
      if (incoming.socket.destroyed) return;
    }
    const reply = await answer({ path: url, headers, body });
    if (fault && "drop" in fault) {
      if (fault.drop === "midway") {
        response.writeHead(reply.status, { "content-length": 1000 });
        await new Promise<void>((resolve) => response.write("{", () => resolve()));
      }
      return void incoming.socket.destroy();
    }
    write(response, reply);
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error) => {
      if (!ending.signal.aborted && !response.headersSent && !incoming.socket.destroyed) {
        write(response, { status: 500, body: String(error) });
      }
    });
  });
  // This is longer than any test. Otherwise a connection could close just when it is used again.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    misbehave(fault, times = 1) {
      faults.push({ fault, times });
    },
    behave() {
      faults = [];
    },
    async close() {
      ending.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The pushes that a server accepted, with a count for each token. A push sent twice counts 2. */
export interface Received<Message> {
  /** All accepted pushes, in order. */
  all: Message[];
  /** How many pushes each token got. */
  counts: Map<string, number>;
  add(token: string, message: Message): void;
}

export function makeReceived<Message>(): Received<Message> {
  const all: Message[] = [];
  const counts = new Map<string, number>();
  return {
    all,
    counts,
    add(token, message) {
      all.push(message);
      counts.set(token, (counts.get(token) ?? 0) + 1);
    },
  };
}
