import { inFunction } from "../../fault.ts";

const MAILED_LINKS = ["test/database/mailed-links.test.ts"];
const LOGINS = ["test/database/logins.test.ts"];
const SYNCHRONOUS_COMMIT = ["test/database/synchronous-commit.test.ts"];
const AUDIT = ["test/database/audit.test.ts"];
const SESSIONS = ["test/database/sessions.test.ts"];
const CURRENT_PASSWORD = ["test/api/current-password.test.ts"];
const ANNOUNCEMENTS = ["test/database/announcements.test.ts"];
const API_SESSIONS = ["test/api/sessions.test.ts"];

/** Faults in how failed logins and other attempts are counted, and in what a login stores. */
export const faults = [
  ...inFunction("app_private.attempt_wait", MAILED_LINKS, [
    ["one more attempt is free", "c.failures >= l.free_failures", "c.failures > l.free_failures"],
    ["attempts of any kind count", "f.counter = l.counter and f.key", "f.key"],
    ["the attempts of all count", " and f.key = app_private.key_hash(attempt_wait.key)", ""],
    [
      "attempts are never forgiven",
      "f.failures - extract(epoch from now() - f.last_at) / extract(epoch from l.forgiven_every)",
      "f.failures",
    ],
    [
      "the wait after attempts grows without end",
      "least(l.longest_delay, ",
      "greatest(l.longest_delay, ",
    ],
    [
      "the wait after attempts does not double",
      "2 ^ least(c.failures - l.free_failures, 20)",
      "2 * least(c.failures - l.free_failures, 20)",
    ],
    ["the wait begins with a minute", "interval '1 second' * 2", "interval '1 minute' * 2"],
    ["a part of a second is no wait", "greatest(0, ceil(extract", "greatest(0, floor(extract"],
  ]),
  ...inFunction("app_private.begin_login", LOGINS, [
    ["an email with capitals is known nowhere", "lower(begin_login.email)", "begin_login.email"],
    ["the address of anyone is known", "a.user_id = owner_id and ", ""],
    ["a user is known everywhere", " and a.address = begin_login.address", ""],
    [
      "a known address has the limits of others",
      "begin_login.address, begin_login.is_known)",
      "begin_login.address, false)",
    ],
  ]),
  ...inFunction("app_private.login_wait", LOGINS, [
    [
      "failures are never forgiven",
      "f.failures - extract(epoch from now() - f.last_at) / extract(epoch from l.forgiven_every)",
      "f.failures",
    ],
    [
      "the delay does not double",
      "2 ^ least(c.failures - c.free_failures, 20)",
      "2 * least(c.failures - c.free_failures, 20)",
    ],
    ["the delay begins with a minute", "interval '1 second' * 2", "interval '1 minute' * 2"],
    ["a forgiven failure still counts here", " and c.failures > 0", ""],
    ["the shortest delay counts", "extract(epoch from max(", "extract(epoch from min("],
  ]),
  ...inFunction("app_private.complete_login", LOGINS, [
    [
      "a login forgives what others did to the account",
      "where k.counter = 'account and address'",
      "where k.counter = 'account'",
    ],
    [
      "a known address goes stale",
      "do update set last_at = now() where a.last_at < now() - interval '1 day'",
      "do nothing",
    ],
    ["each login writes its address", " where a.last_at < now() - interval '1 day'", ""],
    [
      "the oldest addresses stay",
      "order by o.last_at desc, o.address offset",
      "order by o.last_at, o.address offset",
    ],
    [
      "the addresses of others go",
      "where a.user_id = owner_id and a.address in (",
      "where a.address in (",
    ],
    [
      "an address is counted among those of others",
      "where o.user_id = owner_id and o.address <>",
      "where o.address <>",
    ],
    [
      "an email with capitals leaves no address",
      "owner_id constant integer := (select e.user_id from app_private.user_emails e where e.email = lower(complete_login.email))",
      "owner_id constant integer := (select e.user_id from app_private.user_emails e where e.email = complete_login.email)",
    ],
  ]),
  ...inFunction("app_private.complete_login", SYNCHRONOUS_COMMIT, [
    ["an address is kept for an email that changed", "if not found then", "if false then"],
    ["a login waits for the disk", "perform set_config('synchronous_commit', 'off', true);", ""],
  ]),
  ...inFunction("app_private.count_attempt", MAILED_LINKS, [
    [
      "each attempt is the first",
      "failures = 1 + greatest(0, f.failures - extract(epoch from now() - f.last_at) / (\n        select extract(epoch from l.forgiven_every) from app_private.login_limits l where l.counter = f.counter))",
      "failures = 1",
    ],
    [
      "attempts add up although they are forgiven",
      " - extract(epoch from now() - f.last_at) / (\n        select extract(epoch from l.forgiven_every) from app_private.login_limits l where l.counter = f.counter)",
      "",
    ],
    ["the first attempt is the last", "set last_at = now(), failures", "set failures"],
    [
      "forgiven attempts become negative",
      "greatest(0, f.failures - extract(epoch from now() - f.last_at) / (\n        select extract(epoch from l.forgiven_every) from app_private.login_limits l where l.counter = f.counter))",
      "(f.failures - extract(epoch from now() - f.last_at) / (\n        select extract(epoch from l.forgiven_every) from app_private.login_limits l where l.counter = f.counter))",
    ],
  ]),
  ...inFunction("app_private.count_attempt", SYNCHRONOUS_COMMIT, [
    ["an attempt waits for the disk", "perform set_config('synchronous_commit', 'off', true);", ""],
  ]),
  ...inFunction("app_private.fail_login", LOGINS, [
    ["each failure is the first", "failures = 1 + greatest(0,", "failures = 1 + 0 * greatest(0,"],
    [
      "failures add up although they are forgiven",
      "f.failures - extract(epoch from now() - f.last_at) / (\n        select extract(epoch from l.forgiven_every) from app_private.login_limits l where l.counter = f.counter)",
      "f.failures",
    ],
    ["the first failure is the last", "set last_at = now(), failures", "set failures"],
    [
      "a failed login with capitals concerns nobody",
      "where e.email = lower(fail_login.email)",
      "where e.email = fail_login.email",
    ],
  ]),
  ...inFunction("app_private.fail_login", AUDIT, [
    [
      "a failed login is not in the audit log",
      "perform app_private.audit('LOGIN_FAILED', 'USER', (\n    select e.user_id from app_private.user_emails e where e.email = lower(fail_login.email)));",
      "",
    ],
  ]),
  ...inFunction("app_private.fail_login", SYNCHRONOUS_COMMIT, [
    [
      "a failed login waits for the disk",
      "perform set_config('synchronous_commit', 'off', true);",
      "",
    ],
  ]),
  ...inFunction("app_private.login_counters", LOGINS, [
    [
      "capitals have a counter of their own",
      "('account', pg_catalog.lower(email))",
      "('account', email)",
    ],
    [
      "capitals have a counter of their own at an address",
      "('account and address', pg_catalog.lower(email) ||",
      "('account and address', email ||",
    ],
    [
      "all accounts at an address count as one",
      "('account and address', pg_catalog.lower(email) || ' ' || address::pg_catalog.text)",
      "('account and address', address::pg_catalog.text)",
    ],
  ]),
  ...inFunction("app_private.purge_logins", LOGINS, [
    [
      "forgiven failures stay",
      "delete from app_private.login_failures f\n    using app_private.login_limits l\n    where l.counter = f.counter and f.last_at + f.failures * l.forgiven_every < now();",
      "",
    ],
    [
      "several failures go as soon as one",
      "f.last_at + f.failures * l.forgiven_every",
      "f.last_at + l.forgiven_every",
    ],
    ["failures go by the limit of another counter", "l.counter = f.counter and ", ""],
    ["the newest counters go", "order by o.last_at desc offset", "order by o.last_at offset"],
    ["counters fill the disk", "offset purge_logins.most limit 1", "offset 100000000 limit 1"],
    ["addresses go after nine days", "'90 days'", "'9 days'"],
    ["addresses stay for a year", "'90 days'", "'365 days'"],
  ]),
  ...inFunction("app_private.login_credentials", SESSIONS, [
    ["an administrator logs in as a user", "u.is_admin, c.password_hash", "false, c.password_hash"],
    [
      "the first password is everyone's",
      "where c.user_id = owner_id",
      "where owner_id is not null",
    ],
  ]),
  ...inFunction("app_private.password_to_confirm", CURRENT_PASSWORD, [
    [
      "the password of anyone confirms",
      "where c.user_id = nullif(caller.user_id, '')::integer",
      "where true",
    ],
  ]),
  ...inFunction("app_private.password_to_confirm", SESSIONS, [
    [
      "an ended session confirms a password",
      "nullif(caller.user_id, '')::integer",
      "token_user_id",
    ],
  ]),
  ...inFunction("app_private.claim_user", SESSIONS, [
    ["a claim outlives its transaction", ", user_id, true)", ", user_id, false)"],
  ]),
  ...inFunction("app_private.begin_session", AUDIT, [
    [
      "a login is not in the audit log",
      "perform app_private.audit('LOGGED_IN', 'USER', begin_session.user_id, actor_id => begin_session.user_id, session_id => new_id);",
      "",
    ],
    ["a login is in the log without its session", ", session_id => new_id);", ");"],
  ]),
  ...inFunction("app_private.begin_session", SESSIONS, [
    [
      "a session has no refresh token",
      "if begin_session.token_hash is not null then",
      "if false then",
    ],
    [
      "a long name of a client refuses a login",
      "left(begin_session.client, 200)",
      "begin_session.client",
    ],
    [
      "a client without a name has an empty one",
      "nullif(left(begin_session.client, 200), '')",
      "left(begin_session.client, 200)",
    ],
    ["a session lasts for ever", "now() + begin_session.lifetime", "now() + interval '10 years'"],
  ]),
  ...inFunction("app_private.begin_session", ANNOUNCEMENTS, [
    [
      "the hosts hear nothing of a session that is one too many",
      "perform pg_notify('token_revoked', begin_session.user_id::text);",
      "",
    ],
  ]),
  ...inFunction("app_public.user_edit", SYNCHRONOUS_COMMIT, [
    [
      "a change of an email is answered before it is on disk",
      "perform app_private.commit_synchronously();",
      "",
    ],
  ]),
  ...inFunction("app_private.refresh_session", SESSIONS, [
    ["a refresh is no use of a session", "set used_at = now(), expires_at", "set expires_at"],
    [
      "a stolen token leaves the session",
      "delete from app_public.sessions s\n    where s.user_id = refresh_session.user_id and s.id = refresh_session.session_id;",
      "",
    ],
    [
      "a stolen token is not in the audit log",
      "perform app_private.audit(\n    'SESSION_ENDED', 'USER', refresh_session.user_id,\n    jsonb_build_object('session_id', refresh_session.session_id, 'reason', 'REFRESH_TOKEN_REPEATED'));",
      "",
    ],
    ["a refresh token stays the same", "token_hash = refresh_session.next_hash,\n        ", ""],
  ]),
  ...inFunction("app_private.refresh_session", ANNOUNCEMENTS, [
    [
      "the hosts hear nothing of a stolen token",
      "perform pg_notify('token_revoked', refresh_session.user_id::text);",
      "",
    ],
  ]),
  ...inFunction("app_private.refresh_session", API_SESSIONS, [
    [
      "a stolen token ends all sessions",
      "delete from app_public.sessions s\n    where s.user_id = refresh_session.user_id and s.id = refresh_session.session_id;",
      "delete from app_public.sessions s\n    where s.user_id = refresh_session.user_id;",
    ],
  ]),
  ...inFunction("app_private.note_session_use", SESSIONS, [
    ["the use of a session is noted once a day", "'1 hour'", "'1 day'"],
  ]),
  ...inFunction("app_private.end_sessions", AUDIT, [
    ["the end of sessions is not in the audit log", "if ended > 0 then", "if false then"],
    ["no session ended is in the audit log", "if ended > 0 then", "if true then"],
  ]),
  ...inFunction("app_public.session_end", AUDIT, [
    [
      "the end of a session is not in the audit log",
      "perform app_private.audit('SESSION_ENDED', 'USER', ended.user_id, jsonb_build_object('session_id', ended.id));",
      "",
    ],
  ]),
  ...inFunction("app_public.session_end", ANNOUNCEMENTS, [
    [
      "the hosts hear nothing of a session's end",
      "perform pg_notify('token_revoked', ended.user_id::text);",
      "",
    ],
  ]),
  ...inFunction("app_public.session_end", SESSIONS, [
    ["all of a user's sessions end at once", " and s.id = session_end.id", ""],
  ]),
  ...inFunction("app_public.logout", AUDIT, [
    [
      "a logout is not in the audit log",
      "perform app_private.audit('SESSION_ENDED', 'USER', owner.id, jsonb_build_object('session_id', app_private.current_session_id()));",
      "",
    ],
  ]),
  ...inFunction("app_private.purge_sessions", SESSIONS, [
    [
      "a session goes before its end",
      "s.expires_at <= now()",
      "s.expires_at <= now() + interval '1 hour'",
    ],
    ["nobody knows how many sessions went", "return purged;", "return 0;"],
  ]),
  ...inFunction("app_public.logout", ANNOUNCEMENTS, [
    [
      "the hosts hear nothing of a logout",
      "perform pg_notify('token_revoked', owner.id::text);",
      "",
    ],
  ]),
];
