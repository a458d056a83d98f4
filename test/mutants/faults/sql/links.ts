import { inFunction } from "../../fault.ts";

const AT_ONCE = ["test/database/links-at-once.test.ts"];
const EMAIL_OF = (id: string) => `(select u.email from app_public.users u where u.id = ${id})`;

/** Faults in mailed links that are used at the same time as something ends them. */
export const faults = [
  ...inFunction("app_private.lock_user", AT_ONCE, [
    ["a user is not locked", " for no key update", ""],
    ["everyone is locked", "e.user_id = lock_user.user_id", "true"],
    [
      "the first user's email is returned",
      "u.id = lock_user.user_id",
      "true order by u.id limit 1",
    ],
  ]),
  ...inFunction("app_private.make_password_mail", AT_ONCE, [
    [
      "a link is mailed during a change of the email",
      "app_private.lock_user(owner_id)",
      EMAIL_OF("owner_id"),
    ],
    [
      "a link is mailed to a given up email",
      " or lower(address) <> lower(make_password_mail.email)",
      "",
    ],
  ]),
  ...inFunction("app_public.user_edit", AT_ONCE, [
    ["an edit locks no user", "app_private.lock_user(user_edit.id)", EMAIL_OF("user_edit.id")],
  ]),
  ...inFunction("app_private.verify_email", AT_ONCE, [
    ["an email link locks no user", "perform app_private.lock_user(link.user_id);", ""],
    [
      "an email link works twice at once",
      "if not found then\n    return null;\n  end if;\n  update",
      "update",
    ],
  ]),
  ...inFunction("app_private.set_first_password", AT_ONCE, [
    ["a password link locks no user", "perform app_private.lock_user(owner_id);", ""],
    ["a password link works twice at once", "if not found then", "if false then"],
  ]),
  ...inFunction("app_public.new_password_links", AT_ONCE, [
    [
      "a batch of links locks no user",
      "perform app_private.lock_user(l.id) from (select distinct unnest(user_ids) as id order by 1) l;",
      "",
    ],
    [
      "a batch of links locks users in its own order",
      "(select distinct unnest(user_ids) as id order by 1) l",
      "unnest(user_ids) l (id)",
    ],
  ]),
  ...inFunction("app_public.user_password_edit", AT_ONCE, [
    ["a new password locks no user", "perform app_private.lock_user(owner.id);", ""],
  ]),
  ...inFunction("app_public.user_password_reset", AT_ONCE, [
    ["a reset locks no user", "perform app_private.lock_user(changed.id);", ""],
  ]),
  ...inFunction("app_private.forget_account", AT_ONCE, [
    ["a deletion locks no user", "perform app_private.lock_user(forget_account.user_id);", ""],
  ]),
];
