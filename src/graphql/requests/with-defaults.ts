import { type OperationDefinitionNode, valueFromASTUntyped } from "postgraphile/graphql";

type Values = Readonly<Record<string, unknown>>;

/**
 * The variables that an operation declares, with their default values. The object inherits nothing: a client can name a
 * variable `constructor`.
 */
export function withDefaults(
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Values,
): Values {
  const values: Record<string, unknown> = Object.create(null);
  for (const { variable, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    if (Object.hasOwn(given, name)) values[name] = given[name];
    else if (defaultValue) values[name] = valueFromASTUntyped(defaultValue);
  }
  return values;
}
