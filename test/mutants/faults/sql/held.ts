import { inFunction } from "../../fault.ts";

const HELD = ["test/database/held-publications.test.ts"];

/** Faults in publications that can be taken back. */
export const faults = [
  ...inFunction("app_private.hold_publication", HELD, [
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
  ]),
  ...inFunction("app_private.publish_held", HELD, [
    [
      "what was taken back is published",
      "h.id = held_id and h.state = 'HELD' for update",
      "h.id = held_id for update",
    ],
    ["what is late is published", "held.due_at < clock_timestamp() - interval '1 minute'", "false"],
    [
      "a former administrator publishes",
      "not coalesce((select u.is_admin from app_public.users u where u.id = held.user_id), false)",
      "false",
    ],
    [
      "nobody is the author",
      "perform set_config('jwt.claims.user_id', held.user_id::text, true);",
      "",
    ],
    ["the second phase waits", "perform app_private.continue_publication(held.alert_id);", ""],
    ["a refusal is tried again without end", "if sqlstate not like 'LA%' then", "if true then"],
  ]),
  ...inFunction("app_private.take_back", HELD, [
    ["what was published is taken back", " and h.state = 'HELD'", ""],
    [
      "it is not said that it is too late",
      "elsif held.state = 'PUBLISHED' then",
      "elsif false then",
    ],
    ["who took it back is forgotten", ", settled_by = app_public.current_user_id()", ""],
  ]),
  ...["publication_hold", "publication_take_back", "held_publication", "publish_step"].flatMap(
    (name) =>
      inFunction(`app_public.${name}`, HELD, [
        [`everyone may call ${name}`, "perform app_public.require_admin();", ""],
      ]),
  ),
];
