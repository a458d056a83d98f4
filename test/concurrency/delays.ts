import type pg from "pg";

/** Pauses before these statements in the functions' bodies make races most likely. */
const PAUSES: Record<string, RegExp[]> = {
  "app_public.new_position(app_public.position_input)": [
    /perform app_private\.share_report_lock/,
    /insert into app_public\.positions/,
    /perform app_private\.apply_position_report/,
    /return reported/,
  ],
  "app_private.keep_positions(integer,app_public.position_input[])": [
    /perform app_private\.share_report_lock/,
    /for first_id in/,
    /if is_history then/,
    /perform app_private\.apply_position_report/,
  ],
  "app_public.user_password_edit(text)": [/perform app_private\.set_password/, /return owner/],
  "app_private.apply_position_report(app_public.positions,boolean)": [
    /if last_position\.user_id is not null/,
  ],
  "app_private.notify_of_active_alerts(app_public.last_positions)": [
    /for match in/,
    /return notified_count/,
  ],
  "app_private.store_alert(app_public.alert_input, boolean)": [
    /perform app_private\.drain_reports/,
  ],
  "app_private.publish_chunk(integer,integer)": [
    /select a\.\* into alert/,
    /if not app_private\.is_active/,
    /perform app_private\.notify_users/,
  ],
  "app_private.notify_users(app_public.alerts,timestamp with time zone,integer[],boolean)": [
    /select n\.alert_id = alert\.id/,
    /for level_group in/,
    /perform app_private\.insert_notifications/,
  ],
};

/**
 * The methods of publish_chunk() for few, many and very many users, with limits that make a few users enough for each.
 */
export const PUBLICATION_METHODS = {
  "all at once": { chunkSize: 5000, turns: 20 },
  "chunk by chunk, in turn": { chunkSize: 2, turns: 20 },
  "through all users": { chunkSize: 12, turns: 0 },
};

/** Adds pauses of up to `milliseconds` to the functions of a clone. */
export async function injectPauses(owner: pg.Pool, milliseconds: number): Promise<void> {
  // The longest pause is between matching and commit: without the lock, people are missed there.
  const pause = (statement: string) =>
    /^return (reported|notified)/.test(statement) ? 5 * milliseconds : milliseconds;
  for (const [name, places] of Object.entries(PAUSES)) {
    await redefine(owner, name, (body) =>
      places.reduce((changed, place) => {
        if (!place.test(changed)) throw new Error(`${name}: nothing matches ${place}`);
        return changed.replace(
          place,
          (statement) => `perform pg_sleep(random() * ${pause(statement) / 1000});\n${statement}`,
        );
      }, body),
    );
  }
}

/** Makes publications use one of the methods. */
export async function publishBy(
  owner: pg.Pool,
  method: keyof typeof PUBLICATION_METHODS,
): Promise<void> {
  const { chunkSize, turns } = PUBLICATION_METHODS[method];
  const places = [
    [
      "app_private.publish_chunk(integer,integer)",
      /(?<=chunk_size integer DEFAULT )\d+/,
      chunkSize,
    ],
    [
      "app_private.queue_recipients(app_public.alerts,timestamp with time zone,integer)",
      /(?<=max_recipients constant bigint := )[^;]+/,
      turns * chunkSize,
    ],
  ] as const;
  for (const [name, place, value] of places) {
    const definition = await definitionOf(owner, name);
    if (!place.test(definition)) throw new Error(`${name}: nothing matches ${place}`);
    await owner.query(definition.replace(place, String(value)));
  }
}

/** Removes the lock that lets a publication and a report find each other. */
export async function removeLock(owner: pg.Pool): Promise<void> {
  for (const name of [
    "app_public.new_position(app_public.position_input)",
    "app_private.store_alert(app_public.alert_input, boolean)",
  ]) {
    await redefine(owner, name, (body) =>
      body.replace(/perform app_private\.(share_report_lock|drain_reports)\([^;]*;/, ""),
    );
  }
}

async function definitionOf(owner: pg.Pool, name: string): Promise<string> {
  const { rows } = await owner.query<{ definition: string }>(
    "select pg_get_functiondef($1::regprocedure) as definition",
    [name],
  );
  return rows[0]?.definition as string;
}

/** Changes the definition of a function in a clone. */
export async function redefine(
  owner: pg.Pool,
  name: string,
  change: (definition: string) => string,
): Promise<void> {
  const definition = await definitionOf(owner, name);
  const changed = change(definition);
  if (changed === definition) throw new Error(`${name} has not changed.`);
  await owner.query(changed);
}
