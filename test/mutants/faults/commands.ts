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
];
