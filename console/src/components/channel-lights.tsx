import { useEffect } from "preact/hooks";
import { ChannelsDocument, type PushProviderState } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { streets } from "../map/streets.ts";
import { onReturn } from "../state/connection.ts";
import { loaded } from "../state/loaded.ts";
import { t } from "../words/translate.ts";

const LOAD_INTERVAL_MS = 60_000;

/** Whether pushes and mails go out. */
export const channels = loaded((signal) => request(ChannelsDocument, {}, { signal }));

const STATES: Record<PushProviderState, string> = {
  ON: t("on|channel"),
  OFF: t("off|channel"),
  FAILING: t("failing|channel"),
};

/** A provider that fails is shown even if another one works: some phones then get nothing. */
function pushState(): PushProviderState | undefined {
  const states = channels.data.value?.pushProviders?.map(({ state }) => state);
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

/** Shows by lights whether pushes and mails go out, and whether the map has streets. */
export function ChannelLights() {
  useEffect(() => {
    const load = () => void channels.load();
    load();
    const timer = setInterval(load, LOAD_INTERVAL_MS);
    const ignoreReturn = onReturn(load);
    return () => {
      clearInterval(timer);
      ignoreReturn();
    };
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
