import { useEffect, useState } from "preact/hooks";
import { LevelBadge } from "../components/badges.tsx";
import { Title } from "../components/title.tsx";
import { STATUS_NAMES } from "../words/alert-words.ts";
import { moment } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { AlertCard } from "./alert-card.tsx";
import { allConcerns } from "./concerns.ts";
import { Freshness } from "./freshness.tsx";
import { answers, type PersonAlert, readInbox, type Told } from "./inbox.ts";
import { PushedCards } from "./pushed-cards.tsx";
import { usePushes } from "./use-pushes.ts";

const KINDS: Record<Told["kind"], string> = {
  ALERT: t("Alert"),
  UPDATE: t("Update"),
  ALL_CLEAR: t("All-clear"),
};

/** Says that an alert is active, or that it is not real. */
const standingText = ({ status }: PersonAlert) =>
  status === "ACTUAL" ? t("This alert is active") : STATUS_NAMES[status].join(": ");

/** One alert, and what the person was told of it. A push opens it. */
export function AlertScreen({ id }: { id: number }) {
  // A push may arrive before the page has loaded its alert.
  useEffect(() => void readInbox(), []);
  const [before] = useState(() => answers.peek());
  const pushes = usePushes().filter(({ data }) => data.alertId === id);
  const concern = allConcerns.value.find(({ alert }) => alert.id === id);
  const title = concern?.alert.title?.trim() || t("Alert id {id, number, ::group-off}", { id });
  // The push may have arrived although the service cannot be reached.
  const isCleared = pushes.some(({ data }) => data.kind === "ALL_CLEAR");
  const isOver = isCleared || concern?.isActive === false;
  return (
    <>
      <p>
        <a href="#/messages">{t("All messages")}</a>
      </p>
      <div class="answer">
        <Title text={title}>
          {isOver ? t("It is over") : concern && standingText(concern.alert)}
        </Title>
      </div>
      <Freshness />
      <PushedCards pushes={pushes} />
      {concern ? (
        <>
          <AlertCard concern={concern} />
          <section aria-labelledby="told">
            <h2 id="told">{t("What I was told")}</h2>
            <ul class="cards">
              {concern.told.map(({ id, kind, level, createdAt }) => (
                <li key={id}>
                  {KINDS[kind]} <LevelBadge level={level} />{" "}
                  <span class="hint">{moment(createdAt)}</span>
                </li>
              ))}
            </ul>
          </section>
        </>
      ) : (
        answers.value > before && <p>{t("You were not told of this alert.")}</p>
      )}
    </>
  );
}
