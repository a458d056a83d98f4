import type { PgCodec, PgResource } from "postgraphile/@dataplan/pg";
import type { Declared } from "../declared-sql.ts";

/** The one row of a table that a foreign key names. */
export type RelatedRow = {
  resource: PgResource;
  local: readonly string[];
  remote: readonly string[];
};

/** What a field of a row is in SQL: a column, or a related row. */
export type RowField = { attribute: string; codec: PgCodec } | RelatedRow;

declare module "graphql" {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    rowField?: Declared<RowField>;
  }
}

/** What a field is in SQL, by the scope that PostGraphile's plugins gave it. */
function rowFieldOf(scope: GraphileBuild.ContextObjectFieldsField["scope"]): RowField | undefined {
  const { pgFieldAttribute, pgCodec, isPgSingleRelationField, pgRelationDetails } = scope;
  const attributes = Object.entries(pgCodec?.attributes ?? {});
  const attribute = attributes.find(([, one]) => one === pgFieldAttribute)?.[0];
  if (pgFieldAttribute && attribute) return { attribute, codec: pgFieldAttribute.codec };
  if (!isPgSingleRelationField || !pgRelationDetails) return undefined;
  const { registry, codec, relationName } = pgRelationDetails;
  const relation = registry.pgRelations[codec.name]?.[relationName];
  if (!relation) return undefined;
  const { remoteResource, localAttributes: local, remoteAttributes: remote } = relation;
  return { resource: remoteResource as PgResource, local, remote };
}

/** Notes beside each column and each relation to one row what it is in SQL. */
export const RowFieldsPlugin: GraphileConfig.Plugin = {
  name: "RowFieldsPlugin",
  description: "Notes what the fields of rows are in SQL",
  schema: {
    hooks: {
      GraphQLObjectType_fields_field(field, _build, { scope }) {
        const found = rowFieldOf(scope);
        if (!found) return field;
        const rowField = { ...found, plan: field.plan };
        return { ...field, extensions: { ...field.extensions, rowField } };
      },
    },
  },
};
