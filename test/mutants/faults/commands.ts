import { inFile } from "../fault.ts";

const DEMO = ["test/commands/demo.test.ts"];
const TRANSFER = ["test/commands/transfer.test.ts"];

/** Faults in what operators run. */
export const faults = [
  ...inFile(
    "src/commands/audit.ts",
    ["test/commands/audit.test.ts"],
    [
      [
        "a key that cannot be read is called no key",
        "    if (error instanceof CommandError) throw error;\n",
        "",
      ],
    ],
  ),
  ...inFile("src/commands/demo/streets.ts", DEMO, [
    [
      "a way is not the shortest",
      "(metres.get(a) ?? 0) - (metres.get(b) ?? 0)",
      "(metres.get(b) ?? 0) - (metres.get(a) ?? 0)",
    ],
  ]),
  ...inFile("src/commands/demo/tally.ts", DEMO, [
    [
      "a percentile is that of the next",
      "Math.floor(sorted.length * share)",
      "Math.ceil(sorted.length * share)",
    ],
    ["latencies are in the order in which they came", "toSorted((a, b) => a - b)", "slice()"],
    ["positions a second of a short demo", "Math.max(seconds, 1)", "seconds"],
  ]),
  ...inFile(
    "src/commands/distribute/distribute.ts",
    ["test/commands/distribute.test.ts"],
    [["two runs distribute at once", "!rows[0].taken", "false"]],
  ),
  ...inFile(
    "src/commands/user/ask-password.ts",
    ["test/commands/ask-password.test.ts"],
    [
      ["the end of the input is no answer", '      terminal.once("close", stop);\n', ""],
      ["the password is shown", "output: mute", "output: process.stderr"],
      [
        "the second password is not compared",
        "password && password !==",
        "!password && password !==",
      ],
      ["the line end is part of the password", 'replace(/\\r?\\n$/, "")', "trimEnd()"],
    ],
  ),
  ...inFile("src/commands/transfer/import.ts", TRANSFER, [
    [
      "more rows than the file says are imported",
      "Number(counted[0].count) !== expected",
      "Number(counted[0].count) < expected",
    ],
  ]),
  ...inFile("src/commands/transfer/tables.ts", TRANSFER, [
    [
      "a sequence that gave nothing skips its first value",
      "[rows[0].last_value, rows[0].is_called]",
      "[rows[0].last_value, true]",
    ],
  ]),
  ...inFile(
    "src/commands/restore-check/catalogue.ts",
    ["test/commands/restore-check.test.ts"],
    [
      [
        "default privileges may give everyone new functions",
        "\n    and not exists (select from aclexplode(d.defaclacl) a where a.grantee = 0)",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/commands/restore-check/faults.ts",
    ["test/commands/restore-check.test.ts"],
    [
      [
        "a publication that has a job lacks one",
        "\n      and not exists (select from graphile_worker.jobs j where j.key = 'publish_alert:' || p.alert_id)",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/commands/table.ts",
    ["test/commands/table.test.ts"],
    [
      ["a heading may be wider than its column", "Math.max(text.length, ...", "Math.max(0, ..."],
      ["lines end with spaces", '.join("  ")\n      .trimEnd();', '.join("  ");'],
    ],
  ),
  ...inFile(
    "src/commands/build-console/changed-lines.ts",
    ["test/console/map-library.test.ts"],
    [
      [
        "a line of MapLibre that is there twice is changed once",
        "text.split(line).length !== 2",
        "text.split(line).length < 2",
      ],
    ],
  ),
  ...inFile(
    "src/commands/build-console/rounded.ts",
    ["test/console/base-map.test.ts"],
    [
      ["a line of two points is left out", "length >= 2", "length > 2"],
      ["a line that shrinks to a point stays", "length >= 2", "length >= 1"],
    ],
  ),
  ...inFile(
    "src/commands/build-console/compress.ts",
    ["test/console/compress.test.ts"],
    [
      [
        "the brotli copy is one of the gzip copy",
        "await brotli(content, { params })",
        "await brotli(await gzipped(content), { params })",
      ],
      ["styles have no brotli copy", "(js|mjs|css)$|", "(js|mjs)$|"],
      [
        "files in folders are left out",
        "{ recursive: true, withFileTypes: true }",
        "{ withFileTypes: true }",
      ],
    ],
  ),
  ...inFile(
    "src/commands/audit.ts",
    ["test/commands/audit.test.ts"],
    [
      [
        "an export ends where it should begin",
        "since ?? null, before ?? null",
        "before ?? null, since ?? null",
      ],
    ],
  ),
  ...inFile(
    "src/commands/user.ts",
    ["test/commands/user.test.ts"],
    [
      ["a name commands the terminal", "printable(name),", "name,"],
      [
        "a list has no offset",
        "listAccounts(pool, page)",
        "listAccounts(pool, { ...page, offset: 0 })",
      ],
      [
        "a limit may be negative",
        "!Number.isSafeInteger(value) || value < 0",
        "!Number.isSafeInteger(value)",
      ],
      ["a user came on a day only", "slice(0, 16)", "slice(0, 10)"],
    ],
  ),
  ...inFile(
    "src/commands/run-command.ts",
    ["test/commands/run-command.test.ts"],
    [
      ["a wrong password has a stack", '    case "28P01": // invalid_password\n', ""],
      ["a host without a name has a stack", '    case "ENOTFOUND":\n', ""],
      ["a database without functions has a stack", '    case "42883": // undefined_function\n', ""],
      ["a refusal of the API has a stack", " || error instanceof AppError", ""],
      ["an error without words says nothing", "error.message || error.code", "error.message"],
    ],
  ),
  ...inFile(
    "src/commands/restore-check/rows.ts",
    ["test/commands/run-command.test.ts"],
    [
      [
        "tables that are only in the database lack rows",
        "expected === undefined || expected === count",
        "expected === count",
      ],
      [
        "rows that are lost are no fault",
        "expected === undefined || expected === count",
        "expected === undefined || expected >= count",
      ],
    ],
  ),
  ...inFile(
    "src/commands/restore-check/expected.ts",
    ["test/commands/run-command.test.ts"],
    [
      [
        "a newer database is compared with an older release",
        "if (migrations > names.length) {",
        "if (false as boolean) {",
      ],
    ],
  ),
  ...inFile(
    "src/commands/transfer/import.ts",
    ["test/commands/import.test.ts"],
    [
      ["rows of a large table are copied twice", "      batch = [];\n", ""],
      ["a large table is one COPY", "if (size > BATCH) await flush();", ""],
      ["rows after the last four megabytes are lost", "    await flush();\n  }\n}", "  }\n}"],
      [
        "jobs stay locked by workers of the other database",
        "update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null;",
        "",
      ],
      [
        "a queue stays locked by a worker of the other database",
        "update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null`",
        "`",
      ],
    ],
  ),
  ...inFile(
    "src/commands/transfer/lines.ts",
    ["test/commands/import.test.ts"],
    [
      [
        "a line that comes in pieces loses its beginning",
        "Buffer.concat([...rest, chunk.subarray(from, at + 1)])",
        "chunk.subarray(from, at + 1)",
      ],
      ["the beginning of a line is in all that follow", "      rest = [];\n", ""],
      ["the end of a file is lost", "if (rest.length > 0) yield Buffer.concat(rest);", ""],
    ],
  ),
];
