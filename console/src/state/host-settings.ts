import { computed, signal } from "@preact/signals";
import type { AlertDefaults, HostSettings } from "../api/load-host-settings.ts";

/** The defaults of a new database, used until the service's own settings have loaded. */
const FIRST_DEFAULTS: AlertDefaults = {
  level2Distance: 1000,
  level3Distance: 2000,
  duration: 86_400,
  maxPositionAge: 86_400,
  language: "en",
  voices: [],
};

/** The settings that the host gives the console. */
export const hostSettings = signal<HostSettings>();

/** The defaults of a new alert, for fields that the draft leaves empty. */
export const alertDefaults = computed(() => hostSettings.value?.alertDefaults ?? FIRST_DEFAULTS);

/** True if the service has a voice for a language, or has not said which it has. */
export const isSpoken = (language: string): boolean =>
  hostSettings.value?.alertDefaults?.voices.some((voice) =>
    `${language.toLowerCase()}-`.startsWith(`${voice}-`),
  ) ?? true;
