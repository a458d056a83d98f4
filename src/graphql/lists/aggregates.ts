import type { PgCodec } from "postgraphile/@dataplan/pg";
import type { SQL } from "postgraphile/pg-sql2";

const KEPT_AGGREGATES = new Set(["sum", "distinctCount", "min", "max", "average"]);

/** Keeps the aggregates that analysts use, and groups times by UTC hour and day. */
export const AggregatesPlugin: GraphileConfig.Plugin = {
  name: "AggregatesPlugin",
  description: "Chooses the aggregates, and groups times by UTC hour and day",
  after: ["aggregates"],
  schema: {
    hooks: {
      build(build) {
        const { sql, pgAggregateSpecs } = build as GraphileBuild.Build;
        const truncatedTo = (unit: string) => ({
          id: `truncated-to-${unit}`,
          isSuitableType: (codec: PgCodec) => codec.name === "epochSeconds",
          sqlWrap: (timestamp: SQL) => sql`date_trunc(${sql.literal(unit)}, ${timestamp}, 'UTC')`,
          sqlWrapCodec: (codec: PgCodec) => codec,
        });
        build.pgAggregateGroupBySpecs = [truncatedTo("hour"), truncatedTo("day")];
        build.pgAggregateSpecs = pgAggregateSpecs.filter((spec) => KEPT_AGGREGATES.has(spec.id));
        return build;
      },
    },
  },
};
