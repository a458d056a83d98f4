import { type PgCodec, TYPES } from "postgraphile/@dataplan/pg";
import { sql } from "postgraphile/pg-sql2";
import { codecOfType } from "./codec-of-type.ts";

/** Shows PostgreSQL's time as hours and minutes, such as "22:00". */
export const ClockTimePlugin: GraphileConfig.CheckedPlugin = {
  name: "ClockTimePlugin",
  description: "Shows time as a String of hours and minutes",
  ...codecOfType({
    pgType: "time",
    codec: {
      ...TYPES.time,
      name: "clockTime",
      castFromPg: (expression) => sql`to_char(${expression}, 'HH24:MI')`,
      listCastFromPg: undefined,
      fromPg: String,
      toPg: String,
    } as PgCodec,
    graphqlType: () => "String",
  }),
};
