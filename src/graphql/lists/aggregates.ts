import type { PgCodec } from "postgraphile/@dataplan/pg";
import type { SQL } from "postgraphile/pg-sql2";

const KEPT_AGGREGATES = new Set(["sum", "distinctCount", "min", "max", "average"]);
/** The aggregates that moments have too. */
const OF_MOMENTS = new Set(["min", "max", "average"]);

const isMoment = (codec: PgCodec) => codec.name === "epochSeconds";

/** Keeps the aggregates that analysts use, also of moments, and groups times by UTC hour and day. */
export const AggregatesPlugin: GraphileConfig.CheckedPlugin = {
  name: "AggregatesPlugin",
  description: "Chooses the aggregates, and groups times by UTC hour and day",
  after: ["aggregates"],
  schema: {
    hooks: {
      build(build) {
        const { sql, pgAggregateSpecs } = build as GraphileBuild.Build;
        const truncatedTo = (unit: string) => ({
          id: `truncated-to-${unit}`,
          isSuitableType: isMoment,
          sqlWrap: (timestamp: SQL) => sql`date_trunc(${sql.literal(unit)}, ${timestamp}, 'UTC')`,
          sqlWrapCodec: (codec: PgCodec) => codec,
        });
        build.pgAggregateGroupBySpecs = [truncatedTo("hour"), truncatedTo("day")];
        build.pgAggregateSpecs = pgAggregateSpecs
          .filter((spec) => KEPT_AGGREGATES.has(spec.id))
          .map((spec) => {
            if (!OF_MOMENTS.has(spec.id)) return spec;
            const { isSuitableType, sqlAggregateWrap, pgTypeCodecModifier } = spec;
            return {
              ...spec,
              isSuitableType: (codec: PgCodec) => isMoment(codec) || isSuitableType(codec),
              pgTypeCodecModifier: (codec: PgCodec) =>
                isMoment(codec) ? codec : (pgTypeCodecModifier?.(codec) ?? codec),
              // PostgreSQL has no average of moments.
              sqlAggregateWrap: (expression: SQL, codec: PgCodec) =>
                spec.id === "average" && isMoment(codec)
                  ? sql`to_timestamp(avg(extract(epoch from ${expression})))`
                  : sqlAggregateWrap(expression, codec),
            };
          });
        return build;
      },
    },
  },
};
