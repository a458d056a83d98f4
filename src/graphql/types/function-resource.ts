import type { PgResource } from "postgraphile/@dataplan/pg";

/** The resource of a database function. */
export type FunctionResource = GraphileBuild.InflectionCustomFieldProcedureDetails["resource"];

/** True for the resource of a database function, false for that of a table. */
export function isFunctionResource(resource: PgResource): resource is FunctionResource {
  return resource.parameters !== undefined;
}
