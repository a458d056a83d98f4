import type { Task } from "graphile-worker";
import { storableJson } from "../../database/storable.ts";
import type { Outcome, Provider, Push } from "./provider.ts";

/** The outcome of a push, and when it was known, by performance.now(). */
interface Sent {
  outcome: Outcome;
  at: number;
}

/**
 * Sends pushes in the largest batches that the provider takes, as many at once as it allows.
 * Returns the outcomes in the same order. Starts no further batch after the signal.
 */
export async function sendAll(
  provider: Provider,
  pushes: readonly Push[],
  signal?: AbortSignal,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  let next = 0;
  /** Set when the provider refuses everyone. The pushes that were not sent yet wait too. */
  let refusal: Outcome | undefined;

  async function sendBatches(): Promise<void> {
    while (next < pushes.length) {
      const first = next;
      const batch = pushes.slice(first, first + provider.batchSize);
      next += batch.length;
      if (signal?.aborted) refusal ??= { state: "retry", why: "The host was ending." };
      const outcomes = refusal
        ? batch.map(() => ({ ...refusal, unsent: true }) as Outcome)
        : await provider.send(batch);
      const at = performance.now();
      for (const [index, outcome] of outcomes.entries()) sent[first + index] = { outcome, at };
      refusal ??= outcomes.find((outcome) => outcome.state === "retry" && outcome.everyone);
    }
  }
  await Promise.all(Array.from({ length: provider.concurrency }, sendBatches));
  return sent;
}

/** How many pushes are sent before their outcomes are recorded. */
const PUSHES_PER_CHUNK = 1000;

/** A row of app_private.claim_deliveries(). */
interface Claimed {
  user_id: number;
  id: string;
  notification_id: string;
  token: string;
  alert_id: number;
  level: Push["level"];
  kind: Push["kind"];
  /** The language in which the user is told. Null if that is the alert's own. */
  told_language: string | null;
  /** The seconds since its alert was published. */
  age: number;
}

/** A push with its outcome. */
export interface Settled {
  token: string;
  level: Push["level"];
  outcome: Outcome;
  /** The seconds from its alert's publication to its outcome. */
  delay: number;
}

/** The fields of an alert that its pushes need. */
interface Alert {
  id: number;
  status: Push["status"];
  language: string;
  /** True if the push services may learn neither the texts nor the level. */
  isBare: boolean;
  /** Its title and texts by language. */
  words: Record<
    string,
    { title: string | null; texts: Record<Push["level"] | "ALL_CLEAR", string | null> }
  >;
  /** When the alert ends, and when its all-clear would be too late, in milliseconds since 1970. */
  expiresAt: number;
  clearBy: number;
  /** When it was read, by the clock of the database and by performance.now(). */
  now: number;
  readAt: number;
}

/** The age is counted from the version of the alert, or from a late entry. */
const CLAIM = `
  select c.user_id, c.id, c.notification_id, c.token, c.alert_id, c.level, c.kind, n.told_language, extract(epoch from clock_timestamp() - case
      when app_private.rule_when_notified(n.rule, n.taken_at, n.created_at, b.published_at, v.completed_at, p.completed_at) = 'CAME_IN_LATER'
        then n.created_at else b.published_at end)::float8 as age
    from app_private.claim_deliveries($1, $2, $3) with ordinality c
    join app_public.notifications n on n.user_id = c.user_id and n.id = c.notification_id
    join app_public.alerts a on a.id = n.alert_id
    left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
    left join app_private.publications p on p.alert_id = n.alert_id
    cross join lateral (select coalesce(v.created_at, a.created_at) as published_at) b
    order by c.ordinality`;
const ALERTS = `
  select id, status, language, not push_text as "isBare",
      (select json_object_agg(w.language, json_build_object(
          'title', app_private.marked_text(status, w.language, case when push_text then w.title end),
          'texts', (select json_object_agg(t.name, app_private.marked_text(
                status, w.language, case when push_text then t.text else app_private.push_sentence(w.language) end))
              from (values ('ONE', w.text1), ('TWO', w.text2), ('THREE', w.text3), ('ALL_CLEAR', w.all_clear)) t (name, text))))
        from (select language, title, text1, text2, text3, all_clear
          union all select language, title, text1, text2, text3, all_clear from unnest(texts)) w) as words,
      extract(epoch from expires_at)::float8 * 1000 as "expiresAt",
      extract(epoch from cancelled_at + interval '1 day')::float8 * 1000 as "clearBy",
      extract(epoch from clock_timestamp())::float8 * 1000 as now
    from app_public.alerts, app_private.settings where id = any ($1)`;
const RECORD = `
  select coalesce(extract(epoch from app_private.record_deliveries($1, $2)), 0)::float8 * 1000 as wait`;
const FOLLOW_UP =
  "select app_private.follow_up_deliveries($1, $2, $3, now() + $4 * interval '1 millisecond')";

/** The outcomes in the form of app_private.record_deliveries(). */
function outcomesJson(claimed: readonly Claimed[], sent: readonly Sent[]): string {
  return storableJson(
    claimed.map(({ user_id, id }, index) => {
      const { outcome, at } = sent[index] as Sent;
      return { user_id, id, ...outcome, ago: performance.now() - at };
    }),
  );
}

/**
 * Makes the task that pushes notifications to the devices of one provider. app_private.queue_pushes() queues it.
 * Pushes to try again go into a new job that runs when they are due.
 *
 * An accepted push is sent again only if this process dies before it has recorded the provider's answer.
 * @param storedName The provider's name in the database.
 * @param watch Gets each push with its outcome, at most a thousand at once.
 */
export function makeSendPushes(
  storedName: string,
  provider: Provider,
  watch: (settled: readonly Settled[]) => void = () => {},
): Task {
  return async (payload, { job, query, abortSignal }) => {
    // Nothing is claimed yet. The job must fail, so that another host sends the pushes.
    abortSignal.throwIfAborted();
    const { notificationIds } = payload as { notificationIds: number[] };
    const alerts = new Map<number, Alert>();

    function toPush(claimed: Claimed): Push {
      const { token, notification_id, alert_id, level, kind, told_language } = claimed;
      const alert = alerts.get(alert_id) as Alert;
      const { status, isBare, words, expiresAt, clearBy, now, readAt } = alert;
      const isAllClear = kind === "ALL_CLEAR";
      const says = isAllClear ? kind : level;
      // A later version may have lost the language meanwhile.
      const language = [told_language, alert.language].find(
        (one) => words[one ?? ""]?.texts[says],
      ) as string;
      const { title, texts } = words[language] as Alert["words"][string];
      const end = isAllClear ? clearBy : expiresAt;
      return {
        token,
        // The alert's title says what happens. An all-clear gets a title from its text, which says that it is over.
        title: isAllClear ? undefined : (title ?? undefined),
        text: texts[says] as string,
        notificationId: Number(notification_id),
        alertId: alert_id,
        // The priority of a push would tell its level.
        level: isBare ? "ONE" : level,
        kind,
        status,
        language,
        ...(isBare && { isBare }),
        expiresAt: end,
        endsAt: readAt + (end - now),
      };
    }

    async function loadAlerts(claimed: readonly Claimed[]): Promise<void> {
      const ids = new Set(claimed.map(({ alert_id }) => alert_id).filter((id) => !alerts.has(id)));
      if (ids.size === 0) return;
      const readAt = performance.now();
      const { rows } = await query<Omit<Alert, "readAt">>(ALERTS, [[...ids]]);
      for (const alert of rows) alerts.set(alert.id, { ...alert, readAt });
    }

    let level: Push["level"] = "ONE";
    /** How long to wait before the next push, in milliseconds, if the provider refuses everyone. */
    let wait = 0;
    while (wait === 0 && !abortSignal.aborted) {
      const { rows: claimed } = await query<Claimed>(CLAIM, [storedName, job.id, notificationIds]);
      const claimedAt = performance.now();
      const [first] = claimed;
      if (!first) break;
      level = first.level;
      await loadAlerts(claimed);
      // This always runs to the end, even if the provider refuses: every claimed delivery must be recorded.
      for (let start = 0; start < claimed.length; start += PUSHES_PER_CHUNK) {
        const chunk = claimed.slice(start, start + PUSHES_PER_CHUNK);
        const sent = await sendAll(provider, chunk.map(toPush), abortSignal);
        watch(
          chunk.map(({ token, level, age }, index) => {
            const { outcome, at } = sent[index] as Sent;
            return { token, level, outcome, delay: age + (at - claimedAt) / 1000 };
          }),
        );
        const { rows } = await query<{ wait: number }>(RECORD, [
          storedName,
          outcomesJson(chunk, sent),
        ]);
        const refused = sent.some(({ outcome }) => outcome.state === "retry" && outcome.everyone);
        if (refused) wait = Math.max(wait, rows[0]?.wait ?? 0);
      }
    }
    await query(FOLLOW_UP, [storedName, notificationIds, level, wait]);
  };
}

/** A provider, and a function that gets the outcomes of its receipts once they are recorded. */
export interface WatchedProvider {
  provider: Provider;
  watch: (outcomes: readonly Outcome[]) => void;
}

/**
 * Makes the task that asks a provider whether the pushes it accepted were delivered. app_private.queue_receipts()
 * queues it. If the provider does not answer, the task fails and runs again.
 * @param providers By their names in the database.
 */
export function makeCheckReceipts(providers: ReadonlyMap<string, WatchedProvider>): Task {
  return async (payload, { query }) => {
    const { provider: storedName, receipts } = payload as { provider: string; receipts: string[] };
    const watched = providers.get(storedName);
    if (!watched?.provider.receipts) return;
    const outcomes = await watched.provider.receipts(receipts);
    await query("select app_private.record_receipts($1, $2, $3)", [
      storedName,
      receipts,
      storableJson(Array.from(outcomes, ([receipt, outcome]) => ({ ...outcome, receipt }))),
    ]);
    watched.watch([...outcomes.values()]);
  };
}
