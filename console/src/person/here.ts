import { signal } from "@preact/signals";
import {
  AlertsHereDocument,
  type AlertsHereQuery,
  NewPositionDocument,
} from "../api/operations.ts";
import { positionInput } from "../api/position-input.ts";
import { RequestError, request, WITH_SHORT_TIMEOUT } from "../api/request.ts";
import { serviceSeconds } from "../state/service-clock.ts";
import { NOT_TOLD, watchPlace } from "../state/watch-place.ts";
import { alerts } from "./inbox.ts";
import { keep, kept } from "./kept.ts";

type AlertHere = NonNullable<AlertsHereQuery["activeAlertsAt"]>[number];

/** Where this browser was, and the service's answer for that place. */
export interface Here {
  latitude: number;
  longitude: number;
  /** Metres. */
  accuracy: number;
  /** Seconds since 1970, by the service's clock. */
  takenAt: number;
  /** The alerts there; undefined if the service has not answered. */
  alerts?: AlertHere[];
  /** The versions of the alerts that were known when the service was asked. Its answer says nothing of later ones. */
  versions?: ReadonlyMap<number, number>;
}

const NAME = "here";

/** The last place that was reported on this page. */
export const here = signal<Here>();

/** Restores the last place that this browser keeps. */
export async function openHere(): Promise<void> {
  here.value ??= await kept<Here>(NAME).catch(() => undefined);
}

/** Asks which alerts apply at the last place, because alerts change while the person stays there. */
export async function loadAlertsHere(): Promise<void> {
  const place = here.peek();
  if (!place) return;
  const { latitude, longitude } = place;
  const versions = new Map([...alerts.peek()].map(([id, { version }]) => [id, version]));
  const { activeAlertsAt } = await request(
    AlertsHereDocument,
    { latitude, longitude },
    WITH_SHORT_TIMEOUT,
  );
  if (here.peek()?.takenAt !== place.takenAt) return;
  here.value = { ...place, alerts: activeAlertsAt ?? [], versions };
  await keep(NAME, here.value).catch(console.warn);
}

async function reportPlace(position: GeolocationPosition): Promise<void> {
  const input = positionInput(position);
  const { latitude, longitude, accuracy, takenAt } = input;
  here.value = { latitude, longitude, accuracy, takenAt };
  await keep(NAME, here.value).catch(console.warn);
  await request(NewPositionDocument, { input }, WITH_SHORT_TIMEOUT);
  await loadAlertsHere();
}

/** The browser may search for half a minute, and must not return a place that it found before. */
const POSITION_OPTIONS = { enableHighAccuracy: true, timeout: 30_000, maximumAge: 0 };

/** Reports where this browser is, once. */
export async function reportOnce(): Promise<void> {
  const position = await new Promise<GeolocationPosition>((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      resolve,
      () => reject(new RequestError("REFUSED", NOT_TOLD)),
      POSITION_OPTIONS,
    );
  });
  await reportPlace(position);
}

/** True if a later place is known: one that a person reported while this one waited. */
function isOutdated(position: GeolocationPosition): boolean {
  const known = here.peek()?.takenAt ?? 0;
  return positionInput(position).takenAt < known && known <= serviceSeconds();
}

/**
 * Reports where this browser is for as long as the page is open.
 * @param note Gets each error, and undefined after each successful report.
 * @returns A function that stops.
 */
export const reportWhileOpen = (note: (error: unknown) => void) =>
  watchPlace(async (position) => {
    if (!isOutdated(position)) await reportPlace(position);
  }, note);
