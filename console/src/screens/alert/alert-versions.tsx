import type { Alert } from "../../api/load-alert.ts";
import { LevelBadge } from "../../components/badges.tsx";
import { changes } from "../../words/changes.ts";
import { languageName } from "../../words/languages.ts";
import { LEVELS } from "../../words/levels.ts";
import { metres } from "../../words/numbers.ts";
import { exactMoment } from "../../words/report-time.ts";
import { t } from "../../words/translate.ts";
import { marksOf } from "../../words/versions.ts";

/** Shows each version of an alert in full: its texts, by whom and when, the oldest first. */
export function Versions({ alert }: { alert: Alert }) {
  const versions = alert.history.toSorted((a, b) => a.version - b.version);
  const marks = marksOf(versions);
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">{t("Versions")}</h2>
      {versions.map((version, index) => (
        <div key={version.version} class="version">
          <h3>
            {t("Version {number}: {what}", {
              number: version.version,
              what: marks[index]?.text ?? "",
            })}
          </h3>
          <p class="hint">
            {exactMoment(version.createdAt)}, {version.user?.name ?? t("a user")}
          </p>
          {index > 0 && <p dir="auto">{changes(version, versions[index - 1])}</p>}
          {version.texts.map(
            ({ language, allClear }) =>
              allClear && (
                <p key={language} dir="auto" lang={language}>
                  {allClear}
                </p>
              ),
          )}
          {version.allClear === null && (
            <>
              {version.title && (
                <p dir="auto" lang={alert.language}>
                  <strong>{version.title}</strong>
                </p>
              )}
              {[version.text1, version.text2, version.text3].map((text, at) => (
                <div key={LEVELS[at]} class="told-text">
                  <LevelBadge level={LEVELS[at] ?? "ONE"} />
                  <p dir="auto" lang={alert.language}>
                    {text}
                  </p>
                </div>
              ))}
              {version.texts.map((one) => (
                <details key={one.language}>
                  <summary>
                    {languageName(one.language)}
                    {one.isOld && ` – ${t("older than the alert")}`}
                  </summary>
                  {[one.title, one.text1, one.text2, one.text3].map((text, at) => (
                    <p key={String(at)} dir="auto" lang={one.language}>
                      {text}
                    </p>
                  ))}
                </details>
              ))}
              <p class="hint">
                {t("ONE is the area, TWO reaches {two}, THREE {three} around it.", {
                  two: metres(version.level2Distance),
                  three: metres(version.level3Distance),
                })}{" "}
                {t("Ends {time}.", { time: exactMoment(version.expiresAt) })}
              </p>
            </>
          )}
        </div>
      ))}
    </section>
  );
}
