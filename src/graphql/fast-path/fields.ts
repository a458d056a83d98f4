import type { PgResource } from "postgraphile/@dataplan/pg";
import { declareRowField, type RowField } from "../declared-sql.ts";
import { isFunctionResource } from "../types/function-resource.ts";
import { columnOf } from "./rows.ts";

type Scope = GraphileBuild.ContextObjectFieldsField["scope"];

/** Returns what a field is in SQL, from the scope that PostGraphile's plugins gave it. */
function rowFieldOf(scope: Scope, build: GraphileBuild.Build): RowField | undefined {
  const { pgFieldAttribute, pgCodec, isPgSingleRelationField, pgRelationDetails } = scope;
  if (pgFieldAttribute) {
    const attributes = Object.entries(pgCodec?.attributes ?? {});
    const name = attributes.find(([, one]) => one === pgFieldAttribute)?.[0] ?? "";
    return { value: (row) => columnOf(row, name), codec: pgFieldAttribute.codec };
  }
  if (isPgSingleRelationField && pgRelationDetails) {
    const { registry, codec, relationName } = pgRelationDetails;
    const relation = registry.pgRelations[codec.name]?.[relationName];
    if (!relation) return undefined;
    const { remoteResource, localAttributes: local, remoteAttributes: remote } = relation;
    return { resource: remoteResource as PgResource, local, remote };
  }
  for (const resource of Object.values(build.pgResources)) {
    const { from, codec, parameters, isUnique, isMutation } = resource;
    const isOfRow = parameters?.length === 1 && parameters[0]?.codec === pgCodec && pgCodec;
    if (!isOfRow || !isUnique || isMutation || !isFunctionResource(resource)) continue;
    if (build.inflection.computedAttributeField({ resource }) !== scope.fieldName) continue;
    if (typeof from === "function") return { value: (placeholder) => from({ placeholder }), codec };
  }
  return undefined;
}

/** Declares what each field of a row is in SQL, if it is a column, a function or a foreign key. */
export const RowFieldsPlugin: GraphileConfig.CheckedPlugin = {
  name: "RowFieldsPlugin",
  description: "Notes what the fields of rows are in SQL",
  schema: {
    hooks: {
      GraphQLObjectType_fields_field(field, build, { scope }) {
        const found = rowFieldOf(scope, build);
        return found ? declareRowField(field, found) : field;
      },
    },
  },
};
