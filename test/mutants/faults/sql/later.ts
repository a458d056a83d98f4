import { inFunction } from "../../fault.ts";

const TRAINING = ["test/api/training.test.ts"];
const DELIVERY_OUTCOMES = ["test/database/delivery-outcomes.test.ts"];
const PUSH_OUTCOMES = ["test/database/push-outcomes.test.ts"];
const NEW_POSITIONS = ["test/database/new-positions.test.ts"];
const COUNTING_ALERTS = ["test/database/counting-alerts.test.ts"];
const AT_ONCE = ["test/database/users-at-once.test.ts"];
const LINKS_AT_ONCE = ["test/database/links-at-once.test.ts"];

const PROTECT = (id: string) => `perform app_private.protect_administrator(${id});`;

/** Faults in what administrators in training must not do. */
const training = [
  ...inFunction("app_private.protect_administrator", TRAINING, [
    [
      "a training user edits no ordinary user",
      "u.is_admin and not u.is_training",
      "not u.is_training",
    ],
    ["a training user edits no other training user", " and not u.is_training", ""],
  ]),
  ...inFunction("app_public.user_password_reset", TRAINING, [
    ["a training user becomes an administrator by a password", PROTECT("changed.id"), ""],
  ]),
  ...inFunction("app_public.user_edit", TRAINING, [
    ["a training user becomes an administrator by an email", PROTECT("user_edit.id"), ""],
  ]),
  ...inFunction("app_public.new_password_links", TRAINING, [
    ["a training user becomes an administrator by a link", PROTECT("owner_id"), ""],
  ]),
];

/** Faults in which of several pushes, refusals and answers counts. */
const pushes = [
  ...inFunction("app_private.claim_deliveries", DELIVERY_OUTCOMES, [
    [
      "the push of another alert is replaced",
      "l.user_id = n.user_id and l.alert_id = n.alert_id",
      "l.user_id = n.user_id",
    ],
    [
      "a more urgent notification replaces no push that waits",
      "(l.version, l.id) > (n.version, n.id)",
      "l.version > n.version",
    ],
    [
      "the push of another user replaces one that waits",
      "l.user_id = n.user_id and l.alert_id = n.alert_id",
      "l.alert_id = n.alert_id",
    ],
    [
      "a dead host's push follows a later one",
      "(d.state = 'queued' or d.state = 'sent' and d.job_id = claim_deliveries.job_id)\n      and n.id",
      "d.state = 'queued'\n      and n.id",
    ],
    [
      "a replaced push has no end",
      "settled_at = moment, why = 'A later notification of the alert took its place.'",
      "why = 'A later notification of the alert took its place.'",
    ],
  ]),
  ...inFunction("app_private.insert_deliveries", DELIVERY_OUTCOMES, [
    [
      "the first push of an earlier notification follows a later one's",
      "when r.has_ended or r.is_replaced then",
      "when r.has_ended then",
    ],
    [
      "a push that is replaced before it is tried has no reason",
      "when c.is_replaced then 'A later notification of the alert took its place.' end",
      "end",
    ],
  ]),
  ...inFunction("app_private.record_deliveries", DELIVERY_OUTCOMES, [
    ["the wait of one device is everyone's", "if recorded.everyone then", "if true then"],
  ]),
  ...inFunction("app_private.record_deliveries", PUSH_OUTCOMES, [
    [
      "one device that refuses again makes its provider fail",
      "recorded.state = 'retry' and recorded.attempts <= 1",
      "recorded.state = 'retry'",
    ],
    [
      "a provider that refuses everyone again does not fail",
      "(recorded.everyone or recorded.state = 'retry' and recorded.attempts <= 1)",
      "(recorded.state = 'retry' and recorded.attempts <= 1)",
    ],
    [
      "a provider that refuses everyone for good does not fail",
      "recorded.everyone or recorded.state = 'retry' and",
      "recorded.state = 'retry' and recorded.everyone or recorded.state = 'retry' and",
    ],
  ]),
  ...inFunction("app_private.record_receipts", PUSH_OUTCOMES, [
    ["any failed receipt makes its provider fail", "elsif recorded.everyone then", "else"],
    [
      "one refused receipt among others makes its provider fail",
      "if refusal is not null and not is_taken then",
      "if refusal is not null then",
    ],
    [
      "wrong credentials at a provider are nobody's failure",
      "perform app_private.note_push_outcome(provider, refusal);",
      "",
    ],
  ]),
];

/** Faults in what remains after a clock was ahead or a place was cleared. */
const moments = [
  ...inFunction("app_private.apply_position_report", NEW_POSITIONS, [
    ["reports are history once the clock was set back", " or l.taken_at > ahead", ""],
  ]),
  ...inFunction("app_private.keep_positions", NEW_POSITIONS, [
    [
      "of a fast clock's positions the last in the list is the last",
      "k.taken_at desc, i.taken_at desc nulls first, i.index desc",
      "k.taken_at desc, i.index desc",
    ],
  ]),
  ...inFunction("app_private.count_alert_chunk", COUNTING_ALERTS, [
    [
      "times of people whose places are cleared are lost",
      "coalesce(n.rule = 'CAME_IN_LATER', n.taken_at > v.created_at)",
      "n.taken_at > v.created_at",
    ],
    [
      "who came in later did not, once the place is cleared",
      "n.rule = 'CAME_IN_LATER'",
      "n.rule <> 'INSIDE_WHEN_PUBLISHED' and false",
    ],
  ]),
  ...inFunction("app_private.keep_alert_figures", COUNTING_ALERTS, [
    [
      "overspill falls when places are cleared",
      "case when p.is_cleared then e.reaching_out end",
      "null",
    ],
  ]),
];

/** Faults in the order of locks. */
const locks = [
  ...inFunction("app_private.report_with_key", AT_ONCE, [
    [
      "an app's report and an erasure wait for each other",
      "perform app_private.share_report_lock(report_with_key.user_id);",
      "",
    ],
  ]),
  ...inFunction("app_private.refresh_session", AT_ONCE, [
    [
      "a refresh beside a logout is a stolen token",
      "if not found then\n    -- It ended meanwhile.\n    return null;\n  end if;",
      "",
    ],
  ]),
  ...inFunction("app_private.make_verification_mail", LINKS_AT_ONCE, [
    [
      "a verification mail outlives an erasure",
      "app_private.lock_user(make_verification_mail.user_id)",
      "(select u.email from app_public.users u where u.id = make_verification_mail.user_id)",
    ],
  ]),
];

export const faults = [...training, ...pushes, ...moments, ...locks];
