import type { HostSettings } from "../../shared/host-settings.ts";
import { hostSettings } from "../state/host-settings.ts";

/** Loads what the host tells the console. Returns what is known if the host does not answer. */
export async function loadHostSettings(): Promise<HostSettings | undefined> {
  try {
    const response = await fetch(new URL("config.json", document.baseURI));
    hostSettings.value = await response.json();
  } catch (error) {
    console.warn("No settings:", error);
  }
  return hostSettings.peek();
}
