import type { PgCodec } from "postgraphile/@dataplan/pg";

/** The words for each aggregate: of all columns, and of one. */
const AGGREGATES: Record<string, [all: string, one: string]> = {
  sum: ["Sums of each numeric column", "The sum of"],
  distinctCount: ["Numbers of distinct values in each column", "The number of distinct values of"],
  min: ["Lowest values of each column of numbers or moments", "The lowest value of"],
  max: ["Highest values of each column of numbers or moments", "The highest value of"],
  average: ["Averages of each column of numbers or moments", "The average of"],
};

const COMPARISONS: Record<string, string> = {
  equalTo: "Equal to this number.",
  notEqualTo: "Not equal to this number.",
  greaterThan: "Greater than this number.",
  greaterThanOrEqualTo: "Greater than this number or equal to it.",
  lessThan: "Less than this number.",
  lessThanOrEqualTo: "Less than this number or equal to it.",
};

const PAGING: Record<string, string> = {
  first: "The number of rows to return from the start. More than 1000 is cut to 1000.",
  last: "The number of rows to return from the end. More than 1000 is cut to 1000.",
  offset: "The number of rows to skip. It does not go with last.",
  before: "Returns only rows before this cursor.",
  after: "Returns only rows after this cursor.",
  condition: "Conditions on the rows.",
  orderBy:
    "The columns to order by, the first one first. Rows that are alike in them have the usual order.",
};

const PAGE: Record<string, string> = {
  nodes: "The rows of the page.",
  edges: "The rows of the page, each with its cursor.",
  pageInfo: "Whether rows precede or follow the page, and the cursors of its ends.",
  totalCount: "The number of matching rows on all pages.",
  aggregates: "Aggregates of the matching rows on all pages.",
  groupedAggregates: "Aggregates of the matching rows on all pages, one for each group.",
  cursor: "The place of the row, for before and after.",
  node: "The row.",
  hasNextPage: "True if rows follow the page.",
  hasPreviousPage: "True if rows precede the page.",
  startCursor: "The cursor of the first row of the page.",
  endCursor: "The cursor of the last row of the page.",
  groupBy: "The columns to group by.",
  having: "Conditions on the groups.",
};

/** The words for each kind of type, by the key of its scope. */
const TYPES: Record<string, string> = {
  isRootQuery: "What can be read.",
  isRootMutation: "What can be changed.",
  isRootSubscription: "What can be followed live.",
  isPageInfo: "Whether rows precede or follow a page, and the cursors of its ends.",
  isCursorType: "The place of a row in a connection. Clients pass it back as it is.",
  isConnectionType: "A page of rows, with counts and aggregates of all pages.",
  isConnectionEdgeType: "A row of a page, with its cursor.",
  isPgRowSortEnum: "Orders of rows.",
  isPgCondition: "Conditions on rows. A row must meet all that are given.",
  isPgAggregateContainerType: "Aggregates of the matching rows, or of one group.",
  isPgAggregateGroupEnum: "The columns that rows can be grouped by.",
  isPgAggregateHavingInputType: "Conditions on groups. A group must meet all that are given.",
  isPgHavingFilterInputType: "Conditions on a number. It must meet all that are given.",
};

/** What a hook knows about an element of any kind. */
type Scope = Record<string, unknown> & {
  fieldName?: string;
  argName?: string;
  valueName?: string;
  pgCodec?: { name: string };
  pgAggregateSpec?: { id: string };
  pgFieldResource?: { codec: PgCodec; parameters?: unknown };
};

const ofAllColumns = (aggregate = "") => AGGREGATES[aggregate]?.[0];
/** The words for the conditions on groups, which compare numbers only. */
const ofNumbers = (aggregate?: string) =>
  ofAllColumns(aggregate)?.toLowerCase().replace("column of numbers or moments", "numeric column");
const ofColumn = (column: string, aggregate = "") => `${AGGREGATES[aggregate]?.[1]} ${column}`;

/** Reads the aggregate from the name of a type such as `AlertHavingSumInput`, which has no scope. */
function havingAggregate(typeName: string): string | undefined {
  const [, name = ""] = typeName.match(/Having([A-Z]\w+)Input$/) ?? [];
  const aggregate = name.charAt(0).toLowerCase() + name.slice(1);
  return aggregate in AGGREGATES ? aggregate : undefined;
}

function typeDescription(typeName: string, scope: Scope): string | undefined {
  if (typeName === "BigFloat") return "A number of any size and precision, as a decimal string.";
  if (scope.isPgAggregateType)
    return `${ofAllColumns(scope.pgAggregateSpec?.id)} of the matching rows.`;
  const kind = Object.keys(TYPES).find((key) => scope[key]);
  if (kind) return TYPES[kind];
  const aggregate = havingAggregate(typeName);
  return aggregate && `Conditions on a group: ${ofNumbers(aggregate)}.`;
}

/** Describes the rows of a root list or a connection, and their order. */
function rowsDescription(scope: Scope, rowType: string): string {
  const tags = scope.pgFieldResource?.codec.extensions?.tags ?? {};
  const order = tags.newestFirst
    ? "newest first"
    : `by ${camelCase(String(tags.orderedBy ?? "id"))}`;
  const isForAdmins = scope.isPgFieldConnection || tags.listForAdmins;
  const readers = isForAdmins ? " For administrators: error FORBIDDEN for others." : "";
  return scope.isPgFieldConnection
    ? `Pages of ${rowType} rows, ${order}, with counts and aggregates.${readers}`
    : `${rowType} rows, ${order}.${readers}`;
}

const camelCase = (name: string) =>
  name.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function fieldDescription(
  typeName: string,
  scope: Scope,
  build: GraphileBuild.Build,
): string | undefined {
  const { fieldName = "", pgFieldResource } = scope;
  if (scope.isConnectionType || scope.isConnectionEdgeType || scope.isPageInfo)
    return PAGE[fieldName];
  if (
    scope.isRootQuery &&
    pgFieldResource &&
    // A function has a comment of its own.
    !pgFieldResource.parameters &&
    (scope.isPgFieldConnection || scope.isPgFieldSimpleCollection)
  )
    return rowsDescription(scope, build.inflection.tableType(pgFieldResource.codec));
  if (scope.isPgAggregateType)
    return `${ofColumn(fieldName, scope.pgAggregateSpec?.id)} of the matching rows.`;
  if (scope.isPgAggregateContainerType) {
    return fieldName === "keys"
      ? "The values that the rows of the group share, in the order of groupBy."
      : `${ofAllColumns(fieldName)} of the matching rows.`;
  }
  if (scope.isPgCondition && !scope.isRangeOf) return `The row has this value of ${fieldName}.`;
  if (scope.isPgHavingFilterInputType) return COMPARISONS[fieldName];
  if (scope.isPgAggregateHavingInputType) {
    if (fieldName === "AND") return "The group meets all of these.";
    if (fieldName === "OR") return "The group meets at least one of these.";
    return `Conditions on a group: ${ofNumbers(fieldName)}.`;
  }
  const aggregate = havingAggregate(typeName);
  return aggregate && `${ofColumn(fieldName, aggregate)} in the group meets this condition.`;
}

function groupByDescription(valueName: string): string {
  const [, column = "", unit] = valueName.match(/^(.+?)(?:_TRUNCATED_TO_(HOUR|DAY))?$/) ?? [];
  return unit
    ? `Groups by the UTC ${unit.toLowerCase()} of ${camelCase(column)}.`
    : `Groups by ${camelCase(column)}.`;
}

/** Adds or replaces the description of an element by a sentence, if there is one. */
function described<T extends object>(element: T, description: string | undefined): T {
  return description ? { ...element, description } : element;
}

const describeType = <T extends { name: string }>(
  type: T,
  _build: object,
  context: { scope: object },
) => described(type, typeDescription(type.name, context.scope as Scope));

/**
 * Describes the types that PostGraphile and pg-aggregates generate for connections, conditions and
 * aggregates, by one general sentence for each kind.
 */
export const GeneratedDescriptionsPlugin: GraphileConfig.CheckedPlugin = {
  name: "GeneratedDescriptionsPlugin",
  description: "Describes generated types, fields, arguments and enum values",
  schema: {
    hooks: {
      GraphQLScalarType: describeType,
      GraphQLObjectType: describeType,
      GraphQLInputObjectType: describeType,
      GraphQLEnumType: describeType,
      GraphQLObjectType_fields_field: (field, build, { Self, scope }) =>
        described(field, fieldDescription(Self.name, scope as Scope, build)),
      GraphQLInputObjectType_fields_field: (field, build, { Self, scope }) =>
        described(field, fieldDescription(Self.name, scope as Scope, build)),
      GraphQLEnumType_values_value: (value, _build, { scope }) =>
        (scope as Scope).isPgAggregateGroupEnum
          ? described(value, groupByDescription(scope.valueName))
          : value,
      GraphQLObjectType_fields_field_args_arg(arg, _build, context) {
        // The type of a scope is a union of all scopes; this reads the few keys that it needs.
        const scope = context.scope as Scope;
        const texts = scope.isConnectionType ? PAGE : PAGING;
        return scope.isConnectionType || scope.isPgFieldConnection
          ? described(arg, texts[scope.argName ?? ""])
          : arg;
      },
    },
  },
};
