import { useEffect } from "preact/hooks";
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

/** A page's texts for each state of this browser. `on` is its text for a browser that gets the user's pushes. */
export const deviceTexts = (on: string): Record<DeviceState, string> => ({
  on,
  lapsed: t("It gets no pushes any more."),
  "another's": t("It gets the pushes of someone else who logged in here."),
  off: t("It gets no pushes."),
});

/**
 * Returns whether this browser gets the user's pushes, and an action that begins or ends that. `blocked` says why it
 * cannot get any.
 * @param onChange Called after each change.
 */
export function useThisDevice(publicKey: string | null, onChange?: () => Promise<void>) {
  const blocked = pushProblem(publicKey);
  useEffect(() => {
    if (publicKey && !blocked) updateDeviceState(publicKey).catch(console.error);
  }, [publicKey, blocked]);
  const isOn = deviceState.value === "on";
  const action = useAction(async () => {
    if (isOn) await unsubscribe();
    else if (publicKey) await subscribe(publicKey);
    await onChange?.();
  });
  return { blocked, isOn, ...action };
}
