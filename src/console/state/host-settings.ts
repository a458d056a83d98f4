import { computed, signal } from "@preact/signals";
import type { AlertDefaults, HostSettings } from "../../shared/host-settings.ts";

/** Those of a new database, until the service's own have come. */
const FIRST_DEFAULTS: AlertDefaults = {
  level2Distance: 1000,
  level3Distance: 2000,
  duration: 86_400,
  maxPositionAge: 86_400,
  language: "en",
};

/** What the host tells the console. */
export const hostSettings = signal<HostSettings>();

/** What a new alert has where the draft says nothing. */
export const alertDefaults = computed(() => hostSettings.value?.alertDefaults ?? FIRST_DEFAULTS);
