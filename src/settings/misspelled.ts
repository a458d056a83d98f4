import { ConfigError } from "../ops/config-error.ts";
import { fileVariable } from "./variables.ts";

/** Variables of this project's tools, whose names are close to those of settings. */
const OF_TOOLS = /^(BENCH|ROOT|SHADOW|TEST)_DATABASE_URL$/;
/** Kubernetes sets variables like LOG_PORT=tcp://10.0.0.1:80 for each of its services. */
const KUBERNETES_LINK = /^(tcp|udp|sctp):\/\//;

/** Removes from a name what people get wrong: case, and the places of underscores. */
const plain = (name: string) => name.toUpperCase().replaceAll(/[_-]/g, "");

/** How many mistakes a name may have and still mean a setting. In a short name one more letter makes another word. */
const tolerance = (length: number) => (length < 6 ? 0 : length < 10 ? 1 : 2);

/** True if two texts differ by at most `mistakes` letters: missing, extra, wrong, or swapped with the next. */
function isWithin(mistakes: number, a: string, b: string): boolean {
  if (a === b) return true;
  if (a !== "" && a[0] === b[0]) return isWithin(mistakes, a.slice(1), b.slice(1));
  if (mistakes === 0) return false;
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0];
  return (
    isWithin(mistakes - 1, a.slice(1), b) ||
    isWithin(mistakes - 1, a, b.slice(1)) ||
    isWithin(mistakes - 1, a.slice(1), b.slice(1)) ||
    (isSwapped && isWithin(mistakes - 1, a.slice(2), b.slice(2)))
  );
}

function isNear(name: string, known: string): boolean {
  const letters = plain(known);
  return isWithin(tolerance(letters.length), plain(name), letters);
}

/**
 * Refuses a variable whose name is nearly a setting's, because the setting would silently keep its default.
 * @param known The names of all settings.
 * @throws ConfigError that names both
 */
export function refuseMisspelled(env: NodeJS.ProcessEnv, known: ReadonlySet<string>): void {
  const names = [...known, ...[...known].map(fileVariable)];
  for (const [name, value] of Object.entries(env)) {
    if (names.includes(name) || OF_TOOLS.test(name) || KUBERNETES_LINK.test(value ?? "")) continue;
    const meant = names.find((one) => isNear(name, one));
    if (meant === undefined) continue;
    throw new ConfigError(
      `${name} is not a setting: did you mean ${meant}? Rename it, or unset it.`,
    );
  }
}
