import { useEffect, useRef, useState } from "preact/hooks";
import {
  type LevelAlert,
  NotificationSeenDocument,
  type Severity,
  type Urgency,
} from "../api/operations.ts";
import { request } from "../api/request.ts";
import { StatusBadge } from "../components/badges.tsx";
import { Later } from "../components/later.tsx";
import { Problem } from "../components/problem.tsx";
import { hostSettings, isSpoken } from "../state/host-settings.ts";
import { now } from "../state/now.ts";
import { STATUS_NAMES } from "../words/alert-words.ts";
import { moment, pastTime, relativeTime } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { UNNAMED } from "../words/unnamed.ts";
import { type Concern, colourOf, endOf, isDrill, textOf } from "./concern.ts";
import { distanceToArea, placeOf } from "./distance.ts";
import { loadZones, zones } from "./drawn-zones.ts";
import { here } from "./here.ts";
import { answers, inboxProblem, markSeen, type PersonAlert, type Told } from "./inbox.ts";
import { SmallMap } from "./small-map.tsx";
import { hasOwnVoice, speak, type Voice } from "./speech.ts";
import { currentLevel, endedText, placeText } from "./where.ts";

/** Draws an alert's area, when its zones are known. */
function AreaMap({ concern }: { concern: Concern }) {
  const { id, version } = concern.alert;
  useEffect(() => {
    loadZones(concern.alert).catch((error) => console.warn("No zones:", error));
  }, [id, version]);
  const own = zones.value.get(id);
  if (!own) return null;
  return (
    <SmallMap
      zones={own}
      place={placeOf(concern, here.value)}
      label={t("The area and its zones on a map.")}
    />
  );
}

/**
 * Marks notifications as seen when their text is in view on a visible page.
 * @returns A reference for the element with the text.
 */
export function useRead(told: readonly Told[]) {
  const element = useRef<HTMLParagraphElement>(null);
  const unseen = told.filter(({ seen }) => !seen).map(({ id }) => id);
  const said = answers.value;
  useEffect(() => {
    if (!element.current || unseen.length === 0) return;
    let isInView = false;
    let isSent = false;
    const send = async () => {
      if (!isInView || document.hidden || isSent) return;
      isSent = true;
      try {
        for (const id of unseen) {
          await request(NotificationSeenDocument, { input: { id, seen: true } });
        }
        markSeen(new Set(unseen));
      } catch (error) {
        // Without a network, it is tried again when the inbox has been read.
        console.warn("Not marked:", error);
      }
    };
    const observer = new IntersectionObserver(([entry]) => {
      isInView = entry?.isIntersecting ?? false;
      void send();
    });
    observer.observe(element.current);
    const look = () => void send();
    document.addEventListener("visibilitychange", look);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", look);
    };
  }, [unseen.join(), said]);
  return element;
}

/** A button that speaks a text, and stops. */
export function Listen(props: { alert: PersonAlert; level: LevelAlert; text: string }) {
  const { alert, level, text } = props;
  const [voice, setVoice] = useState<Voice>();
  const [problem, setProblem] = useState("");
  useEffect(() => () => voice?.stop(), [voice]);
  const listen = () => {
    setProblem("");
    const begun = speak(alert, level, text);
    setVoice(begun);
    begun.done
      .catch(() => setProblem(t("It cannot be spoken here.")))
      .finally(() => setVoice((now) => (now === begun ? undefined : now)));
  };
  return (
    <>
      <button type="button" class="listen" onClick={() => (voice ? setVoice(undefined) : listen())}>
        <span aria-hidden="true">{voice ? "■ " : "▶ "}</span>
        {voice ? t("Stop") : t("Listen")}
      </button>
      <Problem text={problem} />
    </>
  );
}

/** Says how far the area is, and from where. */
function Distance({ concern }: { concern: Concern }) {
  const place = placeOf(concern, here.value);
  const distance = distanceToArea(concern, zones.value.get(concern.alert.id), place, here.value);
  if (!distance || !place) return null;
  return (
    <>
      <dt>{t("The area")}</dt>
      <dd>
        <strong>{distance}</strong>{" "}
        <span class="hint">
          {t("From where you were {ago}.", { ago: pastTime(place.at, now.value) })}
        </span>
      </dd>
    </>
  );
}

/** Says how far the alert is, when it began, was changed and ends, or that it is over. */
function Facts(concern: Concern) {
  const { alert, told, isActive } = concern;
  const since = Math.min(...told.map(({ createdAt }) => createdAt));
  const at = now.value;
  return (
    <dl class="facts">
      {isActive && <Distance concern={concern} />}
      <dt>{t("You were told")}</dt>
      <dd>
        {moment(since)} ({pastTime(since, at)})
      </dd>
      {alert.version > 1 && isActive && told[0] && told[0].createdAt > since && (
        <>
          <dt>{t("Last news")}</dt>
          <dd>{moment(told[0].createdAt)}</dd>
        </>
      )}
      <dt>{isActive ? t("It lasts until") : t("It was over")}</dt>
      <dd>
        {moment(endOf(alert))} (
        {isActive ? relativeTime(endOf(alert), at) : pastTime(endOf(alert), at)})
      </dd>
    </dl>
  );
}

const DANGERS: Record<Severity, string> = {
  UNKNOWN: "",
  EXTREME: t("Extreme danger."),
  SEVERE: t("Severe danger."),
  MODERATE: t("Moderate danger."),
  MINOR: t("Minor danger."),
};
const DEADLINES: Record<Urgency, string> = {
  UNKNOWN: "",
  IMMEDIATE: t("Act now."),
  EXPECTED: t("Act within the hour."),
  FUTURE: t("Act soon."),
  PAST: "",
};

/** Says how severe the danger is, and to those inside the area how urgent. Others have more time. */
function dangerText({ alert, isActive }: Concern, level: LevelAlert): string {
  if (!isActive) return "";
  return [DANGERS[alert.severity], level === "ONE" && DEADLINES[alert.urgency]]
    .filter(Boolean)
    .join(" ");
}

/** An alert for the person: who says so, where they are in it, what to do, how far it is, since when, and if it is over. */
export function AlertCard({ concern }: { concern: Concern }) {
  const { alert, isActive } = concern;
  const level = currentLevel(concern, here.value);
  const text = textOf(alert, level);
  const read = useRead(concern.told);
  const danger = dangerText(concern, level);
  // An alert that was kept by an earlier version of the page has no authority.
  const authority = alert.authority?.name ?? "";
  const issuer = authority.replace(UNNAMED, "") || hostSettings.value?.organisation?.name;
  const heading = `alert-${alert.id}`;
  const listen = <Listen alert={alert} level={level} text={text} />;
  const noVoice = async () => {
    const { NoVoice } = await import("../components/no-voice.tsx");
    return () => (
      <NoVoice language={alert.language} hasOwnVoice={hasOwnVoice}>
        {listen}
      </NoVoice>
    );
  };
  return (
    <article class={`alert-card ${colourOf(concern, level)}`} aria-labelledby={heading}>
      {issuer && <p class="issuer">{issuer}</p>}
      <p class="place" role="status">
        {isActive ? placeText(concern, here.value) : endedText(concern, inboxProblem.value === "")}
        <StatusBadge status={alert.status} />
      </p>
      {isDrill(alert) && <p class="not-real">{STATUS_NAMES[alert.status][1]}</p>}
      {danger && (
        <p>
          <strong>{danger}</strong>
        </p>
      )}
      <h2 id={heading} dir="auto" lang={alert.language}>
        {alert.title?.trim() || t("Alert id {id, number, ::group-off}", { id: alert.id })}
      </h2>
      <p ref={read} class="what-to-do" dir="auto" lang={alert.language}>
        {text}
      </p>
      {isSpoken(alert.language) ? listen : <Later key={text} load={noVoice} />}
      <Facts {...concern} />
      {isActive && <AreaMap concern={concern} />}
    </article>
  );
}
