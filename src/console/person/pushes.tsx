import { useEffect } from "preact/hooks";
import { Problem } from "../components/problem.tsx";
import { useAction } from "../components/use-action.ts";
import { reachability } from "../join/reachability.ts";
import { pushProblem } from "../push/push-problem.ts";
import {
  type DeviceState,
  deviceState,
  subscribe,
  unsubscribe,
  updateDeviceState,
} from "../push/this-device.ts";
import { t } from "../words/translate.ts";

const STATE_TEXTS: Record<DeviceState, string> = {
  on: t("Warnings come to this browser, also when this page is closed."),
  lapsed: t("It gets no pushes any more."),
  "another's": t("It gets the pushes of someone else who logged in here."),
  off: t("It gets no pushes."),
};

/** Lets this browser be told while the page is closed, or ends that. */
export function Pushes({ publicKey }: { publicKey: string | null }) {
  const blocked = pushProblem(publicKey);
  useEffect(() => {
    if (publicKey && !blocked) updateDeviceState(publicKey).catch(console.error);
  }, [publicKey, blocked]);
  const isOn = deviceState.value === "on";
  const { run, isBusy, problem } = useAction(async () => {
    if (isOn) await unsubscribe();
    else if (publicKey) await subscribe(publicKey);
    await reachability.load();
  });
  return (
    <section aria-labelledby="this-phone">
      <h2 id="this-phone">{t("This phone’s browser")}</h2>
      <p role="status">{blocked || STATE_TEXTS[deviceState.value]}</p>
      {!blocked && (
        <button
          type="button"
          class={isOn ? undefined : "primary"}
          disabled={isBusy}
          onClick={() => void run()}
        >
          {isOn ? t("Push no more to this browser") : t("Warn me in this browser")}
        </button>
      )}
      <Problem text={problem} />
    </section>
  );
}
