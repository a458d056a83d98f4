import { computed } from "@preact/signals";
import { type PhonesFragment, PushProvidersDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { loaded } from "./loaded.ts";

/** The providers of pushes, and whether they take them. */
export const pushProviders = loaded(async (signal) => {
  const { pushProviders: providers } = await request(PushProvidersDocument, {}, { signal });
  return providers ?? [];
});

const working = computed(() => {
  const on = pushProviders.data.value?.filter(({ state }) => state === "ON");
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
