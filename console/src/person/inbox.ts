import { batch, signal } from "@preact/signals";
import {
  type PersonAlertFragment,
  PersonAlertNowDocument,
  PersonChangesDocument,
  PersonCursorsDocument,
  PersonToldDocument,
  type ToldFragment,
} from "../api/operations.ts";
import { messageOf, RequestError, request, WITH_SHORT_TIMEOUT } from "../api/request.ts";
import { serviceSeconds } from "../state/service-clock.ts";
import { session } from "../state/session.ts";
import { t } from "../words/translate.ts";
import { forgetKept, keep, kept } from "./kept.ts";
import { forgetPushes } from "./pushed.ts";

export type PersonAlert = Omit<PersonAlertFragment, "reading">;
/** A notification. Its alert is in `alerts`, as the alert may change later. */
export type Told = Omit<ToldFragment, "alert"> & { alertId: number };

/** The most notifications that are kept, besides those of active alerts, and the most in one answer. */
const MAX_NOTIFICATIONS = 100;
/** The most notifications that are searched for active alerts. */
const MAX_SEARCHED = 1000;
/** The name under which the browser keeps the inbox. */
const NAME = "inbox";

interface Kept {
  userId: number;
  knownAt: number;
  since: { notifications: string; alerts: string } | undefined;
  told: Told[];
  alerts: PersonAlert[];
}

/** The notifications, the newest first. */
export const told = signal<readonly Told[]>([]);
/** The alerts of the notifications, as they are now. */
export const alerts = signal<ReadonlyMap<number, PersonAlert>>(new Map());
/** When the service last sent the inbox, in seconds since 1970; undefined if it never did. */
export const knownAt = signal<number>();
/** How often the service has sent the inbox. Unlike `knownAt`, it changes with every answer. */
export const answers = signal(0);
/** Why the last request failed; empty if it did not. */
export const inboxProblem = signal("");

let since: Kept["since"];

/** Returns an alert in the language that the person reads. */
const asRead = ({ reading, ...alert }: PersonAlertFragment) =>
  ({ ...alert, ...reading }) as PersonAlert;

function mergeAnswer(rows: readonly ToldFragment[], changed: readonly PersonAlertFragment[]): void {
  const byId = new Map(told.peek().map((row) => [row.id, row]));
  const all = new Map(alerts.peek());
  for (const { alert, ...row } of rows) {
    byId.set(row.id, { ...row, alertId: alert.id });
    all.set(alert.id, asRead(alert));
  }
  for (const alert of changed) all.set(alert.id, asRead(alert));
  const wanted = [...byId.values()]
    .sort((a, b) => b.id - a.id)
    .filter(
      ({ alertId }, index) => index < MAX_NOTIFICATIONS || all.get(alertId)?.state === "ACTIVE",
    );
  const needed = new Set(wanted.map(({ alertId }) => alertId));
  batch(() => {
    told.value = wanted;
    alerts.value = new Map([...all].filter(([id]) => needed.has(id)));
  });
}

/** Shows the kept inbox before the service answers. */
export async function openInbox(): Promise<void> {
  const found = await kept<Kept>(NAME).catch(() => undefined);
  if (!found || found.userId !== session.peek()?.userId || knownAt.peek() !== undefined) return;
  batch(() => {
    told.value = found.told;
    alerts.value = new Map(found.alerts.map((alert) => [alert.id, alert]));
    knownAt.value = found.knownAt;
    since = found.since;
  });
}

/**
 * Reads the newest notifications, and then older ones, because an active alert may be old. Shows each answer as it
 * arrives.
 */
async function begin(): Promise<void> {
  // The cursors are read first, so that changes between the two requests are read again.
  const cursors = await request(PersonCursorsDocument, {}, WITH_SHORT_TIMEOUT);
  for (let offset = 0; offset < MAX_SEARCHED; offset += MAX_NOTIFICATIONS) {
    const { notifications } = await request(
      PersonToldDocument,
      { limit: MAX_NOTIFICATIONS, offset },
      WITH_SHORT_TIMEOUT,
    );
    if (offset === 0) told.value = [];
    mergeAnswer(notifications ?? [], []);
    if ((notifications?.length ?? 0) < MAX_NOTIFICATIONS) break;
  }
  since = {
    notifications: cursors.newestNotificationCursor,
    alerts: cursors.newestAlertCursor,
  };
}

async function readChanges(): Promise<void> {
  for (let isMore = since !== undefined; isMore && since; ) {
    const answer = await request(
      PersonChangesDocument,
      { ...since, limit: MAX_NOTIFICATIONS },
      WITH_SHORT_TIMEOUT,
    );
    const [rows, changed] = [answer.notifications ?? [], answer.alerts ?? []];
    mergeAnswer(rows, changed);
    since = {
      notifications: rows.at(-1)?.cursor ?? since.notifications,
      alerts: changed.at(-1)?.cursor ?? since.alerts,
    };
    isMore = rows.length === MAX_NOTIFICATIONS || changed.length === MAX_NOTIFICATIONS;
  }
}

async function keepInbox(): Promise<void> {
  if (!session.peek()) return;
  const value: Kept = {
    userId: session.peek()?.userId ?? 0,
    knownAt: knownAt.peek() ?? 0,
    since,
    told: [...told.peek()],
    alerts: [...alerts.peek().values()],
  };
  await keep(NAME, value).catch(console.warn);
}

/** Reads what is new, and keeps it. */
async function ask(): Promise<void> {
  const { userId = 0 } = session.peek() ?? {};
  try {
    if (since) await readChanges();
    else await begin();
  } catch (error) {
    // The database was restored to an earlier state, so the cursor is ahead of it.
    if (!(since && error instanceof RequestError && error.code === "CONFLICT")) throw error;
    await begin();
  }
  // The user may have logged out meanwhile.
  if (session.peek()?.userId !== userId) return;
  batch(() => {
    knownAt.value = serviceSeconds();
    answers.value += 1;
    inboxProblem.value = "";
  });
  await keepInbox();
  await forgetPushes().catch(console.warn);
}

let running: Promise<void> | undefined;
let isWanted = false;

/** Asks the service what is new. A call while it already asks makes it ask once more afterwards. */
export function readInbox(): Promise<void> {
  // Otherwise a run that ends at once would count as running for good.
  if (!session.peek()) return Promise.resolve();
  isWanted = true;
  running ??= (async () => {
    while (isWanted && session.peek()) {
      isWanted = false;
      try {
        await ask();
      } catch (error) {
        const isAway = error instanceof RequestError && error.code === "UNREACHABLE";
        inboxProblem.value = isAway
          ? t("There is no connection to the service.")
          : messageOf(error);
      }
    }
    running = undefined;
  })();
  return running;
}

/** Reads one alert again, for what changes without a new version, such as its speech. */
export async function readAlert(id: number): Promise<PersonAlert | undefined> {
  const { alerts: rows } = await request(PersonAlertNowDocument, { id }, WITH_SHORT_TIMEOUT);
  const alert = rows?.[0] && asRead(rows[0]);
  if (alert && alerts.peek().has(id)) alerts.value = new Map(alerts.peek()).set(id, alert);
  return alert;
}

/** Marks notifications as seen here, before the service returns them so. */
export function markSeen(ids: ReadonlySet<number>): void {
  told.value = told.peek().map((row) => (ids.has(row.id) ? { ...row, seen: true } : row));
  void keepInbox();
}

/** Deletes the inbox, here and in the browser's database. */
export async function emptyInbox(): Promise<void> {
  batch(() => {
    told.value = [];
    alerts.value = new Map();
    knownAt.value = undefined;
    since = undefined;
  });
  await forgetKept().catch(console.warn);
}
