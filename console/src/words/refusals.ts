import { t } from "./translate.ts";

/** A pattern of the API's refusals, which name its fields, and what the console says to people instead. */
export type Sentence = readonly [RegExp, string | ((...found: string[]) => string)];

const SENTENCES: Sentence[] = [
  [/^expiresAt/, t("The end must lie within the next year. Choose how long the alert lasts.")],
  [/^maxPositionAge/, t("Positions may be from 1 minute to 30 days old.")],
  [/^title has/, t("Shorten the title to 60 characters.")],
  [/^text1/, t("Write text ONE, in 10,000 characters at most.")],
  [/^text2/, t("Write text TWO, in 10,000 characters at most.")],
  [/^text3/, t("Write text THREE, in 10,000 characters at most.")],
  [/^text is empty/, t("Write that the danger is over, in 10,000 characters at most.")],
  [/^event/, t("Say what happens in 200 characters at most.")],
  [/^language/, t("The language is a short code, such as it, en or pt-BR.")],
  [/^idempotencyKey/, t("This alert was published already, with other content. Look in the list.")],
  [
    /^This alert is at version/,
    t("Someone else has updated this alert meanwhile. Open it to see what has changed."),
  ],
  [/^There is no alert with this id/, t("This alert does not exist. Look in the list.")],
  [/^There is no alert or no user/, t("This alert or this user does not exist any more.")],
  [/^There is no user with this id/, t("This user does not exist any more. Load the list again.")],
  [
    /^You have no (\w+) with this/,
    (thing) =>
      t(
        "{thing, select, device {This device does not exist any more.} notification {This notification does not exist any more.} other {This session does not exist any more.}}",
        { thing },
      ),
  ],
  [/^email is not/, t("The email must look like name@example.org, in 254 characters at most.")],
  [/^Another saved area has this name/, t("Another saved area has this name. Choose another one.")],
  [/^Another template has this name/, t("Another template has this name. Choose another one.")],
  [
    /^A text or the title still has a placeholder/,
    t("A text or the title still has a word in braces, such as {example}. Fill it in.", {
      example: "{place}",
    }),
  ],
  [/^duration/, t("An alert lasts from a minute to a year.")],
  [
    /^Another shared draft has this name/,
    t("Another shared draft has this name. Choose another one."),
  ],
  [
    /^You have (\d+) private drafts/,
    (number) => t("You have {number} drafts of your own. Discard one first.", { number }),
  ],
  [/^content has more/, t("The area is too detailed to share. Draw a simpler one.")],
  [/^There is nothing with this id/, t("Someone has removed this meanwhile.")],
  [/^name is empty/, t("Write a name, in 200 characters at most.")],
  [/^address has/, t("Shorten the address to 500 characters.")],
  [/^users has more/, t("The list has more than 5,000 people. Split it.")],
  [/^userIds has more/, t("Choose 5,000 people at most.")],
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
    /^The alert would be of status/,
    t(
      "You are in training now, so this would be an exercise. Nothing was published: check it again.",
    ),
  ],
  [
    /^You are in training: another/,
    t("You are in training: another administrator has to change this."),
  ],
  [
    /^You are in training: you cannot/,
    t("You are in training: you cannot change or end a real alert."),
  ],
  [
    /^This is the last administrator who/,
    t("This is the last administrator who is not in training: make another one first."),
  ],
  [
    /^This is the last administrator:/,
    t("This is the last administrator: make another user an administrator first."),
  ],
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
    /^The training of its author/,
    t("The training of its author began or ended meanwhile: publish it again."),
  ],
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
    /^The end of an invitation/,
    t("The end of an invitation is not within the next year: choose another one."),
  ],
  [
    /^Nobody can join, because the service does not say who warns: set (.+)\.$/,
    (settings) =>
      t(
        "Nobody can join, because the service does not say who warns. Whoever runs it has to set {settings}.",
        { settings },
      ),
  ],
  [/^There is no invitation/, t("This invitation was revoked already. Load the list again.")],
  [/^places is not/, t("Say how many people may join, from 1 to 100,000.")],
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
