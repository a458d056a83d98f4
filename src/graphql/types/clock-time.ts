import type { PgCodec } from "postgraphile/@dataplan/pg";
import { gatherConfig } from "postgraphile/graphile-build";

/** Shows PostgreSQL's time as hours and minutes, such as "22:00". */
export const ClockTimePlugin: GraphileConfig.Plugin = {
  name: "ClockTimePlugin",
  description: "Shows time as a String of hours and minutes",
  // Runs first, or PostGraphile would choose its own codec.
  before: ["PgCodecsPlugin"],
  gather: gatherConfig({
    initialState(_cache, { lib }): { codec: PgCodec } {
      const { sql } = lib;
      return {
        codec: {
          ...lib.dataplanPg.TYPES.time,
          name: "clockTime",
          castFromPg: (expression) => sql`to_char(${expression}, 'HH24:MI')`,
          listCastFromPg: undefined,
          fromPg: String,
          toPg: String,
        } as PgCodec,
      };
    },
    hooks: {
      pgCodecs_findPgCodec(info, event) {
        if (!event.pgCodec && event.pgType.typname === "time") {
          event.pgCodec = info.state.codec;
        }
      },
    },
  }),
  schema: {
    hooks: {
      init(_, build) {
        const codec = build.pgCodecs.clockTime;
        if (codec) build.setGraphQLTypeForPgCodec(codec, ["input", "output"], "String");
        return _;
      },
    },
  },
};
