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
  ...inFile("src/commands/demo/number.ts", DEMO, [
    ["an option refuses its greatest number", "value <= max", "value < max"],
    ["an option refuses its least number", "value >= min", "value > min"],
    ["an option takes a part of a user", "isWhole && !Number.isInteger(value)", "false"],
    ["spaces are the number 0", "!text.trim() || ", ""],
  ]),
  ...inFile("src/commands/demo.ts", DEMO, [
    ["a demo has few users", "number(1, 10_000)", "number(1, 1_000)"],
    ["a demo has more than one user", "number(1, 10_000)", "number(2, 10_000)"],
    ["a rate is whole", "number(0.1, 1000, false)", "number(0.1, 1000)"],
    ["no seed is 0", "number(0, 2 ** 31 - 1)", "number(1, 2 ** 31 - 1)"],
  ]),
  ...inFile("src/commands/demo/travellers.ts", DEMO, [
    ["all users go the same way", "mulberry32(ownSeed)", "mulberry32(seed)"],
    ["everyone goes to the alert's quarter", "random() < 0.5", "random() < 1.5"],
    ["nobody rides", '{ share: 25, activity: "ON_BICYCLE"', '{ share: 0, activity: "ON_BICYCLE"'],
    ["a rest lasts for hours", "within(10, 60)", "within(10, 6000)"],
    ["nobody moves at the beginning", "-within(0, 400)", "within(0, 400)"],
    ["positions are off by degrees", "random() * accuracy,", "random() * 1000 * accuracy,"],
    ["positions are exact", "random() * accuracy,", "0 * accuracy,"],
    ["an error lasts a second", "Math.floor(second / 10)", "Math.floor(second)"],
    ["an error lasts for ever", "Math.floor(second / 10)", "0"],
    ["everyone walks", "movingActivity: leg.activity", 'movingActivity: "WALKING"'],
  ]),
  ...inFile("src/commands/demo/pace.ts", DEMO, [
    ["an abort does not end a list", " && !signal.aborted; item", "; item"],
    ["all are called at once", "Array.from({ length: atOnce }", "Array.from({ length: 100 }"],
    ["an abort is an error", ".catch(() => {});\n}", ";\n}"],
  ]),
  ...inFile(
    "src/commands/drill/story.ts",
    ["test/commands/drill.test.ts"],
    [["a failed drill ends with 0", 'failed.", code: 1', 'failed.", code: 0']],
  ),
  ...inFile(
    "src/commands/drill/rehearse.ts",
    ["test/commands/drill.test.ts"],
    [["a drill leaves its server running", "    await stop(restored);\n", ""]],
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
  ...inFile("src/commands/export-data.ts", TRANSFER, [
    [
      "hashes and tokens stay after an export that failed",
      "        await rm(part, { force: true });\n",
      "",
    ],
    ["everyone may read an export", "mode: 0o600", "mode: 0o644"],
  ]),
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
      ["a policy may let everyone read", "pg_get_expr(p.polqual, p.polrelid), ", ""],
      [
        "a table may lack row-level security",
        "case when relrowsecurity then 'row-level security' end, ",
        "",
      ],
      [
        "a trigger may be disabled",
        "concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled)",
        "pg_get_triggerdef(t.oid)",
      ],
      ["a column may have any default", " pg_get_expr(d.adbin, d.adrelid),", ""],
      [
        "a column may lack the comment that makes its API",
        ", col_description(r.oid, a.attnum))",
        ")",
      ],
      [
        "grants of columns may lack",
        "\n    union all select r.name || '.' || a.attname, r.relowner, a.attacl from relations r join pg_attribute a on a.attrelid = r.oid",
        "",
      ],
      [
        "grants of schemas may lack",
        "select 'schema ' || n.nspname, n.nspowner, n.nspacl from pg_namespace n where n.nspname in ${SCHEMAS}\n    union all ",
        "",
      ],
      [
        "a function may lack the comment that makes its API",
        " || coalesce(obj_description(oid, 'pg_proc'), '')",
        "",
      ],
      [
        "enums may have other values",
        "string_agg(e.enumlabel, ',' order by e.enumsortorder)",
        "''",
      ],
    ],
  ),
  ...inFile(
    "src/commands/restore-check/faults.ts",
    ["test/commands/restore-check.test.ts"],
    [
      ["the settings may lack", "not exists (select from app_private.settings)`", "false`"],
      [
        "a publication that has a job lacks one",
        "\n      and not exists (select from graphile_worker.jobs j where j.key = 'publish_alert:' || p.alert_id)",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/commands/export/table-pages/markdown.ts",
    ["test/commands/table-pages.test.ts"],
    [
      ["a pipe in a cell splits its row", '.replaceAll("|", "\\\\|")', ""],
      ["a line break in a cell splits its row", '.replaceAll("\\n", "<br>")', ""],
      ["a page has a column that is always empty", "i === 0 || rows.some((row) => row[i])", "true"],
      ["a first column without content is left out", "i === 0 || rows", "rows"],
      ["code with a backtick ends at it", 'text.includes("`")', "false"],
      ["a heading has nothing below it", "content.length > 0 ?", "content.length >= 0 ?"],
    ],
  ),
  ...inFile(
    "src/commands/export/table-pages/comments.ts",
    ["test/commands/table-pages.test.ts"],
    [
      ["a sentence ends within a number", "[.!?](?=\\s|$)", "[.!?]"],
      ["a sentence ends with its line", "(?=\\s|$)/s", "(?=\\s|$)/"],
    ],
  ),
  ...inFile(
    "src/commands/export/table-pages/functions.ts",
    ["test/commands/table-pages.test.ts"],
    [
      ["a deletion reads too", "(?:(?<!\\bdelete )\\b", "(?:\\b"],
      ["a table whose name goes on is used", "(?!\\\\w)${after}", "${after}"],
      ["a second table of a list is not read", "(?:from|join|using)|,)", "(?:from|join|using))"],
      ["a function calls itself", "f.name !== name && ", ""],
      ["a function whose name goes on is called", "(?<!\\\\w)${name", "${name"],
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
    "src/commands/build-console/left-out.ts",
    ["test/console/map-library.test.ts"],
    [
      [
        "dashed lines have no shader",
        '"line_(gradient|gradient_sdf|pattern)",',
        '"line_(gradient|gradient_sdf|sdf|pattern)",',
      ],
      ["the sky has a shader", '    "sky",\n', ""],
      ["what is left out is there", "() => false;`;", "() => true;`;"],
    ],
  ),
  ...inFile(
    "src/commands/build-console/map-styles.ts",
    ["test/console/map-library.test.ts"],
    [
      ["a style of another name is left out", "(?![a-z])", ""],
      [
        "a style that the console shares is left out",
        'left.length > 0 ? `${left.join(",")}{${style}}` : ""',
        '""',
      ],
      ["an empty query stays", '    .replace(EMPTY_QUERY, "")', ""],
      ["the console has pop-ups", '"popup", ', ""],
    ],
  ),
  ...inFile(
    "src/commands/build-console/inhabited-places.ts",
    ["test/console/base-map.test.ts"],
    [
      [
        "sections of places have names",
        "cities.filter(({ featureCode }) => featureCode !== SECTION)",
        "cities",
      ],
      ["every place has its region", "isShared && region", "region"],
    ],
  ),
  ...inFile(
    "src/commands/build-console/build.ts",
    ["test/console/browser/page-size.test.ts"],
    [["only who built the console may read it", "    await chmod(built, 0o755);\n", ""]],
  ),
  ...inFile(
    "src/commands/build-console/page-words.ts",
    ["test/console/browser/page-size.test.ts"],
    [
      ["a page lacks the words of plain modules", "/\\.tsx?$/.test(id)", "/\\.tsx$/.test(id)"],
      ["a page has all words", "source.includes(JSON.stringify(message)),", "true,"],
      [
        "a person who joins has no language",
        'const PAGES = ["person", "join"];',
        'const PAGES = ["person"];',
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
      ["a password that was made up is not shown", "return isMadeUp ?", "return !isMadeUp ?"],
      [
        "a new password that was made up is not in JSON",
        "{ id, email: known, ...(given.isMadeUp && { password: given.password }) }",
        "{ id, email: known }",
      ],
      ["a user came on a day only", "slice(0, 16)", "slice(0, 10)"],
      ["a whole list says that it is whole", "accounts.length < total", "accounts.length <= total"],
    ],
  ),
  ...inFile(
    "src/commands/user/accounts.ts",
    ["test/commands/user.test.ts"],
    [
      [
        "a list tells a smaller total on later pages",
        "Number(counted.rows[0]?.total) };",
        "Number(counted.rows[0]?.total) - offset };",
      ],
      ["an email in capitals names nobody", "email = lower($1)", "email = $1"],
      [
        "a refusal of the database has its words",
        "clientError(error as DatabaseError, await readConstraintMessages(client)) ?? error",
        "error",
      ],
      [
        "an administrator is made one again",
        "account.isAdmin === isAdmin",
        "account.isAdmin && !isAdmin",
      ],
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
