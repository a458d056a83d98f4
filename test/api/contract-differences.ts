import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isRequiredArgument,
  isScalarType,
  isSpecifiedScalarType,
  specifiedDirectives,
} from "graphql";

type Inputs = Record<string, GraphQLArgument | GraphQLInputField>;

/** Returns how arguments or input fields differ. Wanted ones must exist with their type; others must be optional. */
function inputDifferences(place: string, wanted: Inputs, actual: Inputs): string[] {
  const differences: string[] = [];
  for (const [name, { type }] of Object.entries(wanted)) {
    const found = actual[name]?.type;
    if (!found) differences.push(`${place}.${name} is missing`);
    else if (String(found) !== String(type)) {
      differences.push(`${place}.${name} is ${found}, not ${type}`);
    }
  }
  for (const [name, input] of Object.entries(actual)) {
    // Works for input fields too: required means not null and without a default.
    const isRequired = isRequiredArgument(input as GraphQLArgument);
    if (!wanted[name] && isRequired) differences.push(`${place}.${name} is new and required`);
  }
  return differences;
}

const byName = (args: readonly GraphQLArgument[]): Inputs =>
  Object.fromEntries(args.map((arg) => [arg.name, arg]));

/**
 * Returns how a schema breaks a contract, one line each: a missing type, field, argument or value, another type or
 * nullability, or a new required input. Additions are not differences, except enum values, because a client may list
 * them all.
 */
export function contractDifferences(contract: GraphQLSchema, schema: GraphQLSchema): string[] {
  const differences: string[] = [];
  for (const [name, wanted] of Object.entries(contract.getTypeMap())) {
    if (name.startsWith("__") || isSpecifiedScalarType(wanted)) continue;
    const actual = schema.getType(name);
    if (!actual) {
      differences.push(`${name} is missing`);
    } else if (wanted.constructor !== actual.constructor) {
      differences.push(`${name} is another kind of type`);
    } else if (isObjectType(wanted) && isObjectType(actual)) {
      const fields = actual.getFields();
      for (const [field, { type, args }] of Object.entries(wanted.getFields())) {
        const found = fields[field];
        if (!found) {
          differences.push(`${name}.${field} is missing`);
          continue;
        }
        if (String(found.type) !== String(type)) {
          differences.push(`${name}.${field} is ${found.type}, not ${type}`);
        }
        differences.push(...inputDifferences(`${name}.${field}`, byName(args), byName(found.args)));
      }
    } else if (isInputObjectType(wanted) && isInputObjectType(actual)) {
      differences.push(...inputDifferences(name, wanted.getFields(), actual.getFields()));
    } else if (isEnumType(wanted) && isEnumType(actual)) {
      const values = (type: typeof wanted) =>
        type
          .getValues()
          .map((value) => value.name)
          .toSorted()
          .join(" ");
      if (values(wanted) !== values(actual)) {
        differences.push(`${name} has the values ${values(actual)}, not ${values(wanted)}`);
      }
    } else if (!isScalarType(wanted)) {
      differences.push(`${name} is of a kind that contracts have not`);
    }
  }
  for (const { name } of contract.getDirectives()) {
    const isBuiltIn = specifiedDirectives.some((directive) => directive.name === name);
    if (!isBuiltIn && !schema.getDirective(name)) differences.push(`@${name} is missing`);
  }
  return differences;
}
