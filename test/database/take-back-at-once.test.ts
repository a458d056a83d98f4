/** @database server */
import { expect, test } from "@jest/globals";
import { type Actor, alertInput, owner, Scene, stage } from "./scene.ts";

const { database } = stage();

const HOLD =
  "select id from app_public.publication_hold(json_populate_record(null::app_public.publication_input, $1))";
const publish = (s: Scene, id: number) => s.as(owner)`select app_private.publish_held(${id})`;
const takeBack = (s: Scene, admin: Actor, id: number) =>
  s.as(admin)`select app_public.publication_take_back(${id})`;

test("a held publication that is taken back just when it is due is either published or taken back", async () => {
  /** Plays a scene on a connection of its own, and commits it. */
  async function commit<T>(run: (s: Scene) => Promise<T>): Promise<T> {
    const client = await database().ownerPool.connect();
    try {
      await client.query("begin");
      return await run(new Scene(client));
    } finally {
      await client.query("commit");
      const claim = await client.query("select current_setting('jwt.claims.user_id', true) as id");
      client.release();
      // The claim of the publisher does not stay on the connection.
      expect(claim.rows[0].id || null).toBeNull();
    }
  }
  const admin = await commit((s) => s.user(true));
  for (let round = 0; round < 20; round++) {
    const key = `round ${round}`;
    const held = JSON.stringify({ key, new_alert: alertInput(undefined, { event: key }) });
    const id = await commit((s) => s.value(admin, HOLD, [held]));
    const attempts = [
      () => commit((s) => publish(s, id)),
      () => commit((s) => takeBack(s, admin, id)),
    ];
    const order = round % 2 ? attempts : attempts.toReversed();
    const settled = await Promise.allSettled(order.map((attempt) => attempt()));
    const back = settled[round % 2 ? 1 : 0];
    const state = await commit(
      (s) => s.value(admin)`select state from app_public.held_publication(${id})`,
    );
    const published = await commit(
      (s) => s.as(owner)`select from app_public.alerts where event = ${key}`,
    );
    expect({ state, alerts: published.length }).toEqual(
      back?.status === "fulfilled"
        ? { state: "TAKEN_BACK", alerts: 0 }
        : { state: "PUBLISHED", alerts: 1 },
    );
  }
});
