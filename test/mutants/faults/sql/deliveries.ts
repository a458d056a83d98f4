import { inFunction } from "../../fault.ts";

const DELIVERIES = "test/database/deliveries.test.ts";
const OUTCOMES = "test/database/delivery-outcomes.test.ts";
const DEVICES = "test/database/devices.test.ts";
const LIFE = "test/database/alert-life.test.ts";
const QUEUED = "test/database/queued-jobs.test.ts";
const THOUSANDS = "test/matching/rules.test.ts";

/** Faults in devices, pushes and quiet hours. */
export const faults = [
  ...inFunction(
    "app_private.claim_deliveries",
    [DELIVERIES, OUTCOMES, LIFE],
    [
      [
        "another job claims what is being sent",
        "d.due_at <= now() or d.state = 'sent' and d.job_id = claim_deliveries.job_id",
        "d.due_at <= now() or d.state = 'sent'",
      ],
      [
        "a job does not repeat what it was sending",
        "d.due_at <= now() or d.state = 'sent' and d.job_id = claim_deliveries.job_id",
        "d.due_at <= now()",
      ],
      [
        "a retry is sent before it is due",
        "d.state = 'queued' and d.due_at <= now() or",
        "d.state = 'queued' or",
      ],
      [
        "a retry in quiet hours is sent",
        "and d.level <> 'ONE' and d.due_at <= now()",
        "and d.level = 'THREE' and d.due_at <= now()",
      ],
      [
        "a retry of ONE waits for quiet hours",
        "and d.level <> 'ONE' and d.due_at <= now()",
        "and d.due_at <= now()",
      ],
      [
        "a retry after the end is sent",
        "and n.alert_id <> all (case n.kind when 'ALL_CLEAR' then cleared else lasting end);",
        "and false;",
      ],
      [
        "a late all-clear fails at its retry",
        "and n.alert_id <> all (case n.kind when 'ALL_CLEAR' then cleared else lasting end);",
        "and n.alert_id <> all (lasting);",
      ],
      [
        "a push to a removed device is tried",
        "set state = 'dead', settled_at = moment, why = 'The device was unregistered.'",
        "set why = 'The device was unregistered.'",
      ],
      [
        "a removed device's delivery has no end",
        "set state = 'dead', settled_at = moment,",
        "set state = 'dead',",
      ],
      ["attempts are not counted", "attempts = d.attempts + 1", "attempts = d.attempts"],
    ],
  ),
  ...inFunction(
    "app_private.insert_deliveries",
    [DELIVERIES, OUTCOMES, LIFE],
    [
      ["a push of ONE waits for quiet hours", " and n.level <> 'ONE'\n      ) q", "\n      ) q"],
      [
        "an all-clear is pushed only while the alert lasts",
        "n.alert_id <> all (case n.kind when 'ALL_CLEAR' then cleared else lasting end) as has_ended",
        "n.alert_id <> all (lasting) as has_ended",
      ],
      ["the first attempt is not counted", "(c.state = 'sent')::integer", "0"],
      [
        "a push goes to the wrong provider",
        "v.provider = insert_deliveries.provider and v.user_id",
        "v.user_id",
      ],
      ["the end of quiet hours is forgotten", "coalesce(q.until, now())", "now()"],
    ],
  ),
  ...inFunction(
    "app_private.deliveries_claimed_at",
    [DELIVERIES, OUTCOMES],
    [
      ["a job gets all that was sent", "and d.sent_at = moment ", ""],
      [
        "pushes come in any order",
        "order by d.notification_id, d.device_id",
        "order by d.notification_id desc, d.device_id desc",
      ],
    ],
  ),
  ...inFunction(
    "app_private.delivery_of_alert",
    [DELIVERIES, OUTCOMES],
    [
      ["figures count all-clears", " and n.kind <> 'ALL_CLEAR'\n", "\n"],
      [
        "the median is p95",
        "percentile_cont(0.5) within group (order by t.accepted_after)",
        "percentile_cont(0.95) within group (order by t.accepted_after)",
      ],
      [
        "p95 is the median",
        "percentile_cont(0.95) within group (order by t.accepted_after)",
        "percentile_cont(0.5) within group (order by t.accepted_after)",
      ],
      [
        "p95 of seen is the median",
        "percentile_cont(0.95) within group (order by t.seen_after)",
        "percentile_cont(0.5) within group (order by t.seen_after)",
      ],
      [
        "median of seen is of accepted",
        "percentile_cont(0.5) within group (order by t.seen_after)",
        "percentile_cont(0.5) within group (order by t.accepted_after)",
      ],
      ["the last device counts", "min(e.settled_at)", "max(e.settled_at)"],
      [
        "one failed device fails a person",
        "bool_and(e.state in ('failed', 'dead'))",
        "bool_or(e.state in ('failed', 'dead'))",
      ],
      ["a dead device is no failure", "e.state in ('failed', 'dead')", "e.state = 'failed'"],
      [
        "the time of a late entry counts from the publication",
        "coalesce(n.rule = 'INSIDE_WHEN_PUBLISHED', n.taken_at <= v.created_at, true) and n.created_at",
        "n.created_at",
      ],
      [
        "all times count from the notification",
        "then coalesce(v.created_at, alert.created_at)",
        "then n.created_at",
      ],
      [
        "pushes that wait have left",
        "bool_or(e.accepted_at is not null or e.state = 'accepted')",
        "bool_or(true)",
      ],
      [
        "a push whose receipt failed has never left",
        "e.accepted_at is not null or e.state = 'accepted'",
        "e.state = 'accepted'",
      ],
      [
        "a person counts at the outermost level",
        "select min(t.level) as level",
        "select max(t.level) as level",
      ],
      ["a person who was reached once has failed", " and not bool_or(t.accepted) as", " as"],
      ["a person whose push waits has failed", "p.is_failed and not p.waits", "p.is_failed"],
      ["a person who was pushed to waits", "p.waits and not p.is_pushed", "p.waits"],
    ],
  ),
  ...inFunction(
    "app_private.device_token",
    [DEVICES],
    [
      [
        "one device has two tokens",
        "'endpoint', subscription -> 'endpoint',",
        "'endpoint', subscription -> 'endpoint', 'expirationTime', subscription -> 'expirationTime',",
      ],
      [
        "a subscription without keys",
        "and subscription #>> '{keys,auth}' ~ '^[A-Za-z0-9_=-]+$', false)",
        ", false)",
      ],
      [
        "any endpoint",
        "subscription ->> 'endpoint' ~ '^https?://'",
        "subscription ->> 'endpoint' is not null",
      ],
    ],
  ),
  ...inFunction(
    "app_private.follow_up_deliveries",
    [DELIVERIES, OUTCOMES],
    [
      ["a follow-up runs at the last due time", "min(d.due_at)", "max(d.due_at)"],
      ["a follow-up runs too early", "greatest(waiting.due_at, not_before)", "waiting.due_at"],
      ["a follow-up runs before it is due", "greatest(waiting.due_at, not_before)", "not_before"],
      [
        "a follow-up has no priority",
        "array_position(enum_range(null::app_public.level_alert), level)",
        "0",
      ],
      ["a follow-up pushes what was sent", " and d.state = 'queued'", ""],
    ],
  ),
  ...inFunction(
    "app_private.may_push",
    [OUTCOMES, LIFE],
    [
      ["an all-clear is pushed for an hour", "interval '1 day'", "interval '1 hour'"],
      ["an all-clear is pushed for a week", "interval '1 day'", "interval '1 week'"],
      ["an all-clear is never pushed", "alert.cancelled_at > now() - interval '1 day'", "false"],
    ],
  ),
  ...inFunction(
    "app_private.other_expo_token",
    [DEVICES],
    [
      ["a wrapped token keeps its bracket", "length(token) - 19", "length(token) - 18"],
      ["a bare token is not wrapped", "else 'ExponentPushToken[' || token || ']'", "else token"],
    ],
  ),
  ...inFunction(
    "app_private.push_provider",
    [DEVICES, DELIVERIES],
    [
      [
        "tokens with a colon are Expo's",
        "when push_provider.token ~ '^[A-Za-z0-9_-]+:[A-Za-z0-9_-]{80,}$' then 'fcm'",
        "",
      ],
      ["a token in brackets is bare", "Expo(nent)?PushToken", "ExponentPush"],
      [
        "bare tokens are FCM's",
        "(select s.bare_token_provider from app_private.settings s)",
        "'fcm'",
      ],
      ["a subscription after a blank is bare", "'^\\s*\\{'", "'^\\{'"],
    ],
  ),
  ...inFunction(
    "app_private.queue_pushes",
    [DELIVERIES, QUEUED, THOUSANDS],
    [
      [
        "every thousandth push is left out",
        "notification_ids[first:first + 999]",
        "notification_ids[first:first + 998]",
      ],
      [
        "jobs overlap",
        "notification_ids[first:first + 999]",
        "notification_ids[first:first + 1000]",
      ],
      [
        "pushes of THREE go first",
        "array_position(enum_range(null::app_public.level_alert), level)",
        "4 - array_position(enum_range(null::app_public.level_alert), level)",
      ],
      [
        "the last user's device is not found",
        "d.user_id <= last_user_id",
        "d.user_id < last_user_id",
      ],
      [
        "the first user's device is not found",
        "(d.provider, d.user_id) >= (taker, first_user_id)",
        "(d.provider, d.user_id) > (taker, first_user_id)",
      ],
      ["another provider's device counts", "d.provider = taker and d.user_id", "d.user_id"],
    ],
  ),
  ...inFunction(
    "app_private.queue_receipts",
    [DELIVERIES],
    [["receipts are asked for at once", "run_at => now() + s.receipt_delay, ", ""]],
  ),
  ...inFunction(
    "app_private.remove_dead_device",
    [DELIVERIES],
    [
      [
        "a device that was registered again is removed",
        "and d.created_at <= coalesce(remove_dead_device.sent_at, 'infinity')",
        "",
      ],
    ],
  ),
  ...inFunction(
    "app_private.clock_of",
    [DELIVERIES],
    [
      ["quiet hours by CET have no summer time", "('CET', 'MET')", "('MET')"],
      ["quiet hours by MET have no summer time", "('CET', 'MET')", "('CET')"],
      ["quiet hours by EET have no summer time", "upper(time_zone) = 'EET'", "false"],
      ["quiet hours by Cet have no summer time", "upper(time_zone) in", "time_zone in"],
      ["quiet hours by WET are those of Athens", "'Europe/Lisbon'", "'Europe/Athens'"],
    ],
  ),
  ...inFunction(
    "app_private.quiet_until",
    [DELIVERIES],
    [
      [
        "quiet hours past midnight end a day late",
        "when starts > ends and here::time < ends then (here::date + ends)",
        "when starts > ends and here::time < ends then (here::date + 1 + ends)",
      ],
      [
        "the last moment of a nap is quiet",
        "here::time >= starts and here::time < ends",
        "here::time >= starts and here::time <= ends",
      ],
      [
        "the first moment of a night is loud",
        "when starts > ends and here::time >= starts",
        "when starts > ends and here::time > starts",
      ],
    ],
  ),
  ...inFunction(
    "app_private.record_deliveries",
    [DELIVERIES, OUTCOMES],
    [
      [
        "a retry keeps its end",
        "settled_at = case when o.state <> 'retry' then o.at end",
        "settled_at = o.at",
      ],
      [
        "a wait grows without end",
        "least(power(2, least(d.attempts, 20) - 1), 300)",
        "power(2, least(d.attempts, 20) - 1)",
      ],
      ["the provider's wait is ignored", "o.after / 1000,", "null,"],
      [
        "an untried push was sent",
        "case when o.unsent and d.attempts = 1 then null else d.sent_at end",
        "d.sent_at",
      ],
      ["an unsent retry forgets its first attempt", "o.unsent and d.attempts = 1", "o.unsent"],
      [
        "an accepted push forgets its failures",
        "case when o.failure is null then d.failures else",
        "case when o.failure is null then '{}' else",
      ],
      [
        "the shortest wait returns",
        "greatest(longest_wait, recorded.wait)",
        "least(longest_wait, recorded.wait)",
      ],
      [
        "dead devices stay",
        "perform app_private.remove_dead_device(recorded.user_id, recorded.device_id, recorded.sent_at);",
        "null;",
      ],
      ["the answer's delay is ignored", "moment - r.ago * interval '1 millisecond'", "moment"],
      ["all hosts retry at once", "0.75 + random() / 2", "1"],
    ],
  ),
  ...inFunction(
    "app_private.record_receipts",
    [DELIVERIES, OUTCOMES],
    [
      [
        "receipts that never come are asked for without end",
        " and d.settled_at > now() - interval '1 day'",
        "",
      ],
      [
        "receipts that are late are not asked for again",
        "d.settled_at > now() - interval '1 day'",
        "d.settled_at > now() - interval '1 hour'",
      ],
      ["a retried push has an end", "when 'retry' then null else moment end", "else moment end"],
      [
        "an accepted push ends again",
        "case o.state when 'accepted' then d.settled_at when",
        "case o.state when",
      ],
      ["a receipt is answered twice", "set receipt = null,", "set"],
      [
        "a retry by a receipt has no job",
        "perform app_private.follow_up_deliveries(provider, r.ids, r.level, now())",
        "perform 1",
      ],
      [
        "a dead device's receipt keeps it",
        "perform app_private.remove_dead_device(recorded.user_id, recorded.device_id, recorded.sent_at);",
        "null;",
      ],
    ],
  ),
  ...inFunction(
    "app_private.release_quiet_deliveries",
    [OUTCOMES, DELIVERIES],
    [
      ["a retry is released with quiet hours", "and d.attempts = 0", ""],
      [
        "everyone's quiet hours end",
        "where d.user_id = release_quiet_deliveries.user_id and d.state = 'queued'\n",
        "where d.state = 'queued'\n",
      ],
      [
        "each change of quiet hours leaves a job",
        "locked_at is not null) then quiet_key end",
        "locked_at is not null) then null end",
      ],
      [
        "a job that runs while quiet hours change loses its retries",
        "case when not exists (select from graphile_worker.jobs j where j.key = quiet_key and j.locked_at is not null) then quiet_key end",
        "quiet_key",
      ],
      ["quiet hours that stay the same release all", "d.due_at <> quiet_end", "true"],
      ["released pushes have no job", "if not found then", "if true then"],
    ],
  ),
  ...inFunction(
    "app_private.remove_devices",
    [DEVICES, DELIVERIES],
    [
      [
        "a removed device's token stays taken",
        "delete from app_private.device_tokens t where t.token = removed.token and t.user_id = remove_devices.user_id;",
        "",
      ],
      ["all devices go", " and d.id = any (device_ids) order by", " order by"],
    ],
  ),
  ...inFunction(
    "app_private.take_device_token",
    [DEVICES],
    [
      [
        "a sold phone keeps its old user",
        "delete from app_private.devices d where d.user_id = holder_id and d.token = take_device_token.token;",
        "",
      ],
      [
        "a sold phone's token keeps its old user",
        "update app_private.device_tokens t set user_id = take_device_token.user_id where t.token = take_device_token.token;",
        "",
      ],
      [
        "the old user loses all devices",
        "where d.user_id = holder_id and d.token = take_device_token.token",
        "where d.user_id = holder_id",
      ],
      [
        "the old user does not see it",
        "perform app_private.note_left_device(holder_id, take_device_token.token);",
        "",
      ],
    ],
  ),
  ...inFunction(
    "app_private.note_left_device",
    [DEVICES],
    [
      ["all devices have left", " and d.token = note_left_device.token", ""],
      ["devices that left are kept for ever", "offset 20", "offset 1000"],
    ],
  ),
  ...inFunction(
    "app_public.device_unregister",
    [DEVICES],
    [
      [
        "the other form of a token is unknown",
        "d.token in (app_private.device_token(device_unregister.token), app_private.other_expo_token(device_unregister.token))",
        "d.token = app_private.device_token(device_unregister.token)",
      ],
      ["anyone unregisters a device", "d.user_id = owner.id and d.token", "d.token"],
      ["an unknown token is removed", "if device_ids = '{}' then", "if false then"],
    ],
  ),
  ...inFunction(
    "app_public.quiet_hours_edit",
    [DELIVERIES, OUTCOMES],
    [
      ["24:00 is a time of day", "2[0-3]", "2[0-4]"],
      ["quiet hours of a day", ` or input."from" = input."to" then`, " then"],
      [
        "any zone",
        "if app_private.is_time_zone(input.time_zone) is not true then",
        "if false then",
      ],
      ["the zone stays the first one", ", time_zone = excluded.time_zone", ""],
      [
        "new quiet hours keep pushes waiting",
        "perform app_private.release_quiet_deliveries(owner.id);",
        "",
      ],
    ],
  ),
  ...inFunction(
    "app_public.quiet_hours_remove",
    [DELIVERIES, OUTCOMES],
    [
      [
        "everyone's quiet hours are removed",
        "delete from app_public.quiet_hours q where q.user_id = owner.id;",
        "delete from app_public.quiet_hours q;",
      ],
      [
        "removed quiet hours keep pushes waiting",
        "perform app_private.release_quiet_deliveries(owner.id);",
        "",
      ],
    ],
  ),
  ...inFunction(
    "app_public.register_device",
    [DEVICES],
    [
      ["a twentieth device is too many", "offset 20", "offset 19"],
      ["a user has twenty-one devices", "offset 20", "offset 21"],
      [
        "the newest device goes",
        "order by d.created_at desc, d.id desc offset",
        "order by d.created_at, d.id offset",
      ],
      ["a token is stored in both forms", "t where t.token = other_token;", "t where false;"],
      ["a device registered again stays the oldest", ", created_at = excluded.created_at;", ";"],
      [
        "a device keeps its old provider",
        "set provider = excluded.provider, created_at",
        "set created_at",
      ],
    ],
  ),
  ...inFunction(
    "app_private.push_provider",
    ["test/push/registry.test.ts"],
    [["a short token with a colon is FCM's", "{80,}", "{8,}"]],
  ),
  ...inFunction(
    "app_private.record_receipts",
    ["test/database/delivery-outcomes.test.ts"],
    [["a retry by a receipt of THREE goes first", "r.ids, r.level, now()", "r.ids, 'ONE', now()"]],
  ),
  ...inFunction(
    "app_private.record_deliveries",
    ["test/database/push-outcomes.test.ts"],
    [["a reason may name the device", "app_private.push_reason(r.why) as why", "r.why"]],
  ),
  ...inFunction(
    "app_private.note_push_outcome",
    ["test/database/push-outcomes.test.ts"],
    [
      [
        "a first failure has no beginning",
        "case when note_push_outcome.why is not null then clock_timestamp() end)",
        "null)",
      ],
    ],
  ),
  ...inFunction(
    "app_private.record_receipts",
    ["test/database/delivery-outcomes.test.ts"],
    [
      [
        "only the last level of retries is kept",
        "retried_levels || recorded.level",
        "array[recorded.level]",
      ],
      [
        "failures of receipts leave no record",
        "case when o.failure is null then d.failures else d.failures || o.failure end",
        "d.failures",
      ],
      ["the reason of a receipt is lost", "        why = o.why,\n", "        why = null,\n"],
    ],
  ),
  ...inFunction(
    "app_private.record_deliveries",
    ["test/database/delivery-outcomes.test.ts"],
    [
      [
        "the first moment of acceptance is lost",
        "coalesce(d.accepted_at, case when o.state = 'accepted' then o.at end)",
        "case when o.state = 'accepted' then o.at end",
      ],
    ],
  ),
];
