import { inFunction } from "../../fault.ts";

const DELIVERIES = ["test/database/deliveries.test.ts"];
const OUTCOMES = ["test/database/delivery-outcomes.test.ts"];
const PUSH_OUTCOMES = ["test/database/push-outcomes.test.ts"];
const DEVICES = ["test/database/devices.test.ts"];
const RETENTION = ["test/database/retention.test.ts"];

/** Faults by which pushes take the rows of another user, provider, attempt or moment. */
export const faults = [
  ...inFunction("app_private.claim_deliveries", OUTCOMES, [
    [
      "a retry takes the pushes of another provider",
      "and d.provider = claim_deliveries.provider\n      and (d.state = 'queued' and",
      "and (d.state = 'queued' and",
    ],
    [
      "a retry waits for the quiet hours of anybody",
      "and d.level <> 'ONE' and d.due_at <= now() and q.user_id = d.user_id",
      "and d.level <> 'ONE' and d.due_at <= now()",
    ],
  ]),
  ...inFunction("app_private.claim_deliveries", DELIVERIES, [
    [
      "pushes wait for the clock that was set back",
      "coalesce(d.sent_at, d.created_at) > moment + interval '10 seconds'",
      "false",
    ],
    [
      "a push that was sent waits for the clock that was set back",
      "coalesce(d.sent_at, d.created_at)",
      "d.created_at",
    ],
    [
      "a push that was never sent waits for the clock that was set back",
      "coalesce(d.sent_at, d.created_at)",
      "d.sent_at",
    ],
    [
      "what was being sent goes on after the alert's end",
      "and d.state in ('queued', 'sent') and n.id",
      "and d.state in ('queued') and n.id",
    ],
    [
      "what was being sent to a device that is gone has no end",
      "d.state in ('queued', 'sent')\n      and not exists",
      "d.state in ('queued')\n      and not exists",
    ],
  ]),
  ...inFunction("app_private.insert_deliveries", OUTCOMES, [
    [
      "a first try waits for the quiet hours of anybody",
      "where h.user_id = n.user_id and n.level <> 'ONE'",
      "where n.level <> 'ONE' limit 1",
    ],
  ]),
  ...inFunction("app_private.insert_deliveries", DELIVERIES, [
    ["a push that comes too late has no end", "case c.state when 'failed' then moment end", "null"],
  ]),
  ...inFunction("app_private.follow_up_deliveries", OUTCOMES, [
    [
      "a follow-up is queued for another provider's pushes",
      "d.provider = follow_up_deliveries.provider and ",
      "",
    ],
  ]),
  ...inFunction("app_private.release_quiet_deliveries", OUTCOMES, [
    [
      "the end of quiet hours releases one provider only",
      "group by d.provider, d.level",
      "and d.provider = 'expo' group by d.provider, d.level",
    ],
  ]),
  ...inFunction("app_private.record_deliveries", OUTCOMES, [
    ["an accepted push keeps its failure", "why = o.why,\n", "why = coalesce(o.why, d.why),\n"],
    [
      "receipts of any provider are asked of Expo",
      "app_private.queue_receipts(provider, receipts)",
      "app_private.queue_receipts('expo', receipts)",
    ],
  ]),
  ...inFunction("app_private.record_deliveries", PUSH_OUTCOMES, [
    [
      "a provider that refuses a push for good takes it",
      "elsif recorded.state = 'accepted' then",
      "elsif recorded.state <> 'dead' then",
    ],
    [
      "each provider is noted as Expo",
      "app_private.note_push_outcome(provider, case",
      "app_private.note_push_outcome('expo', case",
    ],
  ]),
  ...inFunction("app_private.record_receipts", OUTCOMES, [
    ["an answer without a receipt ends the asking", " where o.receipt is not null", ""],
    [
      "missing receipts are asked of Expo",
      "app_private.queue_receipts(provider, missing)",
      "app_private.queue_receipts('expo', missing)",
    ],
    [
      "retries after receipts go to Expo",
      "app_private.follow_up_deliveries(provider, r.ids",
      "app_private.follow_up_deliveries('expo', r.ids",
    ],
  ]),
  ...inFunction("app_private.note_push_outcome", PUSH_OUTCOMES, [
    [
      "a provider fails since its first failure of all",
      "case when note_push_outcome.why is not null then coalesce(o.failing_since, clock_timestamp()) end",
      "coalesce(o.failing_since, clock_timestamp())",
    ],
    ["jobs wait for each other's note", " skip locked", ""],
    [
      "all providers fail together",
      "where o.provider = note_push_outcome.provider;\n  elsif",
      "where true;\n  elsif",
    ],
    [
      "one provider is noted only",
      "elsif not exists (select from app_private.push_outcomes o where o.provider = note_push_outcome.provider) then",
      "elsif not exists (select from app_private.push_outcomes o) then",
    ],
  ]),
  ...inFunction("app_private.push_reason", PUSH_OUTCOMES, [
    ["long words of reasons are hidden", "{60,}", "{30,}"],
  ]),
  ...inFunction("app_private.queue_receipts", DELIVERIES, [
    ["receipts come before pushes", "priority => 5", "priority => 1"],
  ]),
  ...inFunction("app_private.quiet_until", DELIVERIES, [
    [
      "quiet hours of a day begin a moment late",
      "when starts < ends and here::time >= starts",
      "when starts < ends and here::time > starts",
    ],
    [
      "a time zone that nobody knows stops all pushes",
      "exception when invalid_parameter_value then",
      "exception when division_by_zero then",
    ],
  ]),
  ...inFunction("app_private.keep_delivery_results", RETENTION, [
    [
      "an alert without failures keeps no results",
      "coalesce((select jsonb_agg(f) from app_private.push_failures_of_alert(alert.id) f), '[]')",
      "(select jsonb_agg(f) from app_private.push_failures_of_alert(alert.id) f)",
    ],
    ["an alert without pushes keeps no results", ",\n        '[]'))", ", null))"],
  ]),
  ...inFunction("app_private.device_token", DEVICES, [
    [
      "the keys of a subscription are swapped",
      "'auth', subscription #> '{keys,auth}', 'p256dh', subscription #> '{keys,p256dh}'",
      "'auth', subscription #> '{keys,p256dh}', 'p256dh', subscription #> '{keys,auth}'",
    ],
  ]),
  ...inFunction("app_public.register_device", DEVICES, [
    ["one's own device in another form has left", " and t.user_id <> owner.id", ""],
    [
      "a device that another took in another form has not left",
      "perform app_private.note_left_device(t.user_id, other_token)",
      "perform 1",
    ],
  ]),
  ...inFunction("app_public.devices", DEVICES, [
    [
      "all devices are of Expo",
      "select o.id, o.provider, o.created_at",
      "select o.id, 'expo'::app_private.push_provider as provider, o.created_at",
    ],
  ]),
  ...inFunction("app_private.note_left_device", DEVICES, [
    [
      "all devices that left are of Expo",
      "d.user_id, d.id, d.provider, d.created_at",
      "d.user_id, d.id, 'expo', d.created_at",
    ],
  ]),
];
