import { owner, type Scene } from "../database/scene.ts";

/** The paths by which a publication can notify a user. The numbers are sizes of chunks. */
export const PATHS = {
  "all at once": (s, id) => s.publish(id),
  "in turns of 1": (s, id) => publishInTurns(s, id, 1),
  "in turns of 2": (s, id) => publishInTurns(s, id, 2),
  "in turns of 10,000": (s, id) => publishInTurns(s, id, 10_000),
  "through all users by 1": (s, id) => publishThroughAll(s, id, 1),
  "through all users by 2": (s, id) => publishThroughAll(s, id, 2),
  "through all users by 10,000": (s, id) => publishThroughAll(s, id, 10_000),
} satisfies Record<string, (s: Scene, alertId: number) => Promise<unknown>>;

export type Path = keyof typeof PATHS;

/** Publishes as if too many users were in the zones for one chunk, but few enough to queue all of them. */
async function publishInTurns(s: Scene, alertId: number, chunkSize: number): Promise<void> {
  const limit = /(?<=max_recipients constant bigint := )[^;]+/;
  const definition: string = await s.value(owner)`
    select pg_get_functiondef('app_private.queue_recipients'::regproc)`;
  if (!limit.test(definition)) throw new Error("queue_recipients() has no limit.");
  await s.client.query(definition.replace(limit, "1000000"));
  await s.as(owner)`select app_private.queue_recipients(a, app_private.published_at(a),
    ${chunkSize}) from app_public.alerts a where id = ${alertId}`;
  await s.as(owner)`update app_private.publications set level = 'TWO'
    where alert_id = ${alertId}`;
  await s.publish(alertId, chunkSize);
}

/** Publishes as if nearly everyone were in the zones. */
async function publishThroughAll(s: Scene, alertId: number, chunkSize: number): Promise<void> {
  // The user with the id 1, the first administrator, has no position. A publication that has begun does not look again
  // for a better way.
  await s.as(owner)`update app_private.publications set last_user_id = 1
    where alert_id = ${alertId}`;
  await s.publish(alertId, chunkSize);
}
