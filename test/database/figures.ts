import { owner, type Row, type Scene } from "./scene.ts";

/** Counts all figures of analysts, in small steps, as of a moment. */
export async function countFigures(s: Scene, until = "now() + interval '1 hour'"): Promise<void> {
  while (await s.value(owner, "select app_private.count_versions()"));
  while (await s.value(owner, `select app_private.count_alert_step(${until}, 7)`));
}

/** Counts all hours and days that have ended, in steps of few positions. */
export async function countPeriods(s: Scene): Promise<void> {
  for (const period of ["hour", "day"]) {
    while (await s.value(owner, "select app_private.count_period_step($1, 20)", [period]));
  }
}

/** A position of someone in the past. */
export interface Past {
  user: number;
  latitude: number;
  longitude: number;
  activity?: string;
  /** When it was taken and received. */
  at: string;
}

/** Inserts positions of the past, in the order of their times. */
export async function insertPast(s: Scene, positions: Past[]): Promise<void> {
  await s.as(
    owner,
    `insert into app_public.positions (user_id, latitude, longitude, moving_activity, created_at, taken_at)
      select p.user, p.latitude, p.longitude, coalesce(p.activity, 'STILL')::app_public.moving_activity, p.at, p.at
        from json_to_recordset($1) p ("user" int, latitude float8, longitude float8, activity text, at timestamptz) order by p.at`,
    [JSON.stringify(positions)],
  );
}

/** Makes `size` users at once, and returns their ids. */
export async function makeCrowd(s: Scene, size: number): Promise<number[]> {
  const rows: Row[] = await s.as(
    owner,
    `insert into app_public.users (email, name, address) select gen_random_uuid() || '@example.org', 'Test', '' from generate_series(1, $1) returning id`,
    [size],
  );
  return rows.map(({ id }) => id);
}

/** Fills each table of figures, and the tables of counts that they come from. */
export async function fillFigures(s: Scene, alertId: number): Promise<void> {
  await s.as(owner, "insert into app_private.counts values ('hour', '[]', 1)");
  await s.as(owner, "insert into app_private.period_counts values ('hour', now(), 0, 1)");
  await s.as(owner, "insert into app_private.alert_counts (alert_id) values ($1)", [alertId]);
  for (const figures of [
    "alert_figures (alert_id, version, level, smallest_group) values ($1, 1, 'ONE', 10)",
    "alert_push_figures (alert_id, version, level, provider, outcome, reason, smallest_group) values ($1, 1, 'ONE', 'expo', 'ACCEPTED', '', 10)",
    "version_figures (alert_id, version, area_km2, is_counted, smallest_group) values ($1, 1, 1, true, 10)",
    "presence (hour, zoom, x, y, people, smallest_group) values (date_trunc('hour', now()), 0, 0, 0, 10, 10)",
    "hour_deliveries (hour, provider, outcome, smallest_group) values (now(), 'expo', 'ACCEPTED', 10)",
    "day_notifications (day, level, smallest_group) values (now(), 'ONE', 10)",
    `reporting (period, starts_at, activity, smallest_group)
      select p, now(), a, 10 from unnest(array['hour', 'day']) p, unnest(array['ALL', 'STILL']) a`,
  ]) {
    await s.as(
      owner,
      `insert into app_private.${figures}`,
      figures.includes("$1") ? [alertId] : [],
    );
  }
}
