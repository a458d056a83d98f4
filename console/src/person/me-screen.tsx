import { useEffect } from "preact/hooks";
import { hostUrl } from "../api/host-url.ts";
import { MeDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { LanguageSelect } from "../components/language-select.tsx";
import { Problem } from "../components/problem.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { reachability } from "../join/reachability.ts";
import { UnverifiedEmail } from "../join/unverified-email.tsx";
import { ThisBrowser } from "../push/this-browser.tsx";
import { MyData } from "../screens/me/my-data.tsx";
import { MyPositions } from "../screens/me/my-positions.tsx";
import { MyProfile } from "../screens/me/my-profile.tsx";
import { Password } from "../screens/me/password.tsx";
import { QuietHours } from "../screens/me/quiet-hours.tsx";
import { Sessions } from "../screens/me/sessions.tsx";
import { loaded } from "../state/loaded.ts";
import { t } from "../words/translate.ts";
import { Keys } from "./keys.tsx";
import { leave } from "./leave.ts";

const profile = loaded((signal) => request(MeDocument, {}, { signal }));

/** The person's own settings: how they are told, their keys, sessions and data. */
export function MeScreen() {
  useEffect(() => {
    void profile.load();
    // Loads whether the email is confirmed.
    void reachability.load();
  }, []);
  const { run, isBusy, problem } = useAction(leave);
  const { me, webPushPublicKey = null } = profile.data.value ?? {};
  return (
    <>
      <Title text={t("Me")}>{me?.name}</Title>
      <Problem text={profile.error.value} retry={() => void profile.load()} />
      {me && (
        <>
          {me.isAdmin && (
            <p>
              <a class="button" href={hostUrl("console/").href}>
                {t("Open the administrators’ console")}
              </a>
            </p>
          )}
          <UnverifiedEmail />
          <ThisBrowser publicKey={webPushPublicKey} onChange={reachability.load} />
          <QuietHours quietHours={me.quietHours} onChange={() => void profile.load()} />
          <MyPositions
            id={me.id}
            isLastOnly={me.lastPositionOnly}
            onChange={() => void profile.load()}
          />
          <Keys />
          <Sessions />
          <MyProfile me={me} onChange={() => void profile.load()} />
          <Password />
          <MyData onErased={leave} />
        </>
      )}
      <LanguageSelect />
      <Problem text={problem} />
      <p>
        <button type="button" class="wide" disabled={isBusy} onClick={() => void run()}>
          {t("Log out")}
        </button>
      </p>
    </>
  );
}
