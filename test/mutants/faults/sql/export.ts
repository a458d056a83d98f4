import { inFunction, inSchema } from "../../fault.ts";

const EXPORT = ["test/database/export.test.ts"];
const API_EXPORT = ["test/api/export.test.ts"];
const SYNCHRONOUS_COMMIT = ["test/database/synchronous-commit.test.ts"];
const RLS_MATRIX = ["test/database/rls-matrix.test.ts"];

/** Faults in the export of what is held of a person. */
export const faults = [
  ...inFunction("app_private.may_export", EXPORT, [
    [
      "everyone exports everyone",
      "(caller.role = 'app_admin' or caller.user_id = may_export.user_id::text)",
      "caller.role <> 'app_anonymous'",
    ],
    [
      "an unknown user is exported",
      "and exists (select from app_public.users u where u.id = may_export.user_id)",
      "",
    ],
  ]),
  ...inFunction("app_private.may_export", API_EXPORT, [
    ["an administrator exports only themselves", "caller.role = 'app_admin' or ", ""],
    ["only administrators export", " or caller.user_id = may_export.user_id::text", ""],
  ]),
  ...inFunction("app_private.begin_export", API_EXPORT, [
    ["an export without a right begins", "is not true then", "is null then"],
    [
      "an export is not in the audit log",
      "perform app_private.audit('USER_EXPORTED', 'USER', begin_export.user_id,\n    actor_id => token_user_id, session_id => begin_export.session_id);",
      "",
    ],
    [
      "an export is logged under the person",
      "actor_id => token_user_id",
      "actor_id => begin_export.user_id",
    ],
  ]),
  ...inFunction("app_private.begin_export", SYNCHRONOUS_COMMIT, [
    ["a crash hides an export", "perform app_private.commit_synchronously();", ""],
  ]),
  ...inFunction("app_private.export_page", EXPORT, [
    ["pages go on after the session's end", "if not is_allowed then", "if false then"],
    [
      "the export has local times",
      "SET \"TimeZone\" TO 'UTC'",
      "SET \"TimeZone\" TO 'Europe/Rome'",
    ],
    ["a password counts for everyone", "where c.user_id = export_page.user_id)", "where true)"],
    ["a tester is none in the export", "'isTester', u.is_tester,", "'isTester', u.is_admin,"],
    ["the invitation of another is exported", "where j.user_id = u.id)", "limit 1)"],
    [
      "the link's end is missing",
      "(select max(l.expires_at) from app_private.password_links l where l.user_id = export_page.user_id)",
      "null",
    ],
    ["the end of the earlier link is exported", "max(l.expires_at)", "min(l.expires_at)"],
    [
      "the end of the email's link is missing",
      "(select l.expires_at from app_private.email_links l where l.user_id = export_page.user_id)",
      "null",
    ],
    [
      "the last position has the time of its report",
      "'createdAt', l.created_at, 'takenAt', l.taken_at,",
      "'createdAt', l.created_at, 'takenAt', l.created_at,",
    ],
    [
      "the quiet hours of others are exported",
      "into items from app_public.quiet_hours q where q.user_id = export_page.user_id",
      "into items from app_public.quiet_hours q",
    ],
    [
      "devices that left are missing",
      "\n        union all\n        select l.id, l.provider, l.created_at, l.left_at from app_private.left_devices l where l.user_id = export_page.user_id",
      "",
    ],
    [
      "the devices that others left are exported",
      "from app_private.left_devices l where l.user_id = export_page.user_id",
      "from app_private.left_devices l",
    ],
    [
      "the keys of others are exported",
      "into items from app_private.device_keys k where k.user_id = export_page.user_id",
      "into items from app_private.device_keys k",
    ],
    ["the use of a key is missing", "'lastUsedAt', k.last_used_at", "'lastUsedAt', k.created_at"],
    [
      "positions are exported at once",
      "from app_public.positions o where o.user_id = export_page.user_id and o.id > after order by o.id limit most",
      "from app_public.positions o where o.user_id = export_page.user_id and o.id > after order by o.id",
    ],
    ["notifications are exported twice", "n.id > after order by", "n.id >= after order by"],
    [
      "the text of level TWO is that of ONE",
      "coalesce(v.text2, a.text2)",
      "coalesce(v.text1, a.text1)",
    ],
    [
      "the text of level THREE is that of TWO",
      "coalesce(v.text3, a.text3)",
      "coalesce(v.text2, a.text2)",
    ],
    [
      "an all-clear has the text of its level",
      "when p.kind = 'ALL_CLEAR' then coalesce(v.all_clear, a.all_clear)\n",
      "",
    ],
    [
      "a cleared place is exported",
      "'latitude', case when p.place_kept then p.latitude end",
      "'latitude', p.latitude",
    ],
    [
      "a cleared longitude is exported",
      "'longitude', case when p.place_kept then p.longitude end",
      "'longitude', p.longitude",
    ],
    [
      "a cleared activity is exported",
      "case when p.place_kept then p.moving_activity end",
      "p.moving_activity",
    ],
    [
      "a notification without its version is missing",
      "left join app_public.alert_versions v",
      "join app_public.alert_versions v",
    ],
    [
      "what the person did is missing",
      "where a.actor_id = export_page.user_id and a.id > after",
      "where false and a.id > after",
    ],
    [
      "an alert with the person's id counts",
      "a.object_type = 'USER' and a.object_id",
      "a.object_id",
    ],
    [
      "who read of the person is missing",
      "a.facts -> 'user_ids' @> to_jsonb(export_page.user_id)",
      "false",
    ],
    [
      "who followed the person is missing",
      "a.action in ('PEOPLE_READ', 'PEOPLE_FOLLOWED')",
      "a.action in ('PEOPLE_READ')",
    ],
    [
      "whoever was read of counts",
      " and a.facts -> 'user_ids' @> to_jsonb(export_page.user_id)",
      "",
    ],
    [
      "entries come in any order",
      "order by id limit most\n      ) e;",
      "order by id desc limit most\n      ) e;",
    ],
    [
      "what the person took back is missing",
      "export_page.user_id in (h.user_id, h.settled_by)",
      "export_page.user_id = h.user_id",
    ],
    [
      "what the person held is missing",
      "export_page.user_id in (h.user_id, h.settled_by)",
      "export_page.user_id = h.settled_by",
    ],
    [
      "drafts that the person edited are missing",
      "export_page.user_id in (d.user_id, d.editor_id)",
      "export_page.user_id = d.user_id",
    ],
    [
      "drafts of others are exported",
      "into items from app_public.shared_drafts d where export_page.user_id in (d.user_id, d.editor_id)",
      "into items from app_public.shared_drafts d",
    ],
    [
      "templates of others are exported",
      "into items from app_public.alert_templates m where m.user_id = export_page.user_id",
      "into items from app_public.alert_templates m",
    ],
    [
      "saved areas of others are exported",
      "into items from app_public.saved_areas s where s.user_id = export_page.user_id",
      "into items from app_public.saved_areas s",
    ],
    ["a part without items is missing", "items := coalesce(items, '{}');", ""],
  ]),
  ...inFunction("app_private.export_page", API_EXPORT, [
    [
      "another's user is exported",
      "into items from app_public.users u where u.id = export_page.user_id",
      "into items from app_public.users u",
    ],
    [
      "the last position of another is exported",
      "into items from app_public.last_positions l where l.user_id = export_page.user_id",
      "into items from app_public.last_positions l",
    ],
    [
      "quiet hours are turned round",
      "'from', q.starts, 'to', q.ends",
      "'from', q.ends, 'to', q.starts",
    ],
    [
      "the sessions of others are exported",
      "into items from app_public.sessions s where s.user_id = export_page.user_id",
      "into items from app_public.sessions s",
    ],
    [
      "the addresses of others are exported",
      "into items from app_private.login_addresses a where a.user_id = export_page.user_id",
      "into items from app_private.login_addresses a",
    ],
    [
      "the devices of others are exported",
      "from app_private.devices v where v.user_id = export_page.user_id",
      "from app_private.devices v",
    ],
    [
      "the positions of others are exported",
      "where o.user_id = export_page.user_id and o.id > after order by o.id limit most\n      ) p;",
      "where o.id > after order by o.id limit most\n      ) p;",
    ],
    [
      "positions are exported twice",
      "from app_public.positions o where o.user_id = export_page.user_id and o.id > after",
      "from app_public.positions o where o.user_id = export_page.user_id and o.id >= after",
    ],
    [
      "the notifications of others are exported",
      "where n.user_id = export_page.user_id and n.id > after",
      "where n.id > after",
    ],
    [
      "the deliveries of others are exported",
      "where o.user_id = export_page.user_id and o.id > after order by o.id limit most\n      ) d;",
      "where o.id > after order by o.id limit most\n      ) d;",
    ],
    ["a delivery's reason names a device", "'why', app_private.push_reason(d.why)", "'why', d.why"],
    [
      "what others did is the person's own",
      "coalesce(e.actor_id = export_page.user_id, false)",
      "true",
    ],
    [
      "an entry without an actor is nobody's",
      "coalesce(e.actor_id = export_page.user_id, false)",
      "e.actor_id = export_page.user_id",
    ],
    [
      "what was done to the person is missing",
      "where a.object_type = 'USER' and a.object_id = export_page.user_id",
      "where false",
    ],
    [
      "an entry that concerns others shows all its facts",
      "'fields', e.facts -> 'fields'",
      "'fields', e.facts",
    ],
    [
      "versions of others are exported",
      "into items from app_public.alert_versions v where v.user_id = export_page.user_id",
      "into items from app_public.alert_versions v",
    ],
  ]),
  ...inSchema("the rights on exports", RLS_MATRIX, [
    [
      "users export without a session",
      "grant execute on function app_private.export_page(integer, bigint, integer, text, bigint, integer) to app_user",
    ],
  ]),
  ...inFunction("app_private.export_page", EXPORT, [
    ["the text is that of the newest version", "coalesce(v.text1, a.text1)", "a.text1"],
  ]),
  ...inFunction(
    "app_private.export_page",
    ["test/database/export.test.ts"],
    [
      [
        "the password link is that of who exports",
        "from app_private.password_links l where l.user_id = export_page.user_id",
        "from app_private.password_links l where l.user_id = token_user_id",
      ],
      [
        "quiet hours are those of who exports",
        "app_public.quiet_hours q where q.user_id = export_page.user_id",
        "app_public.quiet_hours q where q.user_id = token_user_id",
      ],
      [
        "sessions are those of who exports",
        "app_public.sessions s where s.user_id = export_page.user_id",
        "app_public.sessions s where s.user_id = token_user_id",
      ],
      [
        "devices are those of who exports",
        "app_private.devices v where v.user_id = export_page.user_id",
        "app_private.devices v where v.user_id = token_user_id",
      ],
      [
        "notifications are those of who exports",
        "app_public.notifications n where n.user_id = export_page.user_id",
        "app_public.notifications n where n.user_id = token_user_id",
      ],
      [
        "deeds are those of who exports",
        "a where a.actor_id = export_page.user_id",
        "a where a.actor_id = token_user_id",
      ],
      [
        "what an administrator did is theirs in the export",
        "coalesce(e.actor_id = export_page.user_id, false)",
        "coalesce(e.actor_id = token_user_id, false)",
      ],
      [
        "drafts are those of who exports",
        "export_page.user_id in (d.user_id, d.editor_id)",
        "token_user_id in (d.user_id, d.editor_id)",
      ],
    ],
  ),
];
