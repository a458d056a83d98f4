import { inFunction, inSchema } from "../../fault.ts";

const LOG = ["test/database/audit.test.ts"];
const READS = ["test/api/audited-reads.test.ts"];
const VERIFIED = ["test/audit/verify.test.ts"];

/** Faults in what the audit log records, and in how its entries are chained and purged. */
export const faults = [
  ...inFunction("app_private.audit", LOG, [
    ["an entry has no session", "audit.actor_id, audit.session_id,", "audit.actor_id, null,"],
    ["an id of a request of one character is lost", "{1,64}", "{2,64}"],
    ["an id of a request of 65 characters is kept", "{1,64}", "{1,65}"],
    ["an id of a request is found within another text", "'^[\\w-]{1,64}$'", "'[\\w-]{1,64}'"],
    ["an entry has no facts", "audit.object_id, audit.facts)", "audit.object_id, '{}')"],
  ]),
  ...inFunction("app_private.audit_publication", LOG, [
    ["a publication does not say whom it reached", "app_public.alerts_reached_users(alert)", "0"],
    [
      "a publication of an update is one of the first version",
      "'version', alert.version",
      "'version', 1",
    ],
  ]),
  ...inFunction(
    "app_private.audit_read",
    [...LOG, ...READS],
    [
      ["a read is lost after its answer", "perform app_private.commit_synchronously();", ""],
      [
        "a read of an alert names nothing",
        "when alert_id is not null then 'ALERT'",
        "when false then 'ALERT'",
      ],
      [
        "of many people none is named",
        "cardinality(user_ids) > 1 then",
        "cardinality(user_ids) > 2 then",
      ],
      ["a read does not say of what", "jsonb_build_object('fields', fields)", "'{}'::jsonb"],
      [
        "one person is named twice",
        "cardinality(user_ids) > 1 then",
        "cardinality(user_ids) > 0 then",
      ],
    ],
  ),
  ...inFunction("app_private.audit_settings", LOG, [
    [
      "a setting has no old value",
      "jsonb_build_array(o.value, n.value)",
      "jsonb_build_array(n.value)",
    ],
    [
      "a setting's old and new value are swapped",
      "jsonb_build_array(o.value, n.value)",
      "jsonb_build_array(n.value, o.value)",
    ],
    ["no change is recorded too", "if changes is not null then", "if true then"],
  ]),
  ...inFunction(
    "app_private.audit_text",
    [...VERIFIED, ...LOG],
    [
      ["the chain leaves out who it was", "entry.actor_id::text", "null"],
      ["the chain leaves out the session", "entry.session_id::text", "null"],
      ["the chain leaves out the time", "extract(epoch from entry.created_at)::text", "null"],
      ["the chain leaves out the request", "entry.request_id", "null"],
      ["the chain leaves out the object", "entry.object_id::text", "null"],
      ["the chain leaves out the facts", "entry.facts::text", "null"],
    ],
  ),
  ...inFunction("app_private.audit_version", LOG, [
    [
      "a cancelled alert is updated",
      "when alert.cancelled_at is not null then 'ALERT_CANCELLED'",
      "",
    ],
    ["the hash leaves out the all-clear", "alert.text3, alert.all_clear", "alert.text3"],
    ["the hash leaves out the title", "alert.title, alert.text1", "alert.text1"],
    ["the hash of the area is that of THREE", "alert.zone1", "alert.zone3"],
    ["the hash of the area depends on the machine", "'NDR'", "'XDR'"],
    ["an entry of an alert has no version", "'version', alert.version,", "'version', 1,"],
  ]),
  ...inFunction(
    "app_private.chain_audit",
    [...LOG, ...VERIFIED],
    [
      [
        "two jobs chain at once",
        "lock table app_private.audit_chain in share row exclusive mode;",
        "",
      ],
      [
        "the chain goes on after its first place",
        "order by c.place desc limit 1",
        "order by c.place limit 1",
      ],
      ["a chaining takes all that waits", "limit chain_audit.most", ""],
      [
        "a chaining takes the newest first",
        "order by n.entry_id limit",
        "order by n.entry_id desc limit",
      ],
      ["the chain begins at place 0", "coalesce(head.place, 0) + 1", "coalesce(head.place + 1, 0)"],
      ["a chaining never says how much", "chained := chained + 1;", ""],
    ],
  ),
  ...inFunction("app_private.purge_audit", LOG, [
    [
      "a purge does not wait for the chain",
      "lock table app_private.audit_chain in share row exclusive mode;",
      "",
    ],
    ["a purge empties the chain", "(select max(m.place) from app_private.audit_chain m),", ""],
    ["a purge takes all at once", ",\n      first_place + purge_audit.most)", ")"],
    [
      "a purge takes one more",
      "first_place + purge_audit.most)",
      "first_place + purge_audit.most + 1)",
    ],
    [
      "a purge leaves places without entries",
      "delete from app_private.audit_chain c where c.place <= last.place;",
      "",
    ],
    [
      "a purge is not recorded",
      "perform app_private.audit('ENTRIES_PURGED', facts => jsonb_build_object('place', last.place, 'hash', encode(last.hash, 'hex')));",
      "",
    ],
    ["a purge records no place", "'place', last.place, ", ""],
    ["a purge never ends", "return 0;", "return 1;"],
    [
      "a purge deletes an old entry after a young one",
      "(select min(f.place) from app_private.audit_chain f join",
      "(select max(f.place) from app_private.audit_chain f join",
    ],
  ]),
  ...inFunction("app_private.refuse_to_change_audit", LOG, [
    ["an owner edits entries", "if tg_op = 'DELETE' then", "if tg_op in ('DELETE', 'UPDATE') then"],
    ["a refusal has another code", "'insufficient_privilege'", "'raise_exception'"],
    [
      "entries of the last second of the retention are deleted",
      "old.created_at < now() -",
      "old.created_at < now() + interval '1 hour' -",
    ],
  ]),
  ...inSchema("the audit log's triggers", LOG, [
    [
      "an owner empties the chain",
      "drop trigger refuse_to_truncate_audit on app_private.audit_chain",
    ],
    [
      "each progress of a publication is recorded",
      "drop trigger audit_publication on app_private.publications; create trigger audit_publication after update on app_private.publications for each row when (new.completed_at is not null) execute function app_private.audit_publication()",
    ],
    ["settings change without a record", "drop trigger audit_settings on app_private.settings"],
    ["administrators do not read the log", "drop policy read_all on app_public.audit_entries"],
    [
      "administrators write the log",
      "grant insert on app_public.audit_entries to app_admin; create policy write_too on app_public.audit_entries for insert to app_admin with check (true)",
    ],
  ]),
];
