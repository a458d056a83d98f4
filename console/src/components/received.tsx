import { Fragment } from "preact";
import type { CapMark, ReceivedFragment } from "../api/operations.ts";
import { languageName } from "../words/languages.ts";
import { moment } from "../words/time.ts";
import { t } from "../words/translate.ts";

const MARKS: Record<CapMark, string> = {
  CANCELLED: t("It is over, says its sender: end the alert, or remove the draft."),
  EXPIRED: t("It has expired."),
  TEST: t("It is an exercise or a test."),
  NOT_SIGNED: t("No signature says who sent it. Ask the sender if in doubt."),
  NOT_VALID: t("It breaks the rules of its format. Compare the draft with it."),
  NO_AREA: t("It has no area that can be drawn. Draw it."),
  OUTSIDE: t("It reaches beyond the area of your authority. Only what is inside is drawn."),
  UNKNOWN_REFERENCE: t("It changes a warning that has not come here."),
};

/** The fields of a part that are shown, in their order. */
const FIELDS: Record<string, string> = {
  headline: t("Headline"),
  description: t("Description"),
  instruction: t("Instruction"),
  event: t("What happens"),
  areaDesc: t("Where"),
  urgency: t("Urgency"),
  severity: t("Severity"),
  certainty: t("Certainty"),
  expires: t("Ends"),
  senderName: t("Sender"),
  contact: t("Contact"),
  web: t("Page"),
};
const AREA = t("The area");

type Part = Partial<Record<string, string>> & { language: string };
interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

/** Times are written as others are; everything else stays as its sender wrote it. */
const shown = (field: string, value: string | null | undefined) =>
  field === "expires" && value ? moment(Date.parse(value) / 1000) : value;

/** What a message of others says, what to know of it, and what it changes. */
export function Received({ message }: { message: ReceivedFragment }) {
  const { sender, sent, sourceName, marks, note } = message;
  const parts = message.infos as Part[];
  const changes = message.changes as Change[];
  return (
    <section class="received" aria-label={t("Warning of others")}>
      <p>
        {sourceName
          ? t("From {sender} by {source}, sent {time}.", {
              sender: <bdi>{sender}</bdi>,
              source: <bdi>{sourceName}</bdi>,
              time: moment(sent),
            })
          : t("From {sender}, sent {time}.", { sender: <bdi>{sender}</bdi>, time: moment(sent) })}
      </p>
      <ul class="plain-list">
        {marks.map(
          (mark) =>
            mark && (
              <li key={mark} class="hint attention">
                {MARKS[mark]}
              </li>
            ),
        )}
      </ul>
      {changes.length > 0 && (
        <details open>
          <summary>{t("What its update changes")}</summary>
          <dl>
            {changes.map(({ field, before, after }) => (
              <Fragment key={field}>
                <dt>{FIELDS[field] ?? AREA}</dt>
                <dd dir="auto">
                  {field in FIELDS && (
                    <>
                      <del>{shown(field, before)}</del> <ins>{shown(field, after)}</ins>
                    </>
                  )}
                </dd>
              </Fragment>
            ))}
          </dl>
        </details>
      )}
      {note && <p dir="auto">{note}</p>}
      {parts.map((part, at) => (
        <details key={at}>
          <summary>
            {t("As it came: {language}", { language: languageName(part.language) })}
          </summary>
          <dl lang={part.language}>
            {Object.entries(FIELDS).map(
              ([field, name]) =>
                part[field] && (
                  <Fragment key={field}>
                    <dt>{name}</dt>
                    <dd dir="auto">{shown(field, part[field])}</dd>
                  </Fragment>
                ),
            )}
          </dl>
        </details>
      ))}
    </section>
  );
}
