import { message, stringAt } from "./protocol.ts";
import type { Settings } from "./settings.ts";
import { startupSettings } from "./startup-settings.ts";

/** Codes that a client may send instead of a protocol version in its first message. */
const SSL_REQUEST = 80877103;
const GSSENC_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;

/** The request in a client's first message. */
export type Startup =
  | { kind: "encryption" }
  | { kind: "cancel" }
  | { kind: "refused"; code: string; text: string }
  | { kind: "session"; settings: Settings; negotiation: Buffer[] };

/**
 * Reads the first message of a client.
 *
 * @throws ProtocolError if it is malformed
 */
export function readStartup(bytes: Buffer): Startup {
  const code = bytes.length >= 8 ? bytes.readInt32BE(4) : 0;
  if (code === SSL_REQUEST || code === GSSENC_REQUEST) return { kind: "encryption" };
  if (code === CANCEL_REQUEST) return { kind: "cancel" };
  if (code >> 16 !== 3) {
    return { kind: "refused", code: "0A000", text: "unsupported frontend protocol" };
  }
  const parameters = startupParameters(bytes);
  const user = parameters.get("user") ?? "postgres";
  const database = parameters.get("database") ?? user;
  // No other name may mean this database: tools that drop and recreate a shadow database by name would drop the only
  // one. `user` is libpq's default.
  if (database !== "postgres" && database !== user) {
    const text = `database "${database}" does not exist: the embedded one is named "postgres"`;
    return { kind: "refused", code: "3D000", text };
  }
  const negotiation = (code & 0xffff) > 0 ? [negotiateVersion(parameters)] : [];
  return { kind: "session", settings: startupSettings(parameters), negotiation };
}

/** The parameters of a start-up message, such as user and database. */
function startupParameters(startup: Buffer): Map<string, string> {
  const parameters = new Map<string, string>();
  let offset = 8;
  while (offset < startup.length && startup[offset] !== 0) {
    const [name, valueAt] = stringAt(startup, offset);
    const [value, end] = stringAt(startup, valueAt);
    parameters.set(name, value);
    offset = end;
  }
  return parameters;
}

/** Tells the client that the server speaks protocol 3.0 without extensions. */
function negotiateVersion(parameters: Map<string, string>): Buffer {
  const unknown = [...parameters.keys()].filter((name) => name.startsWith("_pq_."));
  const numbers = Buffer.alloc(8);
  numbers.writeInt32BE(3 << 16, 0);
  numbers.writeInt32BE(unknown.length, 4);
  return message("v", numbers, ...unknown);
}
