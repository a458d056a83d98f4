import { ProtocolError } from "./protocol.ts";
import { type Settings, setting } from "./settings.ts";

/** Start-up parameters that are no settings, or that make no difference here. */
const NO_SETTINGS = new Set([
  "user",
  "database",
  "options",
  "replication",
  "application_name",
  "client_encoding",
]);

/**
 * The settings a client asks for when it connects, by `options` ("-c role=app_host") or by name.
 *
 * @throws ProtocolError when `options` holds anything else
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
    const name = dashes === "--" ? given.replaceAll("-", "_") : given;
    settings.set(name.toLowerCase(), setting(name, value));
  }
  return settings;
}

/** Words parted by blanks; a backslash takes the next character as it is. */
function splitOptions(options: string): string[] {
  const words = options.match(/(?:\\[\s\S]|[^\s\\])+/g) ?? [];
  return words.map((word) => word.replaceAll(/\\([\s\S])/g, "$1"));
}
