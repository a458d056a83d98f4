import { useEffect, useState } from "preact/hooks";
import { hostUrl } from "../api/host-url.ts";
import { Problem } from "../components/problem.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { leave } from "../person/leave.ts";
import { isPlaceOld } from "../person/place-age.ts";
import { PlaceArrived } from "../person/place-arrived.tsx";
import { session } from "../state/session.ts";
import { t } from "../words/translate.ts";
import { AppSetUp } from "./app-set-up.tsx";
import { APPS, type ReportingApp } from "./apps.ts";
import { followReachability, reachability } from "./reachability.ts";
import { ThisPhone } from "./this-phone.tsx";
import { UnverifiedEmail } from "./unverified-email.tsx";

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
