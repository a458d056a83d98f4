import { useEffect } from "preact/hooks";
import { hostUrl } from "../api/host-url.ts";
import { DeviceKeyRevokeDocument, DeviceKeysDocument, MeDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { LanguageSelect } from "../components/language-select.tsx";
import { Later } from "../components/later.tsx";
import { Problem } from "../components/problem.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { reachability } from "../join/reachability.ts";
import { UnverifiedEmail } from "../join/unverified-email.tsx";
import { ThisBrowser } from "../push/this-browser.tsx";
import { MyData } from "../screens/me/my-data.tsx";
import { MyPositions } from "../screens/me/my-positions.tsx";
import { MyProfile } from "../screens/me/my-profile.tsx";
import { QuietHours } from "../screens/me/quiet-hours.tsx";
import { Sessions } from "../screens/me/sessions.tsx";
import { loaded } from "../state/loaded.ts";
import { providerName } from "../words/provider-name.ts";
import { moment } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { leave } from "./leave.ts";

const mine = loaded((signal) => request(DeviceKeysDocument, {}, { signal }));

/** Shows the devices that get the person's pushes, and the apps that report for them. */
export function Keys() {
  useEffect(() => void mine.load(), []);
  const { run, isBusy, problem } = useAction(async (id: number) => {
    await request(DeviceKeyRevokeDocument, { id });
    await mine.load();
  });
  const { devices, deviceKeys } = mine.data.value ?? {};
  const present = devices?.filter(({ leftAt }) => leftAt === null) ?? [];
  return (
    <section aria-labelledby="devices">
      <h2 id="devices">{t("My devices")}</h2>
      <Problem text={mine.error.value} retry={() => void mine.load()} />
      <Problem text={problem} />
      <h3>{t("Devices that warn me")}</h3>
      {devices && present.length === 0 && <p>{t("None yet.")}</p>}
      <ul class="cards">
        {present.map(({ id, provider, createdAt }) => (
          <li key={id}>
            {providerName(provider)}{" "}
            <span class="hint">{t("since {time}", { time: moment(createdAt) })}</span>
          </li>
        ))}
      </ul>
      <h3>{t("Devices that report my position")}</h3>
      {deviceKeys?.length === 0 && <p>{t("None yet.")}</p>}
      <ul class="cards">
        {deviceKeys?.map(({ id, name, createdAt, lastUsedAt }) => (
          <li key={id}>
            <span dir="auto">{name}</span>
            <p class="hint">
              {lastUsedAt === null
                ? t("since {time}, never used", { time: moment(createdAt) })
                : t("since {time}, last used {used}", {
                    time: moment(createdAt),
                    used: moment(lastUsedAt),
                  })}
            </p>
            <button type="button" disabled={isBusy} onClick={() => void run(id)}>
              {t("Revoke {name}", { name })}
            </button>
          </li>
        ))}
      </ul>
      <p>
        <a class="button" href={hostUrl("join").href}>
          {t("Set up an app that reports")}
        </a>
      </p>
    </section>
  );
}

const profile = loaded((signal) => request(MeDocument, {}, { signal }));

/** Loads what few change. */
const more = async () => (await import("../screens/me/more.tsx")).More;

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
          {me.memberships.length > 0 && (
            <p>
              <a class="button" href={hostUrl("console/").href}>
                {t("Open the console")}
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
          <Later load={more} />
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
