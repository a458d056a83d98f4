import type { PgCodec } from "postgraphile/@dataplan/pg";
import { gatherConfig } from "postgraphile/graphile-build";
import { AppError } from "../../errors/app-error.ts";

/** The last second that a JavaScript date can hold, in the year 275760. */
const LAST_SECOND = 8.64e12;

function toTimestamp(seconds: unknown): string {
  if (Math.abs(Number(seconds)) > LAST_SECOND) {
    throw new AppError("BAD_USER_INPUT", "A time must be in seconds since 1970-01-01 UTC.");
  }
  return new Date(Number(seconds) * 1000).toISOString();
}

/** State that the plugin's gather hooks share. */
interface EpochState {
  codec: PgCodec;
}

/**
 * Shows PostgreSQL's timestamptz as whole seconds since 1970-01-01 UTC, in the scalar `Int64`.
 */
export const EpochSecondsPlugin: GraphileConfig.Plugin = {
  name: "EpochSecondsPlugin",
  description: "Shows timestamptz as Int64 seconds since 1970-01-01 UTC",
  // Runs first, or PostGraphile would choose its own codec.
  before: ["PgCodecsPlugin"],
  gather: gatherConfig({
    initialState(_cache, { lib }): EpochState {
      const { sql } = lib;
      const { TYPES } = lib.dataplanPg;
      return {
        codec: {
          ...TYPES.timestamptz,
          name: "epochSeconds",
          castFromPg: (expression) => sql`floor(extract(epoch from ${expression}))::bigint::text`,
          listCastFromPg: undefined,
          fromPg: Number,
          toPg: toTimestamp,
        } as PgCodec,
      };
    },
    hooks: {
      pgCodecs_findPgCodec(info, event) {
        if (!event.pgCodec && event.pgType.typname === "timestamptz") {
          event.pgCodec = info.state.codec;
        }
      },
    },
  }),
  schema: {
    hooks: {
      init(_, build) {
        const codec = build.pgCodecs.epochSeconds;
        if (codec) {
          build.setGraphQLTypeForPgCodec(
            codec,
            ["input", "output"],
            build.inflection.builtin("BigInt"),
          );
        }
        return _;
      },
    },
  },
};
