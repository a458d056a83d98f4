import { inFile, inFunction, inSchema } from "../fault.ts";

const LOG = ["test/database/audit.test.ts"];
const READS = ["test/api/audited-reads.test.ts"];
const VERIFIED = ["test/audit/verify.test.ts"];
const WITNESSED = ["test/audit/witness.test.ts"];

/** Faults in the audit log. */
export const faults = [
  ...inFunction("app_private.audit", LOG, [
    [
      "a client writes its email into the log",
      "substring(current_setting('app.request_id', true) from '^[\\w-]{1,64}$')",
      "current_setting('app.request_id', true)",
    ],
    ["an entry never gets its place", "if entry_id is not null then", "if false then"],
  ]),
  ...inFunction("app_private.audit_read", LOG, [
    [
      "users' reads fill the log",
      "if not coalesce((app_public.me()).is_admin, false) then",
      "if false then",
    ],
    ["a subscription is recorded at each event", "when is_subscription then", "when false then"],
    [
      "of several people one is named",
      "cardinality(user_ids) = 1 then user_ids[1]",
      "true then user_ids[1]",
    ],
  ]),
  ...inFunction("app_private.chain_audit", VERIFIED, [
    ["a hash covers its entry only", "coalesce(head.hash, '') ||", "''::bytea ||"],
    ["entries are chained in any order", "order by e.id\n", "order by e.id desc\n"],
  ]),
  ...inFunction("app_private.purge_audit", LOG, [
    ["entries are purged before their time", "e.created_at >= oldest_kept", "e.created_at > now()"],
  ]),
  ...inFunction("app_private.refuse_to_change_audit", LOG, [
    [
      "an owner deletes entries",
      "now() - (select s.audit_retention from app_private.settings s)",
      "now() + interval '1 day'",
    ],
    ["an owner deletes places", "elsif not exists", "elsif exists"],
  ]),
  ...inFunction("app_private.audit_version", LOG, [
    [
      "an update counts as a publication",
      "when alert.version = 1 then",
      "when alert.version > 0 then",
    ],
    [
      "the hash leaves out a text",
      "alert.title, alert.text1, alert.text2",
      "alert.title, alert.text2",
    ],
  ]),
  ...inFunction("app_private.audit_settings", LOG, [
    ["settings that stay are recorded", "and o.value <> n.value", ""],
  ]),
  ...inSchema("the audit log", LOG, [
    ["failed log-ins fill the log", "drop index app_public.audit_entries_once_a_minute"],
    [
      "users read the log",
      "grant select on app_public.audit_entries to app_user; create policy read_too on app_public.audit_entries for select to app_user using (true)",
    ],
    [
      "an owner empties the log",
      "drop trigger refuse_to_truncate_audit on app_public.audit_entries",
    ],
    [
      "an owner rewrites the log",
      "drop trigger refuse_to_change_audit on app_public.audit_entries",
    ],
    [
      "an owner rewrites the chain",
      "drop trigger refuse_to_change_audit on app_private.audit_chain",
    ],
    [
      "nobody knows how many were told",
      "drop trigger audit_publication on app_private.publications",
    ],
  ]),
  ...inFile(
    "src/graphql/requests/with-defaults.ts",
    ["test/audit/people-fields.test.ts"],
    [
      ["a default value hides whom it names", "else if (defaultValue)", "else if (!defaultValue)"],
      [
        "a variable that is named toString hides whom it names",
        "Object.hasOwn(given, name)",
        "name in given",
      ],
    ],
  ),
  ...inFile("src/graphql/audit/people-fields.ts", READS, [
    ["a fragment hides what is read", "visit(type, fragment.selectionSet)", "undefined"],
    [
      "one's own user is recorded",
      'return valueAt(node, ["id"], values) === userId;',
      "return false;",
    ],
    ["everyone's notifications count as one's own", '["id", "alertId"]', '["id"]'],
    [
      "of several people one is enough",
      'named("user").slice(0, MOST_IDS)',
      'named("user").slice(0, 1)',
    ],
  ]),
  ...inFile("src/graphql/audit/audited-reads.ts", READS, [
    ["Grafast's answers are not recorded", "if (reading) await record(reading, false);", ""],
    ["subscriptions are not recorded", "!result.done && minute !== recorded", "false"],
  ]),
  ...inFile(
    "src/graphql/audit/audited-reads.ts",
    ["test/audit/followed-minutes.test.ts"],
    [
      [
        "an event that cannot be recorded ends its subscription",
        "return { done: false, value: refused(error) };",
        "await results.return(undefined);\n          throw error;",
      ],
      [
        "an event that cannot be recorded is shown",
        "return { done: false, value: refused(error) };",
        "return result;",
      ],
      [
        "users wait for an entry that they do not have",
        "if (await isAdministrator(reading)) await record",
        "await record",
      ],
      ["users are recorded, and not administrators", '=== "app_admin"', '!== "app_admin"'],
    ],
  ),
  ...inFile("src/graphql/fast-path/answer.ts", READS, [
    [
      "the fast path is not recorded",
      "if (people) await recordRead(",
      "if (false as boolean) await recordRead(",
    ],
  ]),
  ...inFile("src/audit/verify.ts", VERIFIED, [
    ["a changed entry passes", "chainHash(hash, text) !== stored", "false"],
    ["a removed entry passes", "else if (text === null)", "else if (false)"],
    ["a gap passes", "if (found !== place + 1)", "if (false)"],
    ["a cut end passes", "latest.place > place", "latest.place > place + 1000"],
    [
      "a chain that was written again passes",
      "checkpoint.hash !== stored",
      'checkpoint.hash === ""',
    ],
    ["an early purge passes", "if (checkpoint.place >= begin) continue;", "continue;"],
    ["any key signs", "!keys.includes(checkpoint.key)", "false"],
    ["only the first key signs", "keys.includes(checkpoint.key)", "checkpoint.key === keys[0]"],
    ["an entry that was slipped in between passes", "c.entry_id = e.id)", "c.entry_id >= e.id)"],
    ["a purge is named by each checkpoint", "    );\n    break;\n", "    );\n"],
    [
      "a checkpoint of the last purged place is none",
      "checkpoint.place >= begin",
      "checkpoint.place > begin",
    ],
    [
      "checkpoints of purged places count as compared",
      "filter((at) => at >= begin)",
      "filter(() => true)",
    ],
    [
      "the checkpoint of the last purged place does not count",
      "(at) => at >= begin",
      "(at) => at > begin",
    ],
    [
      "a chain may go on from another hash than was purged",
      "  compare(place, hash, () => `place ${place}`);\n",
      "",
    ],
    ["a retention has years", "365 * 86_400_000", "366.5 * 86_400_000"],
    [
      "a chain that goes on before its beginning has a gap",
      "found > place + 1\n",
      "found !== place + 1\n",
    ],
    [
      "entries outside the chain come in any order",
      "where w.entry_id = e.id) order by e.id`",
      "where w.entry_id = e.id) order by e.id desc`",
    ],
    [
      "entries that are lost come in any order",
      " order by w.entry_id`",
      " order by w.entry_id desc`",
    ],
  ]),
  ...inFile(
    "src/commands/audit.ts",
    ["test/commands/audit.test.ts"],
    [
      ["a purge is not told", "if (first > 1)", "if (first > 10)"],
      ["a log that is not whole ends with 0", "faults.length === 0 ? 0 : 1", "0"],
      [
        "a log without checkpoints is trusted",
        "verdict.checkpoints === 0",
        "verdict.checkpoints > 0",
      ],
    ],
  ),
  ...inFile("src/audit/read-rows.ts", VERIFIED, [
    [
      "an export ends with its first rows",
      "    next = fetchRows();\n",
      "    next = Promise.resolve({ rows: [] }) as never;\n",
    ],
  ]),
  ...inFile("src/audit/key.ts", WITNESSED, [
    [
      "the embedded database ignores its configured key",
      "if (audit.privateKey || databaseUrl)",
      "if (databaseUrl)",
    ],
  ]),
  ...inFile("src/audit/checkpoint.ts", WITNESSED, [
    ["a checkpoint is not signed", "signature: key ? sign(", "signature: key && !end ? sign("],
  ]),
  ...inFile("src/audit/witness.ts", WITNESSED, [
    ["a webhook that refuses is no failure", "if (!ok) throw", "if (false) throw"],
    ["a failed destination is no failure", "if (failures.length > 0) throw", "if (false) throw"],
  ]),
];
