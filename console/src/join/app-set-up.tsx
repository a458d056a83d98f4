import { useEffect, useState } from "preact/hooks";
import { DeviceKeyAddDocument } from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { Problem } from "../components/problem.tsx";
import { QrCode } from "../components/qr-code.tsx";
import { useAction } from "../components/use-action.ts";
import { t } from "../words/translate.ts";
import type { AppSetup, ReportingApp } from "./apps.ts";

/** Makes a device key for an app, and shows the link and the code that set it up. */
export function AppSetUp({ app }: { app: ReportingApp }) {
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
