import { inFile } from "../fault.ts";

/** Faults in what lists and connections hold, and how values are shown. */
export const faults = [
  ...inFile(
    "src/graphql/lists/list-filters.ts",
    ["test/api/audit-entries.test.ts"],
    [
      [
        "a list until a moment has the rows of that moment",
        "sql`${left} < ${right}`",
        "sql`${left} <= ${right}`",
      ],
      [
        "a list since a moment lacks the rows of that moment",
        "sql`${left} >= ${right}`",
        "sql`${left} > ${right}`",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/lists/since.ts",
    ["test/api/since.test.ts"],
    [
      [
        "rows are skipped from the start",
        "if (since != null && offset) {",
        "if (since && offset) {",
      ],
      [
        "an empty cursor is none",
        "since == null ? query.orderBy(orderOf(codec))",
        "!since ? query.orderBy(orderOf(codec))",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/lists/state-filter.ts",
    ["test/api/since.test.ts"],
    [
      [
        "alerts whose time is over are listed as active",
        "sql`${row}.active and ${row}.expires_at > now()`",
        "sql`${row}.active`",
      ],
      [
        "alerts that the job has ended are the only expired ones",
        "sql`app_public.alerts_state(${row}) = 'EXPIRED'`",
        "sql`not ${row}.active and ${row}.cancelled_at is null`",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/lists/list-search.ts",
    ["test/api/users.test.ts"],
    [["no search is a fault of the service", "if (!text) return undefined;", ""]],
  ),
  ...inFile(
    "src/graphql/lists/connections.ts",
    ["test/api/connections.test.ts"],
    [
      [
        "the last of the first rows are the last of all",
        "first == null && last != null ? null",
        "last != null ? null",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/lists/connection-order.ts",
    ["test/api/connection-analysis.test.ts"],
    [
      [
        "missing values come first, whichever way",
        "query.orderBy({ fragment, codec: TYPES.boolean, direction, nullable: false });",
        'query.orderBy({ fragment, codec: TYPES.boolean, direction: "DESC", nullable: false });',
      ],
      [
        "missing values come last, whichever way",
        "query.orderBy({ fragment, codec: TYPES.boolean, direction, nullable: false });",
        'query.orderBy({ fragment, codec: TYPES.boolean, direction: "ASC", nullable: false });',
      ],
    ],
  ),
  ...inFile(
    "src/graphql/types/epoch-seconds.ts",
    ["test/api/connection-analysis.test.ts"],
    [
      [
        "a moment late in its second is shown as the next one",
        "sql`floor(extract(epoch from ${expression}))::bigint::text`",
        "sql`extract(epoch from ${expression})::bigint::text`",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/types/clock-time.ts",
    ["test/api/me.test.ts"],
    [
      ["the evening is shown as the morning", "'HH24:MI'", "'HH12:MI'"],
      ["minutes are shown as months", "'HH24:MI'", "'HH24:MM'"],
    ],
  ),
];
