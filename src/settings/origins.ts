import { invalid, type Variables } from "./variables.ts";

const MUST_BE =
  "* for all, or origins as browsers send them, separated by commas: https://www.example.org, http://localhost:8080";

/** True for a scheme, a host, and a port that is not the scheme's own. Apps have schemes such as capacitor://. */
function isOrigin(text: string): boolean {
  if (/^https?:/.test(text)) return URL.parse(text)?.origin === text;
  return /^[a-z][a-z\d+.-]*:\/\/[^/\s]+$/.test(text);
}

/** Reads ALLOWED_ORIGINS. All by default. */
export function readOrigins(variables: Variables): "*" | string[] {
  const name = "ALLOWED_ORIGINS";
  const origins = variables.list(name) ?? ["*"];
  if (origins.length === 1 && origins[0] === "*") return "*";
  const wrong = origins.length > 0 ? origins.find((one) => !isOrigin(one)) : ",";
  if (wrong !== undefined) throw invalid(name, MUST_BE, wrong);
  return origins;
}
