import { t } from "./translate.ts";

/**
 * A refusal of the API: `extensions.reason` names the rule, `detail` what it found, `retryAfter` the seconds to wait,
 * `ticket` what the second step of a login takes.
 */
export interface Refusal {
  message: string;
  reason?: string | null;
  detail?: string | null;
  retryAfter?: number;
  ticket?: string;
}

type Sentence = string | ((refusal: Refusal) => string);

const wait = ({ retryAfter, detail }: Refusal) => ({ number: retryAfter ?? Number(detail) });
const NO_PUSHES = t("The service cannot push to this browser. Ask whoever runs it.");
const BUSY = t("The service is busy: try again in a moment.");
const ATTEMPTS = (refusal: Refusal) =>
  t("Too many attempts: try again in {number} seconds.", wait(refusal));
const QUIET_HOURS = t("Quiet hours must begin and end at different times.");

/**
 * What the console says to people instead of the API's messages, which name its fields, by the reason.
 * `console-refusals.ts` adds those that the login and the person's page do not need.
 */
export const SENTENCES: Record<string, Sentence> = {
  NO_DEVICE: t("This device does not exist any more."),
  NO_NOTIFICATION: t("This notification does not exist any more."),
  NO_SESSION: t("This session does not exist any more."),
  USERS_EMAIL_FORM: t("The email must look like name@example.org, in 254 characters at most."),
  USERS_NAME_LENGTH: t("Write a name, in 200 characters at most."),
  USERS_ADDRESS_LENGTH: t("Shorten the address to 500 characters."),
  USERS_EMAIL_KEY: t("This email is taken: use another one."),
  PASSWORDS_DIFFER: t("The two passwords differ. Write the same one twice."),
  CURRENT_PASSWORD_MISSING: t("Write the password that you log in with."),
  CURRENT_PASSWORD_WRONG: t("The password that you log in with is wrong."),
  PASSWORD_TOO_SHORT: ({ detail }) =>
    t("A password needs at least {number} characters.", { number: Number(detail) }),
  PASSWORD_TOO_LONG: t("The password is too long. Choose a shorter one."),
  PASSWORD_CHARACTER: t("The password contains a character that cannot be typed."),
  PASSWORD_REPEATS: t("This password repeats a few characters: choose another one."),
  PASSWORD_IS_EMAIL: t("This password is the email address: choose another one."),
  PASSWORD_COMMON: t("This password is one of the most common ones: choose another one."),
  QUIET_HOURS,
  QUIET_HOURS_NOT_EMPTY: QUIET_HOURS,
  TIME_ZONE: t("The service does not know your time zone. Set another one on this computer."),
  TOKEN_MISSING: NO_PUSHES,
  TOKEN_FORM: NO_PUSHES,
  TOKEN_HOST: NO_PUSHES,
  DEVICES_TOKEN_LENGTH: NO_PUSHES,
  POSITIONS_FAULT: t("The position is off the map, or not of today."),
  UNSTORABLE_TEXT: t("A text contains a character that cannot be stored. Write it again."),
  LOG_IN_FIRST: t("Log in again."),
  SESSION_ENDED: t("Log in again."),
  MAIL_LINK_USED: t("This link was used, has expired or is not whole: ask for a new mail."),
  PASSWORD_LINK_USED: t(
    "This link was used, has expired or is not whole: ask an administrator for a new one.",
  ),
  MAIL_OFF: t("Mail is off at this service: ask an administrator for a new password."),
  EMAIL_CONFIRMED: t("Your email is confirmed already."),
  TOO_MANY_MAILS: ATTEMPTS,
  INVITATION_OVER: t(
    "This invitation is over, is full, was withdrawn or is not whole: ask for a new one.",
  ),
  JOINING_OFF: ({ detail }) =>
    t(
      "Nobody can join, because the service does not say who warns. Whoever runs it has to set {settings}.",
      { settings: detail ?? "" },
    ),
  TOO_MANY_ATTEMPTS: ATTEMPTS,
  TOO_MANY_WRONG_LOGINS: ATTEMPTS,
  WRONG_LOGIN: t("The email or the password is wrong."),
  LOCAL_LOGIN_OFF: t("You do not log in by password here. Use your organisation's login."),
  TOO_MANY_LOGINS: BUSY,
  BUSY,
  QUOTA: ATTEMPTS,
  LAST_ADMINISTRATOR: t(
    "This is the last administrator: make another user an administrator first.",
  ),
  CANNOT_WRITE: ({ detail }) =>
    t(
      "Nothing was saved or published: the service cannot write, for example because its disk is full. Tell whoever runs it at once, and warn people in another way. The error's id in its log is {id}.",
      { id: detail ?? "" },
    ),
  FAULT: ({ detail }) =>
    t("Something went wrong on our side. Its id in our log is {id}.", { id: detail ?? "" }),
};

/** Returns an API refusal in the console's words; as it is, if the console cannot cause it. */
export function inWords(refusal: Refusal): string {
  const sentence = SENTENCES[refusal.reason ?? ""] ?? refusal.message;
  return typeof sentence === "string" ? sentence : sentence(refusal);
}
