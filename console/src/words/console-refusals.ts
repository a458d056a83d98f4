import { problemInWords } from "./cap-problems.ts";
import { place } from "./place-words.ts";
import { type Refusal, SENTENCES } from "./refusals.ts";
import { t } from "./translate.ts";

/** PostGIS's reasons why an area is invalid, for people. */
const FAULTS: Record<string, string> = {
  "Self-intersection": t("The outline crosses itself"),
  "Ring Self-intersection": t("The outline touches itself"),
  "Hole lies outside shell": t("A hole lies outside of the area"),
  "Holes are nested": t("A hole lies in another hole"),
  "Nested shells": t("One part of the area lies in another"),
  "Interior is disconnected": t("A hole cuts the area into parts"),
};

const GLOBE = t("Draw an area of less than half the globe that holds no pole.");
const TOO_LARGE = `${t("The area is too large.")} ${GLOBE}`;
const FILE = t("The area cannot be read. Draw it, or export the file again.");
const DISTANCES = t("THREE must reach further than TWO, and 100 km at most. Change the distances.");
const EVENT = t("Say what happens in 200 characters at most.");
const LANGUAGE = t("The language is a short code, such as it, en or pt-BR.");
const KEY_USED = t("This alert was published already, with other content. Look in the list.");
const FAULTY_PAGE = t("Something went wrong in this page. Reload it and try again.");
const NAME = t("Write a name, in 200 characters at most.");

Object.assign(SENTENCES, {
  USERS_LANGUAGES: t("Choose at most ten languages."),
  TRANSLATION_OFF: t("This service translates nothing. Write the texts yourself."),
  TRANSLATION_FAILED: ({ detail }: Refusal) =>
    t(
      "No translation came. Write the texts yourself, and tell whoever runs the service: {fault}.",
      {
        fault: detail ?? "",
      },
    ),
  SMS_OFF: t("This service sends no SMS."),
  SMS_NUMBER_FORM: t("Write the number with a plus sign and its country, such as +39 011 000000."),
  TOO_MANY_SMS_CODES: t("Three codes were sent within an hour. Try again in an hour."),
  SMS_CODE_GONE: t("This code no longer works. Ask for another one."),
  SEEN_MISSING: FAULTY_PAGE,
  USER_OF_HEAD: t("This user stands for the head of this cell, and cannot log in."),
  ADMINISTRATORS_ONLY: t("Only administrators may do this. Log in as one."),
  ROLE: t("Your role does not allow this. Ask a manager of your authority."),
  AREA_ONLY: t(
    "Changes of positions are shown to authorities without an area only. Load the page again.",
  ),
  SECOND_FACTOR: t("Confirm with your second factor."),
  SECOND_FACTOR_NEEDED: t("Confirm with your second factor first."),
  SECOND_FACTOR_OFF: t("Your role has no second factor at this service."),
  WRONG_CODE: t("This code is wrong, or was used. Enter the next one."),
  WRONG_PASSKEY: t("This passkey is not known here. Try again, or use another one."),
  PASSKEY_ORIGIN: t("Passkeys do not work at this address. Tell whoever runs the service."),
  TICKET_EXPIRED: t("This took more than five minutes. Begin again."),
  NO_SECOND_FACTOR: t("This second factor does not exist any more."),
  SECOND_FACTORS_NAME: t("Write a name, in 100 characters at most."),
  SECOND_FACTORS_TOTP_KEY: t("You have an authenticator app already. Remove it first."),
  SECOND_FACTORS_CREDENTIAL_ID_KEY: t("You have this passkey already."),
  CAP_REFUSED: ({ detail }: Refusal) => problemInWords(detail ?? ""),
  CAP_NO_DRAFT: t(
    "This message makes no draft: it ends another one, was replaced or published already, or is no alert.",
  ),
  CAP_SOURCES_NAME: t("Write a name, in 100 characters at most."),
  CAP_SOURCES_URL: t("The address looks like https://alerts.example.org/alerts.atom."),
  CAP_SOURCES_INTERVAL: t("Choose from 10 seconds to an hour."),
  CAP_SOURCES_KEY: t(
    "A key begins with -----BEGIN PUBLIC KEY----- or -----BEGIN CERTIFICATE-----.",
  ),
  WEBHOOKS_URL: t("The address looks like https://siren.example.org/hook."),
  WEBHOOKS_EVENTS: t("Choose what it is told of."),
  WEBHOOK_OFF: t("It is paused or has no secret: end the pause, or make one."),
  NO_APPROVER: t("Your role does not allow you to publish this. Ask an approver of its authority."),
  NEEDS_APPROVAL: t("A second person has to approve this. Propose it."),
  OWN_PROPOSAL: t("This is your own proposal. A second person has to decide."),
  DECIDED_ALREADY: t("This was decided or taken back meanwhile."),
  PROPOSAL_CHANGED: t("What would be published has changed since you looked. Look again."),
  APPROVER_DEMOTED: t("Whoever approved it may not approve any more. Propose it again."),
  PUBLISH_AT: t("The time to publish has passed, is more than a year away, or is after the end."),
  BREAK_GLASS: t("Write why it cannot wait, in 500 characters at most."),
  REJECT_REASON: t("Write what is wrong with it, in 500 characters at most."),
  AUTHORITIES_APPROVAL_ABOVE: t("Write a number of people, from 0 on."),
  OTHER_AUTHORITY: t("This is for the authority of the alert only."),
  OUTSIDE_AUTHORITY: t(
    "The area leaves the area of your authority. Draw it inside: the outer zones may reach beyond.",
  ),
  NO_AUTHORITY: t("Only managers of the authority above may do this. Ask one of them."),
  AUTHORITY_OUTSIDE: t(
    "An authority lies within the one above, and holds those below. Change the area.",
  ),
  AUTHORITIES_NAME: t("Write a name, in 100 characters at most."),
  AUTHORITIES_NAME_KEY: t("Another authority has this name. Choose another one."),
  AID_OUTSIDE: t("An authority grants its own area, or a part of it. Draw the part within it."),
  AID_END: t("Mutual aid ends within a year. Choose another end."),
  NO_MUTUAL_AID: t("This mutual aid has ended, or is not yours to end."),
  NO_OTHER_AUTHORITY: t("Choose another authority, which receives the mutual aid."),
  ONE_PUBLICATION: FAULTY_PAGE,
  HELD_PUBLICATIONS_KEY: FAULTY_PAGE,
  // PostGIS ends with the place, as in "Self-intersection[2.348 48.85]".
  AREA_INVALID({ detail }: Refusal) {
    const [fault = "", longitude, latitude] = (detail ?? "").split(/[[\] ](?=[-\d]|$)/);
    if (latitude === undefined) return t("The outline is faulty. Draw it again.");
    return t("{fault} at {place}. Move a corner there.", {
      fault: FAULTS[fault] ?? t("The outline is not closed"),
      place: place(Number(longitude), Number(latitude)),
    });
  },
  AREA_EDGE: t("An edge of the area spans half the globe. Add corners along it."),
  AREA_POLE: `${t("The area goes round a pole.")} ${GLOBE}`,
  AREA_GLOBE: TOO_LARGE,
  AREA_HALF_GLOBE: TOO_LARGE,
  AREA_OUTLINE: t("The outline of the area is too long. Draw a simpler one."),
  AREA_FLAT: t("The corners of the area lie on one line. Move one of them."),
  AREA_SIZE: t("The area has more than 10,000 corners. Draw a simpler one."),
  AREA_PLACE: t("A corner of the area lies off the map. Draw it again."),
  AREA_KIND: FILE,
  AREA_SYSTEM: FILE,
  AREA_NUMBER: FILE,
  AREA_FORM: FILE,
  CRS_FORM: FILE,
  CRS_UNKNOWN: FILE,
  CRS_DATUM: FILE,
  CRS_PLACE: FILE,
  ZONE_POLE: t(
    "The area or a zone around it comes too close to a pole. Draw a smaller area, or shorten the distances.",
  ),
  DISTANCES,
  ALERT_TEMPLATES_DISTANCES: DISTANCES,
  EXPIRES_AT: t("The end must lie within the next year. Choose how long the alert lasts."),
  MAX_POSITION_AGE: t("Positions may be from 1 minute to 30 days old."),
  ALERTS_TITLE: t("Shorten the title to 60 characters."),
  TEXTS_COUNT: t("An alert has at most 20 other languages. Remove some."),
  TEXTS_LANGUAGE: t("Choose each other language once."),
  TEXTS_LENGTH: t(
    "Write all texts of each language, in 10,000 characters at most, and its title in 60.",
  ),
  TEXTS_PLACEHOLDER: t("Fill in what the template left open, in each language."),
  ALERTS_TEXT1_LENGTH: t("Write text ONE, in 10,000 characters at most."),
  ALERTS_TEXT2_LENGTH: t("Write text TWO, in 10,000 characters at most."),
  ALERTS_TEXT3_LENGTH: t("Write text THREE, in 10,000 characters at most."),
  ALERTS_ALL_CLEAR: t("Write that the danger is over, in 10,000 characters at most."),
  ALERTS_EVENT: EVENT,
  ALERT_TEMPLATES_EVENT: EVENT,
  ALERTS_LANGUAGE: LANGUAGE,
  ALERT_TEMPLATES_LANGUAGE: LANGUAGE,
  ALERTS_IDEMPOTENCY_KEY: KEY_USED,
  ALERTS_IDEMPOTENCY_KEY_KEY: KEY_USED,
  KEY_OF_OTHER_ALERT: KEY_USED,
  ALERTS_PLACEHOLDERS: t(
    "A text or the title still has a word in braces, such as {example}. Fill it in.",
    { example: "{place}" },
  ),
  ALERT_CHANGED: t(
    "Someone else has updated this alert meanwhile. Open it to see what has changed.",
  ),
  ALERT_CANCELLED: t("This alert is already cancelled: publish a new one."),
  ALERT_EXPIRED: t("This alert has expired: publish a new one."),
  ALERT_OF_HEAD: t("Only the head, the service from which this alert came, can change or end it."),
  NO_ALERT: t("This alert does not exist. Look in the list."),
  NO_ALERT_OR_USER: t("This alert or this user does not exist any more."),
  NO_USER: t("This user does not exist any more. Load the list again."),
  NO_HELD_PUBLICATION: t("There is no held publication with this id."),
  TOO_LATE: t(
    "It is too late to take it back, because it has been published: correct it, or end it with an all-clear.",
  ),
  TOO_LATE_TO_PUBLISH: t(
    "The service was not running when it was due, and it is too late now: publish it again.",
  ),
  AUTHOR_NO_ADMINISTRATOR: t("Its author is no longer an administrator."),
  AUTHOR_TRAINING: t("The training of its author began or ended meanwhile: publish it again."),
  KEY_TAKEN: t(
    "An earlier try with other content may have gone out. Look at the alert, and begin again.",
  ),
  OTHER_STATUS: t(
    "You are in training now, so this would be an exercise. Nothing was published: check it again.",
  ),
  SAVED_AREAS_NAME: NAME,
  SAVED_AREAS_NAME_KEY: t("Another saved area has this name. Choose another one."),
  ALERT_TEMPLATES_NAME: NAME,
  ALERT_TEMPLATES_NAME_KEY: t("Another template has this name. Choose another one."),
  ALERT_TEMPLATES_TITLE: t(
    "The title has more than 200 characters: write what happens and where, in a few words.",
  ),
  ALERT_TEMPLATES_TEXTS: t("A text of the template has more than 10,000 characters: shorten it."),
  ALERT_TEMPLATES_DURATION: t("An alert lasts from a minute to a year."),
  SHARED_DRAFTS_NAME: NAME,
  SHARED_DRAFTS_NAME_KEY: t("Another shared draft has this name. Choose another one."),
  SHARED_DRAFTS_CONTENT: t("The area is too detailed to share. Draw a simpler one."),
  TOO_MANY_DRAFTS: t("You have too many drafts of your own. Discard one first."),
  DRAFT_CHANGED: t("Someone else has saved this meanwhile: look at what is new, and change that."),
  DRAFT_GONE: t("This draft was published or removed meanwhile: look among the alerts."),
  NOTHING_THERE: t("Someone has removed this meanwhile."),
  HAS_PASSWORD: t("This user already has a password: give them a new one instead."),
  EMAIL_TWICE: t("This email comes twice in the list: leave one of them out."),
  TOO_MANY_USERS: t("The list has more than 5,000 people. Split it."),
  TOO_MANY_USER_IDS: t("Choose 5,000 people at most."),
  IN_TRAINING: t("You are in training: another administrator has to change this."),
  REAL_ALERT: t("You are in training: you cannot change or end a real alert."),
  LAST_TRAINED_ADMINISTRATOR: t(
    "This is the last administrator who is not in training: make another one first.",
  ),
  INVITATION_END: t("The end of an invitation is not within the next year: choose another one."),
  NO_INVITATION: t("This invitation was revoked already. Load the list again."),
  INVITATIONS_NAME: t("Write a name, in 100 characters at most."),
  INVITATIONS_PLACES: t("Say how many people may join, from 1 to 100,000."),
});
