import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "../../test/crash/address.ts";
import { connect } from "../lib/clones.ts";
import { askForAlert } from "./alert.ts";
import { type Audit, audit } from "./audit.ts";
import type { Pair } from "./pair.ts";
import type { Phones } from "./phones.ts";

/** How the primary goes. */
export type Way = "killed" | "cut" | "lag";

/** What one failover showed. Times are in seconds. */
export interface Round extends Audit {
  /** How many of the people had been told when the primary went. */
  before: number;
  /** From the end of the primary to the promotion. */
  promoted: number;
  /** From the promotion to the first acknowledged report of each host, whichever is last. */
  answer: number;
  /** From the promotion to the end of the publication. */
  complete: number;
}

/** Seconds between the cut and the promotion: Patroni waits longer, because it cannot know that the primary is gone. */
const PATIENCE = 12;

const seconds = (from: number, to = performance.now()) => (to - from) / 1000;

/** Publishes an alert, takes the primary away once `share` of the people are told, and promotes the standby. */
export async function runRound(
  way: Way,
  pair: Pair,
  address: Address,
  urls: string[],
  phones: Phones,
  people: number,
  share: number,
): Promise<Round> {
  const primary = await connect(pair.primary);
  await primary.query("update app_public.alerts set active = false where active");
  await primary.query("truncate app_public.notifications, app_private.alert_reach");
  if (way === "lag") {
    const standby = await connect(pair.standby);
    await standby.query("select pg_wal_replay_pause()");
    await standby.end();
  }
  const alert = askForAlert(urls[0] as string);
  const TOLD = "select count(*)::int as told from app_public.notifications";
  let isRefused = false;
  alert.then((id) => {
    isRefused = id === undefined;
  });
  for (;;) {
    if (isRefused) throw new Error("The alert was refused.");
    const { rows } = await primary.query<{ told: number }>(TOLD);
    if ((rows[0]?.told ?? 0) > share * people) break;
    await sleep(20);
  }
  const gone = performance.now();
  if (way === "cut") {
    address.cut();
    pair.cut();
    await sleep(PATIENCE * 1000);
  } else {
    await pair.kill();
    address.leadTo(pair.standbyPort);
  }
  const answers = phones.firstAnswers();
  await pair.promote();
  const promoted = performance.now();
  address.leadTo(pair.primaryPort);

  const successor = await connect(pair.primary);
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
