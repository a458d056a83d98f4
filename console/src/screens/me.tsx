import { useEffect } from "preact/hooks";
import { MeDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { LanguageSelect } from "../components/language-select.tsx";
import { Problem } from "../components/problem.tsx";
import { Title } from "../components/title.tsx";
import { ThisBrowser } from "../push/this-browser.tsx";
import { loaded } from "../state/loaded.ts";
import { t } from "../words/translate.ts";
import { MyData } from "./me/my-data.tsx";
import { MyNotifications } from "./me/my-notifications.tsx";
import { MyPositions } from "./me/my-positions.tsx";
import { MyProfile } from "./me/my-profile.tsx";
import { Password } from "./me/password.tsx";
import { PositionReport } from "./me/position-report.tsx";
import { QuietHours } from "./me/quiet-hours.tsx";
import { Sessions } from "./me/sessions.tsx";

const profile = loaded((signal) => request(MeDocument, {}, { signal }));

/** The user's own page: this browser as a device, notifications, quiet hours, positions, password, sessions, data. */
export function MeScreen() {
  useEffect(() => void profile.load(), []);
  const { me, webPushPublicKey = null } = profile.data.value ?? {};
  return (
    <main class="page">
      <Title text={t("Me")}>{me?.name}</Title>
      <Problem text={profile.error.value} retry={() => void profile.load()} />
      {me && (
        <>
          <LanguageSelect />
          <div class="columns">
            <div>
              <ThisBrowser publicKey={webPushPublicKey} />
              <PositionReport />
            </div>
            <MyNotifications />
            <QuietHours quietHours={me.quietHours} onChange={() => void profile.load()} />
            <MyPositions
              id={me.id}
              isLastOnly={me.lastPositionOnly}
              onChange={() => void profile.load()}
            />
            <MyProfile me={me} onChange={() => void profile.load()} />
            <Password />
            <Sessions />
            <MyData />
          </div>
        </>
      )}
    </main>
  );
}
