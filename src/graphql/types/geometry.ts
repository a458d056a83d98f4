import { sql } from "postgraphile/pg-sql2";
import { codecOfType } from "./codec-of-type.ts";

/**
 * Adds a codec for PostGIS's geometry. No field shows it: the API's areas come from functions, as text. But
 * computed fields pass whole rows to database functions, and the rows contain geometry.
 */
export const GeometryPlugin: GraphileConfig.CheckedPlugin = {
  name: "GeometryPlugin",
  description: "Passes geometry through between database functions",
  ...codecOfType({
    pgType: "geometry",
    codec: {
      name: "geometry",
      sqlType: sql`public.geometry`,
      toPg: String,
      fromPg: String,
      attributes: undefined,
      executor: null,
    },
    graphqlType: () => "String",
  }),
};
