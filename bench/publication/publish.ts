import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "../lib/clones.ts";
import type { Server } from "../lib/servers.ts";
import { tokenOf } from "../lib/sessions.ts";
import type { Corners } from "./crowd.ts";

const MUTATION = "mutation ($input: AlertInput!) { newAlert(input: $input) { id reachedUsers } }";

export interface Published {
  id: number;
  /** Seconds until newAlert answered. */
  answer: number;
  /** Seconds until everyone was notified. */
  seconds: number;
}

/** Publishes over the API as an administrator, after emptying the table of notifications. */
export async function publish(server: Server, url: string, points: Corners): Promise<Published> {
  const client = await connect(url);
  try {
    await client.query("truncate app_public.notifications, app_private.alert_reach");
    await client.query(
      "update app_public.alerts set active = false, expires_at = now() where active",
    );
    await client.query("checkpoint");
    const began = performance.now();
    const response = await fetch(server.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Authorization: `Bearer ${tokenOf(1)}`,
      },
      body: JSON.stringify({
        query: MUTATION,
        variables: { input: { points, text1: "1", text2: "2", text3: "3" } },
      }),
    });
    const { data, errors } = (await response.json()) as {
      data: { newAlert: { id: number } };
      errors?: { message: string }[];
    };
    const answer = (performance.now() - began) / 1000;
    if (errors) throw new Error(errors[0]?.message);
    const { id } = data.newAlert;
    for (;;) {
      const { rows } = await client.query<{ complete: boolean }>(
        "select completed_at is not null as complete from app_private.publications where alert_id = $1",
        [id],
      );
      if (rows[0]?.complete) break;
      await sleep(20);
    }
    const seconds = (performance.now() - began) / 1000;
    return { id, answer, seconds };
  } finally {
    await client.end();
  }
}

/** Throws unless everyone in the zones of an alert was notified. */
export async function verify(url: string, id: number): Promise<void> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ inside: number; told: number }>(
      `select
        (select count(*)::int from app_public.last_positions l, app_public.alerts a
          where a.id = $1 and st_covers(a.zone3, l.location)) as inside,
        (select count(distinct user_id)::int from app_public.notifications where alert_id = $1) as told`,
      [id],
    );
    if (rows[0]?.told !== rows[0]?.inside) throw new Error(JSON.stringify(rows));
  } finally {
    await client.end();
  }
}
