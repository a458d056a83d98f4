import {
  type ConstValueNode,
  type OperationDefinitionNode,
  valueFromASTUntyped,
} from "postgraphile/graphql";

type Values = Readonly<Record<string, unknown>>;

/** The variables of an operation with their default values. */
export function withDefaults(
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Values,
): Values {
  const lacking = variableDefinitions.filter(
    ({ variable, defaultValue }) => defaultValue && given[variable.name.value] === undefined,
  );
  // Most documents have no defaults: nothing is copied for them.
  if (lacking.length === 0) return given;
  const defaults = lacking.map(({ variable, defaultValue }) => [
    variable.name.value,
    valueFromASTUntyped(defaultValue as ConstValueNode),
  ]);
  return { ...given, ...Object.fromEntries(defaults) };
}
