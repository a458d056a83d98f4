import type pg from "pg";
import { insertUsers } from "../growth/fill.ts";

/** The number of past hours that have positions. */
const HOURS = 3;
/** The number of alerts besides the large one, which half of all notifications belong to. */
const SMALL_ALERTS = 50;

/**
 * Fills a database with `notifications` notifications: half of them of one alert, the others of fifty. Each has a
 * delivery, and half are seen. Each user has reported in each of three hours, from towns. Returns the number of users.
 */
export async function fillWithHistory(client: pg.Client, notifications: number): Promise<number> {
  const users = notifications / 2;
  await client.query(insertUsers(users));
  await client.query(`
    insert into app_public.last_positions (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
      select id, id, now(), now(), st_setsrid(st_makepoint(8 + random(), 44 + random()), 4326), null, 'STILL'
        from app_public.users order by id`);
  await client.query(`
    insert into app_public.positions (user_id, latitude, longitude, moving_activity, created_at, taken_at)
      select id, 44 + power(random(), 4), 8 + power(random(), 4),
          (enum_range(null::app_public.moving_activity))[1 + id % 4], m.at, m.at
        from generate_series(1, ${HOURS}) h
        cross join lateral (
          select id, date_trunc('hour', now()) - h * interval '1 hour' + interval '30 minutes' as at from app_public.users
        ) m order by m.at`);
  await client.query(`
    insert into app_public.alerts (user_id, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3)
      select 1, now() - interval '4 hours', now() + interval '1 day', z.zone1, app_private.zone_around(z.zone1, 1000), app_private.zone_around(z.zone1, 2000),
          1000, 2000, '1 day', 'Leave now.', 'Be ready to leave.', 'Stay where you are.'
        from generate_series(0, ${SMALL_ALERTS}) n
        cross join lateral (
          select st_buffer(st_setsrid(st_makepoint(8 + n / 100.0, 44 + n / 100.0), 4326)::geography, case n when 0 then 20000 else 2000 end, 25)::geometry as zone1
        ) z`);
  await client.query(`
    insert into app_public.alert_versions (alert_id, version, user_id, created_at, zone1, level2_distance, level3_distance, expires_at, text1, text2, text3, is_renotified)
      select id, 1, 1, created_at, zone1, level2_distance, level3_distance, expires_at, text1, text2, text3, false from app_public.alerts`);
  await client.query(
    "insert into app_private.publications (alert_id, completed_at) select id, created_at + interval '10 minutes' from app_public.alerts",
  );
  await client.query(`
    insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, accuracy, moving_activity, created_at, taken_at, seen, seen_at)
      select a.id, u.id, (enum_range(null::app_public.level_alert))[1 + u.id % 3], 44 + random(), 8 + random(), 50 * random(), 'STILL',
          a.created_at + u.id % 300 * interval '1 second', a.created_at, u.id % 2 = 0,
          case when u.id % 2 = 0 then a.created_at + u.id % 5000 * interval '1 second' end
        from app_public.alerts a
        join app_public.users u on a.id = 1 or u.id % ${SMALL_ALERTS} = a.id - 2`);
  await client.query(`
    insert into app_private.deliveries (notification_id, device_id, alert_id, user_id, level, provider, state, accepted_at, settled_at, why)
      select n.id, n.user_id, n.alert_id, n.user_id, n.level, (array['expo', 'fcm', 'web_push'])[1 + n.user_id % 3]::app_private.push_provider,
          case when n.user_id % 10 = 0 then 'failed' else 'accepted' end::app_private.delivery_state,
          case when n.user_id % 10 > 0 then n.created_at + interval '3 seconds' end, n.created_at + interval '3 seconds',
          case when n.user_id % 10 = 0 then 'Quota exceeded.' end
        from app_public.notifications n`);
  await client.query(
    "insert into app_private.alert_reach (alert_id, users) select alert_id, count(*) from app_public.notifications group by alert_id",
  );
  return users;
}
