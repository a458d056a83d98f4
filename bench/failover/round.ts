import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "../lib/clones.ts";
import { askForAlert } from "./alert.ts";
import { type Audit, audit } from "./audit.ts";
import type { Phones } from "./phones.ts";
import type { Servers, Way } from "./servers.ts";

/** What one failover showed. Times are in seconds. */
export interface Round extends Audit {
  /** The number of people who had been told when the primary failed. */
  before: number;
  /** From the primary's failure to the promotion. */
  promoted: number;
  /** From the promotion until each host has acknowledged a report. */
  answer: number;
  /** From the promotion to the end of the publication. */
  complete: number;
}

const seconds = (from: number, to = performance.now()) => (to - from) / 1000;

/**
 * Publishes an alert, makes the primary fail once `share` of the people are told, and waits until the next primary has
 * completed the publication.
 */
export async function runRound(
  way: Way,
  servers: Servers,
  urls: string[],
  phones: Phones,
  people: number,
  share: number,
): Promise<Round> {
  const primary = await connect(servers.primary);
  await primary.query(
    "update app_public.alerts set active = false, expires_at = now() where active",
  );
  await primary.query("truncate app_public.notifications, app_private.alert_reach");
  await servers.prepare(way);
  const alert = askForAlert(urls[0] as string);
  let isRefused = false;
  alert.then((id) => {
    isRefused = id === undefined;
  });
  const TOLD = "select count(*)::int as told from app_public.notifications";
  for (;;) {
    if (isRefused) throw new Error("The alert was refused.");
    const { rows } = await primary.query<{ told: number }>(TOLD);
    if ((rows[0]?.told ?? 0) > share * people) break;
    await sleep(20);
  }
  const gone = performance.now();
  await servers.lose(way);
  const answers = phones.firstAnswers();
  await servers.promoted();
  const promoted = performance.now();

  const successor = await connect(servers.primary);
  try {
    const before = (await successor.query<{ told: number }>(TOLD)).rows[0]?.told ?? 0;
    const LEFT = "select from app_private.publications where completed_at is null";
    while ((await successor.query(LEFT)).rows.length > 0) await sleep(50);
    const complete = seconds(promoted);
    const answer = Math.max(...(await answers).map((at) => seconds(promoted, at)));
    const found = await audit(successor, await alert, phones.acknowledged);
    return { ...found, before, promoted: seconds(gone, promoted), answer, complete };
  } finally {
    await successor.end();
  }
}
