import { inFile } from "../fault.ts";

const DEMO = ["test/commands/demo.test.ts"];
const RESTORED = ["test/commands/restore-check.test.ts"];
const DUMPED = ["test/commands/restore-check-dump.test.ts"];
const TRANSFER = ["test/commands/transfer.test.ts"];

/** Faults in the commands that operators run. */
export const faults = [
  ...inFile(
    "src/commands/demo/pace.ts",
    ["test/commands/demo.test.ts"],
    [["the pace ends while calls are under way", "  await Promise.all(underWay);\n", ""]],
  ),
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
    ["SIGTERM kills the demo", 'process.once("SIGTERM", () => interrupted.abort());', ""],
    ["no seed is 0", "number(0, 2 ** 31 - 1)", "number(1, 2 ** 31 - 1)"],
    ["who is interrupted at the logins moves", "  if (interrupted.signal.aborted) return 0;\n", ""],
  ]),
  ...inFile("src/commands/demo/travellers.ts", DEMO, [
    ["who goes to the alert's quarter stays there", "    goesToQuarter = false;\n", ""],
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
  ...inFile("src/commands/demo/random.ts", DEMO, [
    [
      "the second user of the first seed goes the way of the first of the second",
      "Math.imul(hash ^ number, 0x9e3779b1) ^ (hash >>> 15)",
      "hash ^ Math.imul(number, 0x9e3779b1)",
    ],
  ]),
  ...inFile("src/commands/demo/pace.ts", DEMO, [
    ["an abort does not end a list", " && !signal.aborted; item", "; item"],
    ["all are called at once", "Array.from({ length: atOnce }", "Array.from({ length: 100 }"],
    ["an abort is an error", ".catch(() => {});\n}", ";\n}"],
    ["a pause is caught up whole", "Math.max(due, performance.now() - MAX_DELAY)", "due"],
    ["no pause is caught up", "const MAX_DELAY = 200;", "const MAX_DELAY = 0;"],
  ]),
  ...inFile(
    "src/commands/drill/archive-command.ts",
    ["test/commands/archive-command.test.ts"],
    [
      ["a crash stops the archive for good", "cmp -s %p ${archive}/%f || ", ""],
      ["another file of the name is written over", "test ! -f ${archive}/%f && ", ""],
    ],
  ),
  ...inFile(
    "src/commands/drill.ts",
    ["test/commands/drill.test.ts"],
    [
      ["Ctrl-C leaves the drill's servers running", '  process.once("SIGINT", interrupt);\n', ""],
      [
        "a pipe that is closed leaves the drill's servers running",
        '  process.stdout.on("error", interrupt);\n',
        "",
      ],
      ["SIGTERM leaves the drill's servers running", '  process.once("SIGTERM", interrupt);\n', ""],
    ],
  ),
  ...inFile(
    "src/commands/drill/service.ts",
    ["test/commands/drill.test.ts"],
    [
      [
        "a drill does not tell what its service says",
        "did not start:\\n${said}`",
        "did not start.`",
      ],
    ],
  ),
  ...inFile(
    "src/commands/drill/story.ts",
    ["test/commands/drill.test.ts"],
    [["a failed drill ends with 0", 'failed.", code: 1', 'failed.", code: 0']],
  ),
  ...inFile(
    "src/commands/drill/rehearse.ts",
    ["test/commands/drill.test.ts"],
    [
      ["a drill leaves its server running", "    await stop(restored);\n", ""],
      [
        "the drill's servers, which trust everyone, listen on all addresses",
        "-c listen_addresses=`",
        "-c listen_addresses=*`",
      ],
      ["an interrupted drill goes on to its end", "    signal.throwIfAborted();\n", ""],
      [
        "a drill that fails early leaves its first server running",
        "    await stop(data);\n    await stop(restored);\n",
        "    await stop(restored);\n",
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
  ...inFile("src/commands/export-data.ts", TRANSFER, [
    [
      "hashes and tokens stay after an export that failed",
      "          await rm(part, { force: true });\n",
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
    ["data goes into a cluster whose copies miss it", "  await refuseDistributed(client);\n", ""],
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
      ["a heading may be wider than its column", "?? 0), text.length)", "?? 0), 0)"],
      ["lines end with spaces", '.join("  ")\n      .trimEnd();', '.join("  ");'],
    ],
  ),
  ...inFile(
    "src/commands/build-console/changed-lines.ts",
    ["test/console/map-library.test.ts"],
    [
      [
        "only the last change of a module of MapLibre is made",
        "text = text.replace(line, instead)",
        "text = code.replace(line, instead)",
      ],
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
        "names in a list of exports keep their blanks",
        'names.split(",").map((each) => each.trim())',
        'names.split(",")',
      ],
      [
        "dashed lines have no shader",
        '"line_(gradient|gradient_sdf|pattern)",',
        '"line_(gradient|gradient_sdf|sdf|pattern)",',
      ],
      ["the sky has a shader", '    "sky",\n', ""],
      ["what is left out is there", "() => false;`;", "() => true;`;"],
      [
        "tiles of pictures are not drawn",
        '  "webgl/draw/draw_hillshade.ts",\n',
        '  "webgl/draw/draw_hillshade.ts",\n  "webgl/draw/draw_raster.ts",\n',
      ],
      [
        "circles are no layers",
        '  "style/style_layer/custom_style_layer.ts",\n',
        '  "style/style_layer/custom_style_layer.ts",\n  "style/style_layer/circle_style_layer.ts",\n',
      ],
      ["videos on the map are built", '  "source/video_source.ts",\n', ""],
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
        "places whose names differ in an accent are no namesakes",
        "`${country} ${plain(name)}`",
        "`${country} ${name}`",
      ],
      [
        "sections of places have names",
        "cities.filter(({ featureCode }) => featureCode !== SECTION)",
        "cities",
      ],
      ["every place has its region", "isShared && region", "region"],
      [
        "a place has its region for a namesake abroad",
        "`${country} ${plain(name)}`",
        'country === "" ? country : plain(name)',
      ],
    ],
  ),
  ...inFile(
    "src/commands/build-console/base-map.ts",
    ["test/console/base-map.test.ts"],
    [
      ["coasts are borders", ", (a, b) => a !== b);", ");"],
      [
        "the fine coasts are as coarse as the step before",
        '["fine", "10m", 3]',
        '["fine", "10m", 2]',
      ],
    ],
  ),
  ...inFile(
    "src/commands/build-console/map-library.ts",
    ["test/console/map-library.test.ts"],
    [
      [
        "the workers of MapLibre's package start from its sources",
        "return isFromSources ? WORKERS_OF_SOURCES : WORKERS_OF_PACKAGE;",
        "return WORKERS_OF_SOURCES;",
      ],
    ],
  ),
  ...inFile(
    "src/commands/build-console.ts",
    ["test/console/build.test.ts"],
    [["npm run console ends with 0 although the build failed", "  process.exitCode = 1;\n", ""]],
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
      ["a partition that is lost is no fault", "[...differing, ...missing]", "differing"],
      ["the tables of PostGIS lack rows", "!isOurs || expected === 0", "expected === 0"],
      ["a partition without rows is missed", "!isOurs || expected === 0", "!isOurs"],
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
  ...inFile("src/commands/restore-check/catalogue.ts", RESTORED, [
    ["a role may inherit", "case when rolinherit then 'inherits' end, ", ""],
    [
      "a role may lack what it is a member of",
      "where member::regrole::text in ('app_admin', 'app_host')",
      "where false",
    ],
    ["a table may lack its settings", "reloptions::text, ", ""],
    ["a table may lack its comment", ", obj_description(oid, 'pg_class'))", ")"],
    ["a column may be of another type", "format_type(a.atttypid, a.atttypmod), case", "case"],
    ["a column may be null", "case when a.attnotnull then 'not null' end,", ""],
    ["a column may count no more", "\n      a.attidentity, ", "\n      "],
    ["a constraint may be another", "pg_get_constraintdef(c.oid) || ", ""],
    [
      "a constraint may lack the comment that clients read",
      " || coalesce(' ' || obj_description(c.oid, 'pg_constraint'), '')",
      "",
    ],
    ["an index may be another", "pg_get_indexdef(i.indexrelid) || ", ""],
    [
      "a policy may be for other roles",
      "\n      (select string_agg(role::regrole::text, ',' order by role::regrole::text) from unnest(p.polroles) role),",
      "",
    ],
    ["a policy may let everyone write", ", 'check', pg_get_expr(p.polwithcheck, p.polrelid))", ")"],
    ["a policy may be for other commands", "p.polcmd, ", ""],
    ["a policy may restrict instead of permit", "p.polpermissive,", ""],
    ["functions may have another body", "pg_get_functiondef(oid) || ", ""],
    [
      "a grant may be of other rights",
      "string_agg(a.privilege_type, ',' order by a.privilege_type)",
      "''",
    ],
    [
      "grants of tables may lack",
      "\n    union all select name, relowner, relacl from relations",
      "",
    ],
    [
      "grants of functions may lack",
      "\n    union all select name, proowner, coalesce(proacl, acldefault('f', proowner)) from functions",
      "",
    ],
    [
      "functions without grants are thought to be nobody's",
      "coalesce(proacl, acldefault('f', proowner))",
      "proacl",
    ],
    ["sequences may lack", "('r', 'p', 'v', 'S', 'c')", "('r', 'p', 'v', 'c')"],
    ["views may lack", "('r', 'p', 'v', 'S', 'c')", "('r', 'p', 'S', 'c')"],
    ["partitioned tables may lack", "('r', 'p', 'v', 'S', 'c')", "('r', 'v', 'S', 'c')"],
    [
      "analytics is not checked",
      "('app_public', 'app_private', 'analytics')",
      "('app_public', 'app_private')",
    ],
    ["partitions are expected", "and not c.relispartition ", ""],
    ["names depend on the search path", "set local search_path = ''; ", ""],
  ]),
  ...inFile("src/commands/restore-check/faults.ts", RESTORED, [
    [
      "a definition that differs is fine",
      "found.get(name) === definition ? []",
      "found.get(name) !== definition ? []",
    ],
    ["partitions may lack row-level security", "and not c.relrowsecurity`", "and false`"],
    ["a database may lack an administrator", "users where is_admin)", "users)"],
    [
      "a publication that is complete lacks a job",
      "p where p.completed_at is null\n",
      "p where true\n",
    ],
    [
      "a sequence may be behind",
      "where m.largest > s.last_value",
      "where m.largest < s.last_value",
    ],
    [
      "a sequence at its last value is behind",
      "where m.largest > s.last_value",
      "where m.largest >= s.last_value",
    ],
    ["sequences of identities are not checked", "d.deptype in ('a', 'i')", "d.deptype in ('a')"],
    ["what is there is not ours", "!expected.has(name)", "expected.has(name)"],
  ]),
  ...inFile("src/commands/restore-check/rows.ts", DUMPED, [
    [
      "no row of a backup is counted",
      "/^COPY (\\S+) .*FROM stdin;$/",
      "/^copy (\\S+) .*FROM stdin;$/",
    ],
    [
      "a table without rows is not in a backup",
      "if (table !== undefined) counted.set(table, 0);",
      "",
    ],
    [
      "a backup that cannot be read has no rows",
      "if (code !== 0) throw",
      "if (code === 1000) throw",
    ],
    [
      "rows are counted from the second on",
      "(counted.get(table) ?? 0) + 1",
      "(counted.get(table) ?? -1) + 1",
    ],
    ["a row may end a table", 'if (line === "\\\\.") {', 'if (line.includes("\\\\.")) {'],
    [
      "partitions are not counted",
      "where c.relkind = 'r' and",
      "where c.relkind = 'r' and not c.relispartition and",
    ],
  ]),
  ...inFile("src/commands/restore-check/rows.ts", RESTORED, [
    [
      "an owner's search path hides rows that are lost",
      "c.relnamespace::regnamespace || '.' || quote_ident(c.relname) as",
      "c.oid::regclass::text as",
    ],
  ]),
  ...inFile("src/commands/restore-check/report.ts", RESTORED, [
    ["a report lists tables without rows", "count > 0", "count >= 0"],
    ["a database that is not complete ends with 0", "code: faults.length === 0 ? 0 : 1", "code: 0"],
    [
      "a report does not say what is not ours",
      "...additions.map((addition) => `not ours: ${addition}`),",
      "",
    ],
  ]),
  ...inFile(
    "compose/backup/backup.sh",
    ["test/compose/backup.test.ts"],
    [
      [
        "a long dump moves the next one to another hour",
        "$((began + BACKUP_INTERVAL - $(date +%s)))",
        "$BACKUP_INTERVAL",
      ],
      ["a dump that takes more than a day ends the backups", "$((left > 0 ? left : 0))", "$left"],
      [
        "a dump that fails is tried again on the next day",
        "$((left < retry ? left : retry))",
        "$left",
      ],
      [
        "dumps that lack space fill the disk all day",
        "retry=$((retry < BACKUP_INTERVAL ? retry * 2 : retry))",
        ":",
      ],
      [
        "a dump after a bad day is tried again hours later",
        "    retry=$soon\n  else",
        "    :\n  else",
      ],
    ],
  ),
  ...inFile(
    "src/commands/place.ts",
    ["test/commands/with-database.test.ts"],
    [
      [
        "a command on ./data seems to be on a server",
        "if (!databaseUrl) return",
        "if (databaseUrl) return",
      ],
      [
        "the place of a database has its password",
        "`the PostgreSQL database ${database} on ${host}:${port}`",
        "databaseUrl",
      ],
      ["a directory has no whole name", "resolve(dataDir)", "dataDir"],
    ],
  ),
  ...inFile(
    "src/commands/user.ts",
    ["test/commands/user.test.ts"],
    [["npm run user does not say on which database", "    log(`On ${database.place}:`);\n", ""]],
  ),
  ...inFile(
    "src/commands/restored/forgive-tokens.ts",
    ["test/commands/restored.test.ts"],
    [
      [
        "a database of an earlier version cannot be made fit",
        "if (columns !== 1) return undefined;",
        "",
      ],
    ],
  ),
  ...inFile(
    "src/commands/restored.ts",
    ["test/commands/restored.test.ts"],
    [["a restore logs out who has a refresh token", "await forgiveTokens(pool)", "undefined"]],
  ),
  ...inFile(
    "src/commands/restored/move-ids.ts",
    ["test/commands/restored.test.ts"],
    [
      [
        "ids of identities come back after a restore",
        "d.deptype in ('a', 'i')",
        "d.deptype in ('a')",
      ],
      [
        "ids of devices come back after a restore",
        "in ('app_public', 'app_private')",
        "in ('app_public')",
      ],
      ["ids of notifications pass the end of Int", "'%@asInt%'", "'%@asBigInt%'"],
      ["ids that would pass their end move", "  if (past) {", "  if (!past) {"],
    ],
  ),
  ...inFile("src/commands/restore-check/revived.ts", RESTORED, [
    ["alerts that are over come back to life", "a.active and a.expires_at > now()", "a.active"],
    ["cancelled alerts come back to life", "a.active and a.expires_at", "a.expires_at"],
    ["complete publications come back to life", "where p.completed_at is null", "where true"],
    ["what an administrator had just sent comes back unsaid", "'publish_held', ", ""],
    ["jobs that were given up come back to life", " and j.attempts < j.max_attempts", ""],
  ]),
  ...inFile("src/commands/restore-check/report.ts", RESTORED, [
    [
      "a report does not say what comes back to life",
      "    ...revived.map((line) => `continues: ${line}`),\n",
      "",
    ],
  ]),
  ...inFile("src/commands/restore-check.ts", DUMPED, [
    ["a check does not look for what comes back", "      revived,\n", "      revived: [],\n"],
    ["a check always ends with 0", "return code;", "return 0;"],
    ["the backup is not compared", "dump === undefined ? []", "dump !== undefined ? []"],
    ["data that lacks is no fault", "      ...dataFaults,\n", ""],
  ]),
  ...inFile("src/commands/restore-check/reads.ts", RESTORED, [
    [
      "a table that is missing hides what else lacks",
      'if (!UNREADABLE.has(code ?? "")) throw error;',
      "throw error;",
    ],
    [
      "a server that is away is a table that is missing",
      'if (!UNREADABLE.has(code ?? "")) throw error;',
      "",
    ],
    ["another role's tables hide what else lacks", '  "42501", // insufficient_privilege\n', ""],
  ]),
  ...inFile("src/commands/restore-check/data.ts", RESTORED, [
    ["a table that is missing is no fault", "[...unread, ...faults]", "faults"],
  ]),
  ...inFile(
    "src/commands/with-database.ts",
    ["test/commands/with-database.test.ts"],
    [
      ["a secret in a file is none", "env.JWT_SECRET || env.JWT_SECRET_FILE", "env.JWT_SECRET"],
      ["a command needs a secret", "readConfig(hasSecret ? env :", "readConfig(!hasSecret ? env :"],
      ["a killed service is joined", "    return false;\n", "    return true;\n"],
      [
        "a service that has the database open is not joined",
        "    return true;\n",
        "    return false;\n",
      ],
      [
        "a service is not found through a link",
        "await realpath(dataDir).catch(() => undefined)",
        "dataDir",
      ],
      [
        "a command does not wait for a service that ends",
        "if (performance.now() > end)",
        "if (performance.now() < end)",
      ],
      [
        "a command waits for the database for a quarter of a second",
        "const TIMEOUT = 15_000;",
        "const TIMEOUT = 15;",
      ],
      ["a command waits for ever", "if (performance.now() > end)", "if (false as boolean)"],
      [
        "a command tries again after any error",
        "if (!/is in use by another process/.test((error as Error).message)) throw error;",
        "",
      ],
      ["a lost connection of a command ends the process", '  pool.on("error", () => {});\n', ""],
      [
        "a connection that a command holds ends the process",
        '  pool.on("connect", (client) => client.on("error", () => {}));\n',
        "",
      ],
      ["a check migrates", "if (opened.isOurs && migrates)", "if (opened.isOurs)"],
      ["a command migrates a server", "if (opened.isOurs && migrates)", "if (migrates)"],
      [
        "a command does not migrate",
        "if (opened.isOurs && migrates)",
        "if (!opened.isOurs && migrates)",
      ],
      ["a command leaves the database open", "    await opened.close();\n", ""],
      [
        "a server is thought to be embedded",
        'databaseUrl ? "postgresql" : "embedded"',
        'databaseUrl ? "embedded" : "postgresql"',
      ],
      [
        "the service's directory is the host of no connection",
        "host=${encodeURIComponent(host)}",
        "host=${encodeURIComponent(dataDir)}",
      ],
    ],
  ),
  ...inFile("src/commands/read-moment.ts", TRANSFER, [
    ["an export is of several moments", "begin isolation level repeatable read read only", "begin"],
    [
      "a lost connection is never released",
      'await client.query("rollback").catch(() => {});',
      'await client.query("rollback");',
    ],
  ]),
  ...inFile(
    "src/commands/run-command.ts",
    ["test/commands/run-command.test.ts"],
    [
      ["a command that stops half-way ends with 0", "    process.exit(1);\n", ""],
      [
        "a command that stops half-way says nothing",
        '    log("The command stopped before its end.");\n',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/commands/user.ts",
    ["test/commands/user.test.ts"],
    [
      [
        "JSON has a password that was given",
        "{ ...account, ...(given.isMadeUp && { password: given.password }) }",
        "{ ...account, password: given.password }",
      ],
      [
        "JSON has a new password that was given",
        "{ id, email: known, ...(given.isMadeUp && { password: given.password }) }",
        "{ id, email: known, password: given.password }",
      ],
      [
        "a limit may be a part of a number",
        "Number.isSafeInteger(value)",
        "Number.isFinite(value)",
      ],
      [
        "JSON tells what a user was",
        "{ email, isAdmin, changed }",
        "{ email, isAdmin: !isAdmin, changed }",
      ],
      [
        "JSON says that nothing changed",
        "{ email, isAdmin, changed }",
        "{ email, isAdmin, changed: false }",
      ],
      ["a user has the name of the email's host", 'email.split("@")[0]', 'email.split("@")[1]'],
      ["a user has no name of their own", "name: name ?? email", "name: email"],
      ["everyone is an administrator in a list", 'isAdmin ? "yes" : ""', '"yes"'],
    ],
  ),
  ...inFile(
    "src/commands/user/accounts.ts",
    ["test/commands/user.test.ts"],
    [
      ["users are listed in any order", " order by id limit", " limit"],
      [
        "a new user's password may be their email",
        "hashPassword(fields.password, fields.email)",
        "hashPassword(fields.password)",
      ],
      [
        "a password of an imported user is not kept",
        '"select app_public.user_password_reset($1, $2)", [account.id, hash]',
        '"select app_public.user_password_edit($1)", [hash]',
      ],
    ],
  ),
  ...inFile("src/commands/import-data.ts", TRANSFER, [
    [
      "a file that is not there is found out too late",
      "    throw new CommandError(`There is no file ${file}.`);\n",
      "",
    ],
    ["the planner does not know an import", 'pool.query("analyze")', 'pool.query("select 1")'],
    [
      "an import that nobody analyzes has failed",
      "      log(`The planner does not",
      "      throw new Error(`The planner does not",
    ],
    ["an import is left in its transaction", '      await client.query("commit");\n', ""],
    ["an import has no transaction", '      await client.query("begin");\n', ""],
    ["a damaged file has a stack", "/^Z_/.test", "/^ZZ_/.test"],
  ]),
  ...inFile(
    "src/commands/export-data.ts",
    ["test/database/old-history.test.ts"],
    [["a database of other migrations is exported", "      await checkHistory(pool);\n", ""]],
  ),
  ...inFile(
    "src/commands/restore-check.ts",
    ["test/database/old-history.test.ts"],
    [["a database of other migrations is checked", "    await checkHistory(pool);\n", ""]],
  ),
  ...inFile("src/commands/transfer/export.ts", TRANSFER, [
    [
      "a COPY that fails ends the process",
      'copy.on("error", (error) => counter.destroy(error)).pipe(counter)',
      "copy.pipe(counter)",
    ],
    [
      "a chunk has one row",
      "for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1))",
      "if (chunk.indexOf(NEWLINE) !== -1)",
    ],
    ["an export counts nothing", "  return rows;\n", "  return {};\n"],
  ]),
  ...inFile("src/commands/transfer/summary.ts", TRANSFER, [
    ["a summary counts tables as rows", "(sum, count) => sum + count", "(sum) => sum + 1"],
  ]),
  ...inFile("src/commands/transfer/tables.ts", TRANSFER, [
    ["the workers that run are data", "'app_private.workers', ", ""],
    ["a partition loses its settings", ", 'options', p.reloptions)", ")"],
    ["a partition loses its comment", "'comment', obj_description(p.oid, 'pg_class'), ", ""],
    ["computed columns are data", " and a.attgenerated = ''", ""],
    [
      "a table comes before those that it refers to",
      "    for (const row of rows) if (refersTo.includes(row.name)) add(row);\n",
      "",
    ],
  ]),
  ...inFile("src/commands/transfer/import.ts", TRANSFER, [
    [
      "a partition that was imported has no row-level security",
      "\n      alter table ${partition.name} enable row level security;",
      "",
    ],
    [
      "a partition that was imported has no settings",
      '` with (${partition.options.join(", ")})`',
      '""',
    ],
    [
      "an import adds to a database with data",
      "if (rowCount === 0) continue;",
      "if (rowCount !== 0) continue;",
    ],
    [
      "sequences begin again",
      '    await client.query("select setval($1::regclass, $2, $3)", [name, lastValue, isCalled]);\n',
      "",
    ],
  ]),
  ...inFile(
    "src/commands/transfer/import.ts",
    ["test/commands/import.test.ts"],
    [["a line that is cut off is a line", "done || value.at(-1) !== 10", "done"]],
  ),
  ...inFile(
    "src/commands/audit.ts",
    ["test/commands/audit.test.ts"],
    [
      ["an export begins with the first entry always", "since ?? null, before", "null, before"],
      ["an export ends with the last entry always", "before ?? null)", "null)"],
      [
        "the key of a verification is not used",
        "verifyAudit(client, kept.checkpoints, keys)",
        "verifyAudit(client, kept.checkpoints)",
      ],
      [
        "checkpoints are not compared",
        "verifyAudit(client, kept.checkpoints, keys)",
        "verifyAudit(client, [], keys)",
      ],
      [
        "a checkpoint that cannot be read is no fault",
        "[...unreadable, ...verdict.faults]",
        "verdict.faults",
      ],
      ["an empty chain has places", "last < first ?", "last > first ?"],
    ],
  ),
  ...inFile(
    "src/commands/migrate.ts",
    ["test/commands/migrate.test.ts"],
    [
      [
        "a reset needs a shadow database",
        '!(verb === "reset" && name === "SHADOW_DATABASE_URL")',
        "true",
      ],
      ["graphile-migrate that is killed ends with 0", ": 128 + constants.signals[signal]", ": 0"],
    ],
  ),
  ...inFile(
    "src/commands/migrate.ts",
    ["test/commands/migrate-cycle.test.ts"],
    [
      [
        "a signal does not reach graphile-migrate",
        '  process.on("SIGTERM", () => child.kill("SIGTERM"));\n',
        "",
      ],
      [
        "the end of watching is an error",
        'signal === "SIGINT" || signal === "SIGTERM"',
        'signal === "SIGINT"',
      ],
      ["a migration that was killed is done", "isWatching && isInterrupted", "isInterrupted"],
    ],
  ),
  ...inFile(
    "src/commands/demo/phone.ts",
    ["test/commands/demo-phone.test.ts"],
    [
      [
        "all phones of the demo read the same notifications, whatever the seed",
        "mulberry32(participant.traveller.seed ^ 0x5eed)",
        "mulberry32(0x5eed)",
      ],
      ["a demo counts batches", "this.#tally.positions += sent;", "this.#tally.positions += 1;"],
      ["a phone sends while it sends", "    if (this.#isSending) return;\n", ""],
      ["a phone never sends again", "      this.#isSending = false;\n    }", "    }"],
      [
        "a demo's errors are not counted",
        "      this.#tally.fail(error);\n    } finally {",
        "    } finally {",
      ],
      ["nobody reads a notification", "this.#random() * 100 < READ_PERCENT", "this.#random() < 0"],
      [
        "everybody reads every notification",
        "this.#random() * 100 < READ_PERCENT",
        "this.#random() < READ_PERCENT",
      ],
      ["a notification that is read is marked for ever", "this.#read.splice(0)", "this.#read"],
      ["notifications of other alerts count", "alert.id !== alertId || ", ""],
      ["a notification counts twice", " || this.#known.has(id)", ""],
    ],
  ),
  ...inFile("src/commands/demo/participants.ts", DEMO, [
    [
      "a demo user with another password is an error of the service",
      "      throw new CommandError(`${email} exists, but with another password: choose another --seed.`);",
      "      throw error;",
    ],
  ]),
  ...inFile(
    "src/commands/build-console/build.ts",
    ["test/console/build.test.ts"],
    [
      [
        "the console is built at each start",
        'if ((await markOf(output)) === mark) return "up to date";',
        "",
      ],
      [
        "the builder may change without a build",
        '    join(project, "src/commands/build-console"),\n',
        "",
      ],
      ["packages may change without a build", '    join(project, "package-lock.json"),\n', ""],
      [
        "the library of maps may change without a build",
        '${sources} ${process.env.MAP_LIBRARY ?? ""}',
        "${sources}",
      ],
      ["the console has no compressed files", "    await compress(built);\n", ""],
      [
        "the build before stays beside",
        "  await rm(`${built}-before`, { recursive: true, force: true });\n",
        "",
      ],
      ["a build that failed stays", "    await rm(built, { recursive: true, force: true });\n", ""],
      [
        "a build that failed takes the place of the one before",
        'await mkdtemp(join(project, "build/console-"))',
        "output",
      ],
    ],
  ),
  ...inFile(
    "src/commands/build-console/rounded.ts",
    ["test/console/base-map.test.ts"],
    [
      ["a ring that shrinks to a line stays", "length >= 4", "length >= 3"],
      ["a polygon without rings stays", "    .filter(({ length }) => length > 0),\n", ""],
    ],
  ),
  ...inFile(
    "src/commands/distribute/check-cluster.ts",
    ["test/commands/distribute.test.ts"],
    [
      [
        "nodes may have another Citus",
        '["postgresql", "citus", "postgis"]',
        '["postgresql", "postgis"]',
      ],
      [
        "nodes may have another PostGIS",
        '["postgresql", "citus", "postgis"]',
        '["postgresql", "citus"]',
      ],
      ["one connection of the service is none", "connections > 0", "connections > 1"],
      ["a cluster of one node is one", "rows.length < 2", "rows.length < 1"],
      ["the oldest Citus is too old", "< OLDEST_CITUS", "<= OLDEST_CITUS"],
    ],
  ),
  ...inFile(
    "src/commands/distribute/distribute.ts",
    ["test/commands/distribute.test.ts"],
    [
      ["a database of other migrations is distributed", "  await checkHistory(pool);\n", ""],
      ["the lock of a run outlives it", "client.release(true)", "client.release()"],
    ],
  ),
  ...inFile(
    "src/commands/distribute/steps.ts",
    ["test/commands/distribute.test.ts"],
    [["worker nodes let everyone call functions", "copy_function_rights()", "complete_commits()"]],
  ),
  ...inFile(
    "src/commands/drill/rehearse.ts",
    ["test/commands/drill.test.ts"],
    [["a drill leaves its service running", "    await service?.stop();\n", ""]],
  ),
  ...inFile("src/commands/restore-check/expected.ts", DUMPED, [
    [
      "a check leaves copies of migrations",
      "    await rm(folder, { recursive: true, force: true });\n",
      "",
    ],
  ]),
  ...inFile(
    "src/commands/standard-output.ts",
    ["test/commands/standard-output.test.ts"],
    [
      ["what a full disk does not take is lost", "while (rest.length > 0) {", "{"],
      ["a slow reader ends a command", 'if (code !== "EAGAIN") throw', "throw"],
    ],
  ),
  ...inFile("src/commands/export/scratch-database.ts", DUMPED, [
    [
      "a check leaves its reference",
      "    await rm(dataDir, { recursive: true, force: true });\n",
      "",
    ],
  ]),
  ...inFile(
    "src/commands/export/scratch-database.ts",
    ["test/commands/export-schema.test.ts"],
    [
      [
        "an export leaves its database",
        "        .query(`drop database if exists ${name} with (force)`)\n",
        '        .query("select 1")\n',
      ],
      ["an export that fails leaves its connections", "    await database.close();\n", ""],
    ],
  ),
  ...inFile(
    "src/commands/demo.ts",
    ["test/commands/demo.test.ts"],
    [
      ["a demo looks for its service on another port", "${PORT || 4000}", "4000"],
      [
        "a demo does not read ADMIN_EMAIL",
        'ADMIN_EMAIL || "admin@example.org"',
        '"admin@example.org"',
      ],
    ],
  ),
  ...inFile(
    "src/commands/demo/participants.ts",
    ["test/commands/demo.test.ts"],
    [["a demo's users are administrators", "isAdmin: false", "isAdmin: true"]],
  ),
  ...inFile(
    "src/commands/demo/travellers.ts",
    ["test/commands/demo.test.ts"],
    [["all of a demo set out at one moment", "-within(0, 400)", "-within(400, 400)"]],
  ),
  ...inFile(
    "src/commands/migrate.ts",
    ["test/commands/migrate-cycle.test.ts"],
    [
      [
        "SIGINT does not reach graphile-migrate",
        '  process.on("SIGINT", () => child.kill("SIGINT"));\n',
        "",
      ],
    ],
  ),
  ...inFile(
    "src/commands/transfer/tables.ts",
    ["test/commands/transfer.test.ts"],
    [
      [
        "tables come before their users",
        "order by c.oid <> 'app_public.users'::regclass, 1`",
        "order by 1`",
      ],
    ],
  ),
  ...inFile(
    "src/commands/restore-check/catalogue.ts",
    ["test/commands/restore-check.test.ts"],
    [
      [
        "a trigger may be for another moment",
        "concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled)",
        "t.tgenabled::text",
      ],
    ],
  ),
  ...inFile(
    "src/commands/restore-check/faults.ts",
    ["test/commands/restore-check.test.ts"],
    [["tables may belong to anyone", " and not pg_has_role(c.relowner, 'usage')`", " and false`"]],
  ),
  ...inFile(
    "src/commands/restore-check/reads.ts",
    ["test/commands/restore-check.test.ts"],
    [
      ["a database that lacks a function is not read on", '  "42883", // undefined_function\n', ""],
      ["a database that lacks a schema is not read on", '  "3F000", // invalid_schema_name\n', ""],
    ],
  ),
  ...inFile(
    "src/commands/restore-check/expected.ts",
    ["test/commands/run-command.test.ts"],
    [
      [
        "a database of an earlier release lacks what came later",
        "names.slice(0, migrations)",
        "names",
      ],
    ],
  ),
  ...inFile(
    "src/commands/build-console/build.ts",
    ["test/console/build.test.ts"],
    [
      [
        "the packages of the console are missed even for a sentence that they are missing",
        'import type { bundle } from "./bundle.ts";',
        'import { bundle } from "./bundle.ts";',
      ],
      [
        "a console without its packages fails",
        'return "no builder";',
        'throw new Error("no builder");',
      ],
    ],
  ),
  ...inFile(
    "src/commands/build-console/chunks.ts",
    ["test/console/chunks.test.ts"],
    [
      [
        "people's pages load the map for what they share with it",
        "[...ofLogin, ...ofMap].filter((id) => ofPage.has(id))",
        "ofLogin.filter((id) => ofPage.has(id))",
      ],
      [
        "other screens load the map for what they know",
        "![...reached(id, infoOf)].some(isOfMap)",
        "!isOfMap(id)",
      ],
      ["styles are in chunks of code", " && !isStyle(id)", ""],
      ["what the build makes is in the library", ' && !id.startsWith("\\0")', ""],
      ["later chunks take their modules first", "CHUNKS.length - at", "at"],
    ],
  ),
  ...inFile(
    "src/commands/build-console/preload-map.ts",
    ["test/console/chunks.test.ts"],
    [
      ["the page asks for a file twice", "          .filter((file) => !html.includes(file))\n", ""],
      ["styles are loaded as code", 'file.endsWith(".css")', 'file.endsWith(".less")'],
      ["the map's code is as urgent as the login's", ', fetchpriority: "low"', ""],
      ["all pages load the map", 'if (!path.endsWith("/index.html")) return [];', ""],
    ],
  ),
  ...inFile(
    "src/commands/build-console.ts",
    ["test/console/build.test.ts"],
    [
      [
        "each start says that the console is built",
        '"up to date": "",',
        '"up to date": "The console is built.",',
      ],
    ],
  ),
  ...inFile(
    "src/commands/drill/postgresql.ts",
    ["test/commands/archive-command.test.ts"],
    [
      ["a drill takes the oldest PostgreSQL", "b - a", "a - b"],
      [
        "a drill takes a PostgreSQL without its server",
        'existsSync(join(bin, "initdb"))',
        'bin !== ""',
      ],
      ["a drill sorts versions as texts", ".sort((a, b) => b - a)", ".sort()\n    .reverse()"],
    ],
  ),
  ...inFile(
    "src/commands/restore-check.ts",
    ["test/commands/restore-check-dump.test.ts"],
    [
      [
        "what is not of the migrations is passed over",
        "additions(found, expected)",
        "additions(expected, found)",
      ],
      [
        "what is not of the migrations lacks",
        "catalogueFaults(found, expected)",
        "catalogueFaults(expected, found)",
      ],
    ],
  ),
  ...inFile(
    "src/commands/restore-check/rows.ts",
    ["test/commands/run-command.test.ts"],
    [["a missing pg_restore has a stack", "  ended.catch(() => {});\n", ""]],
  ),
  ...inFile(
    "src/commands/build-console/country-labels.ts",
    ["test/console/base-map.test.ts"],
    [
      [
        "a country is named with twice its size",
        "round(Math.abs(area) / 2)",
        "round(Math.abs(area))",
      ],
      [
        "a country is named on any of its islands",
        "        .sort((a, b) => Math.abs(b[0]) - Math.abs(a[0]));",
        "",
      ],
      ["Antarctica has its name in the sea", "withoutJumps(part)[0]", "part[0]"],
    ],
  ),
  ...inFile(
    "src/commands/restore-check/revived.ts",
    ["test/commands/restore-check.test.ts"],
    [["mails that go on are not told", "in ('publish_held', 'send_mail')", "in ('publish_held')"]],
  ),
  ...inFile(
    "src/commands/restore-check/rows.ts",
    ["test/commands/restore-check.test.ts"],
    [
      ["rows of jobs are not counted", ' "graphile_worker",', ""],
      ["rows of migrations are not counted", ', "graphile_migrate"];', "];"],
    ],
  ),
  ...inFile(
    "src/commands/restore-check/catalogue.ts",
    ["test/commands/restore-check.test.ts"],
    [["a type of the API may be another", "('r', 'p', 'v', 'S', 'c')", "('r', 'p', 'v', 'S')"]],
  ),
  ...inFile(
    "src/commands/transfer/tables.ts",
    ["test/commands/transfer.test.ts"],
    [
      [
        "jobs do not move",
        "('app_public', 'app_private', 'graphile_worker')",
        "('app_public', 'app_private')",
      ],
    ],
  ),
];
