import type { PgCodec } from "postgraphile/@dataplan/pg";
import type { SQL } from "postgraphile/pg-sql2";

const KEPT = new Set(["sum", "distinctCount", "min", "max", "average"]);

/** Narrows pg-aggregates to what analysts ask of connections, and groups moments by UTC hour and day. */
export const AggregatesPlugin: GraphileConfig.Plugin = {
  name: "AggregatesPlugin",
  description: "Chooses the aggregates, and groups moments by UTC hour and day",
  after: ["aggregates"],
  schema: {
    hooks: {
      build(build) {
        const { sql, pgAggregateSpecs } = build as GraphileBuild.Build;
        const truncatedTo = (unit: string) => ({
          id: `truncated-to-${unit}`,
          isSuitableType: (codec: PgCodec) => codec.name === "epochSeconds",
          sqlWrap: (moment: SQL) => sql`date_trunc(${sql.literal(unit)}, ${moment}, 'UTC')`,
          sqlWrapCodec: (codec: PgCodec) => codec,
        });
        build.pgAggregateGroupBySpecs = [truncatedTo("hour"), truncatedTo("day")];
        build.pgAggregateSpecs = pgAggregateSpecs.filter((spec) => KEPT.has(spec.id));
        return build;
      },
    },
  },
};
