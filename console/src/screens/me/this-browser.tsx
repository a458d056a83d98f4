import { Problem } from "../../components/problem.tsx";
import { deviceState } from "../../push/this-device.ts";
import { deviceTexts, useThisDevice } from "../../push/use-this-device.ts";
import { t } from "../../words/translate.ts";
import { PositionReport } from "./position-report.tsx";

const TEXTS = deviceTexts(t("Alerts are pushed to this browser."));

/** Registers this browser as a device, so that an administrator can try everything from the drawn area to the push. */
export function ThisBrowser({ publicKey }: { publicKey: string | null }) {
  const { blocked, isOn, run, isBusy, problem } = useThisDevice(publicKey);
  return (
    <section aria-labelledby="browser">
      <h2 id="browser">{t("This browser as a device")}</h2>
      <p role="status">{blocked || TEXTS[deviceState.value]}</p>
      <Problem text={blocked ? "" : problem} />
      {!blocked && (
        <button type="button" disabled={isBusy} onClick={() => void run()}>
          {isOn ? t("Stop pushes to this browser") : t("Push alerts to this browser")}
        </button>
      )}
      <PositionReport />
    </section>
  );
}
