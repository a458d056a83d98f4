import { type Actor, inside, owner, type Place, type Row, type Scene } from "./scene.ts";

/** What the job of a provider does with pushes, one verb each. */

export interface Outcome {
  state: "accepted" | "retry" | "failed" | "dead";
  why?: string;
  [detail: string]: unknown;
}

export const ACCEPTED: Outcome = { state: "accepted" };
export const BUSY: Outcome = { state: "retry", why: "busy" };

/** Returns a token that belongs to FCM. Shorter ones belong to Expo. */
export const fcmToken = (name: string) => `${name}:${"x".repeat(100)}`;

/** Makes a user with devices who has reported a position. */
export async function userWith(
  s: Scene,
  tokens: string[],
  at: Place = inside,
): Promise<Required<Actor>> {
  const user = await s.user();
  for (const token of tokens) await s.register(user, token);
  await s.report(user, at);
  return user;
}

/** Claims the deliveries of all notifications, or of these, as a job of a provider does. */
export const claim = (
  s: Scene,
  job = 1,
  provider = "expo",
  notificationIds?: unknown[],
): Promise<Row[]> =>
  s.as(owner)`select * from app_private.claim_deliveries(${provider}, ${job}, coalesce(
    ${notificationIds}::bigint[], array(select id from app_public.notifications order by id)))`;

export const tokens = (claimed: Row[]) => claimed.map(({ token }) => token);

/** Records the outcome of claimed pushes, or one outcome for each of them. Returns the wait that all others have. */
export const record = (
  s: Scene,
  pushes: Row[],
  outcomes: Outcome | Outcome[],
  provider = "expo",
): Promise<number | null> =>
  s.value(
    owner,
  )`select extract(epoch from app_private.record_deliveries(${provider}, ${JSON.stringify(
    pushes.map(({ user_id, id }, index) => ({
      user_id,
      id,
      ago: 0,
      ...(Array.isArray(outcomes) ? outcomes[index] : outcomes),
    })),
  )}))::float8`;

/** Claims all pushes, and records that they were accepted a minute ago with the receipts r0, r1 and so on. */
export async function awaitReceipts(s: Scene, provider = "expo"): Promise<Row[]> {
  const claimed = await claim(s, 1, provider);
  const accepted = claimed.map((_, i) => ({ ...ACCEPTED, ago: 60_000, receipt: `r${i}` }));
  await record(s, claimed, accepted, provider);
  return claimed;
}

/** Records the answers of a provider that was asked for receipts. */
export const recordReceipts = (s: Scene, asked: string[], answers: object[], provider = "expo") =>
  s.as(
    owner,
  )`select app_private.record_receipts(${provider}, ${asked}, ${JSON.stringify(answers)})`;

export const deliveries = (s: Scene): Promise<Row[]> =>
  s.as(owner)`select d.*, extract(epoch from due_at - now())::float8 as due_in,
      extract(epoch from now() - settled_at)::float8 as settled_ago
    from app_private.deliveries d order by notification_id, device_id`;

/** Makes all waiting pushes due. */
export const dueNow = (s: Scene) =>
  s.as(owner)`update app_private.deliveries set due_at = now() where state = 'queued'`;

/** Records a temporary failure of claimed pushes, and makes them due again at once. */
export async function retry(s: Scene, claimed: Row[]): Promise<void> {
  await record(s, claimed, BUSY);
  await dueNow(s);
}

export const forgetJobs = (s: Scene) => s.as(owner)`delete from graphile_worker._private_jobs`;

/** Returns the jobs that send pushes, in the order in which they were queued. */
export const pushJobs = (s: Scene): Promise<Row[]> =>
  s.as(owner)`select t.identifier as task, j.priority,
      extract(epoch from j.run_at - now())::int as wait, j.payload -> 'notificationIds' as ids
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier in ('push_expo', 'push_fcm', 'push_web_push') order by j.id`;

/** Gives a user quiet hours of UTC between these minutes from now. */
export const goQuiet = (s: Scene, user: Actor, from = -60, to = 60) =>
  s.as(user)`select app_public.quiet_hours_edit(row(
      to_char((now() at time zone 'UTC') + ${from} * interval '1 minute', 'HH24:MI'),
      to_char((now() at time zone 'UTC') + ${to} * interval '1 minute', 'HH24:MI'),
      'UTC')::app_public.quiet_hours_input)`;

/** Returns the figures of an alert by level, the most urgent first. */
export const figures = (s: Scene, alertId: number, actor: Actor = owner): Promise<Row[]> =>
  s.as(actor)`select d.* from app_public.alerts a, unnest(app_public.alerts_delivery(a)) d
    where a.id = ${alertId}`;
