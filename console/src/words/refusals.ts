import { t } from "./translate.ts";

/** A pattern of the API's refusals, which name its fields, and what the console says to people instead. */
export type Sentence = readonly [RegExp, string | ((...found: string[]) => string)];

const SENTENCES: Sentence[] = [
  [
    /^You have no (\w+) with this/,
    (thing) =>
      t(
        "{thing, select, device {This device does not exist any more.} notification {This notification does not exist any more.} other {This session does not exist any more.}}",
        { thing },
      ),
  ],
  [/^email is not/, t("The email must look like name@example.org, in 254 characters at most.")],
  [/^name is empty/, t("Write a name, in 200 characters at most.")],
  [/^address has/, t("Shorten the address to 500 characters.")],
  [/^password1 and password2/, t("The two passwords differ. Write the same one twice.")],
  [/^currentPassword is missing/, t("Write the password that you log in with.")],
  [/^currentPassword is wrong/, t("The password that you log in with is wrong.")],
  [/^A password can have at most/, t("The password is too long. Choose a shorter one.")],
  [/^A password cannot contain/, t("The password contains a character that cannot be typed.")],
  [/^from and to/, t("Quiet hours must begin and end at different times.")],
  [/^timeZone/, t("The service does not know your time zone. Set another one on this computer.")],
  [/^token/, t("The service cannot push to this browser. Ask whoever runs it.")],
  [
    /^(seen is missing|key |Send newAlert alone)/,
    t("Something went wrong in this page. Reload it and try again."),
  ],
  [/^(latitude|longitude|accuracy|takenAt)/, t("The position is off the map, or not of today.")],
  [
    /^A text contains a character/,
    t("A text contains a character that cannot be stored. Write it again."),
  ],
  [/^This is for administrators only/, t("Only administrators may do this. Log in as one.")],
  [/^Log in first|^The session has ended/, t("Log in again.")],
  [
    /^This user already has a password/,
    t("This user already has a password: give them a new one instead."),
  ],
  [/^There is no held publication/, t("There is no held publication with this id.")],
  [
    /^It is too late to take it back/,
    t(
      "It is too late to take it back, because it has been published: correct it, or end it with an all-clear.",
    ),
  ],
  [
    /^The service was not running when/,
    t("The service was not running when it was due, and it is too late now: publish it again."),
  ],
  [/^Its author is no administrator/, t("Its author is no longer an administrator.")],
  [
    /^Another publication of yours has this key/,
    t("An earlier try with other content may have gone out. Look at the alert, and begin again."),
  ],
  [
    /^This draft was published or removed/,
    t("This draft was published or removed meanwhile: look among the alerts."),
  ],
  [
    /^Someone else has saved version (\S+), and you changed version (\S+):/,
    (theirs, yours) =>
      t(
        "Someone else has saved version {theirs}, and you changed version {yours}: look at what is new, and change that.",
        { theirs, yours },
      ),
  ],
  [
    /^This alert came from the head/,
    t("Only the head, the service from which this alert came, can change or end it."),
  ],
  [
    /^This user stands for the head/,
    t("This user stands for the head of this cell, and cannot log in."),
  ],
  [/^This alert is already cancelled/, t("This alert is already cancelled: publish a new one.")],
  [/^This alert has expired/, t("This alert has expired: publish a new one.")],
  [/^This email is taken/, t("This email is taken: use another one.")],
  [
    /^The position is off the globe/,
    t("The position is off the globe, or its accuracy or time is out of range."),
  ],
  [
    /^A text of the template has more/,
    t("A text of the template has more than 10,000 characters: shorten it."),
  ],
  [
    /^The title of the template is empty/,
    t("The title has more than 200 characters: write what happens and where, in a few words."),
  ],
  [
    /^This link was used, has expired or is not whole: ask for a new mail/,
    t("This link was used, has expired or is not whole: ask for a new mail."),
  ],
  [/^Mail is off/, t("Mail is off at this service: ask an administrator for a new password.")],
  [/^Your email is confirmed/, t("Your email is confirmed already.")],
  [
    /^Too many mails were asked for: try again in (\S+)/,
    (number) => t("Too many mails were asked for: try again in {number} seconds.", { number }),
  ],
  [
    /^This link was used/,
    t("This link was used, has expired or is not whole: ask an administrator for a new one."),
  ],
  [
    /^This invitation is over/,
    t("This invitation is over, is full, was withdrawn or is not whole: ask for a new one."),
  ],
  [
    /^Nobody can join, because the service does not say who warns: set (.+)\.$/,
    (settings) =>
      t(
        "Nobody can join, because the service does not say who warns. Whoever runs it has to set {settings}.",
        { settings },
      ),
  ],
  [
    /^Too many attempts: try again in (\d+)/,
    (number) => t("Too many attempts: try again in {number} seconds.", { number }),
  ],
  [/^The email or the password is wrong/, t("The email or the password is wrong.")],
  [/^Too many logins at once/, t("Too many logins at once: try again in a moment.")],
  [
    /^(?:A password needs at least|`password1` length must be >=) (\d+)/,
    (number) => t("A password needs at least {number} characters.", { number }),
  ],
  [/^The service is busy/, t("The service is busy: try again in a moment.")],
  [
    /^You have asked for too much: try again in (\d+)/,
    (number) => t("You have asked for too much: try again in {number} seconds.", { number }),
  ],
  [
    /^Too many wrong logins: try again in (\d+)/,
    (number) => t("Too many wrong logins: try again in {number} seconds.", { number }),
  ],
  [
    /^Nothing was saved: the database cannot write.* Its id in our log is (\S+)\.$/,
    (id) =>
      t(
        "Nothing was saved or published: the service cannot write, for example because its disk is full. Tell whoever runs it at once, and warn people in another way. The error's id in its log is {id}.",
        { id },
      ),
  ],
  [
    /^Something went wrong on our side\. Its id in our log is (\S+)\.$/,
    (id) => t("Something went wrong on our side. Its id in our log is {id}.", { id }),
  ],
];

/** Adds sentences that only some pages need, so that the others stay small. */
export const addSentences = (sentences: Sentence[]): void => void SENTENCES.unshift(...sentences);

/** Returns an API refusal in the console's words; undefined for one that the console cannot cause. */
export function translatedRefusal(message: string): string | undefined {
  for (const [pattern, sentence] of SENTENCES) {
    const found = pattern.exec(message);
    if (found) return typeof sentence === "string" ? sentence : sentence(...found.slice(1));
  }
  return undefined;
}

/** Returns a message of the API in the console's words. Others stay as they are. */
export const inWords = (message: string): string => translatedRefusal(message) ?? message;
