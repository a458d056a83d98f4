--! Previous: sha1:ff62ba31439813fdb709313050a143d9ae9f0f61
--! Hash: sha1:8900a0204d721a5112ea1ea3f11ada8a86e8807e
--! Message: Plain words

--! split: 1-current.sql
-- Names and plain words: functions that say what they do, and comments and error messages in short sentences.
-- The new names of functions.
drop trigger if exists note_when_seen on app_public.notifications;
drop trigger if exists tell_revocation on app_private.user_credentials;
drop function if exists app_private.arrive(app_public.positions);
drop function if exists app_private.await_turns(app_public.alerts, integer);
drop function if exists app_private.end_quiet(integer);
drop function if exists app_private.lasting_alert(integer);
drop function if exists app_private.note_when_seen();
drop function if exists app_private.tell_revocation();
drop function if exists app_private.twin_token(text);

-- Functions
--! Included functions/app_private.alert_progress.sql
create or replace function app_private.alert_progress(alert_id integer) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp set jit = off
as $$
  select concat_ws(' ',
      a.version, a.active,
      (select sum(r.users) from app_private.alert_reach r where r.alert_id = a.id),
      (select concat_ws(' ', count(*), count(*) filter (where n.seen)) from app_public.notifications n where n.alert_id = a.id),
      (select concat_ws(' ', count(*), count(*) filter (where d.attempts > 0), count(*) filter (where d.state = 'accepted'),
          count(*) filter (where d.state in ('failed', 'dead')))
        from app_private.deliveries d where d.alert_id = a.id))
    from app_public.alerts a where a.id = alert_progress.alert_id
$$;
comment on function app_private.alert_progress(integer) is
  'Returns a text that changes whenever an alert''s numbers change: users reached, notifications made and seen, and the results of pushes. Null for an unknown alert.';
grant execute on function app_private.alert_progress(integer) to app_host;
--! EndIncluded functions/app_private.alert_progress.sql
--! Included functions/app_private.all_clear_to_range.sql
create or replace function app_private.all_clear_to_range(
  alert app_public.alerts, after_user_id integer, chunk_size integer
) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  made record;
begin
  with next as materialized (
    -- The innermost level of each user. The index on alert, user and level has this order.
    select distinct on (n.user_id) n.user_id, n.level, n.latitude, n.longitude, n.moving_activity
      from app_public.notifications n
      where n.alert_id = alert.id and n.user_id > after_user_id
      order by n.user_id, n.level
      limit chunk_size
  ), told as (
    insert into app_public.notifications (
        alert_id, user_id, level, latitude, longitude, moving_activity, taken_at, accuracy, version, kind)
      select alert.id, x.user_id, x.level, coalesce(st_y(l.location), x.latitude), coalesce(st_x(l.location), x.longitude),
          coalesce(l.moving_activity, x.moving_activity), l.taken_at, l.accuracy, alert.version, 'ALL_CLEAR'
        from next x left join app_public.last_positions l on l.user_id = x.user_id
      on conflict do nothing
      returning id
  )
  select (select max(x.user_id) from next x) as last_user_id, array_agg(t.id) as ids, min(t.id) as first_id, max(t.id) as last_id
    into made from told t;
  if made.ids is not null then
    perform app_private.queue_pushes('ONE', made.ids);
    perform app_private.announce_notifications(alert.id, made.first_id, made.last_id);
  end if;
  return made.last_user_id;
end
$$;
comment on function app_private.all_clear_to_range(app_public.alerts, integer, integer) is
  'Sends the all-clear to the next users who were notified of an alert, wherever they are now: once each, at their innermost level. Returns the id of the last user, or null if all have it.';
--! EndIncluded functions/app_private.all_clear_to_range.sql
--! Included functions/app_private.announce_notifications.sql
create or replace function app_private.announce_notifications(alert_id integer, first_id integer, last_id integer) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select pg_notify(
    'notifications_added', json_build_object('alertId', alert_id, 'first', first_id, 'last', last_id)::text);
$$;
comment on function app_private.announce_notifications(integer, integer, integer) is
  'Announces to the hosts that this transaction made notifications of an alert, for their subscribers. It gives the lowest and the highest id; ids in between may belong to other transactions, which announce themselves. It runs once for each transaction and alert, as transactions that use NOTIFY commit one after another.';
--! EndIncluded functions/app_private.announce_notifications.sql
--! Included functions/app_private.announce_revocation.sql
-- This rule is a trigger, so that it also applies to an update by a DBA.
create or replace function app_private.announce_revocation() returns trigger
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_notify('token_revoked', old.user_id::text);
  return null;
end
$$;
comment on function app_private.announce_revocation() is
  'Announces to the hosts that tokens of a user are revoked, so that they close the connections that use them.';

drop trigger if exists announce_revocation on app_private.user_credentials;
create trigger announce_revocation
  after update of token_version or delete on app_private.user_credentials
  for each row execute function app_private.announce_revocation();
--! EndIncluded functions/app_private.announce_revocation.sql
--! Included functions/app_private.apply_position_report.sql
create or replace function app_private.apply_position_report(reported app_public.positions) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  here app_public.last_positions;
begin
  insert into app_public.last_positions as l (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
    values (
      reported.user_id, reported.id, reported.created_at, reported.taken_at,
      st_setsrid(st_makepoint(reported.longitude, reported.latitude), 4326), reported.accuracy, reported.moving_activity)
    on conflict (user_id) do update set
      position_id = excluded.position_id, created_at = excluded.created_at, taken_at = excluded.taken_at,
      location = excluded.location, accuracy = excluded.accuracy, moving_activity = excluded.moving_activity
      where excluded.taken_at >= l.taken_at
    returning l.* into here;
  -- An older position than the last one is only history.
  if here.user_id is not null then
    perform app_private.notify_of_active_alerts(here);
  end if;
end
$$;
comment on function app_private.apply_position_report(app_public.positions) is
  'Makes a reported position the user''s last position and notifies them of the active alerts there. It does nothing if a later position is known. The caller holds the publication lock in shared mode.';
--! EndIncluded functions/app_private.apply_position_report.sql
--! Included functions/app_private.area_of_geojson.sql
create or replace function app_private.area_of_geojson(area json) returns public.geometry
language plpgsql immutable set search_path = pg_catalog, public, pg_temp
as $$
declare
  given json := case when area ->> 'type' = 'Feature' then area -> 'geometry' else area end;
  drawn geometry;
begin
  if (given ->> 'type') in ('Polygon', 'MultiPolygon') is not true then
    raise exception using errcode = 'LA400', message = 'area is not a Polygon or a MultiPolygon of GeoJSON (RFC 7946): send one of these.';
  end if;
  -- PostGIS reads the text "a" as 0.
  if jsonb_path_exists(given::jsonb, '$.coordinates.** ? (@.type() != "array" && @.type() != "number")') then
    raise exception using errcode = 'LA400', message = 'area has a coordinate that is not a number: send GeoJSON (RFC 7946) with numbers, in degrees.';
  end if;
  begin
    drawn := st_force2d(st_geomfromgeojson(given::text));
  exception when others then
    raise exception using errcode = 'LA400', message = 'area is not valid GeoJSON (RFC 7946): make each ring a list of at least four positions [longitude, latitude], and the last equal to the first.';
  end;
  if st_srid(drawn) not in (0, 4326) then
    raise exception using errcode = 'LA400', message = 'area names a coordinate system: leave out crs and send degrees, WGS 84.';
  end if;
  if st_npoints(drawn) > 10000 then
    raise exception using errcode = 'LA400', message = 'area has more than 10,000 positions: simplify it.';
  end if;
  if (st_xmin(drawn) >= -180 and st_xmax(drawn) <= 180 and st_ymin(drawn) >= -90 and st_ymax(drawn) <= 90) is not true then
    raise exception using errcode = 'LA400', message = 'area is empty or has a position off the globe: send [longitude, latitude] in degrees, longitude from -180 to 180 and latitude from -90 to 90.';
  end if;
  return app_private.checked_area(st_setsrid(drawn, 4326), 'area');
end
$$;
comment on function app_private.area_of_geojson(json) is
  'Returns the area that a Polygon, a MultiPolygon or a Feature of one describes in GeoJSON (RFC 7946), with its holes. Error LA400 says what is wrong with it.';
--! EndIncluded functions/app_private.area_of_geojson.sql
--! Included functions/app_private.area_of_points.sql
create or replace function app_private.area_of_points(points app_public.point_input[]) returns public.geometry
language plpgsql immutable set search_path = pg_catalog, public, pg_temp
as $$
declare
  bad record;
  ring geometry;
begin
  if cardinality(points) > 10000 then
    raise exception using errcode = 'LA400', message = 'points has more than 10,000 points: leave some out.';
  end if;
  select p.index - 1 as index, p.latitude, p.longitude into bad
    from unnest(points) with ordinality as p (latitude, longitude, index)
    where (p.latitude between -90 and 90 and p.longitude between -180 and 180) is not true
    order by p.index limit 1;
  if found then
    raise exception using errcode = 'LA400', message = format(
      'points[%s] is off the globe: send a latitude from -90 to 90 and a longitude from -180 to 180, in degrees.', bad.index);
  end if;
  if (select count(distinct (p.latitude, p.longitude)) from unnest(points) p) < 3 then
    raise exception using errcode = 'LA400', message = 'points has fewer than three different points: an area needs at least three.';
  end if;

  select st_makeline(st_makepoint(p.longitude, p.latitude) order by p.index) into ring
    from unnest(points) with ordinality as p (latitude, longitude, index);
  if not st_isclosed(ring) then
    ring := st_addpoint(ring, st_startpoint(ring));
  end if;
  return app_private.checked_area(st_setsrid(st_makepolygon(ring), 4326), 'points');
end
$$;
comment on function app_private.area_of_points(app_public.point_input[]) is
  'Returns the polygon with these corners, which may run either way round; it closes an open ring. Error LA400 says what is wrong with them.';
--! EndIncluded functions/app_private.area_of_points.sql
--! Included functions/app_private.cancel_alert.sql
create or replace function app_private.cancel_alert(alert_id integer, text text) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts := app_private.lock_active_alert(alert_id);
begin
  update app_public.alerts a
    set active = false, cancelled_at = now(), all_clear = cancel_alert.text, version = a.version + 1
    where a.id = alert.id
    returning a.* into alert;
  perform app_private.keep_version(alert);
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  update app_private.publications p set last_user_id = 0, completed_at = null where p.alert_id = alert.id;
  perform app_private.queue_publication(alert.id);
  -- A report in flight may still notify its user, who then gets the all-clear too.
  perform pg_advisory_xact_lock(app_private.publication_lock());
  return alert.id;
end
$$;
comment on function app_private.cancel_alert(integer, text) is
  'Cancels an alert: the first phase of its all-clear. app_private.publish_chunk() runs the second phase. Returns the alert''s id. Error LA404 for an unknown alert, LA409 for one that has ended.';
grant execute on function app_private.cancel_alert(integer, text) to app_admin;
--! EndIncluded functions/app_private.cancel_alert.sql
--! Included functions/app_private.checked_area.sql
create or replace function app_private.checked_area(area public.geometry, field text) returns public.geometry
language plpgsql immutable set search_path = pg_catalog, public, pg_temp
as $$
begin
  -- Between two corners half a globe apart the edge could run either way round.
  if exists (
    select from (
      select st_x(d.geom) - lag(st_x(d.geom)) over (partition by d.path[1:cardinality(d.path) - 1] order by d.path) as step
        from st_dumppoints(area) d
    ) steps where abs(step) >= 180
  ) then
    raise exception using errcode = 'LA400', message = format(
      '%s crosses the 180th meridian or has an edge that spans half the globe: publish one alert on each side, or add points along the edge.', field);
  end if;
  if not st_isvalid(area) then
    raise exception using errcode = 'LA400', message = format('%s is not a valid area: %s. Correct the drawing there.', field, st_isvalidreason(area));
  end if;
  if st_area(area) = 0 then
    raise exception using errcode = 'LA400', message = format('%s has no area, as its points lie on a line: move one of them.', field);
  end if;
  return area;
end
$$;
comment on function app_private.checked_area(public.geometry, text) is
  'Returns the area if an alert can have it. Otherwise error LA400 names the field that it came in and says why.';
--! EndIncluded functions/app_private.checked_area.sql
--! Included functions/app_private.claim_deliveries.sql
create or replace function app_private.claim_deliveries(
  provider app_private.push_provider, job_id bigint, notification_ids integer[]
) returns setof app_private.claimed_delivery
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  fresh integer;
begin
  -- Most deliveries are sent at their first claim. Inserting them as sent saves one row version each.
  return query
    with made as (
      insert into app_private.deliveries as d (
          notification_id, device_id, alert_id, user_id, level, provider, job_id, state, attempts, sent_at, due_at, settled_at, why)
        select n.id, v.id, n.alert_id, n.user_id, n.level, v.provider, claim_deliveries.job_id,
            c.state, (c.state = 'sent')::integer, case c.state when 'sent' then clock_timestamp() end,
            coalesce(q.until, now()), case c.state when 'failed' then clock_timestamp() end,
            case c.state when 'failed' then 'The alert ended before the push was sent.' end
          from app_public.notifications n
          join app_private.devices v on v.provider = claim_deliveries.provider and v.user_id = n.user_id
          join app_public.alerts a on a.id = n.alert_id
          left join lateral (
            select app_private.quiet_until(h.starts, h.ends, h.time_zone, now()) as until
              from app_public.quiet_hours h where h.user_id = n.user_id and n.level <> 'ONE'
          ) q on true
          cross join lateral (
            select case when not app_private.may_push(n.kind, a) then 'failed'
              when q.until is not null then 'queued' else 'sent' end::app_private.delivery_state as state
          ) c
          where n.id = any (notification_ids)
            and not exists (select from app_private.deliveries o where o.notification_id = n.id and o.device_id = v.id)
          order by n.id, v.id
        on conflict do nothing
        returning d.*
    )
    select m.notification_id, m.device_id, v.token, m.alert_id, m.level, n.kind
      from made m
      join app_private.devices v on v.id = m.device_id
      join app_public.notifications n on n.id = m.notification_id
      where m.state = 'sent'
      order by m.notification_id, m.device_id;
  get diagnostics fresh = row_count;
  if fresh > 0 then
    return;
  end if;

  -- From here on: deliveries that are due now, and those that this job was sending when its host died. The latter may arrive twice.
  update app_private.deliveries d
    set state = 'failed', settled_at = clock_timestamp(), why = 'The alert ended before the push was sent.'
    from app_public.notifications n join app_public.alerts a on a.id = n.alert_id
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
      and d.state in ('queued', 'sent') and n.id = d.notification_id and not app_private.may_push(n.kind, a);

  update app_private.deliveries d
    set state = 'dead', settled_at = clock_timestamp(), why = 'The device was unregistered.'
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state in ('queued', 'sent')
      and not exists (select from app_private.devices v where v.id = d.device_id and v.user_id = d.user_id);

  update app_private.deliveries d
    set due_at = app_private.quiet_until(q.starts, q.ends, q.time_zone, now())
    from app_public.quiet_hours q
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state = 'queued'
      and d.level <> 'ONE' and d.due_at <= now() and q.user_id = d.user_id
      and app_private.quiet_until(q.starts, q.ends, q.time_zone, now()) is not null;

  return query
    with chosen as (
      select d.notification_id, d.device_id
        from app_private.deliveries d
        where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
          and (d.state = 'queued' and d.due_at <= now() or d.state = 'sent' and d.job_id = claim_deliveries.job_id)
        order by d.notification_id, d.device_id
        for update skip locked
    ), sent as (
      update app_private.deliveries d
        set state = 'sent', attempts = d.attempts + 1, sent_at = clock_timestamp(), job_id = claim_deliveries.job_id
        from chosen c where d.notification_id = c.notification_id and d.device_id = c.device_id
        returning d.*
    )
    select s.notification_id, s.device_id, v.token, s.alert_id, s.level, n.kind
      from sent s
      join app_private.devices v on v.id = s.device_id
      join app_public.notifications n on n.id = s.notification_id
      order by s.notification_id, s.device_id;
end
$$;
comment on function app_private.claim_deliveries(app_private.push_provider, bigint, integer[]) is
  'Claims the deliveries of these notifications that a job has to send now, new ones first. It leaves out deliveries of an ended alert, to a removed device, during the user''s quiet hours, or due later. Call it until it returns no row.';
--! EndIncluded functions/app_private.claim_deliveries.sql
--! Included functions/app_private.compact_alert_reach.sql
create or replace function app_private.compact_alert_reach() returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  compacted integer;
begin
  with deleted as (
    delete from app_private.alert_reach r
      where r.alert_id in (select m.alert_id from app_private.alert_reach m group by m.alert_id having count(*) > 1)
      returning r.alert_id, r.users
  )
  insert into app_private.alert_reach (alert_id, users) select d.alert_id, sum(d.users) from deleted d group by d.alert_id;
  get diagnostics compacted = row_count;
  return compacted;
end
$$;
comment on function app_private.compact_alert_reach() is
  'Replaces the rows of each alert by one with their sum. Returns the number of alerts that it compacted.';
--! EndIncluded functions/app_private.compact_alert_reach.sql
--! Included functions/app_private.continue_publication.sql
create or replace function app_private.continue_publication(alert_id integer) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
    'publish_alert', json_build_object('alertId', alert_id), job_key => 'publish_alert:' || alert_id);
$$;
comment on function app_private.continue_publication(integer) is
  'Queues a job that continues an unfinished publication at once. The job that app_private.new_alert() queues waits some seconds.';
grant execute on function app_private.continue_publication(integer) to app_host;
--! EndIncluded functions/app_private.continue_publication.sql
--! Included functions/app_private.delivery_of_alert.sql
create or replace function app_private.delivery_of_alert(alert app_public.alerts) returns setof app_public.level_delivery
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    with told as (
      select n.id, n.level, n.seen,
          -- For a late entry, time counts from its notification.
          extract(epoch from n.seen_at - b.began)::float8 as seen_after,
          extract(epoch from d.accepted_at - b.began)::float8 as accepted_after,
          d.sent, d.accepted_at is not null as accepted, d.failed
        from app_public.notifications n
        left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
        left join app_private.publications p on p.alert_id = n.alert_id
        cross join lateral (select case
          when coalesce(n.taken_at <= v.created_at, true) and n.created_at <= coalesce(p.completed_at, 'infinity') then coalesce(v.created_at, alert.created_at)
          else n.created_at end as began) b
        left join (
          select e.notification_id, bool_or(e.sent_at is not null) as sent,
              min(e.settled_at) filter (where e.state = 'accepted') as accepted_at,
              bool_and(e.state in ('failed', 'dead')) as failed
            from app_private.deliveries e where e.alert_id = alert.id group by e.notification_id
        ) d on d.notification_id = n.id
        where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
    )
    select l.level, count(t.id)::integer, count(*) filter (where t.sent)::integer,
        count(*) filter (where t.accepted)::integer, count(*) filter (where t.failed)::integer,
        count(*) filter (where t.seen)::integer,
        percentile_cont(0.5) within group (order by t.accepted_after), percentile_cont(0.95) within group (order by t.accepted_after),
        percentile_cont(0.5) within group (order by t.seen_after), percentile_cont(0.95) within group (order by t.seen_after)
      from unnest(enum_range(null::app_public.level_alert)) l (level)
      left join told t on t.level = l.level
      group by l.level order by l.level;
end
$$;
comment on function app_private.delivery_of_alert(app_public.alerts) is
  'Returns the results of an alert''s notifications, one row for each level.';
grant execute on function app_private.delivery_of_alert(app_public.alerts) to app_admin;
--! EndIncluded functions/app_private.delivery_of_alert.sql
--! Included functions/app_private.device_token.sql
create or replace function app_private.device_token(given text) returns text
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  subscription jsonb;
begin
  if app_private.push_provider(given) <> 'web_push' then
    return given;
  end if;
  begin
    subscription := given::jsonb;
  exception when others then
    subscription := null;
  end;
  if subscription is null or not coalesce(
    subscription ->> 'endpoint' ~ '^https?://' and subscription #>> '{keys,p256dh}' ~ '^[A-Za-z0-9_=-]+$'
      and subscription #>> '{keys,auth}' ~ '^[A-Za-z0-9_=-]+$', false)
  then
    raise exception using errcode = 'LA400',
      message = 'token is not a Web Push subscription: send the JSON of PushSubscription.toJSON(), with endpoint (a URL), keys.p256dh and keys.auth (base64url).';
  end if;
  return jsonb_build_object(
    'endpoint', subscription -> 'endpoint',
    'keys', jsonb_build_object('auth', subscription #> '{keys,auth}', 'p256dh', subscription #> '{keys,p256dh}'))::text;
end
$$;
comment on function app_private.device_token(text) is
  'Returns a device''s token as the database stores it. Of a Web Push subscription it keeps only the endpoint and the keys, so that one device has one token however its JSON is written. Error LA400 for JSON that is no subscription.';
--! EndIncluded functions/app_private.device_token.sql
--! Included functions/app_private.draft_alert.sql
create or replace function app_private.draft_alert(input app_public.alert_input, previous app_public.alerts) returns app_public.alerts
language plpgsql stable set search_path = pg_catalog, public, pg_temp
as $$
declare
  setting app_private.settings;
  draft app_public.alerts := previous;
begin
  select s.* into setting from app_private.settings s;
  if cardinality(input.points) > 0 and input.area is not null then
    raise exception using errcode = 'LA400', message = 'points and area are both given: send one of them.';
  end if;
  if input.area is not null then
    draft.zone1 := app_private.area_of_geojson(input.area);
  elsif cardinality(input.points) > 0 or previous.id is null then
    draft.zone1 := app_private.area_of_points(coalesce(input.points, '{}'));
  end if;
  draft.level2_distance := coalesce(input.level2_distance, previous.level2_distance, setting.level2_distance);
  draft.level3_distance := coalesce(
    input.level3_distance, previous.level3_distance,
    -- The default of THREE grows with TWO, so that it stays further out.
    draft.level2_distance * setting.level3_distance / setting.level2_distance);
  if (draft.level2_distance > 0 and draft.level3_distance > draft.level2_distance and draft.level3_distance <= 100000) is not true then
    raise exception using errcode = 'LA400',
      message = 'level2Distance and level3Distance do not fit: send metres, level2Distance more than 0, level3Distance more than level2Distance and at most 100,000.';
  end if;
  if draft.zone1 is distinct from previous.zone1 or draft.level2_distance is distinct from previous.level2_distance
    or draft.level3_distance is distinct from previous.level3_distance
  then
    draft.zone2 := app_private.zone_around(draft.zone1, draft.level2_distance);
    draft.zone3 := app_private.zone_around(draft.zone1, draft.level3_distance);
  end if;

  draft.created_at := coalesce(previous.created_at, now());
  if input.expires_at is not null then
    if (input.expires_at > extract(epoch from now()) and input.expires_at < extract(epoch from now() + interval '1 year')) is not true then
      raise exception using errcode = 'LA400', message = 'expiresAt is not within the next year: send a future time in seconds since 1970-01-01 UTC.';
    end if;
    draft.expires_at := to_timestamp(input.expires_at);
  elsif previous.id is null then
    draft.expires_at := now() + setting.alert_duration;
  end if;
  if input.max_position_age not between 60 and 2592000 then
    raise exception using errcode = 'LA400', message = 'maxPositionAge is out of range: send 60 to 2,592,000 seconds (30 days).';
  end if;
  draft.max_position_age := coalesce(
    make_interval(secs => input.max_position_age), previous.max_position_age, setting.max_position_age);
  draft.max_accuracy := coalesce(previous.max_accuracy, setting.max_accuracy);

  draft.user_id := coalesce(previous.user_id, app_public.current_user_id());
  draft.text1 := coalesce(input.text1, previous.text1);
  draft.text2 := coalesce(input.text2, previous.text2);
  draft.text3 := coalesce(input.text3, previous.text3);
  draft.language := coalesce(input.language, previous.language, setting.default_language);
  draft.event := coalesce(input.event, previous.event);
  draft.severity := coalesce(input.severity, previous.severity, 'UNKNOWN');
  draft.urgency := coalesce(input.urgency, previous.urgency, 'UNKNOWN');
  draft.certainty := coalesce(input.certainty, previous.certainty, 'UNKNOWN');
  draft.status := coalesce(input.status, previous.status, 'ACTUAL');
  draft.active := true;
  draft.version := coalesce(previous.version, 0) + 1;
  draft.told_version := coalesce(previous.told_version, 1);
  return draft;
end
$$;
comment on function app_private.draft_alert(app_public.alert_input, app_public.alerts) is
  'Returns the alert that an input describes, as its publication would store it. Fields that the input leaves out come from the previous version, or from the settings for a new alert. Error LA400 says what is wrong with the input.';
--! EndIncluded functions/app_private.draft_alert.sql
--! Included functions/app_private.end_expired_alerts.sql
create or replace function app_private.end_expired_alerts() returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  ended integer;
begin
  update app_public.alerts set active = false where active and expires_at <= now();
  get diagnostics ended = row_count;
  return ended;
end
$$;
comment on function app_private.end_expired_alerts() is
  'Marks expired alerts as no longer active, which removes them from the index that position reports search. Returns their number.';
--! EndIncluded functions/app_private.end_expired_alerts.sql
--! Included functions/app_private.find_speech.sql
create or replace function app_private.find_speech(alert_id integer, level integer, out id uuid, out size integer)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.id, octet_length(s.mp3)
    from app_private.alert_speeches a
    join app_private.speeches s on s.id = a.speech_id
    where a.alert_id = find_speech.alert_id and a.level = (enum_range(null::app_public.level_alert))[find_speech.level]
$$;
comment on function app_private.find_speech(integer, integer) is
  'Returns the speech of an alert''s text 1, 2 or 3 and its size in bytes. Both are null until the text is spoken.';
grant execute on function app_private.find_speech(integer, integer) to app_host;
--! EndIncluded functions/app_private.find_speech.sql
--! Included functions/app_private.first_bad_position.sql
create or replace function app_private.first_bad_position(input app_public.position_input[]) returns text
language sql stable
as $$
  select format('input[%s].%s', p.index - 1, case
      when p.latitude between -90 and 90 is not true then 'latitude is out of range: send degrees from -90 to 90.'
      when p.longitude between -180 and 180 is not true then 'longitude is out of range: send degrees from -180 to 180.'
      when p.accuracy not between 0 and 20000000 then 'accuracy is out of range: send metres from 0 to 20,000,000.'
      when p.moving_activity is null then 'movingActivity is missing: send one of its values.'
      else 'takenAt is in the future or before 1970: send seconds since 1970-01-01 UTC.'
    end)
    from unnest(input) with ordinality as p (latitude, longitude, moving_activity, taken_at, accuracy, index)
    where (p.latitude between -90 and 90 and p.longitude between -180 and 180) is not true
      or p.accuracy not between 0 and 20000000
      or p.moving_activity is null
      or app_private.moment_taken(p.taken_at) = 'infinity'
    order by p.index
    limit 1
$$;
comment on function app_private.first_bad_position(app_public.position_input[]) is
  'Returns what is wrong with the first entry that the constraints of positions would refuse, as a constraint cannot name the entry. Null if all are good.';
--! EndIncluded functions/app_private.first_bad_position.sql
--! Included functions/app_private.follow_up_deliveries.sql
create or replace function app_private.follow_up_deliveries(
  provider app_private.push_provider, notification_ids integer[], level app_public.level_alert, not_before timestamptz
) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  waiting record;
begin
  select array_agg(distinct d.notification_id) as ids, min(d.due_at) as due_at into waiting
    from app_private.deliveries d
    where d.notification_id = any (notification_ids) and d.provider = follow_up_deliveries.provider and d.state = 'queued';
  if waiting.ids is not null then
    perform graphile_worker.add_job(
      'push_' || provider,
      json_build_object('notificationIds', waiting.ids),
      run_at => greatest(waiting.due_at, not_before),
      priority => array_position(enum_range(null::app_public.level_alert), level));
  end if;
end
$$;
comment on function app_private.follow_up_deliveries(app_private.push_provider, integer[], app_public.level_alert, timestamptz) is
  'Queues a job for the deliveries of these notifications that are still to be sent. It runs when the first of them is due, but not before a given time.';
--! EndIncluded functions/app_private.follow_up_deliveries.sql
--! Included functions/app_private.free_jobs.sql
create or replace function app_private.free_jobs(worker_ids text[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform graphile_worker.force_unlock_workers(worker_ids);
  -- A job that was replaced while it ran has lost its key and would never run again.
  perform graphile_worker.complete_jobs(array_agg(j.id))
    from graphile_worker.jobs j
    where j.task_identifier in ('publish_alert', 'speak_alert') and j.key is null
      and j.locked_at is null and j.attempts >= j.max_attempts
    having count(*) > 0;
end
$$;
comment on function app_private.free_jobs(text[]) is
  'Unlocks the jobs of worker pools that have died, and completes those that another job has replaced.';
--! EndIncluded functions/app_private.free_jobs.sql
--! Included functions/app_private.heartbeat.sql
create or replace function app_private.heartbeat(variadic worker_ids text[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  patience constant interval := '10 seconds';
  living_since timestamptz;
  dead text[];
begin
  with beat as (
    insert into app_private.workers as w (id) select unnest(worker_ids)
      on conflict (id) do update
        set since = case when w.seen_at < now() - patience then now() else w.since end, seen_at = now()
      returning w.since
  )
  select min(b.since) into living_since from beat b;

  -- Only a pool that has lived that long may judge the others: after an outage of PostgreSQL, all of them are late.
  if living_since < now() - patience then
    with gone as (
      delete from app_private.workers w where w.seen_at < now() - patience returning w.id
    )
    select array_agg(g.id) into dead from gone g;
    if dead is not null then
      perform app_private.free_jobs(dead);
    end if;
  end if;

  -- Each failure makes a job wait longer. A publication must not wait.
  perform graphile_worker.reschedule_jobs(array_agg(j.id), run_at => now(), attempts => 0)
    from app_private.publications p
    join graphile_worker.jobs j on j.key = 'publish_alert:' || p.alert_id
    where p.completed_at is null and j.locked_at is null
      and (j.attempts >= j.max_attempts or j.attempts > 0 and j.run_at > now() + patience / 2)
    having count(*) > 0;
end
$$;
comment on function app_private.heartbeat(text[]) is
  'Records that the worker pools of a process are alive; each process calls it every two seconds. It unlocks the jobs of pools that have been silent for ten seconds, and makes no unfinished publication wait longer than that.';
--! EndIncluded functions/app_private.heartbeat.sql
--! Included functions/app_private.hold_reports.sql
create or replace function app_private.hold_reports(user_ids integer[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  -- One order of locking for all prevents deadlocks between publications.
  perform pg_advisory_xact_lock(4155, h.lock)
    from (select distinct app_private.report_lock(u.user_id) as lock from unnest(user_ids) u (user_id) order by 1) h;
end
$$;
comment on function app_private.hold_reports(integer[]) is
  'Waits for the position reports of these users that are in flight, and holds back their next ones until the transaction ends. A statement that begins after it sees the last position of each user.';
--! EndIncluded functions/app_private.hold_reports.sql
--! Included functions/app_private.is_tester.sql
create or replace function app_private.is_tester(user_id integer) returns boolean
language sql stable parallel safe set search_path = pg_catalog, pg_temp
as $$
  select u.is_tester from app_public.users u where u.id = is_tester.user_id
$$;
comment on function app_private.is_tester(integer) is
  'True if exercises and tests reach this user.';
--! EndIncluded functions/app_private.is_tester.sql
--! Included functions/app_private.keep_speech.sql
create or replace function app_private.keep_speech(
  alert_id integer, level app_public.level_alert, voice text, mp3 bytea default null
) returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  text_digest bytea;
begin
  select sha256(convert_to(
      keep_speech.voice || chr(10) || case keep_speech.level
        when 'ONE' then a.text1
        when 'TWO' then a.text2
        when 'THREE' then a.text3
      end, 'UTF8'))
    into text_digest
    from app_public.alerts a where a.id = keep_speech.alert_id;
  if keep_speech.mp3 is not null then
    -- Another host may have stored this speech first. Clients may hold parts of it, so it stays.
    insert into app_private.speeches (digest, voice, mp3)
      values (text_digest, keep_speech.voice, keep_speech.mp3)
      on conflict on constraint speeches_digest_key do nothing;
  end if;
  insert into app_private.alert_speeches (alert_id, level, speech_id)
    select keep_speech.alert_id, keep_speech.level, s.id
      from app_private.speeches s where s.digest = text_digest
    on conflict on constraint alert_speeches_pkey do nothing;
  return exists (
    select from app_private.alert_speeches s
      where s.alert_id = keep_speech.alert_id and s.level = keep_speech.level);
end
$$;
comment on function app_private.keep_speech(integer, app_public.level_alert, text, bytea) is
  'Stores an MP3 as the speech of an alert''s text. Without an MP3 it takes the speech of an equal text in the same voice. True if the text has a speech now.';
--! EndIncluded functions/app_private.keep_speech.sql
--! Included functions/app_private.keep_version.sql
create or replace function app_private.keep_version(alert app_public.alerts) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  insert into app_public.alert_versions (
      alert_id, version, user_id, zone1, level2_distance, level3_distance, expires_at, text1, text2, text3, all_clear, is_renotified)
    values (
      alert.id, alert.version, app_public.current_user_id(), alert.zone1, alert.level2_distance, alert.level3_distance,
      alert.expires_at, alert.text1, alert.text2, alert.text3, alert.all_clear, alert.told_version = alert.version)
$$;
comment on function app_private.keep_version(app_public.alerts) is
  'Stores the present state of an alert as a version by the user of this request.';
--! EndIncluded functions/app_private.keep_version.sql
--! Included functions/app_private.last_positions_after.sql
create or replace function app_private.last_positions_after(position_id bigint)
returns table (id bigint, user_id integer, created_at timestamptz)
language sql stable security definer rows 1000
-- The settings force the index on id, as statistics do not cover the newest rows.
set search_path = pg_catalog, pg_temp set enable_seqscan = off set enable_sort = off set jit = off
as $$
  select p.id, p.user_id, p.created_at
    from (
      select q.id, q.user_id, q.created_at from app_public.positions q
        where q.id > last_positions_after.position_id and q.created_at > now() - interval '1 minute'
        order by q.id offset 0
    ) p
    -- A subquery forces one index lookup for each row, for the same reason.
    where p.id = (select l.position_id from app_public.last_positions l where l.user_id = p.user_id)
$$;
comment on function app_private.last_positions_after(bigint) is
  'Returns the positions with a higher id that are last positions, so at most one for each user. Hosts call it while administrators watch. A position that commits late may have a lower id than one that is known.';
grant execute on function app_private.last_positions_after(bigint) to app_host;
--! EndIncluded functions/app_private.last_positions_after.sql
--! Included functions/app_private.level_at.sql
create or replace function app_private.level_at(
  zone1 public.geometry, zone2 public.geometry, zone3 public.geometry, location public.geometry, is_coarse boolean default false
) returns app_public.level_alert
language sql immutable parallel safe
as $$
  -- Each value has its own cast, so that it is a constant. One cast at the end would run for each row.
  select case
    when public.st_covers(zone1, location) then 'ONE'::app_public.level_alert
    when is_coarse then null
    when public.st_covers(zone2, location) then 'TWO'::app_public.level_alert
    when public.st_covers(zone3, location) then 'THREE'::app_public.level_alert
  end
$$;
comment on function app_private.level_at(public.geometry, public.geometry, public.geometry, public.geometry, boolean) is
  'Returns the innermost zone that a point lies in, edges included. Null outside all zones. A coarse position gets ONE or null, as it cannot tell the outer zones.';
--! EndIncluded functions/app_private.level_at.sql
--! Included functions/app_private.lock_active_alert.sql
create or replace function app_private.lock_active_alert(alert_id integer) returns app_public.alerts
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts;
begin
  -- The same order of locks as in app_private.publish_chunk().
  perform from app_private.publications p where p.alert_id = lock_active_alert.alert_id for update;
  -- Not "for update": reports insert rows that refer to this one, and the caller waits for reports later.
  select a.* into alert from app_public.alerts a where a.id = lock_active_alert.alert_id for no key update;
  if alert.id is null then
    raise exception using errcode = 'LA404', message = 'There is no alert with this id.';
  end if;
  if alert.cancelled_at is not null then
    raise exception using errcode = 'LA409', message = 'This alert is already cancelled: publish a new one.';
  end if;
  if not alert.active or alert.expires_at <= now() then
    raise exception using errcode = 'LA409', message = 'This alert has expired: publish a new one.';
  end if;
  return alert;
end
$$;
comment on function app_private.lock_active_alert(integer) is
  'Returns an active alert and locks it for a change; no part of its publication runs meanwhile. Error LA404 for an unknown alert, LA409 for one that has ended.';
--! EndIncluded functions/app_private.lock_active_alert.sql
--! Included functions/app_private.login_credentials.sql
create or replace function app_private.login_credentials(email text)
returns table (user_id integer, is_admin boolean, password_hash text, token_version integer)
language sql stable security definer set search_path = pg_catalog, pg_temp rows 1
as $$
  select u.id, u.is_admin, c.password_hash, c.token_version
    from app_public.users u
    join app_private.user_credentials c on c.user_id = u.id
    where lower(u.email) = lower(login_credentials.email)
$$;
comment on function app_private.login_credentials(text) is
  'Returns what the host needs to check a password and to issue a token. No row for an unknown email.';
grant execute on function app_private.login_credentials(text) to app_host;
--! EndIncluded functions/app_private.login_credentials.sql
--! Included functions/app_private.make_position_partitions.sql
create or replace function app_private.make_position_partitions(ahead interval default '4 weeks') returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
as $$
declare
  week timestamptz;
  partition_name text;
  made integer := 0;
begin
  -- One process at a time makes partitions. The key differs from the publication lock.
  perform pg_advisory_xact_lock(hashtext('app_private.make_position_partitions'));
  for week in select generate_series(date_trunc('week', now()), now() + ahead, '1 week') loop
    partition_name := 'positions_' || to_char(week, 'YYYY_MM_DD');
    continue when to_regclass(format('app_public.%I', partition_name)) is not null;
    -- Creating a partition takes this lock anyway. Taken now, it keeps new reports out of the default partition.
    lock table app_public.positions in access exclusive mode;
    create temporary table moved_positions on commit drop as
      select * from app_public.positions_default where created_at >= week and created_at < week + interval '1 week';
    delete from app_public.positions_default where created_at >= week and created_at < week + interval '1 week';
    execute format(
      'create table app_public.%I partition of app_public.positions for values from (%L) to (%L)',
      partition_name, week, week + interval '1 week');
    -- Access goes only through the parent, so its policies and grants apply.
    execute format('alter table app_public.%I enable row level security', partition_name);
    execute format('comment on table app_public.%I is %L', partition_name, E'@behavior -*\nPositions of one week.');
    insert into app_public.positions overriding system value select * from moved_positions;
    drop table moved_positions;
    made := made + 1;
  end loop;
  return made;
end
$$;
comment on function app_private.make_position_partitions(interval) is
  'Makes the weekly partitions of positions from this week on, as far ahead as given. Returns the number of new ones.';
--! EndIncluded functions/app_private.make_position_partitions.sql
--! Included functions/app_private.may_push.sql
create or replace function app_private.may_push(kind app_public.notification_kind, alert app_public.alerts) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
as $$
  select case
    when kind = 'ALL_CLEAR' then alert.cancelled_at > now() - interval '1 day'
    else alert.active and alert.expires_at > now()
  end
$$;
comment on function app_private.may_push(app_public.notification_kind, app_public.alerts) is
  'True while a push still makes sense: as long as the alert is active, and for a day after an all-clear.';
--! EndIncluded functions/app_private.may_push.sql
--! Included functions/app_private.metres_from.sql
create or replace function app_private.metres_from(zone public.geometry, place public.geometry) returns double precision
language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp
as $$
  -- On geography, PostGIS reports some inner points as outside.
  select case when st_covers(zone, place) then 0 else st_distance(zone::geography, place::geography) end
$$;
comment on function app_private.metres_from(public.geometry, public.geometry) is
  'Returns the distance of a place from a zone in metres, 0 inside.';
--! EndIncluded functions/app_private.metres_from.sql
--! Included functions/app_private.moment_taken.sql
create or replace function app_private.moment_taken(seconds bigint) returns timestamptz
language sql stable parallel safe
as $$
  select case
    when seconds is null then pg_catalog.now()
    -- A position from a fast clock counts as taken now. to_timestamp() fails past the year 294276.
    when seconds between 0 and extract(epoch from pg_catalog.now()) + 86400
      then least(pg_catalog.to_timestamp(seconds), pg_catalog.now())
    else 'infinity'::timestamptz
  end
$$;
comment on function app_private.moment_taken(bigint) is
  'Returns when a position was taken, from the device''s seconds since 1970-01-01 UTC. Null and up to a day ahead mean now. Anything else gives infinity, which the table refuses.';
--! EndIncluded functions/app_private.moment_taken.sql
--! Included functions/app_private.new_alert.sql
create or replace function app_private.new_alert(input app_public.alert_input) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- A digest of the request tells a repeated one from another one with the same key.
  said bytea := case when input.idempotency_key is not null then sha256(convert_to(input::text, 'UTF8')) end;
  earlier app_public.alerts;
  alert app_public.alerts;
begin
  alert := app_private.draft_alert(input, null);
  insert into app_public.alerts (
      user_id, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, max_accuracy,
      text1, text2, text3, language, event, severity, urgency, certainty, status, idempotency_key, request)
    values (
      alert.user_id, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3, alert.level2_distance,
      alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.text1, alert.text2, alert.text3,
      alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.status,
      input.idempotency_key, said)
    on conflict (user_id, idempotency_key) do nothing
    returning * into alert;
  if alert.id is null then
    -- The insert waited until the first request committed, so this finds its alert.
    select a.* into earlier from app_public.alerts a
      where a.user_id = app_public.current_user_id() and a.idempotency_key = input.idempotency_key;
    if earlier.request is distinct from said then
      raise exception using errcode = 'LA409',
        message = 'idempotencyKey belongs to another alert of yours: send a new key with each alert, and the same key only to repeat a request.';
    end if;
    return earlier.id;
  end if;
  perform app_private.keep_version(alert);
  insert into app_private.publications (alert_id) values (alert.id);
  perform app_private.queue_publication(alert.id);
  perform app_private.queue_speech(alert.id);
  -- The lock comes last, as reports wait from here until the commit; see app_private.publication_lock().
  perform pg_advisory_xact_lock(app_private.publication_lock());
  return alert.id;
end
$$;
comment on function app_private.new_alert(app_public.alert_input) is
  'Runs the first phase of a publication: it makes the alert visible after the reports in flight have committed. It queues a job for the second phase, app_private.publish_chunk(). Returns the alert''s id; a repeated idempotencyKey returns the id of the first alert. Error LA409 if the key belongs to another alert.';
grant execute on function app_private.new_alert(app_public.alert_input) to app_admin;
--! EndIncluded functions/app_private.new_alert.sql
--! Included functions/app_private.newest_position_id.sql
create or replace function app_private.newest_position_id() returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(max(p.id), 0) from app_public.positions p
$$;
comment on function app_private.newest_position_id() is
  'Returns the id with which app_private.last_positions_after() begins.';
grant execute on function app_private.newest_position_id() to app_host;
--! EndIncluded functions/app_private.newest_position_id.sql
--! Included functions/app_private.notifications_between.sql
create or replace function app_private.notifications_between(
  alert_ids integer[], first_ids integer[], last_ids integer[], user_ids integer[]
) returns table (id integer, user_id integer)
language sql stable security definer rows 1000
-- The settings force the index on id, as statistics do not cover the newest rows.
set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
  select n.id, n.user_id
    from unnest(alert_ids, first_ids, last_ids) r (alert_id, first_id, last_id)
    cross join lateral (
      select m.id, m.user_id from app_public.notifications m
        where m.alert_id = r.alert_id and m.id between r.first_id and r.last_id offset 0
    ) n
    where user_ids is null or n.user_id in (select u.user_id from unnest(user_ids) u (user_id))
$$;
comment on function app_private.notifications_between(integer[], integer[], integer[], integer[]) is
  'Returns the notifications in announced ranges of ids and their users. Each range is an alert with its lowest and highest id; user_ids limits them to these users unless it is null. Hosts call it for their subscribers, who then read their own notifications under their own role.';
grant execute on function app_private.notifications_between(integer[], integer[], integer[], integer[]) to app_host;
--! EndIncluded functions/app_private.notifications_between.sql
--! Included functions/app_private.notify_of_active_alerts.sql
create or replace function app_private.notify_of_active_alerts(here app_public.last_positions) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  made record;
begin
  with hit as (
    select a.id as alert_id, a.version, a.told_version,
        app_private.level_at(a.zone1, a.zone2, a.zone3, here.location, here.accuracy > a.max_accuracy) as level
      from app_public.alerts a
      where a.active and a.expires_at > now()
        and here.taken_at > now() - a.max_position_age
        and st_covers(a.zone3, here.location)
        and (a.status = 'ACTUAL' or app_private.is_tester(here.user_id))
  ), inserted as (
    insert into app_public.notifications (
        alert_id, user_id, level, latitude, longitude, moving_activity, taken_at, accuracy, version, kind)
      select h.alert_id, here.user_id, h.level, st_y(here.location), st_x(here.location), here.moving_activity,
          here.taken_at, here.accuracy, h.version,
          case when h.version > 1 and exists (
            select from app_public.notifications n where n.alert_id = h.alert_id and n.user_id = here.user_id)
            then 'UPDATE' else 'ALERT' end::app_public.notification_kind
        from hit h
        where h.level is not null and not exists (
          select from app_public.notifications n
            where n.alert_id = h.alert_id and n.user_id = here.user_id and n.level <= h.level
              and n.version >= h.told_version)
      returning id, alert_id, level
  ), reached as (
    insert into app_private.alert_reach (alert_id, users)
      select i.alert_id, 1 from inserted i
        where not exists (
          select from app_public.notifications n where n.alert_id = i.alert_id and n.user_id = here.user_id)
  )
  select count(*)::integer as notified, array_agg(i.id) as ids, array_agg(i.alert_id) as alert_ids,
      array_agg(i.id) filter (where i.level = 'ONE') as one,
      array_agg(i.id) filter (where i.level = 'TWO') as two,
      array_agg(i.id) filter (where i.level = 'THREE') as three
    into made from inserted i;
  if made.notified > 0 then
    perform app_private.queue_pushes('ONE', made.one, here.user_id, here.user_id);
    perform app_private.queue_pushes('TWO', made.two, here.user_id, here.user_id);
    perform app_private.queue_pushes('THREE', made.three, here.user_id, here.user_id);
    perform app_private.announce_notifications(m.alert_id, m.id, m.id) from unnest(made.alert_ids, made.ids) m (alert_id, id);
  end if;
  return made.notified;
end
$$;
comment on function app_private.notify_of_active_alerts(app_public.last_positions) is
  'Notifies a user of the active alerts whose zones contain their last position, unless they were notified at this level or a more urgent one. The caller holds the row''s lock, and in shared mode the publication lock and the user''s report lock. Returns the number of notifications.';
--! EndIncluded functions/app_private.notify_of_active_alerts.sql
--! Included functions/app_private.notify_users.sql
create or replace function app_private.notify_users(alert app_public.alerts, user_ids integer[]) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- This unpacks each zone once, not once for each user.
  zone1 geometry := st_setsrid(alert.zone1, 4326);
  zone2 geometry := st_setsrid(alert.zone2, 4326);
  zone3 geometry := st_setsrid(alert.zone3, 4326);
  made record;
begin
  with candidate as materialized (
    select l.user_id, st_y(l.location) as latitude, st_x(l.location) as longitude, l.moving_activity,
        l.taken_at, l.accuracy,
        app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level,
        -- A subquery forces one index lookup for each row. A join would be planned with statistics from before this publication.
        (select n.level from app_public.notifications n
          where n.alert_id = alert.id and n.user_id = l.user_id and n.version >= alert.told_version
          order by n.level limit 1) as told,
        alert.version > 1 and exists (
          select from app_public.notifications n where n.alert_id = alert.id and n.user_id = l.user_id) as told_ever
      from app_public.last_positions l
      where l.user_id = any (user_ids) and (alert.status = 'ACTUAL' or app_private.is_tester(l.user_id))
  ), chosen as materialized (
    select * from candidate c where c.level is not null and (c.told is null or c.told > c.level)
  ), inserted as (
    insert into app_public.notifications (
        alert_id, user_id, level, latitude, longitude, moving_activity, taken_at, accuracy, version, kind)
      select alert.id, c.user_id, c.level, c.latitude, c.longitude, c.moving_activity, c.taken_at, c.accuracy,
          alert.version, case when c.told_ever then 'UPDATE' else 'ALERT' end::app_public.notification_kind
        from chosen c order by c.level, c.user_id
      returning id, level
  )
  select count(*)::integer as notified,
      array_agg(i.id) filter (where i.level = 'ONE') as one,
      array_agg(i.id) filter (where i.level = 'TWO') as two,
      array_agg(i.id) filter (where i.level = 'THREE') as three,
      (select count(*) from chosen c where c.told is null and not c.told_ever)::integer as newly_reached,
      min(i.id) as first_id, max(i.id) as last_id
    into made from inserted i;
  if made.newly_reached > 0 then
    insert into app_private.alert_reach (alert_id, users) values (alert.id, made.newly_reached);
  end if;
  if made.notified > 0 then
    perform app_private.queue_pushes('ONE', made.one);
    perform app_private.queue_pushes('TWO', made.two);
    perform app_private.queue_pushes('THREE', made.three);
    perform app_private.announce_notifications(alert.id, made.first_id, made.last_id);
  end if;
  return made.notified;
end
$$;
comment on function app_private.notify_users(app_public.alerts, integer[]) is
  'Notifies these users of an alert at the zone of their last position, unless they were notified at this level or a more urgent one. The caller holds their reports. Returns the number of notifications.';
--! EndIncluded functions/app_private.notify_users.sql
--! Included functions/app_private.other_expo_token.sql
create or replace function app_private.other_expo_token(token text) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
  select case
    when token ~ '^ExponentPushToken\[.+\]$' then substr(token, 19, length(token) - 19)
    else 'ExponentPushToken[' || token || ']'
  end
$$;
comment on function app_private.other_expo_token(text) is
  'Returns the other form of an Expo token: bare, as the existing app registers it, or wrapped. Both name one device, which must get one push.';
--! EndIncluded functions/app_private.other_expo_token.sql
--! Included functions/app_private.publication_lock.sql
create or replace function app_private.publication_lock() returns bigint
language sql immutable parallel safe
as $$
  select 4154::pg_catalog.int8
$$;
comment on function app_private.publication_lock() is
  'Returns the key of the advisory lock that position reports share and that a publication takes alone at the end of its transaction. A report in flight thus commits before the alert does, or sees the alert.';
--! EndIncluded functions/app_private.publication_lock.sql
--! Included functions/app_private.publish_chunk.sql
create or replace function app_private.publish_chunk(alert_id integer, chunk_size integer default 5000) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  publication app_private.publications;
  alert app_public.alerts;
  candidates integer[];
  is_complete boolean := false;
begin
  -- A second process that publishes this alert waits here and continues where the first stopped.
  select p.* into publication from app_private.publications p where p.alert_id = publish_chunk.alert_id for update;
  if publication.alert_id is null or publication.completed_at is not null then
    return true;
  end if;
  select a.* into alert from app_public.alerts a where a.id = publication.alert_id;
  if alert.cancelled_at is not null then
    publication.last_user_id := app_private.all_clear_to_range(alert, publication.last_user_id, chunk_size);
    update app_private.publications p
      set last_user_id = coalesce(publication.last_user_id, p.last_user_id),
        completed_at = case when publication.last_user_id is null then clock_timestamp() end
      where p.alert_id = alert.id;
    return publication.last_user_id is null;
  end if;
  if not alert.active or alert.expires_at <= now() then
    delete from app_private.publication_waiting w where w.alert_id = alert.id;
    update app_private.publications p set completed_at = clock_timestamp() where p.alert_id = alert.id;
    return true;
  end if;

  if publication.level = 'ONE' and publication.last_user_id = 0 then
    -- Most alerts concern few users: the index of last positions finds all of them at once.
    select array_agg(c.user_id) into candidates from (
      select l.user_id from app_public.last_positions l
        where st_covers(alert.zone3, l.location) and l.taken_at > now() - alert.max_position_age
        limit chunk_size + 1
    ) c;
    is_complete := coalesce(cardinality(candidates), 0) <= chunk_size;
    if not is_complete and app_private.queue_recipients(alert, chunk_size) then
      publication.level := 'TWO';
      candidates := null;
    end if;
  elsif publication.level <> 'ONE' then
    -- The next queued users, more urgent levels first.
    with taken as (
      delete from app_private.publication_waiting w using (
          select o.level, o.first_user_id, sum(cardinality(o.user_ids)) over (order by o.level, o.first_user_id) as users,
              cardinality(o.user_ids) as of_these
            from app_private.publication_waiting o where o.alert_id = alert.id
        ) n
        where w.alert_id = alert.id and w.level = n.level and w.first_user_id = n.first_user_id
          and (n.users <= chunk_size or n.users = n.of_these)
        returning w.user_ids
    )
    select array_agg(u.user_id) into candidates from taken t, unnest(t.user_ids) u (user_id);
    is_complete := candidates is null;
  end if;

  if is_complete or publication.level <> 'ONE' then
    perform app_private.hold_reports(candidates);
    perform app_private.notify_users(alert, candidates);
  else
    -- A large publication passes through all users by id.
    perform app_private.publish_to_range(alert, publication.last_user_id + 1, publication.last_user_id + chunk_size);
    publication.last_user_id := publication.last_user_id + chunk_size;
    -- max() uses the index. "not exists" was planned as a scan of the whole table for each chunk.
    if publication.last_user_id >= (select max(l.user_id) from app_public.last_positions l) then
      publication.level := 'TWO';
    end if;
  end if;
  update app_private.publications p
    set level = publication.level, last_user_id = publication.last_user_id,
      completed_at = case when is_complete then clock_timestamp() end
    where p.alert_id = alert.id;
  return is_complete;
end
$$;
comment on function app_private.publish_chunk(integer, integer) is
  'Notifies the next users whose last position lies in the alert''s zones, the most urgent level first. For a cancelled alert it sends the all-clear to the next users who were notified. True when all are done. Call it until then, each time in a transaction that begins after the alert has committed.';
grant execute on function app_private.publish_chunk(integer, integer) to app_host;
--! EndIncluded functions/app_private.publish_chunk.sql
--! Included functions/app_private.publish_to_range.sql
create or replace function app_private.publish_to_range(alert app_public.alerts, first_id integer, last_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  oldest timestamptz := now() - alert.max_position_age;
  -- This unpacks each zone once, not once for each user.
  zone1 geometry := st_setsrid(alert.zone1, 4326);
  zone2 geometry := st_setsrid(alert.zone2, 4326);
  zone3 geometry := st_setsrid(alert.zone3, 4326);
  any_told boolean;
  made record;
begin
  perform app_private.hold_reports(array(select generate_series(first_id, last_id, 2048) union select last_id));
  -- The order of the index decides the plan, as statistics are from before this publication.
  select n.alert_id = alert.id and n.user_id <= last_id into any_told
    from app_public.notifications n where (n.alert_id, n.user_id) >= (alert.id, first_id)
    order by n.alert_id, n.user_id, n.level limit 1;
  with seen as materialized (
    select l.user_id, l.location, l.moving_activity, l.taken_at, l.accuracy,
        app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level,
        case when any_told then (
          select n.level from app_public.notifications n
            where n.alert_id = alert.id and n.user_id = l.user_id and n.version >= alert.told_version
            order by n.level limit 1) end as told,
        alert.version > 1 and exists (
          select from app_public.notifications n where n.alert_id = alert.id and n.user_id = l.user_id) as told_ever
      from app_public.last_positions l
      where l.user_id between first_id and last_id and l.taken_at > oldest
        and (alert.status = 'ACTUAL' or app_private.is_tester(l.user_id))
  ), chosen as materialized (
    select * from seen s where s.level is not null and (s.told is null or s.told > s.level)
  ), told as (
    insert into app_public.notifications (
        alert_id, user_id, level, latitude, longitude, moving_activity, taken_at, accuracy, version, kind)
      select alert.id, s.user_id, s.level, st_y(s.location), st_x(s.location), s.moving_activity, s.taken_at, s.accuracy,
          alert.version, case when s.told_ever then 'UPDATE' else 'ALERT' end::app_public.notification_kind
        from chosen s where s.level = 'ONE'
      returning id
  ), waiting as (
    insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
      select alert.id, s.level, min(s.user_id), array_agg(s.user_id)
        from chosen s where s.level in ('TWO', 'THREE') group by s.level
  ), reached as (
    insert into app_private.alert_reach (alert_id, users)
      select alert.id, count(*) from chosen s where s.level = 'ONE' and s.told is null and not s.told_ever having count(*) > 0
  )
  select array_agg(t.id) as ids, min(t.id) as first_id, max(t.id) as last_id into made from told t;
  if made.ids is not null then
    perform app_private.queue_pushes('ONE', made.ids);
    perform app_private.announce_notifications(alert.id, made.first_id, made.last_id);
  end if;
end
$$;
comment on function app_private.publish_to_range(app_public.alerts, integer, integer) is
  'Notifies the users in a range of ids who are in zone ONE, and queues those in TWO and THREE for later.';
--! EndIncluded functions/app_private.publish_to_range.sql
--! Included functions/app_private.purge_positions.sql
create or replace function app_private.purge_positions() returns bigint
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
as $$
declare
  oldest_kept timestamptz;
  old_partition record;
  purged bigint;
begin
  select now() - s.position_retention into oldest_kept from app_private.settings s;
  for old_partition in
    select c.oid::regclass as name
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'app_public.positions'::regclass
        and c.relname ~ '^positions_\d{4}_\d\d_\d\d$'
        and to_timestamp(c.relname, '"positions_"YYYY_MM_DD') + interval '1 week' <= oldest_kept
  loop
    execute format('drop table %s', old_partition.name);
  end loop;
  delete from app_public.positions where created_at < oldest_kept;
  get diagnostics purged = row_count;
  return purged;
end
$$;
comment on function app_private.purge_positions() is
  'Drops the weekly partitions of positions that are past the retention, and deletes other rows past it. Returns the number of deleted rows, without those of dropped partitions.';
--! EndIncluded functions/app_private.purge_positions.sql
--! Included functions/app_private.push_provider.sql
create or replace function app_private.push_provider(token text) returns app_private.push_provider
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select case
    when push_provider.token ~ '^\s*\{' then 'web_push'::app_private.push_provider
    when push_provider.token ~ '^Expo(nent)?PushToken\[.+\]$' then 'expo'
    when push_provider.token ~ '^[A-Za-z0-9_-]+:[A-Za-z0-9_-]{80,}$' then 'fcm'
    else (select s.bare_token_provider from app_private.settings s)
  end
$$;
comment on function app_private.push_provider(text) is
  'Returns the provider of a device''s token by its form: JSON is Web Push, ExponentPushToken[…] is Expo, and an instance id with a colon is FCM. The setting bare_token_provider decides about any other token.';
--! EndIncluded functions/app_private.push_provider.sql
--! Included functions/app_private.queue_missing_speeches.sql
create or replace function app_private.queue_missing_speeches() returns integer
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  with queued as materialized (
    select app_private.queue_speech(a.id)
      from app_public.alerts a
      where a.active and a.expires_at > now()
        and (select count(*) from app_private.alert_speeches s where s.alert_id = a.id) < 3
      order by a.id
  )
  select count(*)::integer from queued
$$;
comment on function app_private.queue_missing_speeches() is
  'Queues speech for active alerts that lack some, for example after a time without an engine. Returns their number.';
--! EndIncluded functions/app_private.queue_missing_speeches.sql
--! Included functions/app_private.queue_publication.sql
create or replace function app_private.queue_publication(alert_id integer) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
    'publish_alert', json_build_object('alertId', alert_id),
    run_at => now() + interval '5 seconds', job_key => 'publish_alert:' || alert_id);
$$;
comment on function app_private.queue_publication(integer) is
  'Queues a job that continues an alert''s publication if the host dies between the two phases.';
--! EndIncluded functions/app_private.queue_publication.sql
--! Included functions/app_private.queue_pushes.sql
create or replace function app_private.queue_pushes(
  level app_public.level_alert, notification_ids integer[], first_user_id integer default 0, last_user_id integer default 2147483647
) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  taker app_private.push_provider;
begin
  if notification_ids is null then
    return;
  end if;
  foreach taker in array enum_range(null::app_private.push_provider) loop
    -- The order of the index makes this one lookup, even for a provider without devices.
    if (select d.provider = taker and d.user_id <= last_user_id
      from app_private.devices d where (d.provider, d.user_id) >= (taker, first_user_id)
      order by d.provider, d.user_id limit 1)
    then
      perform graphile_worker.add_job(
          'push_' || taker,
          json_build_object('notificationIds', notification_ids[first:first + 999]),
          priority => array_position(enum_range(null::app_public.level_alert), level))
        from generate_series(1, cardinality(notification_ids), 1000) first;
    end if;
  end loop;
end
$$;
comment on function app_private.queue_pushes(app_public.level_alert, integer[], integer, integer) is
  'Queues pushes for notifications of one level, the more urgent level first. There is one job for each thousand notifications and for each provider that these users have a device of.';
--! EndIncluded functions/app_private.queue_pushes.sql
--! Included functions/app_private.queue_receipts.sql
create or replace function app_private.queue_receipts(provider app_private.push_provider, receipts text[]) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
      'push_receipts', json_build_object('provider', provider, 'receipts', receipts),
      run_at => now() + s.receipt_delay, priority => 5)
    from app_private.settings s;
$$;
comment on function app_private.queue_receipts(app_private.push_provider, text[]) is
  'Queues a job that asks a provider for the receipts of accepted pushes, when it will have them.';
--! EndIncluded functions/app_private.queue_receipts.sql
--! Included functions/app_private.queue_recipients.sql
create or replace function app_private.queue_recipients(alert app_public.alerts, chunk_size integer) returns boolean
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  users constant bigint := (select max(l.user_id) from app_public.last_positions l);
  -- Passing through eight users costs about as much as queueing one.
  most constant bigint := least(20 * chunk_size, users / 8);
  sample constant double precision := least(1, 2000 / users::double precision);
  -- This unpacks each zone once, not once for each user.
  zone1 geometry := st_setsrid(alert.zone1, 4326);
  zone2 geometry := st_setsrid(alert.zone2, 4326);
  zone3 geometry := st_setsrid(alert.zone3, 4326);
begin
  -- A sample of some two thousand users can show that there are far too many, without a search for all of them.
  if (select count(*) from app_public.last_positions l tablesample system (100 * sample) where st_covers(zone3, l.location))
    > 2 * most * sample
  then
    return false;
  end if;
  with seen as materialized (
    select l.user_id, app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level
      from app_public.last_positions l
      where st_covers(alert.zone3, l.location) and l.taken_at > now() - alert.max_position_age
        and (alert.status = 'ACTUAL' or app_private.is_tester(l.user_id))
      limit most + 1
  ), numbered as (
    select s.*, (row_number() over (partition by s.level order by s.user_id) - 1) / chunk_size as chunk
      from seen s where s.level is not null and (select count(*) from seen) <= most
  )
  insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
    select alert.id, n.level, min(n.user_id), array_agg(n.user_id) from numbered n group by n.level, n.chunk;
  return found;
end
$$;
comment on function app_private.queue_recipients(app_public.alerts, integer) is
  'Finds everyone in an alert''s zones by the index of last positions and queues them in chunks by level. It returns false and queues nobody if they are more than twenty chunks, more than an eighth of all users, or by a sample far more. The publication then passes through all users.';
--! EndIncluded functions/app_private.queue_recipients.sql
--! Included functions/app_private.queue_speech.sql
create or replace function app_private.queue_speech(alert_id integer) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  -- After one second most publications are done. They need the processor more than speech does.
  select graphile_worker.add_job(
    'speak_alert', json_build_object('alertId', alert_id), run_at => now() + interval '1 second',
    max_attempts => 5, priority => 10, job_key => 'speak_alert:' || alert_id)
$$;
comment on function app_private.queue_speech(integer) is
  'Queues the job that speaks an alert''s texts, behind all other jobs.';
--! EndIncluded functions/app_private.queue_speech.sql
--! Included functions/app_private.quiet_until.sql
create or replace function app_private.quiet_until(starts time, ends time, time_zone text, at timestamptz) returns timestamptz
language sql stable parallel safe set search_path = pg_catalog, pg_temp
as $$
  select case
    when starts < ends and l.t::time >= starts and l.t::time < ends then (l.t::date + ends) at time zone time_zone
    when starts > ends and l.t::time < ends then (l.t::date + ends) at time zone time_zone
    when starts > ends and l.t::time >= starts then (l.t::date + 1 + ends) at time zone time_zone
  end from (select at at time zone time_zone) l (t)
$$;
comment on function app_private.quiet_until(time, time, text, timestamptz) is
  'Returns when the quiet hours end that contain a time, by the clock of the time zone. Null if the time is outside them. Quiet hours may pass midnight.';
--! EndIncluded functions/app_private.quiet_until.sql
--! Included functions/app_private.reach_of_alert.sql
create or replace function app_private.reach_of_alert(input app_public.alert_input) returns app_public.alert_reach_preview
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  alert app_public.alerts := app_private.draft_alert(input, null);
  reach app_public.alert_reach_preview;
begin
  select count(*) filter (where s.is_fresh and s.level = 'ONE'), count(*) filter (where s.is_fresh and s.level = 'TWO'),
      count(*) filter (where s.is_fresh and s.level = 'THREE'),
      count(*) filter (where s.is_fresh and s.level is not null and s.has_device),
      count(*) filter (where not s.is_fresh), count(*) filter (where s.is_fresh and s.level is null)
    into reach.one, reach.two, reach.three, reach.with_device, reach.stale, reach.coarse
    from (
      select app_private.level_at(alert.zone1, alert.zone2, alert.zone3, l.location, l.accuracy > alert.max_accuracy) as level,
          l.taken_at > now() - alert.max_position_age as is_fresh,
          exists (select from app_private.devices d where d.user_id = l.user_id) as has_device
        from app_public.last_positions l
        where st_covers(alert.zone3, l.location)
          and (alert.status = 'ACTUAL' or app_private.is_tester(l.user_id))
    ) s;
  reach.area := st_area(alert.zone1::geography);
  return reach;
end
$$;
comment on function app_private.reach_of_alert(app_public.alert_input) is
  'Returns how many users an alert would notify if it were published now, by the rules of publication. It writes nothing.';
grant execute on function app_private.reach_of_alert(app_public.alert_input) to app_admin;
--! EndIncluded functions/app_private.reach_of_alert.sql
--! Included functions/app_private.read_speech.sql
create or replace function app_private.read_speech(id uuid, first_byte integer, bytes integer) returns bytea
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select substring(s.mp3 from read_speech.first_byte + 1 for read_speech.bytes)
    from app_private.speeches s
    where s.id = read_speech.id
$$;
comment on function app_private.read_speech(uuid, integer, integer) is
  'Returns a number of bytes of a speech (an MP3 file) from a given byte on, which counts from 0. Null for an unknown id.';
grant execute on function app_private.read_speech(uuid, integer, integer) to app_host;
--! EndIncluded functions/app_private.read_speech.sql
--! Included functions/app_private.record_deliveries.sql
create or replace function app_private.record_deliveries(provider app_private.push_provider, outcomes json) returns interval
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  longest_wait interval;
begin
  with outcome as materialized (
    select o.*, clock_timestamp() - o.ago * interval '1 millisecond' as at
      from json_to_recordset(outcomes) o (
        notification_id integer, device_id bigint, state text, why text, receipt text, after float8, unsent boolean, ago float8)
  ), recorded as (
    update app_private.deliveries d
      set state = case o.state when 'retry' then 'queued' else o.state::app_private.delivery_state end,
        sent_at = case when o.unsent and d.attempts = 1 then null else d.sent_at end,
        settled_at = case when o.state <> 'retry' then o.at end,
        receipt = o.receipt,
        why = o.why,
        failures = case when o.state = 'accepted' then d.failures else d.failures || format('%s %s', o.at, o.why) end,
        due_at = case when o.state <> 'retry' then d.due_at
          else clock_timestamp() + greatest(
            o.after * interval '1 millisecond',
            -- One second, two, four, up to five minutes, with jitter.
            least(power(2, least(d.attempts, 20) - 1), 300) * (0.75 + random() / 2) * interval '1 second') end
      from outcome o
      where d.notification_id = o.notification_id and d.device_id = o.device_id
      returning o.state, d.due_at - clock_timestamp() as wait, d.device_id, d.user_id
  ), forgotten as (
    delete from app_private.devices v using recorded r
      where r.state = 'dead' and v.id = r.device_id and v.user_id = r.user_id
  )
  select max(r.wait) filter (where r.state = 'retry') into longest_wait from recorded r;
  perform app_private.queue_receipts(provider, array_agg(o.receipt))
    from json_to_recordset(outcomes) o (receipt text) where o.receipt is not null having count(*) > 0;
  return longest_wait;
end
$$;
comment on function app_private.record_deliveries(app_private.push_provider, json) is
  'Records the results of deliveries: an array of {notification_id, device_id, state: accepted, failed, dead or retry, why, receipt, after (the least milliseconds to wait), unsent (true if it was not tried), ago (milliseconds since the answer)}. It removes dead devices and queues requests for receipts. Returns the longest wait of those to retry.';
--! EndIncluded functions/app_private.record_deliveries.sql
--! Included functions/app_private.record_receipts.sql
create or replace function app_private.record_receipts(provider app_private.push_provider, asked text[], outcomes json) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  missing text[];
  again record;
begin
  -- Ask again for missing receipts, for as long as providers keep them.
  select array_agg(d.receipt) into missing
    from app_private.deliveries d
    where d.receipt = any (asked) and d.settled_at > now() - interval '1 day'
      and not exists (select from json_to_recordset(outcomes) o (receipt text) where o.receipt = d.receipt);
  if missing is not null then
    perform app_private.queue_receipts(provider, missing);
  end if;

  for again in
    with outcome as (
      select o.* from json_to_recordset(outcomes) o (receipt text, state text, why text)
    ), recorded as (
      update app_private.deliveries d
        set receipt = null,
          state = case o.state when 'retry' then 'queued' else o.state::app_private.delivery_state end,
          settled_at = case o.state when 'accepted' then d.settled_at when 'retry' then null else clock_timestamp() end,
          why = o.why,
          failures = case when o.state = 'accepted' then d.failures else d.failures || format('%s %s', clock_timestamp(), o.why) end
        from outcome o where d.receipt = o.receipt
        returning o.state, d.notification_id, d.device_id, d.user_id, d.level
    ), forgotten as (
      delete from app_private.devices v using recorded r
        where r.state = 'dead' and v.id = r.device_id and v.user_id = r.user_id
    )
    select r.level, array_agg(distinct r.notification_id) as notification_ids
      from recorded r where r.state = 'retry' group by r.level
  loop
    perform app_private.follow_up_deliveries(provider, again.notification_ids, again.level, now());
  end loop;
end
$$;
comment on function app_private.record_receipts(app_private.push_provider, text[], json) is
  'Records what receipts say about accepted deliveries: an array of {receipt, state: accepted, failed, dead or retry, why}. It removes dead devices, queues deliveries to retry, and asks again for missing receipts.';
--! EndIncluded functions/app_private.record_receipts.sql
--! Included functions/app_private.refuse_to_lose_history.sql
create or replace function app_private.refuse_to_lose_history() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_table_name = 'alerts' and exists (select from app_public.notifications n where n.alert_id = old.id)
    or tg_table_name = 'users' and (
      exists (select from app_public.notifications n where n.user_id = old.id)
      or exists (select from app_public.last_positions l where l.user_id = old.id))
  then
    raise exception using errcode = 'foreign_key_violation',
      message = format('%s %s cannot be deleted: positions or notifications refer to it, and they prove who was told and why.', tg_table_name, old.id);
  end if;
  return old;
end
$$;
comment on function app_private.refuse_to_lose_history() is
  'Stands in for foreign keys from positions and notifications: an alert or user that they refer to cannot be deleted.';

drop trigger if exists refuse_to_lose_history on app_public.alerts;
create trigger refuse_to_lose_history before delete on app_public.alerts
  for each row execute function app_private.refuse_to_lose_history();
drop trigger if exists refuse_to_lose_history on app_public.users;
create trigger refuse_to_lose_history before delete on app_public.users
  for each row execute function app_private.refuse_to_lose_history();
--! EndIncluded functions/app_private.refuse_to_lose_history.sql
--! Included functions/app_private.release_quiet_deliveries.sql
create or replace function app_private.release_quiet_deliveries(user_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  waiting record;
begin
  for waiting in
    with due as (
      update app_private.deliveries d set due_at = now()
        from app_public.notifications n join app_public.alerts a on a.id = n.alert_id
        where n.user_id = release_quiet_deliveries.user_id and app_private.may_push(n.kind, a)
          -- A delivery that was tried before waits for its provider, not for quiet hours.
          and d.notification_id = n.id and d.state = 'queued' and d.attempts = 0 and d.due_at > now()
        returning d.provider, d.level, d.notification_id
    )
    select d.provider, d.level, array_agg(distinct d.notification_id) as ids from due d group by 1, 2
  loop
    perform app_private.follow_up_deliveries(waiting.provider, waiting.ids, waiting.level, now());
  end loop;
end
$$;
comment on function app_private.release_quiet_deliveries(integer) is
  'Makes the deliveries of a user that wait for the end of quiet hours due now.';
--! EndIncluded functions/app_private.release_quiet_deliveries.sql
--! Included functions/app_private.report_lock.sql
create or replace function app_private.report_lock(user_id integer) returns integer
language sql immutable parallel safe
as $$
  select (user_id >> 11) & 255
$$;
comment on function app_private.report_lock(integer) is
  'Returns the second key of the advisory lock (4155, key) that a user''s reports share and that a publication takes alone while it notifies them, so that last positions stand still. Users of neighbouring ids share a lock: there are 256, few enough for one transaction to hold all.';
--! EndIncluded functions/app_private.report_lock.sql
--! Included functions/app_private.require_user.sql
create or replace function app_private.require_user() returns app_public.users
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  caller app_public.users := app_public.me();
begin
  if caller.id is null then
    raise exception using errcode = 'LA401', message = 'Log in first: this needs a valid token.';
  end if;
  return caller;
end
$$;
comment on function app_private.require_user() is
  'Returns the user of this request. Error LA401 without a valid token.';
--! EndIncluded functions/app_private.require_user.sql
--! Included functions/app_private.revoke_tokens_on_demotion.sql
-- This rule is a trigger, so that it also applies to an update by a DBA.
create or replace function app_private.revoke_tokens_on_demotion() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update app_private.user_credentials c set token_version = c.token_version + 1 where c.user_id = new.id;
  return null;
end
$$;
comment on function app_private.revoke_tokens_on_demotion() is
  'Revokes the tokens of an administrator who loses that right.';

drop trigger if exists revoke_tokens_on_demotion on app_public.users;
create trigger revoke_tokens_on_demotion
  after update of is_admin on app_public.users
  for each row when (old.is_admin and not new.is_admin)
  execute function app_private.revoke_tokens_on_demotion();
--! EndIncluded functions/app_private.revoke_tokens_on_demotion.sql
--! Included functions/app_private.set_seen_at.sql
create or replace function app_private.set_seen_at() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  new.seen_at := case when new.seen then coalesce(old.seen_at, clock_timestamp()) end;
  return new;
end
$$;
comment on function app_private.set_seen_at() is
  'Stores when a notification was first seen. It is a trigger, as the user may update only the column seen.';

drop trigger if exists set_seen_at on app_public.notifications;
create trigger set_seen_at before update of seen on app_public.notifications
  for each row execute function app_private.set_seen_at();
--! EndIncluded functions/app_private.set_seen_at.sql
--! Included functions/app_private.speech_as_list.sql
create or replace function app_private.speech_as_list(alert_id integer, level app_public.level_alert) returns integer[]
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  bytes bytea;
begin
  select s.mp3 into bytes
    from app_private.alert_speeches a
    join app_private.speeches s on s.id = a.speech_id
    where a.alert_id = speech_as_list.alert_id and a.level = speech_as_list.level
      -- In a list each byte takes four bytes here and more in JSON. A long speech could exhaust a host's memory.
      and octet_length(s.mp3) <= 4194304;
  -- This copies the bytes out of storage once, not once for each byte.
  bytes := bytes || ''::bytea;
  return array(select get_byte(bytes, i) from generate_series(0, octet_length(bytes) - 1) i);
end
$$;
comment on function app_private.speech_as_list(integer, app_public.level_alert) is
  'Returns the bytes of the MP3 of an alert''s text, each from 0 to 255. The list is empty until the text is spoken, and for more than 4 MiB.';
--! EndIncluded functions/app_private.speech_as_list.sql
--! Included functions/app_private.speech_url.sql
create or replace function app_private.speech_url(alert_id integer, level integer) returns text
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select format('/alerts/%s/audio/%s.mp3?v=%s', speech_url.alert_id, speech_url.level, replace(s.id::text, '-', ''))
    from app_private.find_speech(speech_url.alert_id, speech_url.level) s
    where s.id is not null
$$;
comment on function app_private.speech_url(integer, integer) is
  'Returns the path at which the host serves the speech of an alert''s text 1, 2 or 3. Null until the text is spoken. Its v is the id of the speech, which nobody can guess: everyone who has the path may listen.';
--! EndIncluded functions/app_private.speech_url.sql
--! Included functions/app_private.texts_to_speak.sql
create or replace function app_private.texts_to_speak(alert_id integer)
returns table (level app_public.level_alert, language text, text text)
language sql stable set search_path = pg_catalog, pg_temp rows 3
as $$
  select t.level, a.language, t.text
    from app_public.alerts a
    cross join lateral (values
      ('ONE'::app_public.level_alert, a.text1), ('TWO', a.text2), ('THREE', a.text3)) t (level, text)
    where a.id = texts_to_speak.alert_id and a.active and a.expires_at > now()
      and not exists (
        select from app_private.alert_speeches s where s.alert_id = a.id and s.level = t.level)
    order by t.level
$$;
comment on function app_private.texts_to_speak(integer) is
  'Returns the texts of an alert that are not spoken yet, the most urgent first. No row for an alert that has ended.';
--! EndIncluded functions/app_private.texts_to_speak.sql
--! Included functions/app_private.update_alert.sql
create or replace function app_private.update_alert(alert_id integer, input app_public.alert_update_input) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  previous app_public.alerts := app_private.lock_active_alert(alert_id);
  alert app_public.alerts;
begin
  alert := app_private.draft_alert(
    row(
      input.points, input.text1, input.text2, input.text3, null, input.area, input.level2_distance, input.level3_distance,
      input.expires_at, null, null, null, null, null, null, null)::app_public.alert_input,
    previous);
  if input.renotify then
    alert.told_version := alert.version;
  end if;
  update app_public.alerts a
    set zone1 = alert.zone1, zone2 = alert.zone2, zone3 = alert.zone3, level2_distance = alert.level2_distance,
      level3_distance = alert.level3_distance, expires_at = alert.expires_at, text1 = alert.text1, text2 = alert.text2,
      text3 = alert.text3, version = alert.version, told_version = alert.told_version
    where a.id = alert.id;
  perform app_private.keep_version(alert);
  delete from app_private.alert_speeches s
    where s.alert_id = alert.id and (s.level, true) in (
      values ('ONE'::app_public.level_alert, alert.text1 <> previous.text1), ('TWO', alert.text2 <> previous.text2),
        ('THREE', alert.text3 <> previous.text3));
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  update app_private.publications p
    set level = 'ONE', last_user_id = 0, completed_at = null where p.alert_id = alert.id;
  perform app_private.queue_publication(alert.id);
  perform app_private.queue_speech(alert.id);
  perform pg_advisory_xact_lock(app_private.publication_lock());
  return alert.id;
end
$$;
comment on function app_private.update_alert(integer, app_public.alert_update_input) is
  'Runs the first phase of publishing an alert''s next version; app_private.publish_chunk() runs the second. It notifies users who are newly inside or further in, and the others again only with renotify. Returns the alert''s id. Error LA404 for an unknown alert, LA409 for one that has ended.';
grant execute on function app_private.update_alert(integer, app_public.alert_update_input) to app_admin;
--! EndIncluded functions/app_private.update_alert.sql
--! Included functions/app_private.why_notified.sql
create or replace function app_private.why_notified(alert_id integer, user_id integer) returns app_public.notification_reason
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts;
  person app_public.users;
  told app_public.notifications;
  told_by app_public.alert_versions;
  here app_public.last_positions;
  location geometry;
  -- The time at which the rules apply: when the user was notified, or now.
  at timestamptz;
  reason app_public.notification_reason;
begin
  select a.* into alert from app_public.alerts a where a.id = why_notified.alert_id;
  select u.* into person from app_public.users u where u.id = why_notified.user_id;
  if alert.id is null or person.id is null then
    raise exception using errcode = 'LA404', message = 'There is no alert or no user with this id.';
  end if;
  -- The first notification at the user's innermost level.
  select n.* into told from app_public.notifications n
    where n.alert_id = alert.id and n.user_id = person.id and n.kind <> 'ALL_CLEAR' order by n.level, n.version limit 1;
  select l.* into here from app_public.last_positions l where l.user_id = person.id;
  if told.id is not null then
    at := told.created_at;
    -- The version of that time, as an update may have moved the zones since.
    select v.* into told_by from app_public.alert_versions v where v.alert_id = alert.id and v.version = told.version;
    if (told_by.zone1, told_by.level2_distance, told_by.level3_distance)
      is distinct from (alert.zone1, alert.level2_distance, alert.level3_distance)
    then
      alert.zone1 := told_by.zone1;
      alert.zone2 := app_private.zone_around(told_by.zone1, told_by.level2_distance);
      alert.zone3 := app_private.zone_around(told_by.zone1, told_by.level3_distance);
    end if;
    location := st_setsrid(st_makepoint(told.longitude, told.latitude), 4326);
    reason.taken_at := told.taken_at;
    reason.accuracy := told.accuracy;
    reason.level := told.level;
  else
    at := least(now(), alert.expires_at, alert.cancelled_at);
    location := here.location;
    reason.taken_at := here.taken_at;
    reason.accuracy := here.accuracy;
  end if;
  reason.notification_id := told.id;
  reason.latitude := st_y(location);
  reason.longitude := st_x(location);
  reason.age := extract(epoch from at - reason.taken_at);
  reason.distance1 := app_private.metres_from(alert.zone1, location);
  reason.distance2 := app_private.metres_from(alert.zone2, location);
  reason.distance3 := app_private.metres_from(alert.zone3, location);
  reason.rule := case
    -- An old notification does not store when its position was taken. Its own time stands in.
    when told.id is not null and coalesce(told.taken_at, told.created_at) <= told_by.created_at then 'INSIDE_WHEN_PUBLISHED'
    when told.id is not null then 'CAME_IN_LATER'
    when here.user_id is null then 'NO_POSITION'
    when alert.status <> 'ACTUAL' and not person.is_tester then 'NOT_A_TESTER'
    when not st_covers(alert.zone3, location) then 'OUTSIDE'
    when here.created_at > least(alert.expires_at, alert.cancelled_at) then 'CAME_IN_AFTER_THE_END'
    when here.taken_at <= greatest(here.created_at, alert.created_at) - alert.max_position_age then 'TOO_OLD'
    when app_private.level_at(alert.zone1, alert.zone2, alert.zone3, location, here.accuracy > alert.max_accuracy) is null then 'TOO_COARSE'
    else 'NOT_YET'
  end::app_public.notification_rule;
  return reason;
end
$$;
comment on function app_private.why_notified(integer, integer) is
  'Returns the position and the rule by which a user was notified of an alert or was not. Error LA404 for an unknown alert or user.';
grant execute on function app_private.why_notified(integer, integer) to app_admin;
--! EndIncluded functions/app_private.why_notified.sql
--! Included functions/app_private.zone_around.sql
create or replace function app_private.zone_around(area public.geometry, distance double precision) returns public.geometry
-- Compilation (jit) would cost ten times as much as buffering a small area.
language plpgsql immutable set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  farthest_latitude double precision := greatest(abs(st_ymin(area)), abs(st_ymax(area))) + distance / 110500;
  -- The degrees of longitude that the distance spans there, rounded up.
  margin double precision := distance / (110500 * cosd(least(farthest_latitude, 89.9)));
  -- A hundredth of a millimetre. Without a grid, PostGIS retries a failed union with one, but in the embedded database
  -- the first failure ends the statement.
  grid constant double precision := 1e-10;
  zone geometry;
begin
  if farthest_latitude > 89 or st_xmin(area) - margin <= -180 or st_xmax(area) + margin >= 180 then
    raise exception using errcode = 'LA400',
      message = 'The area or one of its outer zones comes too close to the 180th meridian or to a pole (89 degrees north or south): draw a smaller area, or send smaller distances.';
  end if;
  -- Each piece is buffered in its own UTM zone, six degrees wide. ST_Buffer on geography picks projections that are off
  -- by more than one percent for wide or northern areas. A corner each twentieth of a degree keeps edges straight in
  -- longitude and latitude, to half a metre.
  select st_union(
      st_transform(
        st_buffer(st_transform(st_segmentize(piece.geom, 0.05), utm.projection), distance, 'quad_segs=16'),
        utm.projection, 4326), grid)
    into zone
    from st_squaregrid(6, area) cell,
      format('+proj=utm +zone=%s +datum=WGS84', 31 + cell.i) utm (projection),
      st_dump(st_intersection(area, cell.geom)) piece
    where st_dimension(piece.geom) = 2;
  return st_union(area, zone, grid);
end
$$;
comment on function app_private.zone_around(public.geometry, double precision) is
  'Returns the area and so many metres around it. Error LA400 if that would touch the 180th meridian or a pole.';
--! EndIncluded functions/app_private.zone_around.sql
--! Included functions/app_public.active_alerts_at.sql
create or replace function app_public.active_alerts_at(latitude double precision, longitude double precision)
returns app_public.alert_here[]
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  here geometry;
begin
  if app_public.current_user_id() is null then
    raise exception using errcode = 'LA401', message = 'Log in first: this needs a valid token.';
  end if;
  if (latitude between -90 and 90 and longitude between -180 and 180) is not true then
    raise exception using errcode = 'LA400', message = 'The place is off the globe: send a latitude from -90 to 90 and a longitude from -180 to 180, in degrees.';
  end if;
  here := st_setsrid(st_makepoint(longitude, latitude), 4326);
  return array(
    select row(
        a.id, l.level, app_private.metres_from(a.zone1, here),
        case l.level when 'ONE' then a.text1 when 'TWO' then a.text2 else a.text3 end)::app_public.alert_here
      from app_public.alerts a, app_private.level_at(a.zone1, a.zone2, a.zone3, here) l (level)
      where a.active and a.expires_at > now() and st_covers(a.zone3, here) and l.level is not null
        and (a.status = 'ACTUAL' or app_private.is_tester(app_public.current_user_id()))
      order by l.level, a.id desc limit 1000);
end
$$;
comment on function app_public.active_alerts_at(double precision, double precision) is
  E'@itemsNotNull\n@argument latitude Degrees north, -90 to 90.\n@argument longitude Degrees east, -180 to 180.\nThe active alerts at a place, the most urgent level first, then the newest. Exercises and tests are included only for testers.';
grant execute on function app_public.active_alerts_at(double precision, double precision) to app_user;
--! EndIncluded functions/app_public.active_alerts_at.sql
--! Included functions/app_public.alert_reach.sql
create or replace function app_public.alert_reach(input app_public.alert_input) returns app_public.alert_reach_preview
language plpgsql stable strict
as $$
begin
  perform app_public.require_admin();
  return app_private.reach_of_alert(input);
end
$$;
comment on function app_public.alert_reach(app_public.alert_input) is
  E'@argument input The alert as newAlert would take it.\nHow many users an alert would notify if it were published now. It writes nothing. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alert_reach(app_public.alert_input) to app_user;
--! EndIncluded functions/app_public.alert_reach.sql
--! Included functions/app_public.alerts_audio1.sql
create or replace function app_public.alerts_audio1(alert app_public.alerts) returns integer[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_as_list(alert.id, 'ONE')
$$;
comment on function app_public.alerts_audio1(app_public.alerts) is
  E'@notNull\n@itemsNotNull\nThe speech of text1, the text of level ONE: the bytes of an MP3 file. Empty until the text is spoken, and if the file is larger than 4 MiB. audioUrl1 costs a fraction.';
grant execute on function app_public.alerts_audio1(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_audio1.sql
--! Included functions/app_public.alerts_audio2.sql
create or replace function app_public.alerts_audio2(alert app_public.alerts) returns integer[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_as_list(alert.id, 'TWO')
$$;
comment on function app_public.alerts_audio2(app_public.alerts) is
  E'@notNull\n@itemsNotNull\nThe speech of text2, the text of level TWO: the bytes of an MP3 file. Empty until the text is spoken, and if the file is larger than 4 MiB. audioUrl2 costs a fraction.';
grant execute on function app_public.alerts_audio2(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_audio2.sql
--! Included functions/app_public.alerts_audio3.sql
create or replace function app_public.alerts_audio3(alert app_public.alerts) returns integer[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_as_list(alert.id, 'THREE')
$$;
comment on function app_public.alerts_audio3(app_public.alerts) is
  E'@notNull\n@itemsNotNull\nThe speech of text3, the text of level THREE: the bytes of an MP3 file. Empty until the text is spoken, and if the file is larger than 4 MiB. audioUrl3 costs a fraction.';
grant execute on function app_public.alerts_audio3(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_audio3.sql
--! Included functions/app_public.alerts_audio_url1.sql
create or replace function app_public.alerts_audio_url1(alert app_public.alerts) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_url(alert.id, 1)
$$;
comment on function app_public.alerts_audio_url1(app_public.alerts) is
  'The path of the speech of text1, the text of level ONE, on this host: an MP3 file that needs no token. Null until the text is spoken.';
grant execute on function app_public.alerts_audio_url1(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_audio_url1.sql
--! Included functions/app_public.alerts_audio_url2.sql
create or replace function app_public.alerts_audio_url2(alert app_public.alerts) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_url(alert.id, 2)
$$;
comment on function app_public.alerts_audio_url2(app_public.alerts) is
  'The path of the speech of text2, the text of level TWO, on this host: an MP3 file that needs no token. Null until the text is spoken.';
grant execute on function app_public.alerts_audio_url2(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_audio_url2.sql
--! Included functions/app_public.alerts_audio_url3.sql
create or replace function app_public.alerts_audio_url3(alert app_public.alerts) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_url(alert.id, 3)
$$;
comment on function app_public.alerts_audio_url3(app_public.alerts) is
  'The path of the speech of text3, the text of level THREE, on this host: an MP3 file that needs no token. Null until the text is spoken.';
grant execute on function app_public.alerts_audio_url3(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_audio_url3.sql
--! Included functions/app_public.alerts_delivery.sql
create or replace function app_public.alerts_delivery(alert app_public.alerts) returns app_public.level_delivery[]
language plpgsql stable
as $$
begin
  perform app_public.require_admin();
  return array(select d from app_private.delivery_of_alert(alert) d);
end
$$;
comment on function app_public.alerts_delivery(app_public.alerts) is
  E'@itemsNotNull\nThe results of the alert''s notifications, one entry for each level, the most urgent first. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_delivery(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_delivery.sql
--! Included functions/app_public.alerts_reached_users.sql
create or replace function app_public.alerts_reached_users(alert app_public.alerts) returns integer
language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return (select coalesce(sum(r.users), 0) from app_private.alert_reach r where r.alert_id = alert.id);
end
$$;
comment on function app_public.alerts_reached_users(app_public.alerts) is
  E'@notNull\nThe number of users who were notified of this alert, each counted once.';
grant execute on function app_public.alerts_reached_users(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_reached_users.sql
--! Included functions/app_public.alerts_state.sql
create or replace function app_public.alerts_state(alert app_public.alerts) returns app_public.alert_state
language sql stable parallel safe
as $$
  select case
    when alert.cancelled_at is not null then 'CANCELLED'
    when not alert.active or alert.expires_at <= pg_catalog.now() then 'EXPIRED'
    else 'ACTIVE'
  end::app_public.alert_state
$$;
comment on function app_public.alerts_state(app_public.alerts) is
  E'@notNull\nWhether the alert is active, and if not, how it ended.';
grant execute on function app_public.alerts_state(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_state.sql
--! Included functions/app_public.current_user_id.sql
create or replace function app_public.current_user_id() returns integer
language sql stable parallel safe
as $$
  select nullif(pg_catalog.current_setting('jwt.claims.user_id', true), '')::pg_catalog.int4
$$;
comment on function app_public.current_user_id() is
  E'@behavior -*\nReturns the id of the user of this request. Null without a valid token.';
grant execute on function app_public.current_user_id() to app_anonymous, app_user, app_host;
--! EndIncluded functions/app_public.current_user_id.sql
--! Included functions/app_public.device_unregister.sql
create or replace function app_public.device_unregister(token text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
begin
  delete from app_private.devices d
    where d.user_id = owner.id and d.token in (app_private.device_token(device_unregister.token), app_private.other_expo_token(device_unregister.token));
  if not found then
    raise exception using errcode = 'LA404', message = 'You have no device with this token.';
  end if;
  return owner;
end
$$;
comment on function app_public.device_unregister(text) is
  E'@argument token The token that registerDevice was called with.\nStops push to one of your devices; you still get notifications in the API. Returns you. Error NOT_FOUND for an unknown token and for a token of someone else.';
grant execute on function app_public.device_unregister(text) to app_user;
--! EndIncluded functions/app_public.device_unregister.sql
--! Included functions/app_public.find_user.sql
create or replace function app_public.find_user(id integer) returns app_public.users
language plpgsql stable strict
as $$
declare
  found_user app_public.users;
begin
  select u.* into found_user from app_public.users u where u.id = find_user.id;
  if found_user.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id that you may see.';
  end if;
  return found_user;
end
$$;
comment on function app_public.find_user(integer) is
  E'@name user\n@argument id The user''s id.\nYou; for an administrator any user. Error NOT_FOUND for an unknown id and for the id of someone else.';
grant execute on function app_public.find_user(integer) to app_user;
--! EndIncluded functions/app_public.find_user.sql
--! Included functions/app_public.last_positions_latitude.sql
create or replace function app_public.last_positions_latitude(last app_public.last_positions) returns double precision
language sql immutable strict parallel safe
as $$
  select public.st_y(last.location)
$$;
comment on function app_public.last_positions_latitude(app_public.last_positions) is
  E'@notNull\nDegrees north, WGS 84.';
grant execute on function app_public.last_positions_latitude(app_public.last_positions) to app_admin;
--! EndIncluded functions/app_public.last_positions_latitude.sql
--! Included functions/app_public.last_positions_longitude.sql
create or replace function app_public.last_positions_longitude(last app_public.last_positions) returns double precision
language sql immutable strict parallel safe
as $$
  select public.st_x(last.location)
$$;
comment on function app_public.last_positions_longitude(app_public.last_positions) is
  E'@notNull\nDegrees east, WGS 84.';
grant execute on function app_public.last_positions_longitude(app_public.last_positions) to app_admin;
--! EndIncluded functions/app_public.last_positions_longitude.sql
--! Included functions/app_public.me.sql
create or replace function app_public.me() returns app_public.users
language sql stable
as $$
  select u.* from app_public.users u where u.id = app_public.current_user_id()
$$;
comment on function app_public.me() is
  'The user of this request.';
grant execute on function app_public.me() to app_user;
--! EndIncluded functions/app_public.me.sql
--! Included functions/app_public.new_position.sql
create or replace function app_public.new_position(input app_public.position_input) returns app_public.positions
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  reported app_public.positions;
begin
  if app_public.current_user_id() is null then
    raise exception using errcode = 'LA401', message = 'Log in first: this needs a valid token.';
  end if;
  -- The locks come first, so that the statements below see every alert whose first phase of publication is done.
  perform pg_advisory_xact_lock_shared(app_private.publication_lock());
  perform pg_advisory_xact_lock_shared(4155, app_private.report_lock(app_public.current_user_id()));
  insert into app_public.positions (user_id, latitude, longitude, accuracy, moving_activity, taken_at)
    values (
      app_public.current_user_id(), input.latitude, input.longitude, input.accuracy, input.moving_activity,
      app_private.moment_taken(input.taken_at))
    returning * into reported;
  perform app_private.apply_position_report(reported);
  return reported;
end
$$;
comment on function app_public.new_position(app_public.position_input) is
  E'@argument input The position.\nReports where you are, and notifies you of active alerts there in the same transaction. A position that was taken before your last one is stored as history only.';
grant execute on function app_public.new_position(app_public.position_input) to app_user;
--! EndIncluded functions/app_public.new_position.sql
--! Included functions/app_public.new_positions.sql
create or replace function app_public.new_positions(input app_public.position_input[]) returns setof app_public.positions
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp rows 100
as $$
declare
  bad text;
  reported app_public.positions[];
  latest app_public.positions;
begin
  if app_public.current_user_id() is null then
    raise exception using errcode = 'LA401', message = 'Log in first: this needs a valid token.';
  end if;
  if cardinality(input) > 1000 then
    raise exception using errcode = 'LA400', message = 'input has more than 1,000 positions: send them in several requests.';
  end if;
  bad := app_private.first_bad_position(input);
  if bad is not null then
    raise exception using errcode = 'LA400', message = bad;
  end if;
  -- The locks come first, so that the statements below see every alert whose first phase of publication is done.
  perform pg_advisory_xact_lock_shared(app_private.publication_lock());
  perform pg_advisory_xact_lock_shared(4155, app_private.report_lock(app_public.current_user_id()));
  with inserted as (
    insert into app_public.positions as p (user_id, latitude, longitude, accuracy, moving_activity, taken_at)
      select app_public.current_user_id(), i.latitude, i.longitude, i.accuracy, i.moving_activity,
          app_private.moment_taken(i.taken_at)
        from unnest(input) with ordinality as i (latitude, longitude, moving_activity, taken_at, accuracy, index)
        order by i.index
      returning p.*
  )
  select array_agg(i::app_public.positions order by i.id) into reported from inserted i;
  -- Only the latest position can notify. The others are history.
  select r.* into latest from unnest(reported) r order by r.taken_at desc, r.id desc limit 1;
  if latest.id is not null then
    perform app_private.apply_position_report(latest);
  end if;
  return query select r.* from unnest(reported) r order by r.id;
end
$$;
comment on function app_public.new_positions(app_public.position_input[]) is
  E'@argument input The positions, in any order.\nReports up to 1,000 positions at once, for a phone that was offline. All are stored; the one taken last counts as in newPosition. One bad entry refuses them all, and the error names its index.';
grant execute on function app_public.new_positions(app_public.position_input[]) to app_user;
--! EndIncluded functions/app_public.new_positions.sql
--! Included functions/app_public.new_user.sql
create or replace function app_public.new_user(
  email text, password_hash text, name text, address text, is_admin boolean
) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  created app_public.users;
begin
  insert into app_public.users (email, name, address, is_admin)
    values (new_user.email, new_user.name, new_user.address, new_user.is_admin)
    returning * into created;
  insert into app_private.user_credentials (user_id, password_hash) values (created.id, new_user.password_hash);
  return created;
end
$$;
comment on function app_public.new_user(text, text, text, text, boolean) is
  E'@behavior -mutationField\nCreates a user with a password that the host has hashed. Returns the user.';
grant execute on function app_public.new_user(text, text, text, text, boolean) to app_admin;
--! EndIncluded functions/app_public.new_user.sql
--! Included functions/app_public.notification_update.sql
create or replace function app_public.notification_update(input app_public.notification_update_input) returns app_public.notifications
language plpgsql volatile strict
as $$
declare
  updated app_public.notifications;
begin
  if notification_update.input.seen is null then
    raise exception using errcode = 'LA400', message = 'seen is missing: send true or false.';
  end if;
  update app_public.notifications n set seen = notification_update.input.seen
    where n.id = notification_update.input.id
    returning n.* into updated;
  if updated.id is null then
    raise exception using errcode = 'LA404', message = 'You have no notification with this id.';
  end if;
  return updated;
end
$$;
comment on function app_public.notification_update(app_public.notification_update_input) is
  E'@argument input The notification and the new value.\nMarks one of your notifications as seen or not seen. Returns it with the new value. Error NOT_FOUND for an unknown id and for a notification of someone else.';
grant execute on function app_public.notification_update(app_public.notification_update_input) to app_user;
--! EndIncluded functions/app_public.notification_update.sql
--! Included functions/app_public.quiet_hours_edit.sql
create or replace function app_public.quiet_hours_edit(input app_public.quiet_hours_input) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
  o_clock constant text := '^([01]\d|2[0-3]):[0-5]\d$';
begin
  if not coalesce(input."from" ~ o_clock and input."to" ~ o_clock, false) or input."from" = input."to" then
    raise exception using errcode = 'LA400', message = 'from and to do not fit: send two different times of day from 00:00 to 23:59, such as 22:00.';
  end if;
  -- PostgreSQL would accept many other texts as a time zone.
  if not exists (select from pg_timezone_names z where z.name = input.time_zone) then
    raise exception using errcode = 'LA400', message = 'timeZone is unknown: send a name of the IANA time zone database, such as Europe/Rome.';
  end if;
  insert into app_public.quiet_hours as q (user_id, starts, ends, time_zone)
    values (owner.id, input."from"::time, input."to"::time, input.time_zone)
    on conflict (user_id) do update set starts = excluded.starts, ends = excluded.ends, time_zone = excluded.time_zone;
  perform app_private.release_quiet_deliveries(owner.id);
  return owner;
end
$$;
comment on function app_public.quiet_hours_edit(app_public.quiet_hours_input) is
  E'@argument input The new quiet hours.\nSets your quiet hours: pushes of levels TWO and THREE wait until they end, if the alert is still active then. Level ONE always goes through. Returns you.';
grant execute on function app_public.quiet_hours_edit(app_public.quiet_hours_input) to app_user;
--! EndIncluded functions/app_public.quiet_hours_edit.sql
--! Included functions/app_public.quiet_hours_remove.sql
create or replace function app_public.quiet_hours_remove() returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
begin
  delete from app_public.quiet_hours q where q.user_id = owner.id;
  perform app_private.release_quiet_deliveries(owner.id);
  return owner;
end
$$;
comment on function app_public.quiet_hours_remove() is
  'Removes your quiet hours and sends the pushes that waited for their end. Returns you.';
grant execute on function app_public.quiet_hours_remove() to app_user;
--! EndIncluded functions/app_public.quiet_hours_remove.sql
--! Included functions/app_public.register_device.sql
create or replace function app_public.register_device(input app_public.register_notification_token) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
begin
  if input.token is null then
    raise exception using errcode = 'LA400', message = 'token is missing: send the token that the device got from its push service.';
  end if;
  delete from app_private.devices d where d.token = app_private.other_expo_token(input.token);
  insert into app_private.devices as d (user_id, token, provider)
    values (owner.id, app_private.device_token(input.token), app_private.push_provider(input.token))
    on conflict (token) do update set user_id = excluded.user_id, provider = excluded.provider, created_at = now();
  -- Each new installation of an app leaves an old token behind.
  delete from app_private.devices d where d.user_id = owner.id and d.id not in (
    select n.id from app_private.devices n where n.user_id = owner.id order by n.created_at desc, n.id desc limit 20);
  return owner;
end
$$;
comment on function app_public.register_device(app_public.register_notification_token) is
  E'@argument input The device.\nAdds a device to push to. A user has at most twenty devices; the oldest is removed. The token is one of Expo or FCM, or the JSON of a Web Push subscription. A token of another user moves to you. Returns you.';
grant execute on function app_public.register_device(app_public.register_notification_token) to app_user;
--! EndIncluded functions/app_public.register_device.sql
--! Included functions/app_public.require_admin.sql
create or replace function app_public.require_admin() returns boolean
language plpgsql stable parallel safe
as $$
begin
  if not pg_catalog.pg_has_role(current_user, 'app_admin', 'usage') then
    raise exception using errcode = 'LA403', message = 'This is for administrators only.';
  end if;
  return true;
end
$$;
comment on function app_public.require_admin() is
  E'@behavior -*\nReturns true for an administrator, and raises error LA403 for everyone else. Lists for administrators have it as a condition.';
grant execute on function app_public.require_admin() to app_user;
--! EndIncluded functions/app_public.require_admin.sql
--! Included functions/app_public.user_edit.sql
create or replace function app_public.user_edit(input app_public.user_edit, id integer) returns app_public.users
language plpgsql volatile strict
as $$
declare
  edited app_public.users;
begin
  update app_public.users u
    set email = coalesce(user_edit.input.email, u.email),
        name = coalesce(user_edit.input.name, u.name),
        address = coalesce(user_edit.input.address, u.address)
    where u.id = user_edit.id
    returning u.* into edited;
  if edited.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id that you may edit.';
  end if;
  return edited;
end
$$;
comment on function app_public.user_edit(app_public.user_edit, integer) is
  E'@argument input The fields to change.\n@argument id The user''s id.\nEdits your own user; an administrator may edit any user. Returns the edited user. Error NOT_FOUND for an unknown id and for the id of someone else.';
grant execute on function app_public.user_edit(app_public.user_edit, integer) to app_user;
--! EndIncluded functions/app_public.user_edit.sql
--! Included functions/app_public.user_password_edit.sql
create or replace function app_public.user_password_edit(password_hash text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users;
  caller_token_id constant uuid := nullif(current_setting('jwt.claims.token_id', true), '');
begin
  update app_private.user_credentials c
    set password_hash = user_password_edit.password_hash, token_version = c.token_version + 1,
      kept_token_id = caller_token_id,
      kept_at_version = case when caller_token_id is not null then c.token_version + 1 end
    where c.user_id = app_public.current_user_id();
  if not found then
    raise exception using errcode = 'LA401', message = 'Log in first: this needs a valid token.';
  end if;
  select u.* into owner from app_public.users u where u.id = app_public.current_user_id();
  return owner;
end
$$;
comment on function app_public.user_password_edit(text) is E'@behavior -mutationField\nReplaces your password by one that the host has hashed. The token of this request stays valid; every other token of yours is revoked. Returns you.';
grant execute on function app_public.user_password_edit(text) to app_user;
--! EndIncluded functions/app_public.user_password_edit.sql
--! Included functions/app_public.user_rights.sql
create or replace function app_public.user_rights(id integer, input app_public.user_rights_input) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  changed app_public.users;
begin
  -- The lock makes two administrators who demote each other take turns, so that one remains.
  perform from app_public.users u where u.is_admin order by u.id for update;
  update app_public.users u
    set is_admin = coalesce(input.is_admin, u.is_admin), is_tester = coalesce(input.is_tester, u.is_tester)
    where u.id = user_rights.id
    returning u.* into changed;
  if changed.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  if not exists (select from app_public.users u where u.is_admin) then
    raise exception using errcode = 'LA409', message = 'This is the last administrator: make another user an administrator first.';
  end if;
  return changed;
end
$$;
comment on function app_public.user_rights(integer, app_public.user_rights_input) is
  E'@argument id The user''s id.\n@argument input The rights to change.\nChanges whether a user is an administrator or a tester. For administrators. Error CONFLICT for the last administrator.';
grant execute on function app_public.user_rights(integer, app_public.user_rights_input) to app_admin;
--! EndIncluded functions/app_public.user_rights.sql
--! Included functions/app_public.users_quiet_hours.sql
create or replace function app_public.users_quiet_hours(account app_public.users) returns app_public.quiet_period
language sql stable
as $$
  select pg_catalog.to_char(q.starts, 'HH24:MI'), pg_catalog.to_char(q.ends, 'HH24:MI'), q.time_zone
    from app_public.quiet_hours q where q.user_id = account.id
$$;
comment on function app_public.users_quiet_hours(app_public.users) is
  'The hours in which pushes of levels TWO and THREE wait. Null if they never wait.';
grant execute on function app_public.users_quiet_hours(app_public.users) to app_user;
--! EndIncluded functions/app_public.users_quiet_hours.sql
--! Included functions/app_public.why_notified.sql
create or replace function app_public.why_notified(alert_id integer, user_id integer) returns app_public.notification_reason
language plpgsql stable strict
as $$
begin
  perform app_public.require_admin();
  return app_private.why_notified(alert_id, user_id);
end
$$;
comment on function app_public.why_notified(integer, integer) is
  E'@argument alertId The alert''s id.\n@argument userId The user''s id.\nThe position and the rule by which a user was notified of an alert or was not. For administrators: error FORBIDDEN for others, NOT_FOUND for an unknown alert or user.';
grant execute on function app_public.why_notified(integer, integer) to app_user;
--! EndIncluded functions/app_public.why_notified.sql

-- Views
--! Included views/analytics.active_users_per_day.sql
create or replace view analytics.active_users_per_day as
  select
    (p.created_at at time zone 'UTC')::date as day,
    count(distinct p.user_id) as users,
    count(*) as positions
  from app_public.positions p
  group by 1;
comment on view analytics.active_users_per_day is
  'The number of users who reported a position on each UTC day, and the number of positions, for as long as positions are kept.';
grant select on analytics.active_users_per_day to app_analyst;
--! EndIncluded views/analytics.active_users_per_day.sql
--! Included views/analytics.alerts.sql
create or replace view analytics.alerts as
  select
    a.id as alert_id,
    a.created_at,
    a.expires_at,
    round((public.st_area(a.zone1::public.geography) / 1e6)::numeric, 3) as area_km2,
    (select coalesce(sum(r.users), 0)::integer from app_private.alert_reach r where r.alert_id = a.id) as reached_users,
    count(n.id) filter (where n.level = 'ONE') as notified_level_one,
    count(n.id) filter (where n.level = 'TWO') as notified_level_two,
    count(n.id) filter (where n.level = 'THREE') as notified_level_three,
    count(n.id) filter (where n.level = 'ONE' and n.seen) as seen_level_one,
    count(n.id) filter (where n.level = 'TWO' and n.seen) as seen_level_two,
    count(n.id) filter (where n.level = 'THREE' and n.seen) as seen_level_three,
    a.status,
    a.event,
    a.cancelled_at
  from app_public.alerts a
  left join app_public.notifications n on n.alert_id = a.id and n.kind <> 'ALL_CLEAR'
  group by a.id;
comment on view analytics.alerts is
  'Each alert with its area in square kilometres, the number of users it reached (each once), and the notifications made and seen at each level, without all-clears. Exercises and tests are included: see status.';
grant select on analytics.alerts to app_analyst;
--! EndIncluded views/analytics.alerts.sql
--! Included views/analytics.notifications_per_day.sql
create or replace view analytics.notifications_per_day as
  select
    (n.created_at at time zone 'UTC')::date as day,
    n.level,
    count(*) as notifications,
    count(distinct n.user_id) as users,
    count(*) filter (where n.seen) as seen
  from app_public.notifications n
  where n.kind <> 'ALL_CLEAR'
  group by 1, 2;
comment on view analytics.notifications_per_day is
  'The notifications of each UTC day and level: their number, the number of users, and the number seen, without all-clears.';
grant select on analytics.notifications_per_day to app_analyst;
--! EndIncluded views/analytics.notifications_per_day.sql

-- Schemas
comment on schema app_public is 'What the GraphQL API shows.';
comment on schema app_private is 'Credentials, device tokens, settings and helper functions. The API shows nothing of it.';
comment on schema analytics is 'Read-only views for analysts, without tracks, tokens and hashes.';

-- Settings
comment on table app_private.settings is 'The settings of the service, in one row. A database administrator updates them.';
comment on column app_private.settings.only_row is 'Always true: the primary key of the one row.';
comment on column app_private.settings.alert_duration is 'How long an alert lasts by default.';
comment on column app_private.settings.max_position_age is 'The greatest age of a last position that publication matches, by default.';
comment on column app_private.settings.level2_distance is 'The default width of zone TWO around the area, in metres.';
comment on column app_private.settings.level3_distance is 'The default width of zone THREE around the area, in metres.';
comment on column app_private.settings.position_retention is 'How long positions are kept. Last positions are kept for good.';
comment on column app_private.settings.bare_token_provider is 'The provider of device tokens whose form tells none. A change applies to devices that are registered after it.';
comment on column app_private.settings.receipt_delay is 'The wait before Expo is asked for the receipts of accepted pushes.';
comment on column app_private.settings.default_language is 'The language of alerts that do not state theirs: a BCP 47 tag such as en or pt-BR.';
comment on column app_private.settings.max_accuracy is 'In metres. A less exact position cannot tell zone TWO from THREE, so it notifies of ONE only.';
comment on constraint settings_default_language on app_private.settings is 'default_language is not a language tag of BCP 47: write one such as "it" or "pt-BR".';
comment on constraint settings_max_accuracy on app_private.settings is 'max_accuracy is not positive: write a number of metres above 0.';
comment on constraint settings_receipt_delay on app_private.settings is 'receipt_delay is negative: write an interval of 0 or more.';

-- Users
comment on table app_public.users is E'@listForAdmins\n@searchBy email name\nA person who reports positions and gets notifications, or an administrator.';
comment on column app_public.users.id is 'The id of the user.';
comment on column app_public.users.email is 'The email address to log in with. It is unique, whatever its case.';
comment on column app_public.users.name is 'The name of the user.';
comment on column app_public.users.address is 'The postal address of the user.';
comment on column app_public.users.is_admin is 'True for an administrator, who may publish alerts and read all users and positions.';
comment on column app_public.users.created_at is 'When the user was created, in seconds since 1970-01-01 UTC.';
comment on column app_public.users.is_tester is 'True for a tester, who gets exercises and tests.';
comment on constraint users_address_length on app_public.users is 'address has more than 500 characters: shorten it.';
comment on constraint users_email_form on app_public.users is 'email is not an address: send one like name@example.org with at most 254 characters.';
comment on constraint users_name_length on app_public.users is 'name is empty or has more than 200 characters: send 1 to 200 characters, not only blanks.';
comment on table app_private.user_credentials is 'What proves the identity of a user.';
comment on column app_private.user_credentials.user_id is 'The user.';
comment on column app_private.user_credentials.password_hash is 'The hash of the password, which the host makes with bcrypt.';
comment on column app_private.user_credentials.token_version is 'The version of the tokens that are valid. A higher version revokes all tokens of the user.';
comment on column app_private.user_credentials.kept_token_id is 'The id of the token that made the last password change. It stays valid although its version is old.';
comment on column app_private.user_credentials.kept_at_version is 'The token version that the last password change set. Any later change of token_version also revokes the kept token.';
comment on constraint user_credentials_password_hash on app_private.user_credentials is 'password_hash is not a hash of bcrypt: let the host hash the password.';
comment on type app_public.user_edit is E'@inputTypeName UserEdit\nThe fields of a user to change. A field that is left out stays as it is.';
comment on column app_public.user_edit.email is 'The new email address.';
comment on column app_public.user_edit.name is 'The new name.';
comment on column app_public.user_edit.address is 'The new postal address.';
comment on type app_public.user_rights_input is E'@inputTypeName UserRightsInput\nThe rights of a user to change. A field that is left out stays as it is.';
comment on column app_public.user_rights_input.is_admin is 'True to make the user an administrator, false to end that.';
comment on column app_public.user_rights_input.is_tester is 'True to send exercises and tests to the user, false to stop that.';

-- Devices
comment on table app_private.devices is 'The devices to push to. A device token belongs to one user at a time.';
comment on column app_private.devices.id is 'Identifies the device without exposing its token.';
comment on column app_private.devices.user_id is 'The user who has the device.';
comment on column app_private.devices.token is 'The device token that the provider gave it.';
comment on column app_private.devices.created_at is 'When the device was last registered.';
comment on column app_private.devices.provider is 'The provider that pushes to the device. The form of the token decided this at registration.';
comment on constraint devices_token_length on app_private.devices is 'token is empty, has more than 2,048 characters or contains a control character: send it as the push service gave it.';
comment on type app_public.register_notification_token is E'@inputTypeName RegisterNotificationToken\nA device to push to.';
comment on column app_public.register_notification_token.token is E'@notNull\nThe token that the device got from its push service.';
comment on type app_private.push_provider is E'@value expo Expo.\n@value fcm Firebase Cloud Messaging.\n@value web_push The push service of a browser.\nThe provider that carries pushes to a device.';

-- Quiet hours
comment on table app_public.quiet_hours is E'@behavior -*\nThe hours in which pushes of levels TWO and THREE to a user wait, by the clock of a time zone. They may pass midnight.';
comment on column app_public.quiet_hours.user_id is 'The user.';
comment on column app_public.quiet_hours.starts is 'The time of day at which they start.';
comment on column app_public.quiet_hours.ends is 'The time of day at which they end.';
comment on column app_public.quiet_hours.time_zone is 'A name of the IANA time zone database, such as Europe/Rome.';
comment on constraint quiet_hours_not_empty on app_public.quiet_hours is 'from and to are equal: send two different times of day.';
comment on type app_public.quiet_hours_input is E'@inputTypeName QuietHoursInput\nThe hours in which your pushes of levels TWO and THREE wait.';
comment on column app_public.quiet_hours_input.from is E'@notNull\nThe time of day at which they start, such as 22:00.';
comment on column app_public.quiet_hours_input.to is E'@notNull\nThe time of day at which they end, such as 07:00. It may be earlier than from: they then pass midnight.';
comment on column app_public.quiet_hours_input.time_zone is E'@notNull\nA name of the IANA time zone database, such as Europe/Rome.';
comment on type app_public.quiet_period is 'The hours in which pushes of levels TWO and THREE wait.';
comment on column app_public.quiet_period.from is E'@notNull\nThe time of day at which they start, such as 22:00.';
comment on column app_public.quiet_period.to is E'@notNull\nThe time of day at which they end, such as 07:00. It may be earlier than from: they then pass midnight.';
comment on column app_public.quiet_period.time_zone is E'@notNull\nA name of the IANA time zone database, such as Europe/Rome.';

-- Positions
comment on type app_public.moving_activity is E'@value IN_VEHICLE In a vehicle.\n@value ON_BICYCLE On a bicycle.\n@value ON_FOOT On foot, walking or running.\n@value RUNNING Running.\n@value STILL Not moving.\n@value TILTING The device is tilting, for example because it was picked up.\n@value UNKNOWN The device cannot tell.\n@value WALKING Walking.\nHow a user is moving, as the device''s activity recognition reports it.';
comment on table app_public.positions is E'@newestFirst\n@listForAdmins\n@filterBy moving_activity[]\nA position that a user reported. Positions are history: rows are only added, and purged after a time.';
comment on column app_public.positions.id is 'The id of the position. Ids grow with time.';
comment on column app_public.positions.user_id is 'The id of the user who reported it.';
comment on column app_public.positions.created_at is 'When the service received it, in seconds since 1970-01-01 UTC.';
comment on column app_public.positions.taken_at is 'When the device took it, in seconds since 1970-01-01 UTC. It equals createdAt if the device did not say.';
comment on column app_public.positions.latitude is 'Degrees north, WGS 84.';
comment on column app_public.positions.longitude is 'Degrees east, WGS 84.';
comment on column app_public.positions.accuracy is 'The radius of its accuracy in metres, as the device reported it. Null if it did not.';
comment on column app_public.positions.moving_activity is 'How the user was moving.';
comment on constraint positions_accuracy on app_public.positions is 'accuracy is out of range: send metres from 0 to 20,000,000.';
comment on constraint positions_latitude on app_public.positions is 'latitude is out of range: send degrees from -90 to 90.';
comment on constraint positions_longitude on app_public.positions is 'longitude is out of range: send degrees from -180 to 180.';
comment on constraint positions_taken_at on app_public.positions is 'takenAt is in the future or before 1970: send seconds since 1970-01-01 UTC.';
comment on type app_public.position_input is E'@inputTypeName PositionInput\nA position to report.';
comment on column app_public.position_input.latitude is E'@notNull\nDegrees north, WGS 84, from -90 to 90.';
comment on column app_public.position_input.longitude is E'@notNull\nDegrees east, WGS 84, from -180 to 180.';
comment on column app_public.position_input.moving_activity is E'@notNull\nHow you are moving.';
comment on column app_public.position_input.taken_at is 'When the device took it, in seconds since 1970-01-01 UTC. Now, if it is left out. Up to a day ahead counts as now, for clocks that are fast.';
comment on column app_public.position_input.accuracy is 'The radius of its accuracy in metres.';
comment on table app_public.last_positions is E'@behavior -query:resource:connection\n@orderedBy user_id\n@listForAdmins\n@filterBy user_id\nThe last position of a user, by the time it was taken. It survives the purge of positions.';
comment on column app_public.last_positions.user_id is 'The id of the user.';
comment on column app_public.last_positions.position_id is E'@behavior -*\nThe position report that it comes from.';
comment on column app_public.last_positions.created_at is 'When the service received it, in seconds since 1970-01-01 UTC.';
comment on column app_public.last_positions.taken_at is 'When the device took it, in seconds since 1970-01-01 UTC.';
comment on column app_public.last_positions.location is E'@behavior -*\nLongitude and latitude in degrees, WGS 84.';
comment on column app_public.last_positions.accuracy is 'The radius of its accuracy in metres, as the device reported it. Null if it did not.';
comment on column app_public.last_positions.moving_activity is 'How the user was moving.';
comment on constraint last_positions_user_id_fkey on app_public.last_positions is E'@fieldName user\n@backwardBehavior -*\nThe user.';

-- Alerts
comment on type app_public.level_alert is E'@value ONE Inside the area.\n@value TWO Outside the area, but within its level-two distance.\n@value THREE Further out, but within its level-three distance.\nHow close someone is to the area of an alert. ONE is the most urgent.';
comment on type app_public.severity is E'@value EXTREME An extraordinary threat to life or property.\n@value SEVERE A significant threat to life or property.\n@value MODERATE A possible threat to life or property.\n@value MINOR Little or no known threat to life or property.\n@value UNKNOWN The severity is not known.\nHow bad it is, in the terms of CAP 1.2.';
comment on type app_public.urgency is E'@value IMMEDIATE Act at once.\n@value EXPECTED Act soon, within the next hour.\n@value FUTURE Act in the near future.\n@value PAST No action is needed any more.\n@value UNKNOWN The urgency is not known.\nHow soon people should act, in the terms of CAP 1.2.';
comment on type app_public.certainty is E'@value OBSERVED It has happened or is going on.\n@value LIKELY More than 50 percent.\n@value POSSIBLE Possible, but not more than 50 percent.\n@value UNLIKELY Close to 0 percent.\n@value UNKNOWN The certainty is not known.\nHow sure it is, in the terms of CAP 1.2.';
comment on type app_public.alert_status is E'@value ACTUAL A real warning for everyone.\n@value EXERCISE An exercise, which reaches only testers.\n@value TEST A technical test, which reaches only testers.\nWhat an alert is for, in the terms of CAP 1.2.';
comment on type app_public.alert_state is E'@value ACTIVE It is active: it notifies people who enter its zones.\n@value EXPIRED It reached its end.\n@value CANCELLED An administrator cancelled it.\nWhether an alert is active, and if not, how it ended.';
comment on domain app_public.geo_json is E'@name GeoJSON\nA geometry as GeoJSON (RFC 7946). Positions are [longitude, latitude] in degrees, WGS 84.';
comment on table app_public.alerts is E'@newestFirst\n@filterBy id\nA warning for an area: its texts, zones, times and versions.';
comment on column app_public.alerts.id is 'The id of the alert.';
comment on column app_public.alerts.user_id is 'The id of the administrator who published it.';
comment on column app_public.alerts.created_at is 'When it was published, in seconds since 1970-01-01 UTC.';
comment on column app_public.alerts.expires_at is 'When it ends by itself, in seconds since 1970-01-01 UTC.';
comment on column app_public.alerts.zone1 is E'@behavior -*\nThe area as drawn: longitude and latitude in degrees. Edges are straight in these.';
comment on column app_public.alerts.zone2 is E'@behavior -*\nThe area and level2_distance metres around it.';
comment on column app_public.alerts.zone3 is E'@behavior -*\nThe area and level3_distance metres around it.';
comment on column app_public.alerts.level2_distance is 'The width of zone TWO around the area, in metres.';
comment on column app_public.alerts.level3_distance is 'The width of zone THREE around the area, in metres.';
comment on column app_public.alerts.max_position_age is E'@behavior -*\nThe greatest age of a position that it matches.';
comment on column app_public.alerts.text1 is 'The text for people inside the area.';
comment on column app_public.alerts.text2 is 'The text for people in zone TWO.';
comment on column app_public.alerts.text3 is 'The text for people in zone THREE.';
comment on column app_public.alerts.active is E'@behavior -*\nTrue until a job finds that the alert has expired. It only keeps ended alerts out of the index; expires_at decides.';
comment on column app_public.alerts.language is 'The language of the texts: a BCP 47 tag such as en or pt-BR.';
comment on column app_public.alerts.max_accuracy is E'@behavior -*\nIn metres. A less exact position notifies of level ONE only.';
comment on column app_public.alerts.event is 'What happens, in a few words, such as "Flood" or "Gas leak".';
comment on column app_public.alerts.severity is 'How bad it is.';
comment on column app_public.alerts.urgency is 'How soon people should act.';
comment on column app_public.alerts.certainty is 'How sure it is.';
comment on column app_public.alerts.status is 'Whether it is a real warning, an exercise or a test.';
comment on column app_public.alerts.version is 'The version: 1 at first, and one more with each update and with the cancellation.';
comment on column app_public.alerts.told_version is E'@behavior -*\nUsers who were notified of this version or a later one are not notified again.';
comment on column app_public.alerts.cancelled_at is 'When it was cancelled, in seconds since 1970-01-01 UTC. Null if it was not.';
comment on column app_public.alerts.all_clear is 'The text of the all-clear. Null if it was not cancelled.';
comment on column app_public.alerts.idempotency_key is E'@behavior -*\nThe key of the request that published it.';
comment on column app_public.alerts.request is E'@behavior -*\nSHA-256 of the content of that request.';
comment on constraint alerts_all_clear on app_public.alerts is 'text is empty or has more than 10,000 characters: write that the danger is over.';
comment on constraint alerts_cancelled on app_public.alerts is 'cancelled_at and all_clear do not fit: set both or neither.';
comment on constraint alerts_event on app_public.alerts is 'event is empty or has more than 200 characters: write a few words, or leave it out.';
comment on constraint alerts_idempotency_key on app_public.alerts is 'idempotencyKey is empty or has more than 200 characters: send a UUID, for example.';
comment on constraint alerts_idempotency_key_key on app_public.alerts is 'idempotencyKey belongs to another alert of yours: send a new key with each alert.';
comment on constraint alerts_language on app_public.alerts is 'language is not a language tag of BCP 47: send one such as "it" or "pt-BR".';
comment on constraint alerts_text1_length on app_public.alerts is 'text1 is empty or has more than 10,000 characters: write what people inside the area should do.';
comment on constraint alerts_text2_length on app_public.alerts is 'text2 is empty or has more than 10,000 characters: write what people in zone TWO should do.';
comment on constraint alerts_text3_length on app_public.alerts is 'text3 is empty or has more than 10,000 characters: write what people in zone THREE should do.';
comment on constraint alerts_zones on app_public.alerts is 'A zone is not a polygon: store a Polygon or a MultiPolygon.';
comment on constraint alerts_user_id_fkey on app_public.alerts is E'@fieldName user\n@behavior -manyRelation:resource:list\nThe administrator who published it.';
comment on index app_public.users_email_key is 'This email is taken: use another one.';
comment on type app_public.point_input is E'@inputTypeName PointInput\nA corner of an area.';
comment on column app_public.point_input.latitude is E'@notNull\nDegrees north, WGS 84, from -90 to 90.';
comment on column app_public.point_input.longitude is E'@notNull\nDegrees east, WGS 84, from -180 to 180.';
comment on type app_public.alert_input is E'@inputTypeName AlertInput\nAn alert to publish.';
comment on column app_public.alert_input.points is E'@notNull\n@itemsNotNull\n@emptyByDefault\nThe corners of the area in order, at least three. The last one need not repeat the first. Leave it out if you send area.';
comment on column app_public.alert_input.text1 is E'@notNull\nThe text for people inside the area.';
comment on column app_public.alert_input.text2 is E'@notNull\nThe text for people in zone TWO.';
comment on column app_public.alert_input.text3 is E'@notNull\nThe text for people in zone THREE.';
comment on column app_public.alert_input.language is 'The language of the texts, which chooses the voice: a BCP 47 tag such as "it" or "pt-BR". The service''s own language by default.';
comment on column app_public.alert_input.area is 'The area as a Polygon or a MultiPolygon, in place of points. It may have holes.';
comment on column app_public.alert_input.level2_distance is 'The width of zone TWO around the area, in metres. By default 1,000 unless the settings differ.';
comment on column app_public.alert_input.level3_distance is 'The width of zone THREE around the area, in metres, more than level2Distance. By default 2,000 unless the settings differ.';
comment on column app_public.alert_input.expires_at is 'When it ends, in seconds since 1970-01-01 UTC. By default after 24 hours unless the settings differ.';
comment on column app_public.alert_input.max_position_age is 'In seconds. Publication does not match an older last position. By default 24 hours unless the settings differ.';
comment on column app_public.alert_input.severity is 'How bad it is. UNKNOWN by default.';
comment on column app_public.alert_input.urgency is 'How soon people should act. UNKNOWN by default.';
comment on column app_public.alert_input.certainty is 'How sure it is. UNKNOWN by default.';
comment on column app_public.alert_input.event is 'What happens, in a few words, such as "Flood" or "Gas leak".';
comment on column app_public.alert_input.status is 'Whether it is a real warning, an exercise or a test. ACTUAL by default; the others reach only testers.';
comment on column app_public.alert_input.idempotency_key is 'A key of your own for this alert, such as a UUID. Repeating the same request with the same key makes no second alert.';
comment on type app_public.alert_update_input is E'@inputTypeName AlertUpdateInput\nThe changes of an alert. A field that is left out stays as it is.';
comment on column app_public.alert_update_input.points is E'@itemsNotNull\nThe corners of the new area, in order.';
comment on column app_public.alert_update_input.area is 'The new area as a Polygon or a MultiPolygon, in place of points.';
comment on column app_public.alert_update_input.level2_distance is 'The width of zone TWO around the area, in metres.';
comment on column app_public.alert_update_input.level3_distance is 'The width of zone THREE around the area, in metres.';
comment on column app_public.alert_update_input.expires_at is 'When it ends, in seconds since 1970-01-01 UTC.';
comment on column app_public.alert_update_input.text1 is 'The text for people inside the area.';
comment on column app_public.alert_update_input.text2 is 'The text for people in zone TWO.';
comment on column app_public.alert_update_input.text3 is 'The text for people in zone THREE.';
comment on column app_public.alert_update_input.renotify is 'True to notify again everyone who was notified already, with the new text.';
comment on table app_public.alert_versions is E'@behavior -query:resource:list -query:resource:connection\n@newestFirst\n@orderedBy version\nA version of an alert: its state from a time on, and who made it.';
comment on column app_public.alert_versions.alert_id is 'The id of the alert.';
comment on column app_public.alert_versions.version is 'The version: 1 at first, and one more with each change.';
comment on column app_public.alert_versions.user_id is 'The id of the administrator who made it.';
comment on column app_public.alert_versions.created_at is 'When it was made, in seconds since 1970-01-01 UTC.';
comment on column app_public.alert_versions.zone1 is E'@behavior -*\nThe area.';
comment on column app_public.alert_versions.level2_distance is 'The width of zone TWO around the area, in metres.';
comment on column app_public.alert_versions.level3_distance is 'The width of zone THREE around the area, in metres.';
comment on column app_public.alert_versions.expires_at is 'When the alert ends by itself, in seconds since 1970-01-01 UTC.';
comment on column app_public.alert_versions.text1 is 'The text for people inside the area.';
comment on column app_public.alert_versions.text2 is 'The text for people in zone TWO.';
comment on column app_public.alert_versions.text3 is 'The text for people in zone THREE.';
comment on column app_public.alert_versions.all_clear is 'The text of the all-clear, if this version is the cancellation.';
comment on column app_public.alert_versions.is_renotified is 'True if this version notified everyone again who was notified already.';
comment on constraint alert_versions_alert_id_fkey on app_public.alert_versions is E'@fieldName alert\n@foreignFieldName history\n@backwardDescription The versions of the alert, newest first. At most 1,000.\nThe alert.';
comment on constraint alert_versions_user_id_fkey on app_public.alert_versions is E'@fieldName user\n@behavior -manyRelation:resource:list\nThe administrator who made this version.';
comment on type app_public.alert_reach_preview is E'@name alert_reach\nHow many users an alert would notify.';
comment on column app_public.alert_reach_preview.one is E'@notNull\nUsers inside the area.';
comment on column app_public.alert_reach_preview.two is E'@notNull\nUsers in zone TWO.';
comment on column app_public.alert_reach_preview.three is E'@notNull\nUsers in zone THREE.';
comment on column app_public.alert_reach_preview.with_device is E'@notNull\nHow many of these have a device to push to.';
comment on column app_public.alert_reach_preview.stale is E'@notNull\nUsers who are left out because their last position in the zones is too old.';
comment on column app_public.alert_reach_preview.coarse is E'@notNull\nUsers who are left out because their position is too coarse to tell zone TWO from THREE.';
comment on column app_public.alert_reach_preview.area is E'@notNull\nThe size of the area in square metres, without the zones around it.';
comment on type app_public.alert_here is 'An active alert at a place.';
comment on column app_public.alert_here.alert_id is E'@notNull\nThe id of the alert.';
comment on column app_public.alert_here.level is E'@notNull\nThe innermost zone that contains the place.';
comment on column app_public.alert_here.distance is E'@notNull\nThe distance from the area in metres, 0 inside.';
comment on column app_public.alert_here.text is E'@notNull\nThe text of that level.';

-- Publication
comment on table app_private.publications is 'The progress of each publication. A small one notifies all its users at once. A larger one queues its users and notifies them chunk by chunk. A very large one passes through all users by id, notifies those of level ONE, and queues the others.';
comment on column app_private.publications.alert_id is 'The alert.';
comment on column app_private.publications.level is 'ONE before a publication begins and while it passes through all users; TWO while it notifies the queued users.';
comment on column app_private.publications.last_user_id is 'The id up to which it has passed through the users.';
comment on column app_private.publications.completed_at is 'When it was completed. Null until then.';
comment on index app_private.publications_incomplete is 'Serves app_private.heartbeat(), which looks for unfinished publications every two seconds.';
comment on table app_private.publication_waiting is 'Users in an alert''s zones who are still to be notified, in chunks, the most urgent level first.';
comment on column app_private.publication_waiting.alert_id is 'The alert.';
comment on column app_private.publication_waiting.level is 'The level of these users.';
comment on column app_private.publication_waiting.first_user_id is 'The lowest of their ids.';
comment on column app_private.publication_waiting.user_ids is 'Their ids.';
comment on table app_private.alert_reach is 'The users newly reached by an alert, one row for each transaction, so that transactions do not wait for each other. The sum is the number reached.';
comment on column app_private.alert_reach.alert_id is 'The alert.';
comment on column app_private.alert_reach.id is 'The id of the row.';
comment on column app_private.alert_reach.users is 'How many users the transaction reached.';
comment on table app_private.workers is 'The worker pools that run jobs, one for each lane of each process.';
comment on column app_private.workers.id is 'The id of the pool.';
comment on column app_private.workers.since is 'Since when it has been alive without a pause.';
comment on column app_private.workers.seen_at is 'When it last reported that it is alive.';

-- Notifications
comment on type app_public.notification_kind is E'@value ALERT The alert, for the first time.\n@value UPDATE A later version of the alert.\n@value ALL_CLEAR The alert was cancelled.\nWhat a notification says.';
comment on type app_public.notification_rule is E'@value INSIDE_WHEN_PUBLISHED Notified: the last position lay in a zone at publication.\n@value CAME_IN_LATER Notified: a later position report lay in a zone.\n@value OUTSIDE Not notified: the position lies outside all zones.\n@value NO_POSITION Not notified: the user has no position.\n@value TOO_OLD Not notified: the position was too old.\n@value TOO_COARSE Not notified: the position was too coarse to tell zone TWO from THREE.\n@value NOT_A_TESTER Not notified: the alert is an exercise or a test, and the user is not a tester.\n@value CAME_IN_AFTER_THE_END Not notified: the position was reported after the alert had ended.\n@value NOT_YET Not notified: the publication has not come to this user yet.\nWhy a user was notified of an alert or was not.';
comment on table app_public.notifications is E'@newestFirst\n@filterBy seen id alert_id\n@foreignKey (alert_id) references app_public.alerts (id)|@fieldName alert|@foreignFieldName notifications|@notNull|@forwardDescription The alert.|@backwardDescription The notifications of the alert, newest first: your own; for an administrator, those of everyone.\n@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The user who was notified.|@behavior -manyRelation:resource:list\nThe record that a user was notified of an alert: at which level, and by which position.';
comment on column app_public.notifications.id is 'The id of the notification.';
comment on column app_public.notifications.alert_id is 'The id of the alert.';
comment on column app_public.notifications.user_id is 'The id of the user.';
comment on column app_public.notifications.level is 'The level at which the user was notified, which tells the text.';
comment on column app_public.notifications.latitude is 'Where the user was, in degrees north.';
comment on column app_public.notifications.longitude is 'Where the user was, in degrees east.';
comment on column app_public.notifications.moving_activity is 'How the user was moving.';
comment on column app_public.notifications.seen is 'True if the user has seen it.';
comment on column app_public.notifications.created_at is 'When the user was notified, in seconds since 1970-01-01 UTC.';
comment on column app_public.notifications.seen_at is 'When the user first saw it, in seconds since 1970-01-01 UTC. Null if they have not.';
comment on column app_public.notifications.taken_at is 'When the device took the position that notified the user, in seconds since 1970-01-01 UTC.';
comment on column app_public.notifications.accuracy is 'The radius of accuracy of that position in metres. Null if the device did not report it.';
comment on column app_public.notifications.version is 'The version of the alert that notified the user.';
comment on column app_public.notifications.kind is 'What the notification says.';
comment on type app_public.notification_update_input is E'@inputTypeName NotificationUpdateInput\nA notification of yours, and whether you have seen it.';
comment on column app_public.notification_update_input.id is E'@notNull\nThe id of the notification.';
comment on column app_public.notification_update_input.seen is E'@notNull\nTrue if you have seen it.';
comment on type app_public.notification_reason is 'The position and the rule by which a user was notified of an alert or was not.';
comment on column app_public.notification_reason.notification_id is 'The id of the notification. Null if the user was not notified.';
comment on column app_public.notification_reason.level is 'The level of the notification. Null if the user was not notified.';
comment on column app_public.notification_reason.rule is E'@notNull\nThe rule that decided.';
comment on column app_public.notification_reason.latitude is 'The latitude of the position that counted, in degrees north. Null if there is none.';
comment on column app_public.notification_reason.longitude is 'The longitude of the position that counted, in degrees east. Null if there is none.';
comment on column app_public.notification_reason.taken_at is 'When the device took that position, in seconds since 1970-01-01 UTC.';
comment on column app_public.notification_reason.age is 'The age of the position when it counted, in seconds. If the user was not notified: its age now, or when the alert ended.';
comment on column app_public.notification_reason.accuracy is 'The radius of its accuracy in metres. Null if the device did not report it.';
comment on column app_public.notification_reason.distance1 is 'The distance from the area in metres, 0 inside.';
comment on column app_public.notification_reason.distance2 is 'The distance from zone TWO in metres, 0 inside.';
comment on column app_public.notification_reason.distance3 is 'The distance from zone THREE in metres, 0 inside.';

-- Deliveries
comment on type app_private.delivery_state is E'@value queued Waits to be sent, for the first time or again.\n@value sent Sent; the provider has not answered yet.\n@value accepted The provider has accepted it.\n@value failed It has failed for good.\n@value dead The device is gone.\nThe state of a delivery.';
comment on table app_private.deliveries is 'One notification on its way to one device. It has no foreign keys, as notifications have none, and as it outlives its device.';
comment on column app_private.deliveries.notification_id is 'The notification.';
comment on column app_private.deliveries.device_id is 'The device.';
comment on column app_private.deliveries.alert_id is 'The alert of the notification.';
comment on column app_private.deliveries.user_id is 'The user of the notification.';
comment on column app_private.deliveries.level is 'The level of the notification.';
comment on column app_private.deliveries.provider is 'The provider of the device.';
comment on column app_private.deliveries.state is 'The state of the delivery.';
comment on column app_private.deliveries.attempts is 'How often it was sent.';
comment on column app_private.deliveries.created_at is 'When the delivery was made.';
comment on column app_private.deliveries.due_at is 'While it is queued: it is not sent before this time.';
comment on column app_private.deliveries.sent_at is 'When it was last sent. Null if it was not, for example because its provider is off.';
comment on column app_private.deliveries.settled_at is 'When it was accepted or given up.';
comment on column app_private.deliveries.job_id is 'The job that last sent it. If that job died before an answer, its successor sends it again.';
comment on column app_private.deliveries.receipt is 'The id to ask the provider with for the receipt, until there is one.';
comment on column app_private.deliveries.why is 'Why it last failed.';
comment on column app_private.deliveries.failures is 'When and why it failed, each time.';
comment on type app_private.claimed_delivery is 'A delivery that a job has to send now.';
comment on column app_private.claimed_delivery.notification_id is 'The notification.';
comment on column app_private.claimed_delivery.device_id is 'The device.';
comment on column app_private.claimed_delivery.token is 'The device''s token.';
comment on column app_private.claimed_delivery.alert_id is 'The alert of the notification.';
comment on column app_private.claimed_delivery.level is 'The level of the notification.';
comment on column app_private.claimed_delivery.kind is 'What the notification says.';
comment on type app_public.level_delivery is 'The results of an alert''s notifications of one level. Each notification counts once, however many devices its user has.';
comment on column app_public.level_delivery.level is E'@notNull\nThe level.';
comment on column app_public.level_delivery.targeted is E'@notNull\nUsers notified in the API. Users without a device are notified only there.';
comment on column app_public.level_delivery.sent is E'@notNull\nNotifications pushed to a device, whatever the result.';
comment on column app_public.level_delivery.accepted is E'@notNull\nNotifications that the provider of a device has accepted.';
comment on column app_public.level_delivery.failed is E'@notNull\nNotifications that failed for good at every device.';
comment on column app_public.level_delivery.seen is E'@notNull\nNotifications that the user has seen, as their client reports.';
comment on column app_public.level_delivery.accepted_after_median is 'The median of the seconds until the provider accepted a push, from publication, or from the notification of a late entry.';
comment on column app_public.level_delivery.accepted_after_p95 is 'The 95th percentile of the seconds until the provider accepted a push.';
comment on column app_public.level_delivery.seen_after_median is 'The median of the seconds until the user saw the notification.';
comment on column app_public.level_delivery.seen_after_p95 is 'The 95th percentile of the seconds until the user saw the notification.';

-- Speech
comment on table app_private.speeches is 'Texts as speech. Each text is stored once for each voice, whichever alerts use it.';
comment on column app_private.speeches.id is 'The id, which is part of the URL. It is random, as everyone who knows it may listen.';
comment on column app_private.speeches.digest is 'SHA-256 of the voice, a line feed and the text.';
comment on column app_private.speeches.voice is 'The engine, its version, the voice and the encoding.';
comment on column app_private.speeches.mp3 is 'The MP3 file. It never changes, as clients cache it.';
comment on column app_private.speeches.created_at is 'When it was made.';
comment on table app_private.alert_speeches is 'The speech of an alert''s text for a level. There is no row until the text is spoken.';
comment on column app_private.alert_speeches.alert_id is 'The alert.';
comment on column app_private.alert_speeches.level is 'The level of the text.';
comment on column app_private.alert_speeches.speech_id is 'The speech.';

-- Views for analysts
comment on column analytics.alerts.alert_id is 'The id of the alert.';
comment on column analytics.alerts.created_at is 'When it was published.';
comment on column analytics.alerts.expires_at is 'When it ends by itself.';
comment on column analytics.alerts.area_km2 is 'The size of the area in square kilometres.';
comment on column analytics.alerts.reached_users is 'The number of users who were notified, each counted once.';
comment on column analytics.alerts.notified_level_one is 'Notifications of level ONE.';
comment on column analytics.alerts.notified_level_two is 'Notifications of level TWO.';
comment on column analytics.alerts.notified_level_three is 'Notifications of level THREE.';
comment on column analytics.alerts.seen_level_one is 'Notifications of level ONE that were seen.';
comment on column analytics.alerts.seen_level_two is 'Notifications of level TWO that were seen.';
comment on column analytics.alerts.seen_level_three is 'Notifications of level THREE that were seen.';
comment on column analytics.alerts.status is 'ACTUAL, EXERCISE or TEST.';
comment on column analytics.alerts.event is 'What happens, in a few words.';
comment on column analytics.alerts.cancelled_at is 'When it was cancelled. Null if it was not.';
comment on column analytics.notifications_per_day.day is 'The UTC day.';
comment on column analytics.notifications_per_day.level is 'The level.';
comment on column analytics.notifications_per_day.notifications is 'The number of notifications.';
comment on column analytics.notifications_per_day.users is 'The number of users who were notified.';
comment on column analytics.notifications_per_day.seen is 'The number of notifications that were seen.';
comment on column analytics.active_users_per_day.day is 'The UTC day.';
comment on column analytics.active_users_per_day.users is 'The number of users who reported a position.';
comment on column analytics.active_users_per_day.positions is 'The number of positions.';
