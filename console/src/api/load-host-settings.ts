import { onReturn } from "../state/connection.ts";
import { hostSettings } from "../state/host-settings.ts";
import type { HostSettings } from "./host-settings.ts";
import { hostUrl } from "./host-url.ts";

async function load(): Promise<HostSettings | undefined> {
  try {
    const response = await fetch(hostUrl("console/config.json"));
    hostSettings.value = await response.json();
  } catch (error) {
    console.warn("No settings:", error);
  }
  return hostSettings.peek();
}

let loading: Promise<HostSettings | undefined> | undefined;

/** Loads the settings that the host gives the console. Returns the known ones if the host does not answer. */
export function loadHostSettings(): Promise<HostSettings | undefined> {
  loading ??= load().finally(() => {
    loading = undefined;
  });
  return loading;
}

/**
 * Loads the host's settings now, and whenever the connection returns until the alert defaults are known. Returns a
 * function that stops it.
 */
export function keepHostSettings(): () => void {
  void loadHostSettings();
  return onReturn(() => {
    if (!hostSettings.peek()?.alertDefaults) void loadHostSettings();
  });
}
