import { computed, effect, type ReadonlySignal } from "@preact/signals";
import { follow } from "../api/live.ts";
import { type Alert, loadAlert } from "../api/load-alert.ts";
import {
  AlertCellsDocument,
  AlertProgressDocument,
  type ProgressFragment,
} from "../api/operations.ts";
import { request } from "../api/request.ts";
import { cells } from "./cells.ts";
import { type Loaded, loaded } from "./loaded.ts";

/** No event tells what the cells report, which they do every five seconds. */
const CELLS_INTERVAL_MS = 5_000;

/** Returns a text that changes when someone is notified or has seen the notification. */
function recipientsVersion(alert: ProgressFragment | undefined): string {
  const numbers = alert?.delivery?.map(({ targeted, seen }) => [targeted, seen]);
  return JSON.stringify([alert?.version, alert?.state, numbers]);
}

/**
 * Returns true if an event has the version and state of the loaded alert. If not, the texts and zones, which no event
 * contains, may have changed.
 */
const isAbout = (alert: Alert, event: ProgressFragment) =>
  event.version === alert.version && event.state === alert.state;

/** An alert that is loaded, and followed while a screen shows it. */
export interface FollowedAlert {
  alert: Loaded<Alert>;
  /** Begins to follow. Returns a function that stops. */
  start(): () => void;
  /** A text that changes when someone is notified or has seen the notification. */
  change: ReadonlySignal<string>;
}

/** Returns an alert to load and to follow. */
export function followedAlert(id: number): FollowedAlert {
  /** The newest event since loading began. The answer may be older than it. */
  let newest: ProgressFragment | undefined;
  const alert = loaded(async (signal): Promise<Alert> => {
    for (;;) {
      newest = undefined;
      const found = await loadAlert(id, signal);
      const event = newest as ProgressFragment | undefined;
      if (!event) return found;
      if (isAbout(found, event)) return { ...found, ...event };
    }
  });
  const figures = loaded((signal) => request(AlertCellsDocument, { id }, { signal }));
  async function loadCells(): Promise<void> {
    await figures.load();
    const shown = alert.data.value;
    const [found] = figures.data.value?.alerts ?? [];
    if (!shown || !found) return;
    alert.set({ ...shown, cells: found.cells });
    cells.set(figures.data.value?.cells ?? []);
  }
  const hasCells = computed(() => Boolean(alert.data.value?.cells?.length));
  const start = () => {
    const stopCells = effect(() => {
      if (!hasCells.value) return;
      const timer = setInterval(() => void loadCells(), CELLS_INTERVAL_MS);
      return () => clearInterval(timer);
    });
    const stop = follow(
      AlertProgressDocument,
      { id },
      ({ alertProgress: event }) => {
        if (!event) return;
        newest = event;
        const shown = alert.data.value;
        if (!shown) return;
        alert.set({ ...shown, ...event });
        if (!isAbout(shown, event)) void alert.load();
      },
      () => void alert.load(),
    );
    return () => {
      stopCells();
      stop();
    };
  };
  return { alert, start, change: computed(() => recipientsVersion(alert.data.value)) };
}
