import { useEffect } from "preact/hooks";
import type { PushProviderState } from "../api/operations.ts";
import { streets } from "../map/streets.ts";
import { onReturn } from "../state/connection.ts";
import { channels, pushProviders } from "../state/push.ts";
import { t } from "../words/translate.ts";

const LOAD_INTERVAL_MS = 60_000;

const STATES: Record<PushProviderState, string> = {
  ON: t("on|channel"),
  OFF: t("off|channel"),
  FAILING: t("failing|channel"),
};

/** A provider that fails is shown even if another one works: some phones then get nothing. */
function pushState(): PushProviderState | undefined {
  const states = pushProviders.value?.map(({ state }) => state);
  return (states && (["FAILING", "ON"] as const).find((state) => states.includes(state))) ?? "OFF";
}

const STREETS = { shown: "ON", none: "OFF", failed: "FAILING", loading: undefined } as const;

/** What the service and the page need from outside, each with its state; undefined while that is not known. */
export const lights = () =>
  [
    [t("Push"), channels.data.value && pushState()],
    [t("Mail"), channels.data.value?.mailServer?.state],
    [t("Streets"), STREETS[streets.value]],
  ] as const;

/** Loads the state of the channels, and again when the connection is back, unless another part does so already. */
export function useChannels(): void {
  useEffect(() => {
    const load = () => void (channels.isLoading.peek() || channels.load());
    load();
    return onReturn(load);
  }, []);
}

/** Shows by lights whether pushes and mails go out, and whether the map has streets. */
export function ChannelLights() {
  useChannels();
  useEffect(() => {
    const timer = setInterval(() => void channels.load(), LOAD_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <ul class="lights" aria-label={t("Channels")}>
      {lights().map(
        ([name, state]) =>
          state && (
            <li key={name} class={`light-${state}`} title={STATES[state]}>
              {name} <span class="unseen">{STATES[state]}</span>
            </li>
          ),
      )}
    </ul>
  );
}
