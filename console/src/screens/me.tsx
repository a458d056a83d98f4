import { useEffect, useState } from "preact/hooks";
import { follow } from "../api/live.ts";
import {
  MeDocument,
  MyNotificationAddedDocument,
  MyNotificationsDocument,
  NewPositionDocument,
  NotificationSeenDocument,
} from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { LevelBadge } from "../components/badges.tsx";
import { LanguageSelect } from "../components/language-select.tsx";
import { LoadState } from "../components/load-state.tsx";
import { Problem } from "../components/problem.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { nearestLongitude } from "../geo/meridian.ts";
import { view } from "../map/view.ts";
import { ThisBrowser } from "../push/this-browser.tsx";
import { loaded } from "../state/loaded.ts";
import { done } from "../state/notice.ts";
import { LEVELS } from "../words/levels.ts";
import { place } from "../words/place-words.ts";
import { moment } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { More } from "./me/more.tsx";
import { MyData } from "./me/my-data.tsx";
import { MyPositions } from "./me/my-positions.tsx";
import { MyProfile } from "./me/my-profile.tsx";
import { QuietHours } from "./me/quiet-hours.tsx";
import { Sessions } from "./me/sessions.tsx";

/** Returns the browser's position. */
const currentPosition = () =>
  new Promise<GeolocationPosition>((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(resolve, () =>
      reject(
        new RequestError(
          "REFUSED",
          t("The browser does not tell where it is: allow it, or take the map's middle."),
        ),
      ),
    );
  });

/** Reports the user's position, so that an alert can reach this browser. */
function PositionReport() {
  const [reported, setReported] = useState("");
  const { run, isBusy, problem } = useAction(async (isReal: boolean) => {
    setReported("");
    let at: { latitude: number; longitude: number; accuracy?: number };
    if (isReal) {
      const { latitude, longitude, accuracy } = (await currentPosition()).coords;
      at = { latitude, longitude, accuracy };
    } else {
      const [longitude, latitude] = view.value.center;
      at = { latitude, longitude: nearestLongitude(longitude, 0) };
    }
    await request(NewPositionDocument, { input: { ...at, movingActivity: "STILL" } });
    setReported(t("Reported {place}.", { place: place(at.longitude, at.latitude) }));
  });
  return (
    <div>
      <p>{t("Alerts find you by the last position that you reported:")}</p>
      <div class="actions">
        <button type="button" disabled={isBusy} onClick={() => void run(true)}>
          {t("Report where I am")}
        </button>
        <button type="button" disabled={isBusy} onClick={() => void run(false)}>
          {t("Report the map's middle")}
        </button>
      </div>
      <Problem text={problem} />
      <p role="status">{reported}</p>
    </div>
  );
}

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
      <LoadState of={myNotifications} empty={t("Nothing yet.")} />
      <Problem text={problem} />
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

const profile = loaded((signal) => request(MeDocument, {}, { signal }));

async function saved(): Promise<void> {
  await profile.load();
  done(t("It is saved."));
}

/** The user's own page: this browser as a device, notifications, quiet hours, positions, password, sessions, data. */
export function MeScreen() {
  useEffect(() => void profile.load(), []);
  const { me, webPushPublicKey = null } = profile.data.value ?? {};
  return (
    <main class="page">
      <Title text={t("Me")}>{me?.name}</Title>
      <LoadState of={profile} />
      {me && (
        <>
          <LanguageSelect />
          <div class="columns">
            <div>
              <ThisBrowser publicKey={webPushPublicKey} />
              <PositionReport />
            </div>
            <MyNotifications />
            <QuietHours quietHours={me.quietHours} onChange={saved} />
            <MyPositions id={me.id} isLastOnly={me.lastPositionOnly} onChange={saved} />
            <MyProfile me={me} onChange={() => void profile.load()} />
            <More />
            <Sessions onEnd={() => done(t("The session has ended."))} />
            <MyData />
          </div>
        </>
      )}
    </main>
  );
}
