import { readFileSync } from "node:fs";
import { ConfigError } from "../ops/config-error.ts";
import { invalid, type Setting } from "./setting.ts";
import type { Table } from "./table.ts";

/** The values of a table's settings. */
type Values<Node> =
  Node extends Setting<infer Value> ? Value : { [Key in keyof Node]: Values<Node[Key]> };

const isSetting = (node: Table[string]): node is Setting<unknown> =>
  typeof node.parse === "function";

/** The settings of a table, in its order. */
export const settingsOf = (table: Table): Setting<unknown>[] =>
  Object.values(table).flatMap((node) => (isSetting(node) ? [node] : settingsOf(node)));

/** The first words of settings that no other program's variables are likely to have. */
const OWN_PREFIX =
  /^(ADMIN|ALLOWED|ANONYMOUS|ANSWER|AUDIT|DOCUMENT|FCM|JWT|MAP|METRICS|PUBLICATION|REPORT|VAPID)_/;
/** Kubernetes sets MAP_PORT=tcp://10.0.0.1:80, MAP_SERVICE_HOST and more like these for a service with the name map. */
const KUBERNETES_LINK = /_SERVICE_(HOST|PORT)|_PORT(_\d+_|$)/;

/** The variable that names a file with another variable's value. */
const fileVariable = (name: string) => `${name}_FILE`;

/** The content of a file, without the line break that editors and `echo` put at its end. */
function readValue(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw invalid(name, `a file that can be read (${code})`, path);
  }
}

/** The text of a variable, or of the file that NAME_FILE names, so that a secret need not be in the environment. */
function textOf(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const inFile = fileVariable(name);
  const path = env[inFile]?.trim();
  if (!path) return env[name];
  if (env[name]?.trim()) throw new ConfigError(`${name} and ${inFile} are both set: unset one.`);
  return readValue(inFile, path);
}

/** The value of a variable. One that is empty, or only spaces if they do not belong to it, is not set. */
function readSetting(setting: Setting<unknown>, env: NodeJS.ProcessEnv): unknown {
  const { name, parse, fallback, isVerbatim } = setting;
  const text = textOf(name, env);
  const value = isVerbatim ? text : text?.trim();
  return value ? parse(value, name) : fallback;
}

/**
 * Reads the variables of a table.
 * @throws ConfigError that names a wrong variable and says what it takes.
 */
export function readTable<Part extends Table>(table: Part, env: NodeJS.ProcessEnv): Values<Part> {
  const values = Object.entries(table).map(([key, node]) => [
    key,
    isSetting(node) ? readSetting(node, env) : readTable(node, env),
  ]);
  return Object.fromEntries(values) as Values<Part>;
}

/**
 * Refuses an unknown variable that begins like a setting, because the setting would silently keep its default.
 * @param known The names of all settings.
 * @throws ConfigError that names the settings that begin like it.
 */
export function refuseMisspelled(known: readonly string[], env: NodeJS.ProcessEnv): void {
  const names = [...known, ...known.map(fileVariable)];
  for (const name of Object.keys(env)) {
    const [prefix] = OWN_PREFIX.exec(name) ?? [];
    if (!prefix || names.includes(name) || KUBERNETES_LINK.test(name)) continue;
    const similar = known.filter((one) => one.startsWith(prefix)).join(", ");
    throw new ConfigError(
      `${name} is not a setting. These begin with ${prefix}: ${similar}. Rename it, or unset it.`,
    );
  }
}
