import * as graphql from "postgraphile/graphql";
import type { KnownDocument } from "../requests/known-documents.ts";
import { withDefaults } from "../requests/root-fields.ts";

/** Where a field's arguments name the people or the alert that it is about. */
interface Named {
  user?: readonly string[];
  alert?: readonly string[];
}

/** The fields that show an administrator positions, notifications, device keys or names of other people. */
export const PEOPLE_FIELDS: Readonly<Record<string, Named>> = {
  "Alert.notifications": {},
  "HeldPublication.reach": {},
  "Query.alertReach": {},
  "Query.alertUpdateReach": { alert: ["id"] },
  "Query.deviceKeys": { user: ["userId"] },
  "Query.lastPositions": { user: ["userId"] },
  "Query.notifications": { alert: ["alertId"] },
  "Query.notificationsConnection": {
    user: ["condition", "userId"],
    alert: ["condition", "alertId"],
  },
  "Query.positions": {},
  "Query.positionsConnection": { user: ["condition", "userId"] },
  "Query.user": { user: ["id"] },
  "Query.users": {},
  "Query.usersConnection": { user: ["condition", "id"] },
  "Query.usersOverview": {},
  "Query.whyNotified": { user: ["userId"], alert: ["alertId"] },
  "Subscription.lastPositionChanged": {},
  "Subscription.positionAdded": {},
};

/** The fields that show no people themselves, but name the alert whose `Alert.notifications` is selected in them. */
const AROUND: Readonly<Record<string, Named>> = {
  "Subscription.alertProgress": { alert: ["id"] },
};

/** What an operation reads of other people. */
export interface PeopleRead {
  fields: string[];
  userIds: number[];
  alertId: number | null;
}

/** A field of one of these two lists, as an operation selects it. */
export interface Selected {
  name: string;
  node: graphql.FieldNode;
}

const NAMED: Readonly<Record<string, Named>> = { ...PEOPLE_FIELDS, ...AROUND };

const MAX_IDS_PER_ENTRY = 500;
const NONE: readonly Selected[] = [];

/** Finds the fields of both lists in an operation and its fragments. Takes linear time, however often fragments use others. */
function select(
  schema: graphql.GraphQLSchema,
  document: graphql.DocumentNode,
  operation: graphql.OperationDefinitionNode,
): readonly Selected[] {
  const found: Selected[] = [];
  const types = new graphql.TypeInfo(schema);
  const { OPERATION_DEFINITION } = graphql.Kind;
  const definitions = document.definitions.filter(
    (one) => one === operation || one.kind !== OPERATION_DEFINITION,
  );
  const [alone] = Object.values(graphql.separateOperations({ ...document, definitions }));
  const addNamed = (node: graphql.FieldNode) => {
    const name = `${types.getParentType()?.name}.${node.name.value}`;
    if (Object.hasOwn(NAMED, name)) found.push({ name, node });
  };
  if (alone) graphql.visit(alone, graphql.visitWithTypeInfo(types, { Field: addNamed }));
  return found.length > 0 ? found : NONE;
}

type Values = Readonly<Record<string, unknown>>;

/** The value of an argument, or of a field inside it. */
function valueAt(
  { arguments: args = [] }: graphql.FieldNode,
  path: readonly string[],
  values: Values,
) {
  const [name, ...rest] = path;
  const node = args.find((one) => one.name.value === name);
  let value: unknown = node && graphql.valueFromASTUntyped(node.value, values);
  for (const key of rest) value = (value as Values | null | undefined)?.[key];
  return value;
}

const isId = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) < 2 ** 31;

/**
 * Returns what an operation reads of people other than its user if the user is an administrator; undefined if it reads
 * nothing of them. A field that a directive skips counts too.
 */
export function peopleRead(
  schema: graphql.GraphQLSchema,
  { document, people }: Pick<KnownDocument, "document" | "people">,
  operationName: string | null | undefined,
  variables: Values | null | undefined,
  userId: number,
): PeopleRead | undefined {
  const operation = graphql.getOperationAST(document, operationName);
  if (!operation) return undefined;
  const operationKey = operation.name?.value ?? "";
  const selected = people.get(operationKey) ?? select(schema, document, operation);
  people.set(operationKey, selected);
  if (selected === NONE) return undefined;

  const values = withDefaults(operation, variables ?? {});
  const isOwn = ({ name, node }: Selected) => {
    switch (name) {
      case "Query.user":
        return valueAt(node, ["id"], values) === userId;
      // Without arguments, these two list the user's own.
      case "Query.deviceKeys":
        return (valueAt(node, ["userId"], values) ?? userId) === userId;
      case "Query.notifications":
        return ["id", "alertId"].every((key) => valueAt(node, [key], values) == null);
      default:
        return false;
    }
  };
  const others = selected.filter((one) => !isOwn(one));
  const fields = others.map(({ name }) => name).filter((name) => !Object.hasOwn(AROUND, name));
  if (fields.length === 0) return undefined;
  const named = (key: keyof Named) => [
    ...new Set(
      others.map(({ name, node }) => valueAt(node, NAMED[name]?.[key] ?? [], values)).filter(isId),
    ),
  ];
  const alertIds = named("alert");
  return {
    fields: [...new Set(fields)].sort(),
    userIds: named("user").slice(0, MAX_IDS_PER_ENTRY),
    alertId: alertIds.length === 1 ? (alertIds[0] as number) : null,
  };
}
