import { hostSettings } from "../state/host-settings.ts";
import { session } from "../state/session.ts";

/** A street, an address or another thing with a name in the map's file. */
export interface FoundStreet {
  name: string;
  /** The nearest place, which tells streets of one name apart; empty if there is none near. */
  place: string;
  longitude: number;
  latitude: number;
  isAddress: boolean;
}

/** The time without typing before the host is asked. */
const DEBOUNCE_MS = 150;

/** True if the host has a map's file, whose streets it can search. */
export const hasStreets = () => hostSettings.peek()?.map?.kind === "file";

/** Finds streets and addresses of the map's file on the host. Finds none if the host does not answer. */
export async function findStreets(text: string, isNewest: () => boolean): Promise<FoundStreet[]> {
  if (!hasStreets()) return [];
  await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
  if (!isNewest()) return [];
  const url = new URL("streets", document.baseURI);
  url.searchParams.set("text", text);
  try {
    const response = await fetch(url, {
      headers: { Authorization: `Bearer ${session.peek()?.token ?? ""}` },
    });
    return response.ok ? await response.json() : [];
  } catch (error) {
    // Places are found without the host.
    console.warn("Streets are not searched:", error);
    return [];
  }
}
