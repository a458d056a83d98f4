import { inFunction, inSchema } from "../../fault.ts";

const LINKS = ["test/database/mailed-links.test.ts"];
const BY_HAND = ["test/database/password-links.test.ts"];
const RLS = ["test/database/rls-matrix.test.ts"];

/** Faults in mails, and in the links that are mailed or given by hand. */
export const faults = [
  ...inFunction("app_private.ask_for_password_mail", LINKS, [
    [
      "one address asks for any number of mails",
      "app_private.attempt_wait('mail by address', address::text)",
      "0",
    ],
    ["one email gets any number of mails", "app_private.attempt_wait('mail by email', asked)", "0"],
    ["one limit of mails is enough", "greatest(", "least("],
    [
      "mails to an email in capitals have a limit of their own",
      "lower(btrim(ask_for_password_mail.email))",
      "btrim(ask_for_password_mail.email)",
    ],
    [
      "mails to an email with blanks have a limit of their own",
      "lower(btrim(ask_for_password_mail.email))",
      "lower(ask_for_password_mail.email)",
    ],
    [
      "mails are not counted by address",
      "perform app_private.count_attempt('mail by address', address::text);",
      "",
    ],
    [
      "mails are not counted by email",
      "perform app_private.count_attempt('mail by email', asked);",
      "",
    ],
    ["the longest email gets no mail", "char_length(asked) <= 254", "char_length(asked) < 254"],
    [
      "a text of any length is queued as an email",
      "if char_length(asked) <= 254 then",
      "if true then",
    ],
    [
      "two mails wait for one email",
      ", job_key => 'password:' || encode(app_private.key_hash(asked), 'hex')",
      "",
    ],
    ["a mail of passwords is tried once", "max_attempts => 8", "max_attempts => 1"],
    ["a mail of passwords is of another kind", "'kind', 'password'", "'kind', 'verification'"],
    ["who has to wait is told nothing", "return wait;", "return 0;"],
  ]),
  ...inFunction("app_private.begin_mail", LINKS, [
    ["a start forgets that mail fails", "do nothing", "do update set why = null"],
  ]),
  ...inFunction("app_private.failing_mail", LINKS, [
    ["mail that works is said to fail", " where o.why is not null", ""],
    ["mail fails since its last try", "o.failing_since", "o.at"],
  ]),
  ...inFunction("app_private.make_password_mail", LINKS, [
    ["a mailed link lasts a day", "'1 hour'", "'1 day'"],
    ["a mailed link lasts a minute", "'1 hour'", "'1 minute'"],
    [
      "an email in capitals gets no link",
      "e.email = lower(make_password_mail.email)",
      "e.email = make_password_mail.email",
    ],
    [
      "a mailed link counts as one given by hand",
      "now() + lifetime, true)",
      "now() + lifetime, false)",
    ],
    ["the earlier mailed link goes on", "token_hash = excluded.token_hash, ", ""],
    ["a new link ends with the earlier one", ", expires_at = excluded.expires_at", ""],
    [
      "a mail goes to the email in small letters",
      "app_private.lock_user(owner_id)",
      "lower(app_private.lock_user(owner_id))",
    ],
    ["a mail to nobody has a link", "address is null or ", ""],
  ]),
  ...inFunction("app_private.make_verification_mail", LINKS, [
    ["a link to confirm lasts three hours", "'3 days'", "'3 hours'"],
    ["a link to confirm lasts a month", "'3 days'", "'30 days'"],
    ["a confirmed email is to be confirmed again", " and not u.email_verified", ""],
    ["an email in capitals cannot be confirmed", "lower(address)", "address"],
    ["a link to confirm keeps the earlier email", "set email = excluded.email, ", "set "],
    ["an earlier link to confirm goes on", "token_hash = excluded.token_hash, ", ""],
    ["a new link to confirm ends with the earlier one", ", expires_at = excluded.expires_at", ""],
  ]),
  ...inFunction("app_private.note_mail_outcome", LINKS, [
    ["mail has failed since just now", "coalesce(o.failing_since, now())", "now()"],
    ["mail fails for ever", "why = excluded.why", "why = coalesce(excluded.why, o.why)"],
    [
      "an earlier failure is the beginning of the next",
      "case when excluded.why is not null then coalesce(o.failing_since, now()) end",
      "coalesce(o.failing_since, now())",
    ],
    [
      "the first failure has no beginning",
      "case when note_mail_outcome.why is not null then now() end",
      "null",
    ],
    ["the last outcome has the time of the first", "set at = now(), why", "set why"],
  ]),
  ...inFunction("app_private.queue_verification", LINKS, [
    [
      "mails wait although mail was never on",
      "if not exists (select from app_private.mail_outcome) then",
      "if false then",
    ],
    [
      "a user gets two mails to confirm",
      ", job_key => 'verification:' || queue_verification.user_id",
      "",
    ],
    ["a mail to confirm is of another kind", "'kind', 'verification'", "'kind', 'password'"],
    ["a mail to confirm is tried once", "max_attempts => 8", "max_attempts => 1"],
  ]),
  ...inFunction("app_private.verify_email", LINKS, [
    ["an email is confirmed after the link's end", " and now() < l.expires_at", ""],
    [
      "any secret confirms an email",
      " and l.token_hash = app_private.key_hash(split_part(token, '.', 2))",
      "",
    ],
    ["the secret of another confirms an email", "l.user_id = owner_id and ", ""],
    ["an email that changed is confirmed", " and lower(u.email) = link.email", ""],
    [
      "an email with capitals is never confirmed",
      "lower(u.email) = link.email",
      "u.email = link.email",
    ],
    [
      "confirming is not in the audit log",
      "perform app_private.audit('EMAIL_VERIFIED', 'USER', owner_id, actor_id => owner_id);",
      "",
    ],
    ["nobody confirmed an email", ", actor_id => owner_id", ""],
  ]),
  ...inFunction("app_public.email_verification_send", LINKS, [
    ["a confirmed email gets another mail", "if caller.email_verified then", "if false then"],
    [
      "mails to confirm are not counted",
      "perform app_private.count_own_mail(caller.id, caller.email);",
      "",
    ],
    ["a mail to confirm is not queued", "perform app_private.queue_verification(caller.id);", ""],
  ]),
  ...inFunction("app_private.count_own_mail", LINKS, [
    ["a user asks for any number of mails", "if wait > 0 then", "if false then"],
    [
      "a user asks for mails to any number of emails",
      "perform app_private.count_attempt('mail by user', user_id::text);",
      "",
    ],
    [
      "all users share one limit of mails",
      "count_attempt('mail by user', user_id::text)",
      "count_attempt('mail by user', '')",
    ],
    [
      "the mails of a user are not asked",
      "app_private.attempt_wait('mail by user', user_id::text)",
      "0",
    ],
    [
      "the mails to an email are not asked",
      "app_private.attempt_wait('mail by email', lower(email))",
      "0",
    ],
    [
      "emails with capitals have no limit of mails",
      "count_attempt('mail by email', lower(email))",
      "count_attempt('mail by email', email)",
    ],
  ]),
  ...inFunction("app_public.user_edit", LINKS, [
    [
      "changes of one's email are not counted",
      "      perform app_private.count_own_mail(edited.id, edited.email);\n",
      "      null;\n",
    ],
    [
      "administrators have a limit of emails",
      "if caller.id = edited.id and exists (",
      "if exists (",
    ],
    [
      "changes of one's email count where no mail is sent",
      " and exists (select from app_private.mail_outcome) then",
      " then",
    ],
  ]),
  ...inFunction("app_private.set_first_password", LINKS, [
    [
      "a password replaces none by a mailed link",
      "do update set password_hash = excluded.password_hash",
      "do nothing",
    ],
    [
      "a new password by a link is not in the audit log",
      "perform app_private.audit('PASSWORD_SET', 'USER', owner_id, actor_id => owner_id);",
      "",
    ],
    ["nobody set a password by a link", ", actor_id => owner_id", ""],
    ["a password by a link keeps the sessions", "perform app_private.end_sessions(owner_id);", ""],
    ["a link given by hand confirms the email", "if was_mailed then", "if true then"],
    [
      "the other link works after one was used",
      "delete from app_private.password_links l where l.user_id = owner_id;",
      "",
    ],
    ["a mailed link confirms nothing", "if was_mailed then", "if false then"],
    [
      "a mailed link confirms everyone's email",
      "set email_verified = true where u.id = owner_id",
      "set email_verified = true",
    ],
    [
      "who sets a password by hand gets no mail to confirm",
      "perform app_private.queue_verification(owner_id);",
      "",
    ],
  ]),
  ...inFunction("app_private.password_link_email", LINKS, [
    ["a secret opens the links of others", "l.user_id = owner_id and ", ""],
  ]),
  ...inFunction("app_public.new_password_links", BY_HAND, [
    [
      "an unknown user gets a link",
      "if not exists (select from app_public.users u where u.id = owner_id) then",
      "if false then",
    ],
    ["5,000 links are too many", "> most_users", ">= most_users"],
    ["any number of links is made", "if cardinality(user_ids) > most_users then", "if false then"],
    [
      "the setting of links is ignored",
      "(select s.password_link_lifetime from app_private.settings s)",
      "interval '1 day'",
    ],
    ["an earlier link by hand goes on", "set token_hash = excluded.token_hash, ", "set "],
    ["a second link by hand ends with the first", ", expires_at = excluded.expires_at", ""],
    [
      "links are not in the audit log",
      "perform app_private.audit('PASSWORD_LINK_MADE', 'USER', owner_id);",
      "",
    ],
  ]),
  ...inSchema("the key of links", LINKS, [
    [
      "a mailed link takes the place of one given by hand",
      `alter table app_private.password_links drop constraint password_links_pkey;
        alter table app_private.password_links add constraint password_links_pkey primary key (user_id)`,
    ],
  ]),
  ...inSchema("the rights on links", RLS, [
    ["hashes of links can be read", "grant select on app_private.password_links to app_user"],
    ["hashes of mailed links can be read", "grant select on app_private.email_links to app_admin"],
    [
      "users make links for others",
      "grant execute on function app_private.make_password_mail(text) to app_user",
    ],
    [
      "administrators confirm emails",
      "grant execute on function app_private.verify_email(text) to app_admin",
    ],
  ]),
];
