/** A session's settings: for each name, the SQL that sets it. */
export type Settings = ReadonlyMap<string, string>;

const SET_OR_RESET =
  /^\s*(?:(set)\s+(?:session\s+(?!authorization\b|characteristics\b))?|(reset)\s+)(session\s+authorization\b|time\s+zone\b|"(?:[^"]|"")+"|[a-z_][\w$.]*)[^;]*;?\s*$/i;
const DISCARD_ALL = /^\s*discard\s+all\s*;?\s*$/i;

/** Other names for settings that SET accepts. */
const OTHER_NAMES = new Map([
  ["time zone", "timezone"],
  ["names", "client_encoding"],
  ["schema", "search_path"],
]);
/** Words after SET that name no setting, or one that lasts no longer than the transaction. */
const NO_SETTINGS = new Set(["local", "constraints", "transaction", "session", "seed", "xml"]);
/** The settings that RESET ALL keeps. */
const IDENTITY = ["session authorization", "role"];

/** The SQL that sets a setting by name and value. */
export function setting(name: string, value: string): string {
  return `select set_config(${literal(name)}, ${literal(value)}, false)`;
}

/** The SQL that changes some settings to others. Undefined if they are the same. */
export function changeSettings(from: Settings, to: Settings): string | undefined {
  const resets = [...from.keys()].filter((name) => !to.has(name)).map(reset);
  const sets = [...to].filter(([name, sql]) => from.get(name) !== sql).map(([, sql]) => sql);
  const change = [...resets, ...sets];
  return change.length > 0 ? change.join("; ") : undefined;
}

/** True if a single statement changes settings for longer than its transaction. */
export function changesSettings(text: string): boolean {
  if (DISCARD_ALL.test(text)) return true;
  const match = SET_OR_RESET.exec(text);
  return match !== null && !NO_SETTINGS.has(nameIn(match));
}

/**
 * Applies a statement for which {@link changesSettings} is true.
 *
 * @param current the settings before it
 * @param initial the settings that the session began with, which RESET restores
 * @returns the settings of the backend after it, and those that this session wants
 */
export function afterStatement(
  text: string,
  current: Settings,
  initial: Settings,
): { actual: Settings; wanted: Settings } {
  if (DISCARD_ALL.test(text)) return { actual: new Map(), wanted: initial };
  const match = SET_OR_RESET.exec(text) as RegExpExecArray;
  const name = nameIn(match);
  const actual = new Map(current);
  if (match[1]) {
    actual.set(name, text.trim().replace(/;$/, ""));
    return { actual, wanted: actual };
  }
  if (name === "all") {
    const kept = IDENTITY.filter((each) => current.has(each));
    const identity = kept.map((each) => [each, current.get(each) as string] as const);
    return { actual: new Map(identity), wanted: new Map([...initial, ...identity]) };
  }
  actual.delete(name);
  const begun = initial.get(name);
  return { actual, wanted: begun === undefined ? actual : new Map(actual).set(name, begun) };
}

function nameIn(match: RegExpExecArray): string {
  const given = match[3] as string;
  if (given.startsWith('"')) return given.slice(1, -1).replaceAll('""', '"').toLowerCase();
  const name = given.toLowerCase().replace(/\s+/, " ");
  return OTHER_NAMES.get(name) ?? name;
}

function reset(name: string): string {
  return name === "session authorization"
    ? "reset session authorization"
    : `reset "${name.replaceAll('"', '""')}"`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
