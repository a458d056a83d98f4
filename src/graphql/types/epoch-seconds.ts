import { type PgCodec, TYPES } from "postgraphile/@dataplan/pg";
import { sql } from "postgraphile/pg-sql2";
import { AppError } from "../../ops/app-error.ts";
import { codecOfType } from "./codec-of-type.ts";

/** The first and the last second of the years 1 to 9999. PostgreSQL reads these years as JavaScript writes them. */
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;

function toTimestamp(seconds: unknown): string {
  if (!(Number(seconds) >= FIRST_SECOND && Number(seconds) <= LAST_SECOND)) {
    throw new AppError("BAD_USER_INPUT", "A time must be in seconds since 1970-01-01 UTC.");
  }
  return new Date(Number(seconds) * 1000).toISOString();
}

/**
 * Shows PostgreSQL's timestamptz as whole seconds since 1970-01-01 UTC, in the scalar `Int64`.
 */
export const EpochSecondsPlugin: GraphileConfig.CheckedPlugin = {
  name: "EpochSecondsPlugin",
  description: "Shows timestamptz as Int64 seconds since 1970-01-01 UTC",
  ...codecOfType({
    pgType: "timestamptz",
    codec: {
      ...TYPES.timestamptz,
      name: "epochSeconds",
      castFromPg: (expression) => sql`floor(extract(epoch from ${expression}))::bigint::text`,
      listCastFromPg: undefined,
      fromPg: Number,
      toPg: toTimestamp,
    } as PgCodec,
    graphqlType: (build) => build.inflection.builtin("BigInt"),
  }),
};
