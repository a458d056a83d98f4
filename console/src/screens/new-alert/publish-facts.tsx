import type { ComponentChildren } from "preact";
import { details, ReachByCell } from "../../components/reach-view.tsx";
import type { Area } from "../../geo/area.ts";
import { usePlaceOf } from "../../map/place-of-area.ts";
import { streetsProblem } from "../../map/streets.ts";
import { isOutdated } from "../../state/alert-input.ts";
import { titleOf } from "../../state/alert-list.ts";
import { draftArea } from "../../state/draft.ts";
import type { Draft } from "../../state/draft-fields.ts";
import { alertDefaults } from "../../state/host-settings.ts";
import { now } from "../../state/now.ts";
import { endOf } from "../../state/placeholders.ts";
import type { Reach } from "../../state/reach.ts";
import { STATUS_NAMES } from "../../words/alert-words.ts";
import { languageName } from "../../words/languages.ts";
import { listed, people } from "../../words/numbers.ts";
import { moment, relativeTime } from "../../words/time.ts";
import { t } from "../../words/translate.ts";
import { unspoken } from "../../words/unspoken.ts";

/** When the alert ends, in words. */
function ending(draft: Draft): string {
  const at = endOf(draft);
  return `${moment(at)}, ${relativeTime(at, now.value)}`;
}

/** A line of the checklist: nothing is wrong, or something needs attention. */
function Fact(props: { name: string; isOdd?: boolean | undefined; children: ComponentChildren }) {
  return (
    <>
      <dt class={props.isOdd ? "odd" : "fine"}>{props.name}</dt>
      <dd>{props.children}</dd>
    </>
  );
}

/** Says where an area is, and if the map on which it was drawn had no streets. */
function Where({ area }: { area: Area }) {
  const place = usePlaceOf(area);
  return (
    <Fact name={t("Where")} isOdd={place === "" || streetsProblem.value !== ""}>
      {place === "" ? t("far from any known place") : (place ?? "…")}
      {streetsProblem.value && <p class="hint">{streetsProblem.value}</p>}
    </Fact>
  );
}

/** The checklist before a publication: place, end, language, people who are passed over, other alerts. */
export function PublishFacts(props: {
  draft: Draft;
  found: Reach | undefined;
  /** True while the service is asked for it. */
  isAsking: boolean;
}) {
  const { draft, found, isAsking } = props;
  const { translations = [] } = draft;
  const outdated = translations.filter((one) => isOutdated(draft, one));
  const languages = [
    draft.language || alertDefaults.value.language,
    ...translations.map((one) => one.language),
  ];
  const mute = unspoken(languages);
  const overlapping = found?.overlapping ?? [];
  return (
    <dl class="checklist">
      {draftArea.value && <Where area={draftArea.value} />}
      <Fact name={t("Ends")}>{ending(draft)}</Fact>
      <Fact
        name={t("Language")}
        isOdd={
          found?.languages.some(({ wanted }) => wanted !== null) ||
          outdated.length > 0 ||
          mute !== ""
        }
      >
        {languages.map(languageName).join(" · ")}
        {mute && <p>{mute}</p>}
        {outdated.length > 0 && (
          <p>
            {t("Older than the alert: {languages}.", {
              languages: listed(outdated.map((one) => languageName(one.language))),
            })}
          </p>
        )}
        {found && (
          <ul class="plain-list">
            {found.languages.map(({ language, users, wanted }) => (
              <li key={`${language} ${wanted}`}>
                {wanted === null
                  ? t("{language}: {people}", {
                      language: languageName(language),
                      people: people(users),
                    })
                  : t("{language}, though they read {wanted}: {people}", {
                      language: languageName(language),
                      wanted: languageName(wanted),
                      people: people(users),
                    })}
              </li>
            ))}
          </ul>
        )}
      </Fact>
      {found && (
        <>
          <Fact
            name={t("People")}
            isOdd={found.stale + found.coarse > 0 || found.cells.some(({ problem }) => problem)}
          >
            {details(found).join(" · ")}. {t("Who comes in while it lasts is warned then.")}
            <ReachByCell found={found} />
          </Fact>
          <Fact name={t("Overlaps")} isOdd={overlapping.length > 0}>
            {overlapping.length > 0 ? (
              <ul class="plain-list">
                {overlapping.map(({ alertId, title, text1, status, expiresAt }) => (
                  <li key={alertId}>
                    {t("{status} alert id {id}, ends {when}: “{title}”", {
                      status: STATUS_NAMES[status][0],
                      id: alertId,
                      when: relativeTime(expiresAt, now.value),
                      title: titleOf({ title, text1 }),
                    })}
                  </li>
                ))}
              </ul>
            ) : (
              t("no other alert")
            )}
          </Fact>
        </>
      )}
      {isAsking && (
        <Fact name={t("Overlaps")} isOdd>
          {t("asking…")}
        </Fact>
      )}
    </dl>
  );
}
