import { inFunction } from "../../fault.ts";

const HELD_PUBLICATIONS = ["test/database/held-publications.test.ts"];
const SYNCHRONOUS_COMMIT = ["test/database/synchronous-commit.test.ts"];
const AUDIT = ["test/database/audit.test.ts"];
const TAKE_BACK_AT_ONCE = ["test/database/take-back-at-once.test.ts"];

/** Faults in publications that can be taken back. */
export const faults = [
  ...inFunction("app_private.run_publication", HELD_PUBLICATIONS, [
    [
      "a held all-clear runs as an update without changes",
      "if all_clear is not null then",
      "if all_clear is not null and alert_id is null then",
    ],
  ]),
  ...inFunction("app_private.repeated_publication", HELD_PUBLICATIONS, [
    [
      "a key of another administrator is one's own",
      "h.user_id = app_public.current_user_id() and h.key = input.key",
      "h.key = input.key",
    ],
    ["another all-clear counts as the first one", "held.all_clear)", "input.all_clear)"],
    ["other changes count as the first ones", "held.changes::text", "to_json(input.changes)::text"],
    [
      "another new alert counts as the first one",
      "held.new_alert::text",
      "to_json(input.new_alert)::text",
    ],
    [
      "another alert's all-clear counts as the first one",
      "held.alert_id is distinct from input.alert_id",
      "false",
    ],
    ["a new alert that went out is another one", "held.new_alert is null and", ""],
  ]),
  ...inFunction("app_private.hold_publication", HELD_PUBLICATIONS, [
    [
      "what went out fails when it is asked for again",
      "  if repeated.id is not null then\n    return repeated;\n  end if;\n",
      "",
    ],
    ["a held publication is published at once", "raise exception using errcode = 'LA200';", ""],
    [
      "what is wrong shows when it is due only",
      "perform app_private.run_publication(input.new_alert, input.alert_id, input.changes, input.all_clear);",
      "",
    ],
    [
      "all kinds may be mixed",
      "num_nonnulls(input.new_alert, input.changes, input.all_clear) <> 1",
      "false",
    ],
    [
      "an all-clear needs no alert",
      "(input.new_alert is distinct from null) = (input.alert_id is not null)",
      "false",
    ],
    [
      "the setting is ignored",
      "clock_timestamp() + s.take_back_time",
      "clock_timestamp() + interval '5 seconds'",
    ],
    [
      "a held publication has no job",
      "run_at => held.due_at",
      "run_at => held.due_at + interval '1 day'",
    ],
    ["old ones stay", "interval '30 days'", "interval '90 days'"],
    ["old ones go too early", "interval '30 days'", "interval '3 days'"],
    [
      "a repeated key is held again",
      "on conflict (user_id, key) do nothing",
      "on conflict (user_id, key) do update set due_at = excluded.due_at",
    ],
    [
      "what is held has no job",
      "perform graphile_worker.add_job('publish_held', json_build_object('id', held.id), run_at => held.due_at);",
      "",
    ],
    [
      "what nobody settled goes",
      "h.settled_at < now() - interval '30 days'",
      "coalesce(h.settled_at, h.due_at) < now() - interval '30 days'",
    ],
    [
      "an update is held as a new alert",
      "to_json(input.changes), input.all_clear",
      "null, input.all_clear",
    ],
  ]),
  ...inFunction("app_private.publish_held", HELD_PUBLICATIONS, [
    [
      "what was taken back is published",
      "h.id = held_id and h.state = 'HELD' for update",
      "h.id = held_id for update",
    ],
    ["what is late is published", "held.due_at < clock_timestamp() - interval '1 minute'", "false"],
    ["a former administrator publishes", "author.is_admin is not true", "false"],
    [
      "nobody is the author",
      "perform set_config('jwt.claims.user_id', held.user_id::text, true);",
      "",
    ],
    ["the second phase waits", "perform app_private.continue_publication(held.alert_id);", ""],
    ["a refusal is tried again without end", "if sqlstate not like 'LA%' then", "if true then"],
    ["an erased administrator publishes", "author.is_admin is not true", "not author.is_admin"],
    [
      "an exercise goes out as a real alert once its author's training has ended",
      "author.is_training <> held.by_training_user",
      "false",
    ],
    [
      "an update fails because a training has ended",
      "held.new_alert is not null and author.is_training",
      "author.is_training",
    ],
    ["a publication in time is late", "interval '1 minute'", "interval '1 second'"],
    [
      "a former author's alert fails without a reason",
      "reason := 'Its author is no administrator any more.';",
      "return;",
    ],
    [
      "what fails is said to be published",
      "case when reason is null then 'PUBLISHED' else 'FAILED' end",
      "'PUBLISHED'",
    ],
    ["it is not known which alert was published", "alert_id = held.alert_id, why", "why"],
    ["it is not known why it failed", ", why = reason", ""],
    ["it is not known when it was settled", ", settled_at = clock_timestamp()", ""],
    [
      "the update is lost",
      "json_populate_record(null::app_public.alert_update_input, held.changes), held.all_clear",
      "null, held.all_clear",
    ],
  ]),
  ...inFunction("app_private.take_back", HELD_PUBLICATIONS, [
    [
      "a training user takes back a real publication",
      "perform app_private.refuse_training_users();",
      "",
    ],
    [
      "a training user cannot take back another's exercise",
      " and not held.by_training_user then",
      " then",
    ],
    ["what was published is taken back", " and h.state = 'HELD'", ""],
    [
      "it is not said that it is too late",
      "elsif held.state = 'PUBLISHED' then",
      "elsif false then",
    ],
    ["who took it back is forgotten", ", settled_by = app_public.current_user_id()", ""],
    ["an unknown one is taken back", "if held.id is null then", "if false then"],
    ["all are taken back", "h.id = held_id and h.state = 'HELD'", "h.state = 'HELD'"],
    ["it is not known when it was taken back", "settled_at = clock_timestamp(), ", ""],
  ]),
  ...inFunction("app_public.publication_hold", HELD_PUBLICATIONS, [
    ["everyone may call publication_hold", "perform app_public.require_admin();", ""],
  ]),
  ...inFunction("app_public.publication_take_back", HELD_PUBLICATIONS, [
    ["everyone may call publication_take_back", "perform app_public.require_admin();", ""],
  ]),
  ...inFunction("app_public.held_publication", HELD_PUBLICATIONS, [
    ["everyone may call held_publication", "perform app_public.require_admin();", ""],
  ]),
  ...inFunction("app_public.publish_step", HELD_PUBLICATIONS, [
    ["everyone may call publish_step", "perform app_public.require_admin();", ""],
  ]),
  ...inFunction("app_private.hold_publication", SYNCHRONOUS_COMMIT, [
    ["what is held outlives no crash", "perform app_private.commit_synchronously();", ""],
  ]),
  ...inFunction("app_private.hold_publication", AUDIT, [
    [
      "what is held is not in the audit log",
      "perform app_private.audit('PUBLICATION_HELD', 'HELD_PUBLICATION', held.id);",
      "",
    ],
  ]),
  ...inFunction("app_private.publish_held", TAKE_BACK_AT_ONCE, [
    ["two jobs publish at once", "and h.state = 'HELD' for update", "and h.state = 'HELD'"],
  ]),
  ...inFunction("app_private.take_back", SYNCHRONOUS_COMMIT, [
    ["a crash publishes what was taken back", "perform app_private.commit_synchronously();", ""],
  ]),
  ...inFunction("app_private.take_back", AUDIT, [
    [
      "what is taken back is not in the audit log",
      "perform app_private.audit('PUBLICATION_TAKEN_BACK', 'HELD_PUBLICATION', held_id);",
      "",
    ],
    ["taking back twice is in the log twice", "if found then", "if true then"],
  ]),
  ...inFunction("app_private.held_publication", HELD_PUBLICATIONS, [
    [
      "the time that is left is negative",
      "greatest(0, extract(epoch from held.due_at - clock_timestamp()))",
      "extract(epoch from held.due_at - clock_timestamp())",
    ],
    [
      "a settled one has time left",
      "case when held.state = 'HELD' then greatest(0, extract(epoch from held.due_at - clock_timestamp())) else 0 end",
      "greatest(0, extract(epoch from held.due_at - clock_timestamp()))",
    ],
    ["the alert of a publication is not shown", "result.alert_id := held.alert_id;", ""],
    ["the reason of a failure is not shown", "result.reason := held.why;", ""],
  ]),
  ...inFunction("app_private.find_held_publication", HELD_PUBLICATIONS, [
    [
      "an unknown one is empty, not null",
      "case when held.id is not null then app_private.held_publication(held) end",
      "app_private.held_publication(held)",
    ],
  ]),
  ...inFunction("app_private.publish_step", HELD_PUBLICATIONS, [
    [
      "the step has the time in minutes",
      "extract(epoch from s.take_back_time)",
      "extract(minute from s.take_back_time)",
    ],
    [
      "the step has the seconds of a minute",
      "extract(epoch from s.take_back_time)",
      "extract(second from s.take_back_time)",
    ],
    ["the step asks above any number", "s.confirm_above", "null::integer"],
  ]),
  ...inFunction(
    "app_private.publish_held",
    ["test/database/held-publications.test.ts"],
    [
      [
        "any error ends a held publication",
        "      if sqlstate not like 'LA%' then\n        raise;\n      end if;\n",
        "",
      ],
    ],
  ),
];
