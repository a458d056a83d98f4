import { type SQL, sql } from "postgraphile/pg-sql2";
import type { DelegatedCalls } from "../database/delegated-calls.ts";
import { Rows } from "./fast-path/rows.ts";
import { rowsFrom } from "./lists/offset.ts";

const value = (type: SQL) => sql`${sql.value(null)}::${type}`;

/** Returns what follows the columns in a statement of the fast path, with the alias of its first table or function. */
const textFrom = (source: SQL, rest: SQL = sql``) =>
  sql.compile(sql` from ${source} ${new Rows().alias()}${rest}`).text;

/** The calls of a function that runs on the user's worker node: made there by the host, or by the coordinator. */
const callsOf = (name: string, values: SQL) => ({
  call: textFrom(sql`app_private.${sql.identifier(`${name}_here`)}(${values})`),
  callByCoordinator: textFrom(sql`app_private.${sql.identifier(name)}(${values})`),
});

/**
 * On a cluster of Citus, names the statements of the fast path that run as a whole on the user's worker node: a
 * position report, and the list of the user's own notifications. The coordinator then does almost nothing for them.
 */
export const makeDelegatedFieldsPlugin = (calls: DelegatedCalls): GraphileConfig.Plugin => ({
  name: "DelegatedFieldsPlugin",
  description: "Sends the most frequent requests to the worker nodes of a cluster",
  after: ["OwnNotificationsPlugin"],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field(field, _build, { scope }) {
        const declared = field.extensions?.declaredSql;
        const { isRootMutation, isRootQuery, fieldName } = scope;
        const caller = sql`${value(sql`int4`)}, ${value(sql`bool`)}`;
        if (isRootMutation && fieldName === "newPosition" && declared?.kind === "function") {
          const { from } = declared.resource;
          if (typeof from !== "function") return field;
          const input = value(declared.input.codec.sqlType);
          calls.add({
            source: textFrom(from({ placeholder: input })),
            ...callsOf("report_position", sql`${caller}, ${value(sql`int8`)}, ${input}`),
            needsPositionId: true,
          });
        }
        if (isRootQuery && fieldName === "notifications" && declared?.kind === "list") {
          const { from } = declared.resource;
          if (typeof from === "function") return field;
          const rows = rowsFrom(declared, new Rows().alias(), 0);
          calls.add({
            source: textFrom(from, sql` ${rows} limit `),
            ...callsOf("own_notifications", sql`${caller}, ${value(sql`int4`)}`),
          });
        }
        return field;
      },
    },
  },
});
