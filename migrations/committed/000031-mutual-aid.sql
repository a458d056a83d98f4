--! Previous: sha1:25414e0f80f48dfa680924adc0bfd2ee3a2f6038
--! Hash: sha1:12554e54796d34428c122b9cf596d1c04dfc7472
--! Message: mutual aid

create type app_public.mutual_aid_input as (authority_id integer, to_authority_id integer, area app_public.geo_json, ends_at timestamptz);
comment on type app_public.mutual_aid_input is E'@inputTypeName MutualAidInput\nMutual aid to grant.';
comment on column app_public.mutual_aid_input.authority_id is
  'The id of the authority that grants it, for managers of several. By default that of your highest role.';
comment on column app_public.mutual_aid_input.to_authority_id is E'@notNull\nThe id of the authority that receives it.';
comment on column app_public.mutual_aid_input.area is
  'The part of the area of the authority that grants it, as a Polygon or a MultiPolygon of GeoJSON. Left out for all of that area.';
comment on column app_public.mutual_aid_input.ends_at is E'@notNull\nUntil when it holds, within a year.';

create table app_public.mutual_aids (
  id integer not null generated always as identity,
  authority_id integer not null,
  to_authority_id integer not null,
  area public.geometry(MultiPolygon,4326),
  allowed_area public.geometry(MultiPolygon,4326),
  ends_at timestamptz not null,
  ended_at timestamptz,
  user_id integer,
  created_at timestamptz not null default now(),
  constraint mutual_aids_pkey primary key (id),
  constraint mutual_aids_authority_id_fkey foreign key (authority_id) references app_public.authorities(id),
  constraint mutual_aids_to_authority_id_fkey foreign key (to_authority_id) references app_public.authorities(id)
);
create index mutual_aids_authority_id on app_public.mutual_aids (authority_id);
create index mutual_aids_to_authority_id on app_public.mutual_aids (to_authority_id);
alter table app_public.mutual_aids enable row level security;
comment on table app_public.mutual_aids is
  E'@behavior -query:resource:connection\n@listForAdmins\n@newestFirst\n@filterBy id\nMutual aid: an authority grants another one its area, or a part of it, until a moment.';
comment on column app_public.mutual_aids.id is 'The id of the mutual aid.';
comment on column app_public.mutual_aids.authority_id is 'The id of the authority that grants it.';
comment on column app_public.mutual_aids.to_authority_id is 'The id of the authority that receives it.';
comment on column app_public.mutual_aids.area is
  E'@behavior -*\nThe area that is granted: longitude and latitude in degrees. Null for all of the authority''s area.';
comment on column app_public.mutual_aids.allowed_area is E'@behavior -*\nThe area and 20 metres around it.';
comment on column app_public.mutual_aids.ends_at is 'Until when it holds.';
comment on column app_public.mutual_aids.ended_at is 'When it was ended before. Null if it was not.';
comment on column app_public.mutual_aids.user_id is 'The id of the manager who granted it. Null for the owner of the database.';
comment on column app_public.mutual_aids.created_at is 'When it was granted.';
comment on constraint mutual_aids_authority_id_fkey on app_public.mutual_aids is
  E'@fieldName authority\n@behavior -manyRelation:resource:list -manyRelation:resource:connection\nThe authority that grants it.';
comment on constraint mutual_aids_to_authority_id_fkey on app_public.mutual_aids is
  E'@fieldName toAuthority\n@behavior -manyRelation:resource:list -manyRelation:resource:connection\nThe authority that receives it.';
create policy read_own on app_public.mutual_aids for select to app_viewer
  using (authority_id = any ((select app_private.my_authorities('VIEWER'))::integer[])
    or to_authority_id = any ((select app_private.my_authorities('VIEWER'))::integer[]));
comment on policy read_own on app_public.mutual_aids is 'Viewers see what their authority grants and receives.';
grant select on app_public.mutual_aids to app_viewer;

--! Included authorities/app_private.allow_aid.sql
create or replace function app_private.allow_aid() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  tolerance constant double precision := 20;
begin
  if not exists (
      select from app_public.authorities a
        where a.id = new.authority_id and case when new.area is null then a.area is not null
          else a.allowed_area is null or st_covers(a.allowed_area, new.area) end)
  then
    raise exception using errcode = 'LA409', constraint = 'aid_outside', message = 'An authority grants its own area, or a part of it: draw the part within it.';
  end if;
  new.allowed_area := st_multi(app_private.zone_around(new.area, tolerance));
  return new;
end
$$;
comment on function app_private.allow_aid() is
  'Sets the area in which zone ONE of an alert may lie by mutual aid: that which is granted and 20 metres around it. Error LA409 if it leaves the area of the authority that grants it.';
--! EndIncluded authorities/app_private.allow_aid.sql
--! Included authorities/app_private.aid_area.sql
create or replace function app_private.aid_area(to_ids integer[], with_tolerance boolean) returns public.geometry
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  -- The clock, not the beginning of a long transaction. The grid is that of app_private.zone_around().
  select public.st_union(public.st_collectionextract(
      coalesce(public.st_intersection(granted.part, granted.whole, 1e-10), granted.part, granted.whole), 3), 1e-10)
    from app_public.mutual_aids g
    join app_public.authorities a on a.id = g.authority_id
    cross join lateral (
      select case when with_tolerance then g.allowed_area else g.area end as part,
          case when with_tolerance then a.allowed_area else a.area end as whole) granted
    where g.to_authority_id = any (to_ids) and g.ended_at is null and g.ends_at > clock_timestamp()
$$;
comment on function app_private.aid_area(integer[], boolean) is
  'Returns what others grant these authorities now, as one area, with or without the tolerance of 20 metres. It is never more than the present areas of those who grant it. Null if nobody grants anything.';
--! EndIncluded authorities/app_private.aid_area.sql
--! Included authorities/app_private.seen_area.sql
create or replace function app_private.seen_area() returns public.geometry
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select public.st_union(seen.area)
    from (
      select a.area
        from app_public.memberships m join app_public.authorities a on a.id = m.authority_id
        where m.user_id = app_public.current_user_id()
      union all
      select app_private.aid_area(app_private.my_authorities('VIEWER'), with_tolerance => false)
    ) seen
$$;
comment on function app_private.seen_area() is
  'Returns the areas of the authorities in which the user of this request has a role, and what others grant these, as one. Policies call it in a sub-select, once for each statement.';
grant execute on function app_private.seen_area() to app_viewer;
--! EndIncluded authorities/app_private.seen_area.sql
--! Included authorities/app_private.require_inside.sql
create or replace function app_private.require_inside(alert app_public.alerts) returns void
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not (select coalesce(st_covers(a.allowed_area, alert.zone1), true) from app_public.authorities a where a.id = alert.authority_id)
    and st_covers(
      (select st_union(a.allowed_area, app_private.aid_area(array[a.id], with_tolerance => true), 1e-10)
        from app_public.authorities a where a.id = alert.authority_id), alert.zone1) is not true
  then
    raise exception using errcode = 'LA403', constraint = 'outside_authority', message = 'The area leaves the area of your authority: draw it inside. The outer zones may reach beyond.';
  end if;
end
$$;
comment on function app_private.require_inside(app_public.alerts) is
  'Raises error LA403 if zone ONE of an alert is not within the area of its authority and what others grant it, with 20 m of tolerance.';
--! EndIncluded authorities/app_private.require_inside.sql
--! Included authorities/app_private.check_authority.sql
create or replace function app_private.check_authority() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  -- An alert that came from the head of this cell.
  if new.user_id = (select c.head_user_id from app_private.cell c) then
    return new;
  end if;
  if new.authority_id = any (app_private.my_authorities('APPROVER')) is not true then
    raise exception using errcode = 'LA403', constraint = 'no_approver', message = 'Your role does not allow you to publish for this authority.';
  end if;
  -- An end of mutual aid waits for this publication, or this waits for the end and then finds it.
  perform from app_public.mutual_aids g where g.to_authority_id = new.authority_id and g.ended_at is null for share;
  perform app_private.require_inside(new);
  return new;
end
$$;
comment on function app_private.check_authority() is
  'Refuses an alert of an authority in which the user of this request may not publish, or whose zone ONE leaves its area: error LA403. A trigger, as it also binds the functions that run as the owner.';
--! EndIncluded authorities/app_private.check_authority.sql
--! Included authorities/app_public.mutual_aid_add.sql
create or replace function app_public.mutual_aid_add(input app_public.mutual_aid_input) returns app_public.mutual_aids
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  granting_id constant integer := coalesce(input.authority_id, app_private.my_authority());
  added app_public.mutual_aids;
begin
  perform app_private.refuse_training_users();
  if granting_id = any (app_private.my_authorities('MANAGER')) is not true then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  if not exists (select from app_public.authorities a where a.id = input.to_authority_id and a.id <> granting_id) then
    raise exception using errcode = 'LA404', constraint = 'no_other_authority', message = 'There is no other authority with this id.';
  end if;
  if (now() < input.ends_at and input.ends_at <= now() + interval '1 year') is not true then
    raise exception using errcode = 'LA400', constraint = 'aid_end', message = 'The end of mutual aid is not within the next year: choose another one.';
  end if;
  insert into app_public.mutual_aids (authority_id, to_authority_id, area, ends_at, user_id)
    values (granting_id, input.to_authority_id, case when input.area is not null then public.st_multi(app_private.area_of_geojson(input.area)) end,
      input.ends_at, app_public.current_user_id())
    returning * into added;
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', added.authority_id, jsonb_build_object(
    'mutual_aid_id', added.id, 'to_authority_id', added.to_authority_id, 'ends_at', added.ends_at));
  return added;
end
$$;
comment on function app_public.mutual_aid_add(app_public.mutual_aid_input) is
  E'@argument input The mutual aid to grant.\nGrants another authority an area of your own: until the end, its alerts may lie there, and its members see the people there. For managers of the authority that grants it, who are no training users. Error CONFLICT for an area outside of that authority''s.';
grant execute on function app_public.mutual_aid_add(app_public.mutual_aid_input) to app_manager;
--! EndIncluded authorities/app_public.mutual_aid_add.sql
--! Included authorities/app_public.mutual_aid_end.sql
create or replace function app_public.mutual_aid_end(id integer) returns app_public.mutual_aids
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  ended app_public.mutual_aids;
begin
  perform app_private.refuse_training_users();
  update app_public.mutual_aids g set ended_at = clock_timestamp()
    where g.id = mutual_aid_end.id and g.ended_at is null and g.ends_at > clock_timestamp()
      and g.authority_id = any (app_private.my_authorities('MANAGER'))
    returning g.* into ended;
  if ended.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_mutual_aid', message = 'There is no mutual aid with this id that you grant now.';
  end if;
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', ended.authority_id, jsonb_build_object(
    'mutual_aid_id', ended.id, 'to_authority_id', ended.to_authority_id, 'ended', true));
  return ended;
end
$$;
comment on function app_public.mutual_aid_end(integer) is
  E'@argument id The id of the mutual aid.\nEnds mutual aid, from the next request on. Alerts that stand may be ended, not moved or extended. For managers of the authority that grants it, who are no training users. Error NOT_FOUND for one that has ended.';
grant execute on function app_public.mutual_aid_end(integer) to app_manager;
--! EndIncluded authorities/app_public.mutual_aid_end.sql
--! Included authorities/app_public.mutual_aids_area_geo_json.sql
create or replace function app_public.mutual_aids_area_geo_json(aid app_public.mutual_aids) returns app_public.geo_json
language sql immutable parallel safe
as $$
  select public.st_asgeojson(aid.area, 9, 0)::pg_catalog.json
$$;
comment on function app_public.mutual_aids_area_geo_json(app_public.mutual_aids) is
  'The area that is granted, with all its holes and pieces: a MultiPolygon of GeoJSON (RFC 7946). Null for all of the area of the authority that grants it.';
grant execute on function app_public.mutual_aids_area_geo_json(app_public.mutual_aids) to app_viewer;
--! EndIncluded authorities/app_public.mutual_aids_area_geo_json.sql
--! Included privacy/app_private.export_page.sql
-- Each part has its own statement, whose plan reads one user's rows by an index.
create or replace function app_private.export_page(
  token_user_id integer, session_id bigint, user_id integer, part text, after bigint, max_items integer,
  out is_allowed boolean, out items text[], out last_id bigint
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC'
as $$
declare
  person constant integer := export_page.user_id;
begin
  is_allowed := coalesce(app_private.may_export(token_user_id, export_page.session_id, person), false);
  if not is_allowed then
    return;
  end if;
  case part
  when 'user' then
    select array_agg(app_private.export_item(to_jsonb(u) || jsonb_build_object(
        'joined_by', (select j.invitation_id from app_private.joined_users j where j.user_id = u.id),
        'has_password', exists (select from app_private.user_credentials c where c.user_id = person),
        'password_link_expires_at', (select max(l.expires_at) from app_private.password_links l where l.user_id = u.id),
        'email_link_expires_at', (select l.expires_at from app_private.email_links l where l.user_id = u.id))))
      into items from app_public.users u where u.id = person;
  when 'lastPosition' then
    select array_agg(app_private.export_item(to_jsonb(l))) into items from app_public.last_positions l where l.user_id = person;
  when 'quietHours' then
    select array_agg(app_private.export_item(to_jsonb(q) - '{starts,ends}'::text[] || jsonb_build_object('from', q.starts, 'to', q.ends)))
      into items from app_public.quiet_hours q where q.user_id = person;
  when 'memberships' then
    select array_agg(app_private.export_item(to_jsonb(m) || jsonb_build_object('authority', a.name)) order by a.id)
      into items from app_public.memberships m join app_public.authorities a on a.id = m.authority_id where m.user_id = person;
  when 'sessions' then
    select array_agg(app_private.export_item(to_jsonb(s)) order by s.id) into items from app_public.sessions s where s.user_id = person;
  when 'loginAddresses' then
    select array_agg(app_private.export_item(to_jsonb(a)) order by a.last_at)
      into items from app_private.login_addresses a where a.user_id = person;
  when 'devices' then
    select array_agg(app_private.export_item(d.device) order by d.created_at, d.id)
      into items
      from (
        select v.created_at, v.id, to_jsonb(v) || '{"left_at": null}' as device from app_private.devices v where v.user_id = person
        union all
        select l.created_at, l.id, to_jsonb(l) from app_private.left_devices l where l.user_id = person
      ) d;
  when 'deviceKeys' then
    select array_agg(app_private.export_item(to_jsonb(k)) order by k.id) into items from app_private.device_keys k where k.user_id = person;
  when 'positions' then
    select array_agg(app_private.export_item(to_jsonb(p)) order by p.id), max(p.id)
      into items, last_id
      from (select o.* from app_public.positions o where o.user_id = person and o.id > after order by o.id limit max_items) p;
  when 'notifications' then
    with page as materialized (
      select n.* from app_public.notifications n where n.user_id = person and n.id > after order by n.id limit max_items
    )
    select array_agg(app_private.export_item(to_jsonb(p)
        || case when p.place_kept then '{}' else '{"latitude": null, "longitude": null, "moving_activity": null}' end::jsonb
        || jsonb_build_object('title', a.title, 'event', a.event, 'status', a.status, 'text',
          case when p.kind = 'ALL_CLEAR' then coalesce(v.all_clear, a.all_clear) else coalesce(
            app_private.text_of(p.level, v.text1, v.text2, v.text3), app_private.text_of(p.level, a.text1, a.text2, a.text3)) end))
          order by p.id), max(p.id)
      into items, last_id
      from page p
      join app_public.alerts a on a.id = p.alert_id
      left join app_public.alert_versions v on v.alert_id = p.alert_id and v.version = p.version;
  when 'deliveries' then
    select array_agg(app_private.export_item(to_jsonb(d) || jsonb_build_object('why', app_private.push_reason(d.why))) order by d.id), max(d.id)
      into items, last_id
      from (select o.* from app_private.deliveries o where o.user_id = person and o.id > after order by o.id limit max_items) d;
  when 'auditEntries' then
    -- Of other actors, only the entries about this person.
    select array_agg(app_private.export_item(to_jsonb(e) - '{facts,session_id,request_id}'::text[] || jsonb_build_object(
        'is_yours', coalesce(e.actor_id = person, false), 'fields', e.facts -> 'fields')) order by e.id), max(e.id)
      into items, last_id
      from (
        (select a.* from app_public.audit_entries a where a.actor_id = person and a.id > after order by a.id limit max_items)
        union
        (select a.* from app_public.audit_entries a
          where a.object_type = 'USER' and a.object_id = person and a.id > after order by a.id limit max_items)
        union
        (select a.* from app_public.audit_entries a
          where a.action in ('PEOPLE_READ', 'PEOPLE_FOLLOWED') and a.facts -> 'user_ids' @> to_jsonb(person)
            and a.id > after order by a.id limit max_items)
        order by id limit max_items
      ) e;
  when 'alertVersions' then
    select array_agg(app_private.export_item(to_jsonb(v)) order by v.alert_id, v.version)
      into items from app_public.alert_versions v where v.user_id = person;
  when 'heldPublications' then
    select array_agg(app_private.export_item(to_jsonb(h)) order by h.id)
      into items from app_private.held_publications h where person in (h.user_id, h.settled_by);
  when 'sharedDrafts' then
    select array_agg(app_private.export_item(to_jsonb(d)) order by d.id)
      into items from app_public.shared_drafts d where person in (d.user_id, d.editor_id);
  when 'alertTemplates' then
    select array_agg(app_private.export_item(to_jsonb(m)) order by m.id) into items from app_public.alert_templates m where m.user_id = person;
  when 'savedAreas' then
    select array_agg(app_private.export_item(to_jsonb(s)) order by s.id) into items from app_public.saved_areas s where s.user_id = person;
  when 'invitations' then
    select array_agg(app_private.export_item(to_jsonb(i)) order by i.id) into items from app_private.invitations i where i.made_by = person;
  when 'mutualAids' then
    select array_agg(app_private.export_item(to_jsonb(g) - 'allowed_area') order by g.id) into items from app_public.mutual_aids g where g.user_id = person;
  end case;
  items := coalesce(items, '{}');
end
$$;
comment on function app_private.export_page(integer, bigint, integer, text, bigint, integer) is
  'Returns the next page of a part of a user''s export, as JSON, and the id of its last item; after is 0 for the first page. app_private.export_item() leaves secrets out. is_allowed is false if the session of the request has ended meanwhile, or the user is erased.';
grant execute on function app_private.export_page(integer, bigint, integer, text, bigint, integer) to app_host;
--! EndIncluded privacy/app_private.export_page.sql

create trigger allow_aid before insert or update of area, authority_id on app_public.mutual_aids
  for each row execute function app_private.allow_aid();
