import { computed } from "@preact/signals";
import { ChannelsDocument, type PhonesFragment } from "../api/operations.ts";
import { request, WITH_SHORT_TIMEOUT } from "../api/request.ts";
import { loaded } from "./loaded.ts";

/** Whether pushes and mails go out: one state for the header's lights and for what screens say of each channel. */
export const channels = loaded((signal) =>
  request(ChannelsDocument, {}, { signal, ...WITH_SHORT_TIMEOUT }),
);

/** The providers of pushes, and whether they take them; undefined while that is not known. */
export const pushProviders = computed(() => channels.data.value?.pushProviders ?? undefined);

const working = computed(() => {
  const on = pushProviders.value?.filter(({ state }) => state === "ON");
  return on && new Set(on.map(({ provider }) => provider));
});

/** True if one of the providers takes pushes now. While that is not known, true if there is one. */
export const takesPushes = (providers: readonly string[]) =>
  providers.some((provider) => working.value?.has(provider) ?? true);

/** Returns how many of the phones ring now; undefined while that is not known. */
export const ringing = (phones: readonly PhonesFragment[] | null | undefined) =>
  phones && working.value
    ? phones.reduce((sum, { providers, users }) => sum + (takesPushes(providers) ? users : 0), 0)
    : undefined;

/** The people whom a publication concerns. */
export interface Audience {
  inZones: number;
  /** How many of them it notifies. */
  due: number;
  /** How many phones ring; undefined while that is not known. */
  phones: number | undefined;
  /** The providers of their devices. */
  providers: readonly string[];
}

/** True if a publication notifies people, and rings none of their phones. */
export const isSilent = ({ due, phones }: Audience) => due > 0 && phones === 0;
