import { useEffect } from "preact/hooks";
import { follow } from "../../api/live.ts";
import {
  MyNotificationAddedDocument,
  MyNotificationsDocument,
  NotificationSeenDocument,
} from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { LevelBadge } from "../../components/level-badge.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { loaded } from "../../state/loaded.ts";
import { LEVELS } from "../../words/levels.ts";
import { moment } from "../../words/time.ts";
import { t } from "../../words/translate.ts";

const MAX_NOTIFICATIONS = 20;

const myNotifications = loaded(async (signal) => {
  const { notifications } = await request(
    MyNotificationsDocument,
    { limit: MAX_NOTIFICATIONS },
    { signal },
  );
  return notifications ?? [];
});

/** Shows the user's own notifications, live. */
export function MyNotifications() {
  const { run, problem } = useAction(async (id: number) => {
    await request(NotificationSeenDocument, { input: { id, seen: true } });
    await myNotifications.load();
  });
  useEffect(() => {
    void myNotifications.load();
    const read = () => void myNotifications.load();
    return follow(MyNotificationAddedDocument, {}, read, read);
  }, []);
  const all = myNotifications.data.value ?? [];
  return (
    <section aria-labelledby="told">
      <h2 id="told">{t("What I was told")}</h2>
      <Problem text={myNotifications.error.value} retry={() => void myNotifications.load()} />
      <Problem text={problem} />
      {myNotifications.data.value && all.length === 0 && <p>{t("Nothing yet.")}</p>}
      <ul class="cards">
        {all.map(({ id, kind, level, alert, createdAt, seen }) => (
          <li key={id}>
            <LevelBadge level={level} />{" "}
            <span dir="auto">
              {kind === "ALL_CLEAR"
                ? alert.allClear
                : [alert.text1, alert.text2, alert.text3][LEVELS.indexOf(level)]}
            </span>
            <p class="hint">
              {moment(createdAt)}{" "}
              {seen ? (
                t("· seen")
              ) : (
                <button type="button" class="plain" onClick={() => void run(id)}>
                  {t("I have seen it")}
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
