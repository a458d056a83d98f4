import { useEffect } from "preact/hooks";
import { Problem } from "../components/problem.tsx";
import { useAction } from "../components/use-action.ts";
import { t } from "../words/translate.ts";
import { pushProblem } from "./push-problem.ts";
import {
  type DeviceState,
  deviceState,
  subscribe,
  unsubscribe,
  updateDeviceState,
} from "./this-device.ts";

const TEXTS: Record<DeviceState, string> = {
  on: t("Warnings come to this browser, also when this page is closed."),
  lapsed: t("Warnings no longer come here: turn them on again."),
  "another's": t("Warnings here are for someone else who logged in."),
  off: t("Warnings are off here."),
};

/**
 * Says whether warnings are pushed to this browser, or why they cannot be, and turns that on or off.
 * @param props.publicKey The service's key for pushes; null if it has none, undefined while it is not known.
 * @param props.onChange Called after each change.
 */
export function ThisBrowser(props: {
  publicKey: string | null | undefined;
  onChange?: () => Promise<void>;
}) {
  const { publicKey, onChange } = props;
  const blocked = publicKey === undefined ? "" : pushProblem(publicKey);
  useEffect(() => {
    if (publicKey && !blocked) updateDeviceState(publicKey).catch(console.error);
  }, [publicKey, blocked]);
  const isOn = deviceState.value === "on";
  const { run, isBusy, problem } = useAction(async () => {
    if (isOn) await unsubscribe();
    else if (publicKey) await subscribe(publicKey);
    await onChange?.();
  });
  return (
    <section aria-labelledby="this-browser">
      <h2 id="this-browser">{t("This browser")}</h2>
      <p role="status">{blocked || TEXTS[deviceState.value]}</p>
      {!blocked && (
        <button
          type="button"
          class={isOn ? undefined : "primary"}
          disabled={isBusy || !publicKey}
          onClick={() => void run()}
        >
          {isOn ? t("Turn off warnings") : t("Turn on warnings")}
        </button>
      )}
      <Problem text={blocked ? "" : problem} />
    </section>
  );
}
