import type { HostSettings } from "../../shared/host-settings.ts";
import { onReturn } from "../state/connection.ts";
import { hostSettings } from "../state/host-settings.ts";
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

/** Loads what the host tells the console. Returns what is known if the host does not answer. */
export function loadHostSettings(): Promise<HostSettings | undefined> {
  loading ??= load().finally(() => {
    loading = undefined;
  });
  return loading;
}

/** Loads them now, and at each return of the connection until an alert's defaults are known. Returns a function that stops. */
export function keepHostSettings(): () => void {
  void loadHostSettings();
  return onReturn(() => {
    if (!hostSettings.peek()?.alertDefaults) void loadHostSettings();
  });
}
