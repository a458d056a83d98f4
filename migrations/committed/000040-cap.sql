--! Previous: sha1:f2ef8e366fdabb3ec3ed133ee0c3fec84bf7aae4
--! Hash: sha1:b062521c18efbf7029edd535b8483e9ac7fc0f67
--! Message: CAP

set local check_function_bodies = off; -- Functions call later ones.

create type app_public.cap_category as enum (
  'GEO', 'MET', 'SAFETY', 'SECURITY', 'RESCUE', 'FIRE', 'HEALTH', 'ENV', 'TRANSPORT', 'INFRA', 'CBRNE', 'OTHER');
comment on type app_public.cap_category is
  E'@value GEO Earth: quakes, landslides.\n@value MET Weather and floods.\n@value SAFETY Public safety.\n@value SECURITY Police and the military.\n@value RESCUE Rescue and recovery.\n@value FIRE Fire.\n@value HEALTH Health.\n@value ENV Pollution and the environment.\n@value TRANSPORT Transport.\n@value INFRA Utilities and telecommunication.\n@value CBRNE Chemical, biological, radiological, nuclear or explosive.\n@value OTHER Something else.\nThe kind of an event, in the terms of CAP 1.2.';
create type app_public.response_type as enum ('SHELTER', 'EVACUATE', 'PREPARE', 'EXECUTE', 'AVOID', 'MONITOR', 'ASSESS', 'NONE');
comment on type app_public.response_type is
  E'@value SHELTER Take shelter.\n@value EVACUATE Leave.\n@value PREPARE Get ready.\n@value EXECUTE Carry out what was planned.\n@value AVOID Stay away.\n@value MONITOR Follow the news.\n@value ASSESS Judge for yourself.\n@value NONE Do nothing.\nWhat people should do, in the terms of CAP 1.2.';

alter type app_public.alert_input add attribute category app_public.cap_category;
alter type app_public.alert_input add attribute response_type app_public.response_type;
comment on column app_public.alert_input.category is 'The kind of event. The setting CAP_CATEGORY by default.';
comment on column app_public.alert_input.response_type is 'What people should do. Left out of messages by default.';
alter type app_public.alert_template_input add attribute category app_public.cap_category;
alter type app_public.alert_template_input add attribute response_type app_public.response_type;
comment on column app_public.alert_template_input.category is 'The kind of event.';
comment on column app_public.alert_template_input.response_type is 'What people should do.';

alter table app_public.alerts add column category app_public.cap_category;
alter table app_public.alerts add column response_type app_public.response_type;
comment on column app_public.alerts.category is 'The kind of event. Null for the setting CAP_CATEGORY.';
comment on column app_public.alerts.response_type is 'What people should do. Null if it is not said.';
alter table app_public.alert_templates add column category app_public.cap_category;
alter table app_public.alert_templates add column response_type app_public.response_type;
comment on column app_public.alert_templates.category is 'The kind of event.';
comment on column app_public.alert_templates.response_type is 'What people should do.';
grant insert (category, response_type), update (category, response_type) on app_public.alert_templates to app_approver;
alter table app_private.sent_alerts add column category app_public.cap_category;
alter table app_private.sent_alerts add column response_type app_public.response_type;
comment on column app_private.sent_alerts.category is 'The kind of event.';
comment on column app_private.sent_alerts.response_type is 'What people should do.';

alter table app_private.settings add column cap boolean not null default false;
comment on column app_private.settings.cap is 'Whether the service speaks CAP: its jobs write it when they start, by the setting CAP_SENDER.';

create table app_private.cap_messages (
  alert_id integer not null,
  version integer not null,
  level integer not null,
  identifier text not null,
  sender text not null,
  sent text not null,
  expires_at timestamptz not null,
  facts jsonb not null,
  message text not null,
  made_at timestamptz not null default now(),
  constraint cap_messages_pkey primary key (alert_id, version, level),
  constraint cap_messages_alert_id_fkey foreign key (alert_id) references app_public.alerts(id) on delete cascade,
  constraint cap_messages_level check ((level >= 0) and (level <= 3))
);
create index cap_messages_expires_at on app_private.cap_messages (expires_at);
alter table app_private.cap_messages enable row level security;
comment on table app_private.cap_messages is
  'The messages of CAP, as they are served: they never change, whatever settings or code do later.';
comment on column app_private.cap_messages.alert_id is 'The alert.';
comment on column app_private.cap_messages.version is 'The version of the alert.';
comment on column app_private.cap_messages.level is 'The zone, 1 to 3; 0 for the single message with all three.';
comment on column app_private.cap_messages.identifier is 'Its identifier, which no other message has.';
comment on column app_private.cap_messages.sender is 'Its sender.';
comment on column app_private.cap_messages.sent is 'When it was sent, as it says: references repeat it byte for byte.';
comment on column app_private.cap_messages.expires_at is 'When it expires.';
comment on column app_private.cap_messages.facts is 'What feeds say about it.';
comment on column app_private.cap_messages.message is 'Its XML.';
comment on column app_private.cap_messages.made_at is 'When it was made.';
comment on index app_private.cap_messages_expires_at is 'Serves app_private.cap_feed().';

--! Included cap/app_private.cap_polygons.sql
create or replace function app_private.cap_pieces(zone public.geometry) returns setof public.geometry
language plpgsql immutable set search_path = pg_catalog, public, pg_temp
as $$
declare
  piece geometry;
  meridian double precision;
begin
  for piece in select d.geom from st_dump(zone) d where st_dimension(d.geom) = 2 loop
    -- Through the middle hole, and on the grid, so that both sides share their corners. Holes too narrow for it, of 20 cm at
    -- most, are filled.
    select (array_agg(m.x order by m.x))[(count(*) + 1) / 2] into meridian
      from st_dumprings(piece) r, round(((st_xmin(r.geom) + st_xmax(r.geom)) / 2)::numeric, 6) m (x)
      where r.path[1] > 0 and st_xmax(r.geom) - st_xmin(r.geom) > 2e-6;
    if meridian is null then
      return next st_makepolygon(st_exteriorring(piece));
    else
      return query select app_private.cap_pieces(st_intersection(piece, side.half, 1e-6))
        from (values (st_makeenvelope(-180, -90, meridian, 90, 4326)), (st_makeenvelope(meridian, -90, 180, 90, 4326))) side (half);
    end if;
  end loop;
end
$$;
comment on function app_private.cap_pieces(public.geometry) is
  'Returns polygons without holes that make up a zone: a hole is cut by the meridian through its middle.';

create or replace function app_private.cap_polygons(zone public.geometry) returns text[]
language sql immutable set search_path = pg_catalog, public, pg_temp
as $$
  select array(
    select string_agg(
        trim_scale(round(st_y(p.geom)::numeric, 6)) || ',' || trim_scale(round(st_x(p.geom)::numeric, 6)), ' ' order by p.path)
      from app_private.cap_pieces(zone) with ordinality piece (geom, number), st_dumppoints(st_forcepolygonccw(piece.geom)) p
      group by piece.number order by piece.number)
$$;
comment on function app_private.cap_polygons(public.geometry) is
  'Returns the polygons of a zone as CAP writes them: closed rings of latitude,longitude with six decimals.';
--! EndIncluded cap/app_private.cap_polygons.sql
--! Included cap/app_private.cap_message.sql
create or replace function app_private.cap_message(alert_id integer, version integer, level integer) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select m.message from app_private.cap_messages m
    where (m.alert_id, m.version, m.level) = (cap_message.alert_id, cap_message.version, cap_message.level)
$$;
comment on function app_private.cap_message(integer, integer, integer) is
  'Returns the message of a version of an alert for zone 1, 2 or 3, or the single message: 0. Null if there is none.';
grant execute on function app_private.cap_message(integer, integer, integer) to app_host;
--! EndIncluded cap/app_private.cap_message.sql
--! Included cap/app_private.cap_feed.sql
create or replace function app_private.cap_feed(is_drill boolean, is_single boolean, place text)
returns table (path text, made_at timestamptz, facts jsonb)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select format('alerts/%s/cap/%s-%s.xml', m.alert_id, m.version, greatest(m.level, 1)), m.made_at, m.facts
    from app_private.cap_messages m
    join app_public.alerts a on a.id = m.alert_id
    where m.expires_at > now() and (m.level = 0) = is_single and (a.status <> 'ACTUAL') = is_drill
      and (place is null or st_intersects(a.zone3, st_geomfromtext(place, 4326)))
      and not exists (
        select from app_private.cap_messages n where n.alert_id = m.alert_id and n.level = m.level and n.version > m.version)
    order by m.made_at desc, m.alert_id desc, m.level
$$;
comment on function app_private.cap_feed(boolean, boolean, text) is
  'Returns the newest message of each zone, or the newest single message, of the alerts that have not expired, also after their all-clear. With a place, as well-known text, only of alerts whose zone THREE it touches.';
grant execute on function app_private.cap_feed(boolean, boolean, text) to app_host;
--! EndIncluded cap/app_private.cap_feed.sql
--! Included cap/app_private.keep_cap_messages.sql
create or replace function app_private.keep_cap_messages(alert_id integer, version integer, messages jsonb) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  -- Another host may have made them at the same time: the first stay.
  insert into app_private.cap_messages (alert_id, version, level, identifier, sender, sent, expires_at, facts, message)
    select keep_cap_messages.alert_id, keep_cap_messages.version, m.level, m.identifier, m.sender, m.sent, m.expires_at, m.facts, m.message
      from jsonb_populate_recordset(null::app_private.cap_messages, messages) m
    on conflict do nothing
$$;
comment on function app_private.keep_cap_messages(integer, integer, jsonb) is
  'Stores the messages of a version of an alert, which never change.';
--! EndIncluded cap/app_private.keep_cap_messages.sql
--! Included cap/app_private.next_cap_version.sql
create or replace function app_private.next_cap_version(alert_id integer) returns json
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  select json_build_object(
      'alertId', a.id, 'version', v.version, 'sentAt', v.created_at, 'expiresAt', v.expires_at, 'status', a.status,
      'language', a.language, 'event', a.event, 'severity', a.severity, 'urgency', a.urgency, 'certainty', a.certainty,
      'category', a.category, 'responseType', a.response_type, 'title', v.title, 'texts', array[v.text1, v.text2, v.text3],
      'allClear', v.all_clear,
      -- A text in another language that says something else than the present one is left out, as CAP has no mark for it.
      'translations', array(
        select json_build_object(
            'language', t.language, 'title', t.title, 'texts', array[t.text1, t.text2, t.text3], 'allClear', t.all_clear)
          from unnest(v.texts) t
          where case when v.all_clear is null then t.text1 is not null and not t.is_old else t.all_clear is not null end),
      'distances', array[v.level2_distance, v.level3_distance],
      'authority', (select u.name from app_public.authorities u where u.id = a.authority_id and u.id > 1),
      'place', (select round(st_y(c)::numeric, 3) || ', ' || round(st_x(c)::numeric, 3) from st_pointonsurface(v.zone1) c),
      'polygons', array[
        to_json(app_private.cap_polygons(st_reduceprecision(v.zone1, 1e-6))),
        to_json(app_private.cap_polygons(st_difference(z.two, v.zone1, 1e-6))),
        to_json(app_private.cap_polygons(st_difference(z.three, z.two, 1e-6)))],
      'references', array(
        select (select string_agg(concat_ws(',', m.sender, m.identifier, m.sent), ' ' order by m.version)
            from app_private.cap_messages m
            where m.alert_id = a.id and m.level = l.level and m.version < v.version and m.expires_at > v.created_at)
          from generate_series(0, 3) l (level) order by l.level))
    from app_public.alerts a
    join app_public.alert_versions v on v.alert_id = a.id
    cross join lateral (
      select app_private.zone_around(v.zone1, v.level2_distance) as two, app_private.zone_around(v.zone1, v.level3_distance) as three) z
    where a.id = next_cap_version.alert_id
      and not exists (select from app_private.cap_messages m where (m.alert_id, m.version) = (v.alert_id, v.version))
    order by v.version limit 1
$$;
comment on function app_private.next_cap_version(integer) is
  'Returns the first version of an alert that has no messages of CAP: its texts in each language, the polygons of its three disjoint zones, and the references to earlier messages that had not expired, for the single message and for each zone. Null if there is none.';
--! EndIncluded cap/app_private.next_cap_version.sql
--! Included cap/app_private.queue_cap.sql
create or replace function app_private.queue_cap(alert app_public.alerts) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
      'make_cap_messages', json_build_object('alertId', alert.id), job_key => 'make_cap_messages:' || alert.id)
    from app_private.settings s
    where s.cap
      -- A head makes the messages of its alerts, not its cells.
      and not exists (select from app_private.cell c where c.head_user_id = alert.user_id)
$$;
comment on function app_private.queue_cap(app_public.alerts) is
  'Queues the job that makes the messages of CAP of an alert. Does nothing if the service does not speak CAP.';
--! EndIncluded cap/app_private.queue_cap.sql
--! Included cap/app_private.speak_cap.sql
create or replace function app_private.speak_cap(is_on boolean) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  update app_private.settings s set cap = is_on where s.cap <> is_on;
  select app_private.queue_cap(a) from app_public.alerts a
    where a.expires_at > now()
      and not exists (select from app_private.cap_messages m where (m.alert_id, m.version) = (a.id, a.version))
$$;
comment on function app_private.speak_cap(boolean) is
  'Notes whether the service speaks CAP, and queues the messages that alerts miss which have not expired. Called when jobs start.';
--! EndIncluded cap/app_private.speak_cap.sql
--! Included publication/app_private.complete_replaced_jobs.sql
create or replace function app_private.complete_replaced_jobs() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform graphile_worker.complete_jobs(array_agg(j.id))
    from graphile_worker.jobs j
    where j.locked_at is null and j.attempts >= j.max_attempts
      and (
        j.key is null and j.task_identifier in (
          'checkpoint_audit', 'count_figures', 'count_versions', 'forget_history', 'make_position_partitions', 'publish_alert',
          'make_cap_messages', 'purge_deliveries', 'purge_last_positions', 'purge_notification_places', 'purge_positions', 'send_mail', 'speak_alert')
        -- A mail is of no use after a day, and providers keep receipts for a day.
        or j.task_identifier in ('send_mail', 'push_receipts') and j.run_at < now() - interval '1 day')
    having count(*) > 0;
end
$$;
comment on function app_private.complete_replaced_jobs() is
  'Completes jobs that have used up their attempts and would count as failed although nobody needs them: jobs that another job with the same key replaced while they ran (they have lost their key, and jobs of these tasks always have one), and mails and requests for receipts a day after their last due time.';
--! EndIncluded publication/app_private.complete_replaced_jobs.sql
