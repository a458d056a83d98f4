import { StatusBadge } from "../components/badges.tsx";
import { Title } from "../components/title.tsx";
import { moment } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { colourOf, textOf } from "./concern.ts";
import { allConcerns } from "./concerns.ts";
import { Freshness } from "./freshness.tsx";
import { knownAt } from "./inbox.ts";

/** All alerts that the person was told of. */
export function MessagesScreen() {
  const all = allConcerns.value;
  return (
    <>
      <Title text={t("Messages")} />
      <Freshness />
      {knownAt.value !== undefined && all.length === 0 && <p>{t("Nothing yet.")}</p>}
      <ul class="messages">
        {all.map((concern) => {
          const { alert, told, level, isActive } = concern;
          return (
            <li key={alert.id}>
              <a href={`#/alerts/${alert.id}`} class={colourOf(concern, level)}>
                <span class="message-title" dir="auto" lang={alert.language}>
                  {alert.title?.trim() || textOf(alert, level)}
                </span>
                <span class="message-state">
                  {isActive ? t("active") : t("over")} · {moment(told[0]?.createdAt ?? 0)}{" "}
                  <StatusBadge status={alert.status} />
                  {told.some(({ seen }) => !seen) && <strong>{t("new")}</strong>}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </>
  );
}
