import type { AuditEntry } from "../../state/audit-entries.ts";
import { queryOf } from "../../state/audit-filter.ts";
import { addressOf } from "../../state/route.ts";
import { ACTIONS, actorWithoutUser, OBJECTS } from "../../words/audit.ts";
import { factsInWords } from "../../words/audit-facts.ts";
import { exactMoment } from "../../words/report-time.ts";
import { t } from "../../words/translate.ts";

type Names = ReadonlyMap<number, string>;

/** Returns a user's name and id. A removed user's name is unknown. */
function nameOf(id: number, names: Names): string {
  const name = names.get(id);
  return name === undefined ? t("User {id}", { id }) : `${name} (${id})`;
}

/** Shows who did it, with a link to everything that they did. */
function Person({ entry: { action, actorId }, names }: { entry: AuditEntry; names: Names }) {
  if (actorId === null) return <>{actorWithoutUser(action)}</>;
  const query = queryOf({ actor: String(actorId), action: "", from: "", to: "" });
  return <a href={addressOf({ screen: "audit-log", query })}>{nameOf(actorId, names)}</a>;
}

/** True of reads of lists and maps, which name nobody. */
const isUnnamedRead = ({ action, objectType, facts }: AuditEntry) =>
  /^PEOPLE_/.test(action) && objectType !== "USER" && !Object.hasOwn(Object(facts), "user_ids");

function Thing({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { objectType, objectId } = entry;
  if (objectType === null || objectId === null)
    return isUnnamedRead(entry) ? t("Anyone, perhaps") : null;
  if (objectType === "USER") return <>{nameOf(objectId, names)}</>;
  const text = OBJECTS[objectType](objectId);
  if (objectType !== "ALERT") return <>{text}</>;
  return <a href={addressOf({ screen: "alert", id: objectId })}>{text}</a>;
}

/** Lists entries of the audit log. */
export function EntryTable({ entries, names }: { entries: readonly AuditEntry[]; names: Names }) {
  return (
    <div class="table stacked moments">
      <table>
        <thead>
          <tr>
            <th scope="col">{t("When")}</th>
            <th scope="col">{t("Who")}</th>
            <th scope="col">{t("What")}</th>
            <th scope="col">{t("To what")}</th>
            <th scope="col">{t("Details")}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <th scope="row">{exactMoment(entry.createdAt)}</th>
              <td data-label={t("Who")}>
                <Person entry={entry} names={names} />
              </td>
              <td data-label={t("What")}>{ACTIONS[entry.action]}</td>
              <td data-label={t("To what")}>
                <Thing entry={entry} names={names} />
              </td>
              <td data-label={t("Details")}>{factsInWords(entry.facts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
