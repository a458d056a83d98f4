import { StatusBadge } from "../components/status-badge.tsx";
import { now } from "../state/now.ts";
import { STATUS_NAMES } from "../words/alerts.ts";
import { ago, fromNow, moment } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { AreaMap } from "./area-map.tsx";
import { type Concern, endOf, textOf } from "./concern.ts";
import { howFar, placeOf } from "./distance.ts";
import { here } from "./here.ts";
import { inboxProblem } from "./inbox.ts";
import { Listen } from "./listen.tsx";
import { useRead } from "./use-read.ts";
import { levelNow, thatItIsOver, whereYouAre } from "./where.ts";
import { zones } from "./zones.ts";

/** Says how far the area is, and from where. */
function Distance({ concern }: { concern: Concern }) {
  const place = placeOf(concern, here.value);
  const distance = howFar(concern, zones.value.get(concern.alert.id), place, here.value);
  if (!distance || !place) return null;
  return (
    <>
      <dt>{t("The area")}</dt>
      <dd>
        <strong>{distance}</strong>{" "}
        <span class="hint">
          {t("From where you were {ago}.", { ago: ago(place.at, now.value) })}
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
        {moment(since)} ({ago(since, at)})
      </dd>
      {alert.version > 1 && isActive && told[0] && told[0].createdAt > since && (
        <>
          <dt>{t("Last news")}</dt>
          <dd>{moment(told[0].createdAt)}</dd>
        </>
      )}
      <dt>{isActive ? t("It lasts until") : t("It was over")}</dt>
      <dd>
        {moment(endOf(alert))} ({isActive ? fromNow(endOf(alert), at) : ago(endOf(alert), at)})
      </dd>
    </dl>
  );
}

/** An alert for the person: where they are in it, what to do, how far it is, since when, and if it is over. */
export function AlertCard({ concern }: { concern: Concern }) {
  const { alert, isActive } = concern;
  const level = levelNow(concern, here.value);
  const text = textOf(alert, level);
  const read = useRead(concern.told);
  const heading = `alert-${alert.id}`;
  return (
    <article
      class={isActive ? `alert-card zone-${level}` : "alert-card over"}
      aria-labelledby={heading}
    >
      <p class="place" role="status">
        {isActive
          ? whereYouAre(concern, here.value)
          : thatItIsOver(concern, inboxProblem.value === "")}
        <StatusBadge status={alert.status} />
      </p>
      {alert.status !== "ACTUAL" && <p class="drill">{STATUS_NAMES[alert.status][1]}</p>}
      <h2 id={heading} dir="auto" lang={alert.language}>
        {alert.title?.trim() || t("Alert {id, number, ::group-off}", { id: alert.id })}
      </h2>
      <p ref={read} class="what-to-do" dir="auto" lang={alert.language}>
        {text}
      </p>
      <Listen alert={alert} level={level} text={text} />
      <Facts {...concern} />
      {isActive && <AreaMap concern={concern} />}
    </article>
  );
}
