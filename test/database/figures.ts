import { type Actor, owner, type Place, type Report, type Row, type Scene } from "./scene.ts";

/** Counts all figures of alerts, as of a moment. */
export async function countFigures(s: Scene, until = "now() + interval '1 hour'"): Promise<void> {
  while (await s.value(owner)`select app_private.count_versions()`);
  while (await s.value(owner, `select app_private.count_alert(${until})`));
}

/** Counts all hours and days that have ended. */
export async function countPeriods(s: Scene): Promise<void> {
  for (const period of ["hour", "day"]) {
    while (await s.value(owner, `select app_private.count_${period}()`));
  }
}

/** A position of someone in the past. */
export interface Past {
  user: number;
  latitude: number;
  longitude: number;
  activity?: string;
  /** When it was taken. */
  at: string;
  /** When it was received, if that was later. */
  received?: string;
}

/** Inserts positions of the past, in the order in which they were received. */
export async function insertPast(s: Scene, positions: Past[]): Promise<void> {
  await s.as(owner)`insert into app_public.positions (user_id, latitude, longitude,
    moving_activity, created_at, taken_at)
    select p.user, p.latitude, p.longitude, coalesce(p.activity, 'STILL')::app_public.moving_activity,
      coalesce(p.received, p.at), p.at
      from json_to_recordset(${JSON.stringify(positions)}) p ("user" int, latitude float8, longitude float8,
      activity text, at timestamptz, received timestamptz)
      order by 5`;
}

/** Makes people who have reported the same place. */
export async function crowd(
  s: Scene,
  size: number,
  place: Place,
  report?: Report,
): Promise<Required<Actor>[]> {
  const people = [];
  for (let i = 0; i < size; i++) people.push(await s.userAt(place, report));
  return people;
}

/** Makes `size` users at once, and returns their ids. */
export async function makeCrowd(s: Scene, size: number): Promise<number[]> {
  const rows: Row[] = await s.as(owner)`insert into app_public.users (email, name, address)
    select gen_random_uuid() || '@example.org', 'Test', '' from generate_series(1, ${size}) returning id`;
  return rows.map(({ id }) => id);
}

/** Fills each table of figures. */
export async function fillFigures(s: Scene, alertId: number): Promise<void> {
  await s.as(owner)`insert into app_private.alert_counts (alert_id) values (${alertId})`;
  for (const figures of [
    `alert_figures (alert_id, version, level, told, late, accepted, accepted_high, failed, failed_high, seen, smallest_group)
      values ($1, 1, 'ONE', 0, 0, 0, 9, 0, 9, 0, 10)`,
    "alert_push_figures values ($1, 1, 'ONE', 'expo', 'ACCEPTED', '', 10, 10)",
    "alert_events values ($1, 1, 'ONE', 'TOLD', 1, now(), 10, 10)",
    "version_figures (alert_id, version, area_km2, smallest_group) values ($1, 1, 1, 10)",
    "presence values (date_trunc('hour', now()), 0, 0, 0, 10, 10)",
    "hour_deliveries (hour, provider, outcome, pushes, smallest_group) values (now(), 'expo', 'ACCEPTED', 10, 10)",
    "day_notifications values (now(), 'ONE', 0, 9, 0, 9, 0, 9, 10)",
    `reporting (period, starts_at, activity, people, smallest_group)
      select p, now(), a, 10, 10 from (values ('hour', 'ALL'), ('hour', 'STILL'), ('day', 'ALL')) r (p, a)`,
  ]) {
    await s.as(
      owner,
      `insert into app_private.${figures}`,
      figures.includes("$1") ? [alertId] : [],
    );
  }
}

/** Fills the tables of heads and cells, as if the database were both. */
export async function fillCells(s: Scene): Promise<void> {
  for (const sql of [
    "create publication alerts_of_head for table app_private.sent_alerts",
    "select app_private.send_to_cells(a, now()) from app_public.alerts a",
    "drop publication alerts_of_head",
    "insert into app_private.cells values ('east', 'postgres://')",
    "insert into app_private.cell select true, 'west', min(id) from app_public.users",
    "insert into app_private.cell_figures select name, 1, 1, 'ONE', 0, 0, 0, 0, 0, true from app_private.cell",
    "select app_private.report_cell()",
  ]) {
    await s.as(owner, sql);
  }
}
