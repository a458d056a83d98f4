import { useEffect } from "preact/hooks";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { pushProblem } from "../../push/push-problem.ts";
import {
  type DeviceState,
  deviceState,
  subscribe,
  unsubscribe,
  updateDeviceState,
} from "../../push/this-device.ts";
import { t } from "../../words/translate.ts";
import { PositionReport } from "./position-report.tsx";

const STATE_TEXTS: Record<DeviceState, string> = {
  on: t("Alerts are pushed to this browser."),
  lapsed: t("It gets no pushes any more."),
  "another's": t("It gets the pushes of someone else who logged in here."),
  off: t("It gets no pushes."),
};

/** Registers this browser as a device, so that an administrator can try everything from the drawn area to the push. */
export function ThisBrowser({ publicKey }: { publicKey: string | null }) {
  const blocked = pushProblem(publicKey);
  useEffect(() => {
    if (publicKey && !blocked) updateDeviceState(publicKey).catch(console.error);
  }, [publicKey, blocked]);
  const isOn = deviceState.value === "on";
  const { run, isBusy, problem } = useAction(async () => {
    if (isOn) await unsubscribe();
    else if (publicKey) await subscribe(publicKey);
  });
  return (
    <section aria-labelledby="browser">
      <h2 id="browser">{t("This browser as a device")}</h2>
      <p role="status">{blocked || STATE_TEXTS[deviceState.value]}</p>
      <Problem text={blocked ? "" : problem} />
      {!blocked && (
        <button type="button" disabled={isBusy} onClick={() => void run()}>
          {isOn ? t("Push no more to this browser") : t("Push alerts to this browser")}
        </button>
      )}
      <PositionReport />
    </section>
  );
}
