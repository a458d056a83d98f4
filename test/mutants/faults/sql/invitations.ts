import { inFunction, inSchema } from "../../fault.ts";

const INVITATIONS = ["test/database/invitations.test.ts"];
const MAILED = ["test/database/mailed-links.test.ts"];
const RLS = ["test/database/rls-matrix.test.ts"];

/** Faults in invitations, and in how people join by them. */
export const faults = [
  ...inFunction("app_private.begin_joining", INVITATIONS, [
    ["who has to wait finds an invitation open", "begin_joining.retry_after = 0 and ", ""],
    [
      "an email with blanks around it is free",
      "lower(btrim(begin_joining.email))",
      "lower(begin_joining.email)",
    ],
    [
      "an email in capitals is free to join",
      "lower(btrim(begin_joining.email))",
      "btrim(begin_joining.email)",
    ],
    ["strangers learn which emails are taken", "if begin_joining.is_open and exists", "if exists"],
    [
      "logins that failed keep people from joining",
      "attempt_wait('join',",
      "attempt_wait('address',",
    ],
  ]),
  ...inFunction("app_private.invitation_is_open", INVITATIONS, [
    ["a revoked invitation is open", " and i.revoked_at is null", ""],
    ["an invitation is open after its end", " and now() < i.expires_at", ""],
    ["a full invitation is open", " and i.used < i.places", ""],
    ["any invitation is open", "i.secret_hash = app_private.key_hash(secret) and ", ""],
  ]),
  ...inFunction("app_private.take_invitation", INVITATIONS, [
    ["people join by a revoked invitation", " and i.revoked_at is null", ""],
    ["people join after the end", " and now() < i.expires_at", ""],
    ["people join by a full invitation", " and i.used < i.places", ""],
    ["one more than the places joins", "i.used < i.places", "i.used <= i.places"],
    ["who joins is not counted", "set used = i.used + 1", "set used = i.used"],
    [
      "who joins keeps the blanks around the email",
      "values (btrim(take_invitation.email),",
      "values (take_invitation.email,",
    ],
    [
      "who joins keeps the blanks around the name",
      "btrim(take_invitation.name)",
      "take_invitation.name",
    ],
    [
      "the email of who joins is reserved as written",
      "values (lower(created.email), created.id)",
      "values (created.email, created.id)",
    ],
    [
      "who joins has no password",
      "insert into app_private.user_credentials (user_id, password_hash) values (created.id, take_invitation.password_hash);",
      "",
    ],
    [
      "it is not known who joined by an invitation",
      "insert into app_private.joined_users (user_id, invitation_id) values (created.id, taken_id);",
      "",
    ],
    [
      "joining is not in the audit log",
      "perform app_private.audit('USER_JOINED', 'USER', created.id, jsonb_build_object('invitation_id', taken_id), actor_id => created.id);",
      "",
    ],
    ["the audit log does not say who joined", ", actor_id => created.id);", ");"],
  ]),
  ...inFunction("app_private.take_invitation", MAILED, [
    [
      "nobody joins without an address",
      "btrim(coalesce(take_invitation.address, ''))",
      "btrim(take_invitation.address)",
    ],
    ["who joins gets no mail", "perform app_private.queue_verification(created.id);", ""],
  ]),
  ...inFunction("app_public.invitation_add", INVITATIONS, [
    ["training users invite", "perform app_private.refuse_training_users();", ""],
    ["an invitation lasts a fortnight of hours", "'14 days'", "'14 hours'"],
    ["an invitation ends in the past", "now() < ends_at and ", ""],
    [
      "an invitation lasts two years",
      "longest constant interval := '1 year'",
      "longest constant interval := '2 years'",
    ],
    [
      "an invitation lasts a month at most",
      "longest constant interval := '1 year'",
      "longest constant interval := '1 month'",
    ],
    [
      "the end that was chosen is ignored",
      "coalesce(input.expires_at, now() + lifetime)",
      "now() + lifetime",
    ],
    ["an invitation is for two", "coalesce(input.places, 1)", "coalesce(input.places, 2)"],
    ["an invitation keeps the blanks around its name", "btrim(input.name)", "input.name"],
    [
      "the log does not have the making of an invitation",
      "perform app_private.audit('INVITATION_MADE', 'INVITATION', added.id, jsonb_build_object('places', added.places));",
      "",
    ],
    [
      "nobody gets the secret of an invitation",
      "app_private.invitation(added, secret)",
      "app_private.invitation(added)",
    ],
    ["each invitation has the same maker", "app_private.require_user_id(), ends_at", "1, ends_at"],
  ]),
  ...inFunction("app_public.invitation_revoke", INVITATIONS, [
    ["training users revoke invitations", "perform app_private.refuse_training_users();", ""],
    ["an invitation is revoked twice", " and i.revoked_at is null", ""],
    ["all invitations are revoked", "i.id = invitation_revoke.id and ", ""],
    ["an unknown invitation is revoked", "if revoked.id is null then", "if false then"],
    [
      "the log does not have the end of an invitation",
      "perform app_private.audit('INVITATION_REVOKED', 'INVITATION', revoked.id);",
      "",
    ],
  ]),
  ...inFunction("app_public.invitations", INVITATIONS, [
    [
      "thirty invitations if nothing is said",
      '"limit" integer DEFAULT 20',
      '"limit" integer DEFAULT 30',
    ],
    [
      "all but the newest if nothing is said",
      '"offset" integer DEFAULT 0',
      '"offset" integer DEFAULT 1',
    ],
    ["a negative limit of invitations", 'invitations."limit" < 0 or ', ""],
    ["a negative offset of invitations", ' or invitations."offset" < 0', ""],
    ["the oldest invitations come first", "order by i.id desc", "order by i.id"],
    [
      "any number of invitations is read",
      'least(coalesce(invitations."limit", 20), 1000)',
      'coalesce(invitations."limit", 20)',
    ],
    [
      "without a limit all invitations are read",
      'coalesce(invitations."limit", 20)',
      'invitations."limit"',
    ],
    ["invitations cannot be paged", ' offset invitations."offset"', ""],
  ]),
  ...inFunction("app_private.invitation", INVITATIONS, [
    [
      "places and those used are exchanged",
      "invitation.places, invitation.used",
      "invitation.used, invitation.places",
    ],
    [
      "an invitation shows its beginning as its end",
      "invitation.expires_at",
      "invitation.created_at",
    ],
    ["a revoked invitation does not show it", "invitation.revoked_at", "null"],
    ["it is not shown who invites", "invitation.made_by", "null"],
  ]),
  ...inSchema("the rights on invitations", RLS, [
    [
      "users invite",
      "grant execute on function app_public.invitation_add(app_public.invitation_input) to app_user",
    ],
    ["hashes of invitations can be read", "grant select on app_private.invitations to app_user"],
    [
      "users join others",
      "grant execute on function app_private.take_invitation(text, text, text, text, text) to app_user",
    ],
  ]),
];
