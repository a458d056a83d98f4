import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The name that `psql -h <directory>` looks for. */
export const SOCKET_NAME = ".s.PGSQL.5432";
/** Of a Unix socket on macOS, which has the lowest limit. */
const MAX_PATH_BYTES = 103;

/**
 * The hosts at which the process that holds a directory may listen, the most likely one first.
 *
 * @param directory the real path
 */
export function socketHosts(directory: string): [string, ...string[]] {
  const hash = createHash("sha256").update(directory).digest("hex").slice(0, 16);
  return process.platform === "win32"
    ? [`//./pipe/location-alert-${hash}`]
    : [directory, join(tmpdir(), `location-alert-${hash}`)];
}

/** A server for PostgreSQL's own clients. */
export interface SocketServer {
  /** The directory to give as host. */
  host: string;
  close(): Promise<void>;
}

/**
 * Listens on a Unix socket in a directory. If its path is too long, or its file system has no sockets, the socket is in
 * a directory under the temporary one. On Windows it is a named pipe. Only the holder of the directory's lock may call
 * this, because it deletes an existing socket, which a killed process has left.
 */
export async function serveSocket(
  directory: string,
  accept: (socket: Socket) => void,
): Promise<SocketServer> {
  const [host, fallback] = socketHosts(directory);
  if (fallback === undefined) {
    const server = await listen(`${host}/${SOCKET_NAME}`, accept);
    return { host, close: () => close(server) };
  }
  try {
    return await serveIn(host, accept);
  } catch {
    const elsewhere = privateDirectory(fallback);
    const server = await serveIn(elsewhere, accept);
    return {
      host: elsewhere,
      close: async () => {
        await server.close();
        rmSync(elsewhere, { recursive: true, force: true });
      },
    };
  }
}

async function serveIn(host: string, accept: (socket: Socket) => void): Promise<SocketServer> {
  const path = join(host, SOCKET_NAME);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) throw new Error(`${path} is too long for a socket`);
  rmSync(path, { force: true });
  const server = await listen(path, accept);
  return { host, close: () => close(server) };
}

function listen(path: string, accept: (socket: Socket) => void): Promise<Server> {
  const server = createServer(accept);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve(server));
    // The socket exists now, and no client has connected yet.
    if (process.platform !== "win32") chmodSync(path, 0o600);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Makes a directory that no other user can use, in a place where every user may write. */
function privateDirectory(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(path);
  if (uid !== process.getuid?.() || (mode & 0o77) !== 0) {
    throw new Error(`${path} belongs to someone else or is open to others`);
  }
  return path;
}
