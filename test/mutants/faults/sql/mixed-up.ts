import { inFunction } from "../../fault.ts";

const LOGINS = ["test/database/logins.test.ts"];
const SESSIONS = ["test/database/sessions.test.ts"];
const LINKS = ["test/database/mailed-links.test.ts"];
const BY_HAND = ["test/database/password-links.test.ts"];
const IMPORT = ["test/database/users-import.test.ts"];
const OVERVIEW = ["test/database/users-overview.test.ts"];
const KEYS = ["test/database/device-keys.test.ts"];
const EXPORT = ["test/database/export.test.ts"];
const FIELDS = ["test/database/export-fields.test.ts"];

/** Faults that mix a user's data up with something else: another account, session, moment or column. */
export const faults = [
  ...inFunction("app_private.complete_login", LOGINS, [
    [
      "a right password forgives the failures of all",
      "where f.counter = k.counter and f.key = k.key;\n  end if",
      "where f.counter = k.counter;\n  end if",
    ],
  ]),
  ...inFunction("app_private.login_wait", LOGINS, [
    [
      "no login is possible after many failures",
      "least(c.failures - c.free_failures, 20)",
      "least(c.failures - c.free_failures, 2000)",
    ],
  ]),
  ...inFunction("app_private.attempt_wait", LINKS, [
    [
      "no mail is possible after many requests",
      "least(c.failures - l.free_failures, 20)",
      "least(c.failures - l.free_failures, 2000)",
    ],
  ]),
  ...inFunction("app_private.password_link_email", LINKS, [
    ["a password link with too great an id is an error", "{0,8}", "{0,9}"],
  ]),
  ...inFunction("app_private.verify_email", LINKS, [
    ["an email link with too great an id is an error", "{0,8}", "{0,9}"],
  ]),
  ...inFunction("app_public.new_password_links", BY_HAND, [
    [
      "a link's secret is half as long",
      "gen_random_uuid()::text || gen_random_uuid()::text",
      "gen_random_uuid()::text",
    ],
  ]),
  ...inFunction("app_private.refresh_session", SESSIONS, [
    [
      "a token of another session of the user ends this one",
      " and r.session_id = refresh_session.session_id and r.family_hash",
      " and r.family_hash",
    ],
    [
      "a refresh prolongs all sessions of the user",
      "lifetime\n    where s.user_id = refresh_session.user_id and s.id = refresh_session.session_id",
      "lifetime\n    where s.user_id = refresh_session.user_id",
    ],
    [
      "a refresh gives all sessions of the user one token",
      "where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id;\n    return",
      "where r.user_id = refresh_session.user_id;\n    return",
    ],
    [
      "a refresh looks at any token of the user",
      "where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id;\n  if kept",
      "where r.user_id = refresh_session.user_id order by r.session_id;\n  if kept",
    ],
  ]),
  ...inFunction("app_public.users_import", IMPORT, [
    [
      "only the last entry of an import refuses it",
      "has_errors := has_errors or line.error is not null",
      "has_errors := line.error is not null",
    ],
  ]),
  ...inFunction("app_public.users_overview", OVERVIEW, [
    [
      "people are sorted by when a report came",
      "when 'LAST_REPORT' then l.taken_at",
      "when 'LAST_REPORT' then l.created_at",
    ],
    [
      "people reported when a report came",
      "l.taken_at >= users_overview.reported_since",
      "l.created_at >= users_overview.reported_since",
    ],
    [
      "people are silent since a report came",
      "coalesce(l.taken_at < silent_since, false) = users",
      "coalesce(l.created_at < silent_since, false) = users",
    ],
    [
      "the last report is when it came",
      "l.taken_at, page.is_training",
      "l.created_at, page.is_training",
    ],
    ["an app used hours before reports", "interval '2 minutes'", "interval '2 hours'"],
    ["an app must be used at the very moment", " - interval '2 minutes'", ""],
    ["testers are administrators", "page.is_admin, page.is_tester", "page.is_admin, page.is_admin"],
    [
      "a user is as old as their report",
      "page.is_tester, page.created_at",
      "page.is_tester, l.created_at",
    ],
  ]),
  ...inFunction("app_private.report_with_key", KEYS, [
    [
      "an app's report is taken when it comes",
      "i.moving_activity, i.taken_at, i.accuracy",
      "i.moving_activity, null, i.accuracy",
    ],
    [
      "an app's report has no accuracy",
      "i.taken_at, i.accuracy, i.client_id",
      "i.taken_at, null, i.client_id",
    ],
    ["an app's report has no id", "i.accuracy, i.client_id)", "i.accuracy, null)"],
  ]),
  ...inFunction("app_private.begin_export", EXPORT, [
    ["an export is in no session", ", session_id => begin_export.session_id", ""],
  ]),
  ...inFunction("app_private.export_page", FIELDS, [
    ["all invitations are exported", "i.made_by = export_page.user_id", "true"],
    ["an invitation is exported without its end", "'expiresAt', i.expires_at", "'expiresAt', null"],
    [
      "an invitation is exported as full",
      "'places', i.places, 'used', i.used",
      "'places', i.places, 'used', i.places",
    ],
    [
      "a session is exported as used when it began",
      "'usedAt', s.used_at",
      "'usedAt', s.created_at",
    ],
    ["a session is exported as an administrator's", "'isAdmin', s.is_admin", "'isAdmin', true"],
    [
      "sessions are exported in any order",
      "s.client)::text order by s.id)",
      "s.client)::text order by s.id desc)",
    ],
    [
      "a device is exported without its provider",
      "'id', d.id, 'provider', d.provider, 'createdAt'",
      "'id', d.id, 'provider', 'expo', 'createdAt'",
    ],
    ["a key is exported without its name", "'id', k.id, 'name', k.name", "'id', k.id, 'name', ''"],
    [
      "a notification is exported as seen when it was made",
      "'seenAt', p.seen_at",
      "'seenAt', p.created_at",
    ],
    ["a notification is exported with the event as title", "'title', a.title", "'title', a.event"],
    ["a notification is exported without its rule", "'rule', p.rule", "'rule', null"],
    [
      "a notification is exported with the class as rule",
      "'distanceClass', p.distance_class",
      "'distanceClass', p.rule",
    ],
    [
      "a delivery is exported as accepted when it was sent",
      "'acceptedAt', d.accepted_at",
      "'acceptedAt', d.sent_at",
    ],
    [
      "a delivery is exported as settled when it was accepted",
      "'settledAt', d.settled_at",
      "'settledAt', d.accepted_at",
    ],
    [
      "a delivery is exported with its device as notification",
      "'notificationId', d.notification_id",
      "'notificationId', d.device_id",
    ],
    ["an entry is exported with any object", "'objectId', e.object_id", "'objectId', e.id"],
    [
      "versions are exported in any order",
      "order by v.alert_id, v.version)",
      "order by v.created_at desc)",
    ],
    [
      "a held publication is exported as due when it was made",
      "'dueAt', h.due_at",
      "'dueAt', h.created_at",
    ],
    [
      "a draft is exported as changed when it was made",
      "'updatedAt', d.updated_at, 'content'",
      "'updatedAt', d.created_at, 'content'",
    ],
    [
      "a template is exported as made when it was changed",
      "'id', m.id, 'name', m.name, 'createdAt', m.created_at",
      "'id', m.id, 'name', m.name, 'createdAt', m.updated_at",
    ],
    [
      "an area is exported as made when it was changed",
      "'id', s.id, 'name', s.name, 'createdAt', s.created_at",
      "'id', s.id, 'name', s.name, 'createdAt', s.updated_at",
    ],
    [
      "whether an email is confirmed is exported as whether one trains",
      "'emailVerified', u.email_verified",
      "'emailVerified', u.is_training",
    ],
    [
      "the choice of the last position is not exported",
      "'lastPositionOnly', u.last_position_only",
      "'lastPositionOnly', false",
    ],
  ]),
];
