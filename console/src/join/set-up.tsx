import { useEffect, useState } from "preact/hooks";
import { hostUrl } from "../api/host-url.ts";
import { DeviceKeyAddDocument, NewPositionDocument } from "../api/operations.ts";
import { positionInput } from "../api/position-input.ts";
import { messageOf, RequestError, request, WITH_SHORT_TIMEOUT } from "../api/request.ts";
import { Problem } from "../components/problem.tsx";
import { QrCode } from "../components/qr-code.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { leave } from "../person/leave.ts";
import { isPlaceOld } from "../person/place-age.ts";
import { PlaceArrived } from "../person/place-arrived.tsx";
import { ThisBrowser } from "../push/this-browser.tsx";
import { session } from "../state/session.ts";
import { watchPlace } from "../state/watch-place.ts";
import { t } from "../words/translate.ts";
import { APPS, type AppSetup, type ReportingApp } from "./apps.ts";
import { followReachability, reachability } from "./reachability.ts";
import { UnverifiedEmail } from "./unverified-email.tsx";

/** Reports this browser's position while the page is open. Returns a function that stops it. */
const reportWhileOpen = (note: (problem: string) => void) =>
  watchPlace(
    async (position) => {
      const input = positionInput(position);
      await request(NewPositionDocument, { input }, WITH_SHORT_TIMEOUT);
      await reachability.load();
    },
    (error) => note(error ? messageOf(error) : ""),
  );

/** Lets the user be warned in this browser, and report positions while the page is open. */
function ThisPhone() {
  const [reports, setReports] = useState(false);
  const [trouble, setTrouble] = useState("");
  useEffect(() => (reports ? reportWhileOpen(setTrouble) : undefined), [reports]);
  return (
    <>
      <ThisBrowser
        publicKey={reachability.data.value?.webPushPublicKey}
        onChange={reachability.load}
      />
      <p role="status">{reports && t("This page reports where you are, as long as it is open.")}</p>
      {!reports && (
        <button type="button" onClick={() => setReports(true)}>
          {t("Report where I am while this page is open")}
        </button>
      )}
      <Problem text={trouble} />
    </>
  );
}

/** Makes a device key for an app, and shows the link and the code that set it up. */
function AppSetUp({ app }: { app: ReportingApp }) {
  const [setup, setSetup] = useState<AppSetup>();
  const { run, problem } = useAction(async () => {
    const { deviceKeyAdd } = await request(DeviceKeyAddDocument, { name: app.name });
    if (!deviceKeyAdd?.key) throw new RequestError("NOT_FOUND", t("Log in again."));
    setSetup(app.setUp(deviceKeyAdd.key));
  });
  useEffect(() => void run(), []);
  const { name } = app;
  return (
    <>
      <Problem text={problem} retry={() => void run()} />
      {setup && (
        <>
          <ol>
            <li>{t("Install {app} from the phone’s store.", { app: name })}</li>
            <li>
              <a class="button" href={setup.link}>
                {t("Set up {app} on this phone", { app: name })}
              </a>
            </li>
            <li>{t("Let it find the phone’s position always, and start it.")}</li>
          </ol>
          <p>
            {app.scansItself
              ? t("For another phone, scan this code in the settings of {app}:", { app: name })
              : t("For another phone that has {app}, scan this code with its camera:", {
                  app: name,
                })}
          </p>
          <QrCode text={setup.code} label={t("Code that sets up {app}", { app: name })} />
          <p class="hint">
            {t("The link and the code hold a key of yours: show them to nobody else.")}
          </p>
        </>
      )}
    </>
  );
}

/** Says whether the user would be warned, and what is missing. */
function State() {
  const state = reachability.data.value;
  if (!state) return null;
  const { hasDevice, lastReportedAt, webPushPublicKey } = state;
  const isReached = hasDevice && !isPlaceOld.value;
  return (
    <div class="reach-state" role="status">
      <p>{isReached ? t("You will be warned.") : t("You would not be warned yet.")}</p>
      <PlaceArrived lastReportedAt={lastReportedAt} />
      {!hasDevice && webPushPublicKey !== null && (
        <p>{t("No warning can reach you yet: turn on warnings, below.")}</p>
      )}
    </div>
  );
}

/** The choice of how to report and how to be told, until both work. */
export function SetUp() {
  const [app, setApp] = useState<ReportingApp>();
  useEffect(followReachability, []);
  // Logs out as the person's page does, because both have the same session, device and store.
  const { run, isBusy } = useAction(leave);
  return (
    <>
      <Title text={t("Set up")} />
      <p class="hint">{session.value?.email}</p>
      <State />
      <Problem text={reachability.error.value} retry={() => void reachability.load()} />
      <UnverifiedEmail />
      <ThisPhone />
      <section aria-labelledby="apps">
        <h2 id="apps">{t("Or report by an app")}</h2>
        <p>
          {t(
            "An app reports in the background too, when this page is closed. It only reports: the warnings come to this browser.",
          )}
        </p>
        <ul class="cards">
          {APPS.map((one) => (
            <li key={one.name}>
              <strong>{one.name}</strong> <span class="hint">{one.runsOn}</span>
              {app === one ? (
                <AppSetUp app={one} />
              ) : (
                <p>
                  <button type="button" onClick={() => setApp(one)}>
                    {t("Use {app}", { app: one.name })}
                  </button>
                </p>
              )}
            </li>
          ))}
        </ul>
      </section>
      <p>
        <a class="button primary" href={hostUrl("").href}>
          {t("Open my page")}
        </a>
      </p>
      <p>
        <button type="button" class="plain" disabled={isBusy} onClick={() => void run()}>
          {t("Log out")}
        </button>
      </p>
    </>
  );
}
