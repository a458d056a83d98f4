import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, test } from "@jest/globals";
import { handOver, listen } from "../../src/http/http-server.ts";

const HOUR = 3_600_000;
/** The time limit of tests that would wait for an hour if they failed, in milliseconds. */
const LESS_THAN_AN_HOUR = 30_000;

/** Starts a server, and opens a connection on which nothing was asked yet. */
async function serving(): Promise<{ server: Server; port: number; idle: Socket }> {
  const server = createServer((_request, response) => void response.end("answer"));
  const port = await listen(server, 0);
  const accepted = once(server, "connection");
  const idle = connect(port);
  await Promise.all([accepted, once(idle, "connect")]);
  return { server, port, idle };
}

test(
  "a host that is replaced takes no new connections, and answers once more on old ones",
  async () => {
    const { server, port, idle } = await serving();
    let isOver = false;
    const over = handOver(server, HOUR).then(() => {
      isOver = true;
    });
    // One of several hosts would leave it to the others.
    await once(
      connect(port).on("error", () => {}),
      "close",
    );
    expect(isOver).toBe(false);
    let got = "";
    idle.setEncoding("utf8").on("data", (text) => {
      got += text;
    });
    idle.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
    await once(idle, "close");
    expect(got).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*answer$/i);
    await over;
    server.close();
  },
  LESS_THAN_AN_HOUR,
);

test(
  "a host that is replaced does not wait for a connection longer than clients may keep one",
  async () => {
    const { server, idle } = await serving();
    await handOver(server, 1);
    expect(idle.readyState).toBe("open");
    idle.destroy();
    server.close();
    await once(server, "close");
  },
  LESS_THAN_AN_HOUR,
);
