import { inFunction, inSchema } from "../../fault.ts";

const SESSIONS = "test/database/sessions.test.ts";
const API = "test/api/sessions.test.ts";
const RLS = "test/database/rls-matrix.test.ts";
const ANNOUNCED = "test/database/announcements.test.ts";

/** Faults in sessions and their refresh tokens. */
export const faults = [
  ...inFunction(
    "app_private.authenticate",
    [SESSIONS],
    [
      ["any session of a user", " and s.id = authenticate.session_id", ""],
      ["a session of another", "s.user_id = authenticate.token_user_id and ", ""],
      ["an expired session is valid", "and s.expires_at > now()", ""],
      ["a demoted administrator's session is valid", " and (u.is_admin or not s.is_admin)", ""],
      ["a promotion ends sessions", "(u.is_admin or not s.is_admin)", "u.is_admin = s.is_admin"],
      ["an ended session keeps its id", "authenticate.session_id := null;", ""],
      ["an ended session keeps its user", "authenticate.user_id := '';", ""],
      [
        "everyone is an administrator",
        "when u.is_admin then 'app_admin' else 'app_user'",
        "when u.is_admin or u.id > 0 then 'app_admin' else 'app_user'",
      ],
    ],
  ),
  ...inFunction(
    "app_private.end_sessions",
    [SESSIONS, ANNOUNCED],
    [
      ["everyone's sessions end", "s.user_id = end_sessions.user_id and ", ""],
      ["the kept session ends", " and s.id is distinct from end_sessions.kept_id", ""],
      [
        "without a session to keep, none ends",
        "is distinct from end_sessions.kept_id",
        "<> end_sessions.kept_id",
      ],
      [
        "the hosts hear nothing of it",
        "perform pg_notify('token_revoked', end_sessions.user_id::text);",
        "",
      ],
    ],
  ),
  ...inFunction(
    "app_private.begin_session",
    [SESSIONS, API],
    [
      ["an old password logs in", " and c.password_hash = begin_session.password_hash", ""],
      ["a session may nothing of an administrator", "lifetime, u.is_admin,", "lifetime, false,"],
      ["sessions are unbounded", "offset most_sessions", "offset 100000"],
      ["the sessions of others end", "s.user_id = begin_session.user_id and s.id in", "s.id in"],
      ["the most recently used session ends", "o.used_at desc", "o.used_at"],
      ["an expired session stays before others", "o.expires_at > now() desc, ", ""],
    ],
  ),
  ...inFunction(
    "app_private.refresh_session",
    [SESSIONS, API],
    [
      ["a guess ends a session", " and r.family_hash = refresh_session.family_hash", ""],
      ["an ended session is refreshed", ".role = 'app_anonymous'", ".role = ''"],
      ["a session is not prolonged", ", expires_at = now() + refresh_session.lifetime", ""],
      [
        "the token before is forgotten at once",
        "kept.previous_hash = refresh_session.token_hash",
        "false",
      ],
      [
        "the token before works for ever",
        "set previous_hash = refresh_session.token_hash",
        "set previous_hash = coalesce(r.previous_hash, refresh_session.token_hash)",
      ],
      ["a restore logs everyone out", " or kept.restored_at > now() - patience", ""],
      ["after a restore any number of tokens are accepted", ", restored_at = null", ""],
      [
        "years after a restore an old token is accepted",
        "kept.restored_at > now() - patience",
        "kept.restored_at is not null",
      ],
      [
        "after a restore an answer that was lost ends the session",
        "set previous_hash = refresh_session.token_hash",
        "set previous_hash = r.token_hash",
      ],
      [
        "a repeated answer has another successor",
        "return kept.successor_key;",
        "return refresh_session.next_key;",
      ],
    ],
  ),
  ...inFunction(
    "app_private.note_session_use",
    [SESSIONS],
    [
      ["each use is written", " and s.used_at < now() - interval '1 hour'", ""],
      ["all sessions are used", "s.user_id = t.user_id and s.id = t.id and ", ""],
    ],
  ),
  ...inFunction(
    "app_private.purge_sessions",
    [SESSIONS],
    [
      ["expired sessions stay", "s.expires_at <= now() or ", ""],
      ["sessions of administrators go", " and not u.is_admin", ""],
      ["another's right counts", "u.id = s.user_id and ", ""],
    ],
  ),
  ...inFunction(
    "app_public.session_end",
    [SESSIONS],
    [
      ["anyone ends a session", "s.user_id = app_public.current_user_id() and ", ""],
      ["an unknown session is ended", "if ended.id is null then", "if false then"],
    ],
  ),
  ...inFunction(
    "app_public.logout",
    [SESSIONS],
    [["all sessions end", " and s.id = app_private.current_session_id()", ""]],
  ),
  ...inSchema(
    "the policies of sessions",
    [RLS],
    [
      ["refresh tokens can be read", "grant select on app_private.refresh_tokens to app_user"],
      [
        "users read the sessions of others",
        "create policy leak on app_public.sessions for select to app_user using (true)",
      ],
    ],
  ),
];
