import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ConfigError } from "../errors/config-error.ts";

/** Milliseconds between two looks for connections that have become idle. */
const IDLE_CHECK_INTERVAL = 50;

/**
 * Listens on a port. 0 takes any free one.
 * @returns The port.
 * @throws ConfigError if the port is in use.
 */
export async function listen(server: Server, port: number): Promise<number> {
  server.listen(port);
  try {
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new ConfigError(`Port ${port} is in use: set PORT to another one.`);
  }
  return (server.address() as AddressInfo).port;
}

/** Takes no new requests, and closes all connections when their requests are answered or the grace period is over. */
export async function closeServer(server: Server, grace: number): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), grace);
  // server.close() closes those that are idle now. Others become idle later and would be kept alive.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(idle);
  clearTimeout(deadline);
}
