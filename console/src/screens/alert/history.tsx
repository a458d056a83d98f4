import { changes, type Version } from "../../words/changes.ts";
import { moment } from "../../words/time.ts";
import { t } from "../../words/translate.ts";

/** Shows who changed what and when, the newest change first. */
export function History({ history }: { history: Version[] }) {
  const oldestFirst = history.toSorted((a, b) => a.version - b.version);
  return (
    <section aria-labelledby="history">
      <h2 id="history">{t("History")}</h2>
      <ol class="cards">
        {oldestFirst
          .map((version, index) => (
            <li key={version.version}>
              {changes(version, oldestFirst[index - 1])}
              <p class="hint">
                {moment(version.createdAt)}, {version.user?.name ?? t("a user")}
              </p>
            </li>
          ))
          .toReversed()}
      </ol>
    </section>
  );
}
