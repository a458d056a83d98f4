import { inFile } from "../fault.ts";

const ANSWERS = "test/fast-path/answers.test.ts";

/** Faults in the fast path. */
export const faults = [
  ...inFile(
    "src/graphql/fast-path/answer.ts",
    [ANSWERS, "test/fast-path/shapes.test.ts"],
    [
      [
        "a mutation that does not fit runs twice",
        'isUnfit && operation.declared.kind === "list"',
        "isUnfit",
      ],
      ["an error's path is left out", "path: [JSON.parse(label)], ", ""],
    ],
  ),
  ...inFile(
    "src/graphql/fast-path/fields.ts",
    ["test/api/answer-size.test.ts"],
    [
      [
        "the function of another table is called",
        "parameters[0]?.codec === pgCodec && pgCodec",
        "pgCodec",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/fast-path/subscribe.ts",
    ["test/fast-path/events.test.ts"],
    [
      [
        "subscribers are not told why there is nothing",
        "yield { data: JSON.parse(data), ...errors };",
        "yield { data: JSON.parse(data) };",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/fast-path/cells.ts",
    ["test/fast-path/cells.test.ts"],
    [
      ["minus zero is written as PostgreSQL does", ' && text !== "-0"', ""],
      [
        "exponents are written as PostgreSQL does",
        "/^-?\\d+(\\.\\d+)?$/",
        "/^-?\\d+(\\.\\d+)?(e.*)?$/",
      ],
      ["large numbers lose digits", "text.length <= 15", "text.length <= 25"],
      [
        "one value of an enum is given for all",
        "known.set(text, json);",
        'known.set(text, json).set("STILL", json);',
      ],
    ],
  ),
  ...inFile(
    "src/graphql/fast-path/compile.ts",
    ["test/fast-path/shapes.test.ts", ANSWERS, "test/api/paging.test.ts"],
    [
      ["a limit of any size", "Math.min(limit as number, MOST_ROWS)", "limit"],
      ["a negative offset reaches the database", "(value as number) >= 0", "true"],
      ["an offset is ignored", "offset ? textFrom(offset as number) : text", "text"],
      [
        "a root field's directive is ignored",
        "if (node.directives?.length || directives?.length) throw new NotPlain();",
        "",
      ],
      [
        "a second root field is left out",
        "node?.kind !== graphql.Kind.FIELD || others.length > 0",
        "node?.kind !== graphql.Kind.FIELD",
      ],
      ["an alias is ignored", "node.alias?.value ?? node.name.value", "node.name.value"],
      ["other arguments are ignored", " && Object.keys(others).length === 0", ""],
    ],
  ),
  ...inFile(
    "src/database/limit-session.ts",
    ["test/database/limit-session.test.ts"],
    [
      ["a session may be idle for any time", "set_config('idle_session_timeout', $1, false)", "$1"],
      ["a session is limited each time", "if (limited.has(client)) return;", ""],
      ["a session that was not limited stays so", "() => limited.delete(client)", "() => {}"],
    ],
  ),
  ...inFile(
    "src/database/delegated-calls.ts",
    ["test/fast-path/delegated.test.ts"],
    [
      [
        "a report of a host that is gone holds alerts for hours",
        "      if (position !== null) limitSession(client, this.#longestIdle);\n",
        "",
      ],
      ["who is refused costs a connection", "hasFailed = !isRefusal(error)", "hasFailed = true"],
      ["a report has no time on a worker node", "longestStatement, POOL_IDLE", "0, POOL_IDLE"],
      [
        "a report of an ended session runs on a worker node",
        "if (!begun.rows[0]) return undefined;",
        "begun.rows[0] ??= [false, 1];",
      ],
      [
        "a report that a worker node left alone is lost",
        "call.needsPositionId && rows.length === 0 ? undefined : { rows }",
        "{ rows }",
      ],
      [
        "a report that failed on a worker node is stored again",
        "if (isRefusal(error)) return undefined;",
        "if (error) return undefined;",
      ],
      ["a list with another limit", "values: limit ? [limit] : values,", "values,"],
      [
        "a request pays for what later ones get from a worker node",
        "    watching?.end();\n    worker.release",
        "    worker.release",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/lists/offset.ts",
    ["test/fast-path/shapes.test.ts", ANSWERS, "test/api/paging.test.ts"],
    [
      [
        "an order is turned",
        'direction === "ASC" ? sql`asc` : sql`desc`',
        'direction === "ASC" ? sql`desc` : sql`asc`',
      ],
      ["the conditions of a list are left out", "[sql`true`, ...conditions]", "[sql`true`]"],
      [
        "the rows begin after the offset's",
        'direction === "ASC" ? sql`>=` : sql`<=`',
        'direction === "ASC" ? sql`>` : sql`<`',
      ],
    ],
  ),
  ...inFile(
    "src/graphql/fast-path/rows.ts",
    ["test/fast-path/shapes.test.ts", ANSWERS, "test/fast-path/events.test.ts"],
    [
      [
        "a directive is ignored",
        "node.kind !== graphql.Kind.FIELD || node.directives?.length",
        "node.kind !== graphql.Kind.FIELD",
      ],
      [
        "a null in a field that cannot be null",
        "if (type !== field.type) throw new Error(`${parent.name}.${name} is null`);",
        "",
      ],
      ["rows without a related row are left out", "left join", "join"],
      [
        "related rows that are selected twice are not merged",
        "if (fields.get(key)?.selectionSet) throw new NotPlain();",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/subscriptions/gate.ts",
    ["test/live/feed.test.ts"],
    [
      [
        "a client's own time makes the feed rest",
        "if (event === events.at(-1)) gate.feed.settle();\n        yield value;",
        "yield value;\n        if (event === events.at(-1)) gate.feed.settle();",
      ],
      ["a subscription that ends waits for an event", "feed.cancel();", ""],
    ],
  ),
  ...inFile(
    "src/graphql/lists/paging.ts",
    ["test/api/paging.test.ts"],
    [
      ["a limit of 0 is refused", "count < 0", "count <= 0"],
      [
        "a list has any length",
        "Math.min(notNegative(name, count), MOST_ROWS)",
        "notNegative(name, count)",
      ],
    ],
  ),
  ...inFile(
    "src/graphql/fast-path/index.ts",
    ["test/fast-path/on-error.test.ts"],
    [["onError of a subscription is ignored", "onError == null && ", ""]],
  ),
  ...inFile(
    "src/graphql/fast-path/answer.ts",
    ["test/fast-path/on-error.test.ts"],
    [["what else a body asks is ignored", " || Object.keys(others).length > 0", ""]],
  ),
  ...inFile(
    "src/graphql/fast-path/compile.ts",
    ["test/fast-path/answers.test.ts"],
    [
      [
        "a value that does not fit is a fault of ours",
        "        return undefined;",
        '        throw new Error("It does not fit.");',
      ],
    ],
  ),
];
