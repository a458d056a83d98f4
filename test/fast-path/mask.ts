import { readFileSync } from "node:fs";
import { buildSchema, isObjectType } from "postgraphile/graphql";

const schema = buildSchema(readFileSync("schema.graphql", "utf8"));

/** The fields that are moments: whole numbers whose description begins with when. */
const MOMENTS = new Set(
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()))
    .filter(
      ({ description, type }) =>
        /^Int64!?$/.test(String(type)) && /^(When|(Until|Since) when)\b/.test(description ?? ""),
    )
    .map(({ name }) => name),
);
/** Fields that are the seconds between two moments of this run. */
const AFTER = /After(Median|P95)$/;

/** How far a moment of this run may be from now, in seconds. An alert ends a day after such a moment. */
const RUN = 200_000;
/** How long an invitation lasts by default, in seconds. */
const INVITATION = 14 * 86_400;
const OPAQUE =
  /(^|_)(accessToken|refreshToken|cursor|newestAlertCursor|newestNotificationCursor|startCursor|endCursor|key|secret|token)$/;
/** Sums of floating-point numbers: their last digits depend on the order in which PostgreSQL reads the rows. */
const SUMS = /(^|_)(sum|average|stddev\w+|variance\w+)$/;
const EXPORT = /^(\/export\/person\/).+$/;
/**
 * A cursor of changes, which may have any alias. It is a text such as "alert 1 0 …", with its kind and the moment, in
 * hexadecimal digits.
 */
const CHANGES = /^(616c657274|6e6f74696669636174696f6e)20[0-9a-f]+$/;
const ERROR_ID = /Its id in our log is [0-9a-f-]+/;

const rounded = (sum: unknown) => (typeof sum === "number" ? Number(sum.toPrecision(12)) : sum);

function masked(key: string, value: unknown): unknown {
  // An alias is a letter, "_" and the name of the field; that of a field of the root may be the letter alone.
  const name = key.replace(/^[ab]_/, "");
  if (AFTER.test(name)) return "moment";
  if (MOMENTS.has(name) || (/^[ab]$/.test(name) && typeof value === "number")) {
    const away = typeof value === "number" ? value - Date.now() / 1000 : Number.POSITIVE_INFINITY;
    const isOfRun = Math.abs(away) < RUN || Math.abs(away - INVITATION) < RUN;
    return isOfRun ? "moment" : value;
  }
  if (SUMS.test(key) && typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, sum]) => [name, rounded(sum)]));
  }
  if (OPAQUE.test(key) && typeof value === "string") return "opaque";
  if (/(^|_)keys$/.test(key) && Array.isArray(value)) {
    return value.map((one) => (/^\d{4}-\d\d-\d\d[T ]/.test(one) ? "moment" : one));
  }
  if (key === "message" && typeof value === "string") return value.replace(ERROR_ID, "id");
  // The address of an export has a token, which depends on the second of its signature.
  if (typeof value === "string") {
    return CHANGES.test(value) ? "opaque" : value.replace(EXPORT, "$1token");
  }
  return value;
}

/** Masks what differs between two runs of the same requests: moments, error ids, tokens, cursors. */
export function mask(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, masked));
  } catch {
    return text;
  }
}
