import { message, stringAt } from "./protocol.ts";
import type { Settings } from "./settings.ts";
import { startupSettings } from "./startup-settings.ts";

/** Codes a client may send in place of a protocol version in its first message. */
const SSL_REQUEST = 80877103;
const GSSENC_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;

/** What a client's first message asks for. */
export type Startup =
  | { kind: "encryption" }
  | { kind: "cancel" }
  | { kind: "refused"; code: string; text: string }
  | { kind: "session"; settings: Settings; negotiation: Buffer[] };

/**
 * Reads the first message of a client.
 *
 * @throws ProtocolError when it is malformed
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
  // A name that was asked for must not silently mean this database: tools that drop and recreate a
  // shadow database by name would hit the only one there is. `user` is libpq's default.
  if (database !== "postgres" && database !== user) {
    const text = `database "${database}" does not exist: the embedded one is named "postgres"`;
    return { kind: "refused", code: "3D000", text };
  }
  const negotiation = (code & 0xffff) > 0 ? [negotiateVersion(parameters)] : [];
  return { kind: "session", settings: startupSettings(parameters), negotiation };
}

/** The parameters in a start-up message, such as user and database. */
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

/** Says that only protocol 3.0 is spoken, and none of its extensions. */
function negotiateVersion(parameters: Map<string, string>): Buffer {
  const unknown = [...parameters.keys()].filter((name) => name.startsWith("_pq_."));
  const numbers = Buffer.alloc(8);
  numbers.writeInt32BE(3 << 16, 0);
  numbers.writeInt32BE(unknown.length, 4);
  return message("v", numbers, ...unknown);
}
