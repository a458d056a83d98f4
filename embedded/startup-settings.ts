import { ProtocolError } from "./protocol.ts";
import { type Settings, setting } from "./settings.ts";

/** Start-up parameters that are not settings, or have no effect here. */
const NO_SETTINGS = new Set([
  "user",
  "database",
  "options",
  "replication",
  "application_name",
  "client_encoding",
]);

/**
 * The settings that a client asks for when it connects, in `options` ("-c role=app_host") or by name.
 *
 * @throws ProtocolError if `options` holds anything else
 */
export function startupSettings(parameters: Map<string, string>): Settings {
  const settings = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (!NO_SETTINGS.has(name) && !name.startsWith("_pq_.")) {
      settings.set(name.toLowerCase(), setting(name, value));
    }
  }
  const words = splitOptions(parameters.get("options") ?? "");
  while (words.length > 0) {
    let word = words.shift() as string;
    if (word === "-c") word = `-c${words.shift() ?? ""}`;
    const [, dashes, given = "", value = ""] = /^(-c|--)([^=]+)=([\s\S]*)$/.exec(word) ?? [];
    if (!dashes) throw new ProtocolError(`invalid command-line argument: ${word}`);
    const name = given.replaceAll("-", "_");
    settings.set(name.toLowerCase(), setting(name, value));
  }
  return settings;
}

/** Splits at spaces. A backslash escapes the next character. */
function splitOptions(options: string): string[] {
  const words = options.match(/(?:\\[\s\S]|[^\s\\])+/g) ?? [];
  return words.map((word) => word.replaceAll(/\\([\s\S])/g, "$1"));
}
