import "../geo/unite.ts";
import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { hostUrl } from "../api/host-url.ts";
import type { Alert } from "../api/load-alert.ts";
import { LevelBadge, StatusBadge } from "../components/badges.tsx";
import { LoadState } from "../components/load-state.tsx";
import { Panel } from "../components/panel.tsx";
import { Problem } from "../components/problem.tsx";
import { Received } from "../components/received.tsx";
import { ShowMore } from "../components/show-more.tsx";
import { StatusBand } from "../components/status-band.tsx";
import { Tabs } from "../components/tabs.tsx";
import { TimelinePlot } from "../components/timeline-plot.tsx";
import { TimelineTable } from "../components/timeline-table.tsx";
import { Title } from "../components/title.tsx";
import { UserField } from "../components/user-field.tsx";
import { MapView } from "../map/map-view.tsx";
import { showAreas } from "../map/show-areas.ts";
import { alertZones } from "../map/zone-layers.ts";
import { stateOf, titleOf, zonesOf } from "../state/alert-list.ts";
import { followedAlert } from "../state/followed-alert.ts";
import { loadOnChange } from "../state/load-on-change.ts";
import { timelineOf } from "../state/load-timeline.ts";
import { now } from "../state/now.ts";
import { may } from "../state/rights.ts";
import { addressOf } from "../state/route.ts";
import { session } from "../state/session.ts";
import { type User, userSearch } from "../state/user-search.ts";
import { changes, type Version } from "../words/changes.ts";
import { LEVEL_NAMES, LEVELS } from "../words/levels.ts";
import { metres } from "../words/numbers.ts";
import { moment, relativeTime } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { marksOf } from "../words/versions.ts";
import { Versions } from "./alert/alert-versions.tsx";
import { Cancel } from "./alert/cancel.tsx";
import { Figures, Progress } from "./alert/progress.tsx";
import { Recipients } from "./alert/recipients.tsx";
import { WhyNotified } from "./alert/why-notified.tsx";

/** The number of results below the field. */
const MAX_RESULTS = 10;

/** Finds any user, and explains why they were or were not notified. */
function ExplainUser({ alertId }: { alertId: number }) {
  const search = useMemo(() => userSearch(MAX_RESULTS, { needsText: true }), []);
  const { foundBy, users, follow } = search;
  useEffect(follow, [follow]);
  const [asked, setAsked] = useState<User>();
  const foundUsers = users.data.value ?? [];
  const isNobody = foundBy.value !== "" && foundUsers.length === 0;
  return (
    <section aria-labelledby="anyone">
      <h2 id="anyone">{t("Why someone has a notification or not")}</h2>
      <UserField search={search} />
      <Problem text={users.error.value} retry={() => void users.load()} />
      <p role="status" class="hint">
        {isNobody &&
          t("Nobody has “{text}” in the name, or an email that begins so.", {
            text: foundBy.value,
          })}
      </p>
      <ul class="cards">
        {foundUsers.map((user) => (
          <li key={user.id} class="user">
            <div>
              {user.name}
              <p class="hint">{user.email}</p>
            </div>
            <button
              type="button"
              aria-label={t("Why {name} has a notification or not", { name: user.name })}
              onClick={() => setAsked(user)}
            >
              {t("Why?")}
            </button>
          </li>
        ))}
      </ul>
      {users.hasMore.value && (
        <ShowMore isBusy={users.isLoading.value} onClick={() => void users.more()} />
      )}
      {asked && (
        <WhyNotified
          alertId={alertId}
          userId={asked.id}
          name={asked.name}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

/** Shows the text of each level, with its speech. */
function Texts({ alert }: { alert: Alert }) {
  const texts = [alert.text1, alert.text2, alert.text3];
  const sounds = [alert.audioUrl1, alert.audioUrl2, alert.audioUrl3];
  return (
    <section aria-labelledby="texts">
      <h2 id="texts">{t("What they are told")}</h2>
      {alert.title && (
        <p dir="auto" lang={alert.language}>
          <strong>{alert.title}</strong>
        </p>
      )}
      {LEVELS.map((level, index) => {
        const sound = sounds[index];
        return (
          <div key={level} class="told-text">
            <LevelBadge level={level} />
            <p dir="auto" lang={alert.language}>
              {texts[index]}
            </p>
            {sound && (
              // biome-ignore lint/a11y/useMediaCaption: its words are the text above
              <audio
                controls
                preload="none"
                src={hostUrl(sound).href}
                aria-label={t("Text {level} as speech", { level: LEVEL_NAMES[level] })}
              />
            )}
          </div>
        );
      })}
    </section>
  );
}

/** Shows who changed what and when, the newest change first. */
function History({ history }: { history: Version[] }) {
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

/** Shows when people were in the zones, got a push and have seen the notification, as a plot and as a table. */
export function Timeline(props: {
  alertId: number;
  publishedAt: number;
  history: readonly Version[];
  change: ReadonlySignal<string>;
}) {
  const { alertId, publishedAt, history, change } = props;
  const timeline = useMemo(() => timelineOf(alertId), [alertId]);
  useEffect(() => loadOnChange(change, timeline.load), [change, timeline]);
  const steps = timeline.data.value;
  const marks = marksOf(history);
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{t("How fast it was")}</h2>
      <LoadState of={timeline} />
      {steps && (
        <>
          <TimelinePlot steps={steps} marks={marks} publishedAt={publishedAt} />
          <details>
            <summary>{t("The same as a table")}</summary>
            <TimelineTable steps={steps} marks={marks} />
          </details>
        </>
      )}
    </section>
  );
}

/** The time between two requests. Speech usually takes seconds; if it is off, it never comes. */
const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** Reloads an alert for a minute, until its texts have speech. */
export function useSpeech(alert: Alert | undefined, load: () => Promise<void>): void {
  const isAwaited =
    alert?.state === "ACTIVE" && !(alert.audioUrl1 && alert.audioUrl2 && alert.audioUrl3);
  useEffect(() => {
    if (!isAwaited) return;
    let timer: ReturnType<typeof setTimeout>;
    const loadAfter = ([pause, ...others]: number[]) => {
      if (pause === undefined) return;
      timer = setTimeout(() => {
        loadAfter(others);
        void load();
      }, pause);
    };
    loadAfter(RETRY_DELAYS_MS);
    return () => clearTimeout(timer);
  }, [isAwaited, alert?.version, load]);
}

/** Returns a sentence with the alert's id, and when and by whom it was published. */
function published({ id, createdAt, user }: Pick<Alert, "id" | "createdAt" | "user">) {
  const time = moment(createdAt);
  return user
    ? t("Alert id {id}, published {time} by {name}.", { id, time, name: user.name })
    : t("Alert id {id}, published {time}.", { id, time });
}

/** Shows one alert. */
export function AlertScreen({ id }: { id: number }) {
  const { alert, start, change } = useMemo(() => followedAlert(id), [id]);
  useEffect(() => {
    void alert.load();
    return start();
  }, [alert, start]);
  const [isEnding, setEnding] = useState(false);
  const shown = alert.data.value;
  const state = shown && stateOf(shown, now.value);
  const authorityId = shown?.authority?.id;
  const isOwn = shown?.user?.id === session.value?.userId;
  const at = shown ? (shown.cancelledAt ?? shown.expiresAt) : 0;
  useSpeech(shown, alert.load);
  const zoneKey =
    shown && JSON.stringify([shown.areaGeoJson, shown.areaLevel2GeoJson, shown.areaLevel3GeoJson]);
  useEffect(() => {
    if (!shown) return;
    alertZones.value = zonesOf(shown);
    void showAreas(alertZones.value.map(({ geometry }) => geometry));
    return () => {
      alertZones.value = [];
    };
  }, [zoneKey]);

  return (
    <main class="stage">
      <MapView label={t("The alert's zones, and where people were in them")} />
      <Panel label={t("The alert")}>
        <LoadState of={alert} />
        {shown && (
          <>
            <Title text={t("Alert id {id}: {title}", { id, title: titleOf(shown) })}>
              <bdi lang={shown.language}>{titleOf(shown)}</bdi>
            </Title>
            {state === "ACTIVE" ? (
              <StatusBand status={shown.status} />
            ) : (
              <p class="ended">
                {t("Ended {time}", { time: moment(at) })} <StatusBadge status={shown.status} />
              </p>
            )}
            <p class="hint">
              {published(shown)}{" "}
              {state === "ACTIVE" &&
                t("Ends {when} ({time}).", {
                  when: relativeTime(at, now.value),
                  time: moment(at),
                })}{" "}
              {t("TWO reaches {two}, THREE {three}.", {
                two: metres(shown.level2Distance),
                three: metres(shown.level3Distance),
              })}
            </p>
            {shown.allClear && (
              <p>
                <strong>{t("All-clear:")}</strong> <bdi lang={shown.language}>{shown.allClear}</bdi>
              </p>
            )}
            {shown.received && state === "ACTIVE" && <Received message={shown.received} />}
            <Figures alert={shown} />
            <div class="actions">
              {state === "ACTIVE" && may("AUTHOR", authorityId) && (
                <a class="button" href={addressOf({ screen: "update", id })}>
                  {t("Update…")}
                </a>
              )}
              {state === "ACTIVE" && may(isOwn ? "AUTHOR" : "APPROVER", authorityId) && (
                <button type="button" class="danger" onClick={() => setEnding(true)}>
                  {t("End it…")}
                </button>
              )}
              <a class="button" href={addressOf({ screen: "report", id })}>
                {t("Report, to print or download")}
              </a>
            </div>
            <Tabs
              label={t("The alert")}
              tabs={[
                [
                  t("Reach"),
                  <>
                    <Progress alert={shown} />
                    <Timeline
                      alertId={id}
                      publishedAt={shown.createdAt}
                      history={shown.history}
                      change={change}
                    />
                  </>,
                ],
                [
                  t("Texts and versions"),
                  <>
                    <Texts alert={shown} />
                    {shown.history.length > 1 && <Versions alert={shown} />}
                  </>,
                ],
                [
                  t("People"),
                  <>
                    <Recipients alertId={id} change={change} />
                    {may("MANAGER") && <ExplainUser alertId={id} />}
                  </>,
                ],
                [t("History"), <History key="history" history={shown.history} />],
              ]}
            />
            {isEnding && (
              <Cancel
                alert={shown}
                onClose={(isEnded) => {
                  setEnding(false);
                  if (isEnded) void alert.load();
                }}
              />
            )}
          </>
        )}
      </Panel>
    </main>
  );
}
