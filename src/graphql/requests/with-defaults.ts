import { type OperationDefinitionNode, valueFromASTUntyped } from "postgraphile/graphql";

type Values = Readonly<Record<string, unknown>>;

/** The variables of an operation with their default values. */
export function withDefaults(
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Values,
): Values {
  const values: Record<string, unknown> = { ...given };
  for (const { variable, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    if (defaultValue && values[name] === undefined)
      values[name] = valueFromASTUntyped(defaultValue);
  }
  return values;
}
