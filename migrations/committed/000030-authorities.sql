--! Previous: sha1:c80a5e8cbe1214d840aaed1c080cfde39f996d48
--! Hash: sha1:25414e0f80f48dfa680924adc0bfd2ee3a2f6038
--! Message: authorities

set local check_function_bodies = off; -- Functions call later ones.

drop function app_private.lock_active_alert(integer); -- It has another argument below.

create type app_public.authority_role as enum ('VIEWER', 'AUTHOR', 'APPROVER', 'MANAGER');
comment on type app_public.authority_role is
  E'@value VIEWER Sees the map, the alerts and how many people they reach.\n@value AUTHOR Prepares alerts, and ends those of their own.\n@value APPROVER Publishes, updates and ends alerts.\n@value MANAGER Manages people, invitations and roles: an administrator.\nWhat a user may do for an authority. Each role has all rights of the one before.';

create type app_public.authority_input as (name text, area app_public.geo_json, parent_id integer);
comment on type app_public.authority_input is E'@inputTypeName AuthorityInput\nAn authority to make.';
comment on column app_public.authority_input.name is E'@notNull\nIts name, as people read it. No other authority has it, whatever its case.';
comment on column app_public.authority_input.area is
  'The area in which it warns, as a Polygon or a MultiPolygon of GeoJSON. Left out for an authority that warns everywhere.';
comment on column app_public.authority_input.parent_id is
  'The id of the authority above, whose managers manage it too. Your own by default.';
create type app_public.authority_edit as (name text, area app_public.geo_json);
comment on type app_public.authority_edit is
  E'@inputTypeName AuthorityEdit\nThe changes of an authority. A field that is left out stays as it is.';
comment on column app_public.authority_edit.name is 'The new name.';
comment on column app_public.authority_edit.area is 'The new area, as in AuthorityInput.';

create table app_public.authorities (
  id integer not null generated always as identity,
  name text not null,
  area public.geometry(MultiPolygon,4326),
  allowed_area public.geometry(MultiPolygon,4326),
  parent_id integer,
  created_at timestamptz not null default now(),
  constraint authorities_pkey primary key (id),
  constraint authorities_parent_id_fkey foreign key (parent_id) references app_public.authorities(id),
  constraint authorities_parent_id check ((id = 1) = (parent_id is null)),
  constraint authorities_name check ((char_length(name) <= 100) and (app_private.without_blanks(name) <> '') and (name !~ '[[:cntrl:]]'))
);
create unique index authorities_name_key on app_public.authorities (lower(name));
create index authorities_parent_id on app_public.authorities (parent_id);
alter table app_public.authorities enable row level security;
comment on table app_public.authorities is
  E'@behavior -query:resource:connection\n@listForAdmins\n@orderedBy name\n@filterBy id\nAn authority that warns, everywhere or in an area. The first one is the service itself, and all others are below it.';
comment on column app_public.authorities.id is 'The id of the authority.';
comment on column app_public.authorities.name is 'Its name, as people read it.';
comment on column app_public.authorities.area is
  E'@behavior -*\nThe area in which it warns: longitude and latitude in degrees. Null for everywhere.';
comment on column app_public.authorities.allowed_area is
  E'@behavior -*\nThe area and 20 metres around it, in which zone ONE of its alerts must lie.';
comment on column app_public.authorities.parent_id is 'The id of the authority above. Null for the service itself.';
comment on column app_public.authorities.created_at is 'When it was made.';
comment on constraint authorities_parent_id_fkey on app_public.authorities is E'@behavior -*\nThe authority above.';
comment on constraint authorities_name on app_public.authorities is
  'name is empty, or has more than 100 characters or a line break: write a short name.';
comment on index app_public.authorities_name_key is 'Another authority has this name: choose another one.';
create policy read_all on app_public.authorities for select to app_user using (true);
comment on policy read_all on app_public.authorities is 'Everybody reads who warns them.';
grant select (id, name, parent_id, created_at) on app_public.authorities to app_user;
grant select on app_public.authorities to app_viewer;
insert into app_public.authorities (name) values ('Everywhere');

create table app_public.memberships (
  user_id integer not null,
  authority_id integer not null,
  role app_public.authority_role not null,
  constraint memberships_pkey primary key (user_id, authority_id),
  constraint memberships_user_id_fkey foreign key (user_id) references app_public.users(id) on delete cascade,
  constraint memberships_authority_id_fkey foreign key (authority_id) references app_public.authorities(id)
);
create index memberships_authority_id on app_public.memberships (authority_id, role);
alter table app_public.memberships enable row level security;
comment on table app_public.memberships is
  E'@behavior -query:resource:list -query:resource:connection\n@orderedBy authority_id\nWhat a user may do for an authority.';
comment on column app_public.memberships.user_id is 'The id of the user.';
comment on column app_public.memberships.authority_id is 'The id of the authority.';
comment on column app_public.memberships.role is 'What the user may do.';
comment on constraint memberships_user_id_fkey on app_public.memberships is
  E'@fieldName user\n@foreignFieldName memberships\n@behavior -manyRelation:resource:connection\n@backwardDescription What the user may do for which authorities: your own; for a manager also those in their authorities.\nThe user.';
comment on constraint memberships_authority_id_fkey on app_public.memberships is
  E'@fieldName authority\n@foreignFieldName memberships\n@behavior -manyRelation:resource:connection\n@backwardDescription Who may do what for the authority, for its managers.\nThe authority.';

--! Included authorities/app_private.my_authorities.sql
create or replace function app_private.my_authorities(least_role app_public.authority_role) returns integer[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with recursive mine as (
    select m.authority_id as id from app_public.memberships m
      where m.user_id = app_public.current_user_id() and m.role >= least_role
    union
    select a.id from app_public.authorities a join mine on a.parent_id = mine.id
  )
  select array(select mine.id from mine order by mine.id)
$$;
comment on function app_private.my_authorities(app_public.authority_role) is
  'Returns the ids of the authorities in which the user of this request has this role or a higher one, themselves or by an authority above. Policies call it in a sub-select, once for each statement.';
grant execute on function app_private.my_authorities(app_public.authority_role) to app_user;
--! EndIncluded authorities/app_private.my_authorities.sql
--! Included authorities/app_private.my_authority.sql
create or replace function app_private.my_authority() returns integer
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce((
    select m.authority_id from app_public.memberships m
      where m.user_id = app_public.current_user_id() order by m.role desc, m.authority_id limit 1), 1)
$$;
comment on function app_private.my_authority() is
  'Returns the id of the authority for which the user of this request acts unless another one is named: that of the highest role. The first authority without one.';
grant execute on function app_private.my_authority() to app_user;
--! EndIncluded authorities/app_private.my_authority.sql

create policy read_own on app_public.memberships for select to app_user using (user_id = app_public.current_user_id());
create policy read_managed on app_public.memberships for select to app_manager
  using (authority_id = any (app_private.my_authorities('MANAGER')));
comment on policy read_managed on app_public.memberships is 'Managers read who may do what in their authorities.';
grant select on app_public.memberships to app_user;

insert into app_public.memberships (user_id, authority_id, role)
  select u.id, 1, 'MANAGER' from app_public.users u where u.is_admin;

-- What has no authority yet is the service's own.
-- The column is new and has one value, so the check takes a moment.
alter table app_public.users add column authority_id integer not null default 1;
-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table app_public.users add constraint users_authority_id_fkey foreign key (authority_id) references app_public.authorities(id);
comment on constraint users_authority_id_fkey on app_public.users is E'@behavior -*\nThe authority.';
alter table app_public.users alter column authority_id set default app_private.my_authority();
comment on column app_public.users.authority_id is E'@behavior -*\nThe authority that made or invited the user, and whose managers manage them.';
alter table app_private.invitations add column authority_id integer not null default 1;
alter table app_private.invitations alter column authority_id set default app_private.my_authority();
comment on column app_private.invitations.authority_id is 'The authority that invites.';
alter table app_public.alerts add column authority_id integer not null default 1;
comment on column app_public.alerts.authority_id is E'@behavior -*\nThe authority that warns.';
comment on table app_public.alerts is
  E'@newestFirst\n@filterBy id\n@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The administrator who published it.|@behavior -manyRelation:resource:list\n@foreignKey (authority_id) references app_public.authorities (id)|@fieldName authority|@forwardDescription The authority that warns.|@behavior -manyRelation:resource:list -manyRelation:resource:connection\nA warning for an area: its texts, zones, times and versions.';
alter type app_public.alert_input add attribute authority_id integer;
comment on column app_public.alert_input.authority_id is
  'The id of the authority that warns, for users of several. By default that of your highest role.';
alter table app_private.held_publications add column authority_id integer not null default 1;
comment on column app_private.held_publications.authority_id is 'The authority that warns.';
alter table app_public.shared_drafts add column authority_id integer not null default 1;
alter table app_public.shared_drafts alter column authority_id set default app_private.my_authority();
comment on column app_public.shared_drafts.authority_id is 'The id of the authority whose authors share it.';
alter table app_public.alert_templates add column authority_id integer not null default 1;
alter table app_public.alert_templates alter column authority_id set default app_private.my_authority();
comment on column app_public.alert_templates.authority_id is 'The id of the authority that changes it. All authorities use it.';
alter table app_public.saved_areas add column authority_id integer not null default 1;
alter table app_public.saved_areas alter column authority_id set default app_private.my_authority();
comment on column app_public.saved_areas.authority_id is 'The id of the authority that changes it. All authorities use it.';

alter type app_public.audit_action add value 'AUTHORITY_CHANGED' after 'EMAIL_VERIFIED';
alter type app_public.audit_object add value 'AUTHORITY' after 'INVITATION';
comment on type app_public.audit_action is
  E'@value LOGGED_IN The actor began a session.\n@value LOGIN_FAILED Somebody gave a wrong password. Once a minute for each user; without an object for emails that nobody has.\n@value SESSION_ENDED One session of the user ended.\n@value SESSIONS_ENDED A new password ended sessions of the user.\n@value PASSWORD_CHANGED The actor changed their own password.\n@value PASSWORD_RESET An administrator changed a user''s password.\n@value PASSWORD_SET A user set their password by a link.\n@value PASSWORD_LINK_MADE An administrator made a link by which a user sets their first password.\n@value DEVICE_KEY_ADDED The actor made a device key.\n@value DEVICE_KEY_REVOKED A device key of the user was revoked.\n@value USER_CREATED A user was created.\n@value USER_IMPORTED A user was created by an import.\n@value USER_EDITED A user was edited. The facts name the fields.\n@value USER_REMOVED A user was removed.\n@value USER_ERASED A person was erased. The facts have the numbers of positions and notifications.\n@value USER_EXPORTED All that is held of a person was exported.\n@value RIGHTS_CHANGED A user''s rights changed. The facts have the rights since.\n@value TRAINING_CHANGED A user''s training began or ended.\n@value ALERT_PUBLISHED An alert was published.\n@value ALERT_UPDATED A version of an alert was published.\n@value ALERT_CANCELLED An alert was cancelled.\n@value PUBLICATION_COMPLETED Everyone concerned by a version was notified. The facts have the number of people notified so far.\n@value PUBLICATION_ENDED The alert expired before everyone concerned was notified. The facts have the number of people notified.\n@value PUBLICATION_HELD A publication was held, to be taken back or to go out.\n@value PUBLICATION_TAKEN_BACK A held publication was taken back.\n@value DRAFT_CREATED A draft was shared.\n@value DRAFT_EDITED A shared draft was edited.\n@value DRAFT_REMOVED A shared draft was removed, or published.\n@value TEMPLATE_CREATED A template was saved.\n@value TEMPLATE_EDITED A template was edited.\n@value TEMPLATE_REMOVED A template was removed.\n@value AREA_CREATED An area was saved.\n@value AREA_EDITED A saved area was edited.\n@value AREA_REMOVED A saved area was removed.\n@value SETTINGS_CHANGED Settings of the service changed. The facts have the old and the new values.\n@value PEOPLE_READ An administrator read positions, notifications, device keys or names of other people. The facts name the fields.\n@value PEOPLE_FOLLOWED An administrator followed such data by a subscription. Once a minute.\n@value ENTRIES_PURGED Entries past the retention were deleted.\n@value INVITATION_MADE An administrator made an invitation.\n@value INVITATION_REVOKED An administrator revoked an invitation.\n@value USER_JOINED A person joined by an invitation.\n@value EMAIL_VERIFIED A user confirmed their email by a mailed link.\n@value AUTHORITY_CHANGED An authority was made or changed.\nWhat an entry of the audit log records.';
comment on type app_public.audit_object is
  E'@value USER A user.\n@value ALERT An alert.\n@value HELD_PUBLICATION A held publication.\n@value DRAFT A shared draft.\n@value TEMPLATE A template of alerts.\n@value AREA A saved area.\n@value INVITATION An invitation.\n@value AUTHORITY An authority.\nWhat an action was done to.';

--! Included authorities/app_private.keep_membership.sql
create or replace function app_private.keep_membership() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if new.is_admin then
    -- A manager of another authority is an administrator already, and must not become one of the service.
    insert into app_public.memberships as m (user_id, authority_id, role)
      select new.id, new.authority_id, 'MANAGER'
        where not exists (select from app_public.memberships o where o.user_id = new.id and o.role = 'MANAGER')
      on conflict (user_id, authority_id) do update set role = 'MANAGER';
  else
    delete from app_public.memberships m where m.user_id = new.id and m.role = 'MANAGER';
  end if;
  return null;
end
$$;
comment on function app_private.keep_membership() is
  'Makes a new administrator a manager of their authority, and ends the management of a former one. The grants and policies of users guard it.';
--! EndIncluded authorities/app_private.keep_membership.sql
--! Included authorities/app_private.keep_is_admin.sql
create or replace function app_private.keep_is_admin() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update app_public.users u set is_admin = not u.is_admin
    where u.id = coalesce(new.user_id, old.user_id)
      and u.is_admin <> exists (select from app_public.memberships m where m.user_id = u.id and m.role = 'MANAGER');
  return null;
end
$$;
comment on function app_private.keep_is_admin() is
  'Keeps users.is_admin: true for the manager of an authority. The grants and policies of memberships guard it.';
--! EndIncluded authorities/app_private.keep_is_admin.sql
--! Included authorities/app_private.allow_area.sql
create or replace function app_private.allow_area() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- Borders are drawn by hand.
  tolerance constant double precision := 20;
begin
  new.allowed_area := st_multi(app_private.zone_around(new.area, tolerance));
  if exists (
      select from app_public.authorities p
        where p.id = new.parent_id and p.area is not null and st_covers(p.allowed_area, new.area) is not true)
    or exists (
      select from app_public.authorities c
        where c.parent_id = new.id and new.area is not null and st_covers(new.allowed_area, c.area) is not true)
  then
    raise exception using errcode = 'LA409', constraint = 'authority_outside', message = 'An authority must lie within the area of the one above it: change the area.';
  end if;
  return new;
end
$$;
comment on function app_private.allow_area() is
  'Sets the area in which zone ONE of an alert must lie: the area of the authority and 20 metres around it. Error LA409 if an authority leaves the area of the one above.';
--! EndIncluded authorities/app_private.allow_area.sql
--! Included authorities/app_private.manages.sql
create or replace function app_private.manages(user_id integer) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  mine constant integer[] := app_private.my_authorities('MANAGER');
begin
  return exists (
    select from app_public.users u
      where u.id = manages.user_id and u.authority_id = any (mine)
        -- Whoever could log in as a member of another authority would have their rights there.
        and not exists (select from app_public.memberships m where m.user_id = u.id and m.authority_id <> all (mine)));
end
$$;
comment on function app_private.manages(integer) is
  'True if the user of this request manages the authority that made or invited a user, and all in which the user has a role.';
grant execute on function app_private.manages(integer) to app_manager;
--! EndIncluded authorities/app_private.manages.sql
--! Included authorities/app_private.require_managed.sql
create or replace function app_private.require_managed(user_id integer) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
begin
  -- The owner of the database acts without a user.
  if app_public.current_user_id() is not null and not app_private.manages(require_managed.user_id) then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
end
$$;
comment on function app_private.require_managed(integer) is
  'Raises error LA404 unless the user of this request manages a user: see app_private.manages().';
--! EndIncluded authorities/app_private.require_managed.sql
--! Included authorities/app_private.require_manager.sql
create or replace function app_private.require_manager() returns void
language plpgsql stable
as $$
begin
  if not exists (select from app_public.memberships m where m.authority_id = 1 and m.role = 'MANAGER') then
    raise exception using errcode = 'LA409', constraint = 'last_administrator', message = 'This is the last administrator: make another user an administrator first.';
  end if;
end
$$;
comment on function app_private.require_manager() is
  'Raises error LA409 if the service has no manager: nobody of the first authority. The caller has made its change and holds the row lock on the settings, which serializes such changes.';
--! EndIncluded authorities/app_private.require_manager.sql
--! Included authorities/app_private.sees_everyone.sql
create or replace function app_private.sees_everyone() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from app_public.memberships m join app_public.authorities a on a.id = m.authority_id
      where m.user_id = app_public.current_user_id() and a.area is null)
$$;
comment on function app_private.sees_everyone() is
  'True if the user of this request has a role in an authority without an area.';
grant execute on function app_private.sees_everyone() to app_viewer;
--! EndIncluded authorities/app_private.sees_everyone.sql
--! Included authorities/app_private.seen_area.sql
create or replace function app_private.seen_area() returns public.geometry
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select public.st_union(a.area)
    from app_public.memberships m join app_public.authorities a on a.id = m.authority_id
    where m.user_id = app_public.current_user_id()
$$;
comment on function app_private.seen_area() is
  'Returns the areas of the authorities in which the user of this request has a role, as one. Policies call it in a sub-select, once for each statement.';
grant execute on function app_private.seen_area() to app_viewer;
--! EndIncluded authorities/app_private.seen_area.sql
--! Included authorities/app_private.is_own_alert.sql
create or replace function app_private.is_own_alert(alert app_public.alerts) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  -- The service itself acts without a user.
  select app_public.current_user_id() is null
    -- A caller can make up a row. What is stored counts, but for a draft, which has no id.
    or coalesce((select a.authority_id from app_public.alerts a where a.id = alert.id), alert.authority_id)
      = any (app_private.my_authorities('VIEWER'))
$$;
comment on function app_private.is_own_alert(app_public.alerts) is
  'True if an alert belongs to an authority in which the user of this request has a role, or one below.';
--! EndIncluded authorities/app_private.is_own_alert.sql
--! Included authorities/app_private.require_own.sql
create or replace function app_private.require_own(alert app_public.alerts) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
begin
  if not app_private.is_own_alert(alert) then
    raise exception using errcode = 'LA403', constraint = 'other_authority', message = 'This is for the authority of the alert only.';
  end if;
end
$$;
comment on function app_private.require_own(app_public.alerts) is
  'Raises error LA403 for an alert of an authority in which the user of this request has no role.';
--! EndIncluded authorities/app_private.require_own.sql
--! Included authorities/app_private.require_inside.sql
create or replace function app_private.require_inside(alert app_public.alerts) returns void
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not (select coalesce(st_covers(a.allowed_area, alert.zone1), true) from app_public.authorities a where a.id = alert.authority_id) then
    raise exception using errcode = 'LA403', constraint = 'outside_authority', message = 'The area leaves the area of your authority: draw it inside. The outer zones may reach beyond.';
  end if;
end
$$;
comment on function app_private.require_inside(app_public.alerts) is
  'Raises error LA403 if zone ONE of an alert is not within the area of its authority, with 20 m of tolerance.';
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
  perform app_private.require_inside(new);
  return new;
end
$$;
comment on function app_private.check_authority() is
  'Refuses an alert of an authority in which the user of this request may not publish, or whose zone ONE leaves its area: error LA403. A trigger, as it also binds the functions that run as the owner.';
--! EndIncluded authorities/app_private.check_authority.sql
--! Included authorities/app_public.require_viewer.sql
create or replace function app_public.require_viewer() returns boolean
language plpgsql stable parallel safe
as $$
begin
  if not pg_catalog.pg_has_role(current_user, 'app_viewer', 'usage') then
    raise exception using errcode = 'LA403', constraint = 'administrators_only', message = 'This is for administrators only.';
  end if;
  return true;
end
$$;
comment on function app_public.require_viewer() is
  E'@behavior -*\nReturns true for a viewer and all above, and raises error LA403 for everyone else. Lists of people use it as a condition.';
grant execute on function app_public.require_viewer() to app_user;
--! EndIncluded authorities/app_public.require_viewer.sql
--! Included authorities/app_public.require_everyone.sql
create or replace function app_public.require_everyone() returns boolean
language plpgsql stable
as $$
begin
  perform app_public.require_viewer();
  if not app_private.sees_everyone() then
    raise exception using errcode = 'LA403', constraint = 'area_only', message = 'Your authority has an area, and this tells of people elsewhere: ask for lists instead.';
  end if;
  return true;
end
$$;
comment on function app_public.require_everyone() is
  E'@behavior -*\nReturns true for a viewer, and all above, of an authority without an area, and raises error LA403 for everyone else.';
grant execute on function app_public.require_everyone() to app_user;
--! EndIncluded authorities/app_public.require_everyone.sql
--! Included authorities/app_public.authority_add.sql
create or replace function app_public.authority_add(input app_public.authority_input) returns app_public.authorities
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  parent_id constant integer := coalesce(input.parent_id, app_private.my_authority());
  added app_public.authorities;
begin
  perform app_private.refuse_training_users();
  if parent_id = any (app_private.my_authorities('MANAGER')) is not true then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  insert into app_public.authorities (name, area, parent_id)
    values (btrim(input.name), case when input.area is not null then public.st_multi(app_private.area_of_geojson(input.area)) end, parent_id)
    returning * into added;
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', added.id);
  return added;
end
$$;
comment on function app_public.authority_add(app_public.authority_input) is
  E'@argument input The authority to make.\nMakes an authority below one that you manage. For managers who are no training users. Error CONFLICT if another authority has the name.';
grant execute on function app_public.authority_add(app_public.authority_input) to app_manager;
--! EndIncluded authorities/app_public.authority_add.sql
--! Included authorities/app_public.authority_edit.sql
create or replace function app_public.authority_edit(id integer, input app_public.authority_edit) returns app_public.authorities
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  edited app_public.authorities;
begin
  perform app_private.refuse_training_users();
  -- Nobody widens the area in which they may warn: that is for managers of the authority above.
  if not exists (
      select from app_public.authorities a
        where a.id = authority_edit.id and coalesce(a.parent_id, a.id) = any (app_private.my_authorities('MANAGER'))) then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  update app_public.authorities a
    set name = coalesce(btrim(input.name), a.name),
      area = case when input.area is null then a.area else public.st_multi(app_private.area_of_geojson(input.area)) end
    where a.id = authority_edit.id
    returning a.* into edited;
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', edited.id);
  return edited;
end
$$;
comment on function app_public.authority_edit(integer, app_public.authority_edit) is
  E'@argument id The id of the authority.\n@argument input The fields to change.\nChanges the name or the area of an authority. For managers of the authority above, who are no training users.';
grant execute on function app_public.authority_edit(integer, app_public.authority_edit) to app_manager;
--! EndIncluded authorities/app_public.authority_edit.sql
--! Included authorities/app_public.membership_set.sql
create or replace function app_public.membership_set(user_id integer, authority_id integer, role app_public.authority_role)
returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.begin_role_change(membership_set.user_id, membership_set.authority_id);
  insert into app_public.memberships as m (user_id, authority_id, role)
    values (membership_set.user_id, membership_set.authority_id, membership_set.role)
    on conflict on constraint memberships_pkey do update set role = excluded.role;
  return app_private.end_role_change(membership_set.user_id, membership_set.authority_id, membership_set.role);
end
$$;
comment on function app_public.membership_set(integer, integer, app_public.authority_role) is
  E'@argument userId The user''s id.\n@argument authorityId The authority''s id.\n@argument role What they may do.\nSets what a user may do for an authority, from their next request on. For managers of both who are no training users. Error NOT_FOUND for others, CONFLICT for the last manager of the service.';
grant execute on function app_public.membership_set(integer, integer, app_public.authority_role) to app_manager;
--! EndIncluded authorities/app_public.membership_set.sql
--! Included authorities/app_public.membership_remove.sql
create or replace function app_public.membership_remove(user_id integer, authority_id integer) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.begin_role_change(membership_remove.user_id, membership_remove.authority_id);
  delete from app_public.memberships m
    where m.user_id = membership_remove.user_id and m.authority_id = membership_remove.authority_id;
  return app_private.end_role_change(membership_remove.user_id, membership_remove.authority_id, null);
end
$$;
comment on function app_public.membership_remove(integer, integer) is
  E'@argument userId The user''s id.\n@argument authorityId The authority''s id.\nEnds what a user may do for an authority, from their next request on. For managers of both who are no training users. Error NOT_FOUND for others, CONFLICT for the last manager of the service.';
grant execute on function app_public.membership_remove(integer, integer) to app_manager;
--! EndIncluded authorities/app_public.membership_remove.sql
--! Included authorities/app_private.begin_role_change.sql
create or replace function app_private.begin_role_change(user_id integer, authority_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.refuse_training_users();
  -- The lock serializes two managers who demote each other, so that one remains.
  perform from app_private.settings for update;
  if begin_role_change.authority_id = any (app_private.my_authorities('MANAGER')) is not true then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  perform app_private.require_managed(begin_role_change.user_id);
end
$$;
comment on function app_private.begin_role_change(integer, integer) is
  'Begins a change of what a user may do for an authority. Error LA404 unless the user of this request manages both, LA403 for a training user.';
--! EndIncluded authorities/app_private.begin_role_change.sql
--! Included authorities/app_private.end_role_change.sql
create or replace function app_private.end_role_change(user_id integer, authority_id integer, role app_public.authority_role)
returns app_public.users
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  changed app_public.users;
begin
  perform app_private.require_manager();
  perform app_private.require_trained_administrator();
  perform app_private.audit(
    'RIGHTS_CHANGED', 'USER', end_role_change.user_id,
    jsonb_build_object('authority_id', end_role_change.authority_id, 'role', end_role_change.role) || app_private.database_login());
  perform pg_notify('token_revoked', end_role_change.user_id::text);
  select u.* into changed from app_public.users u where u.id = end_role_change.user_id;
  return changed;
end
$$;
comment on function app_private.end_role_change(integer, integer, app_public.authority_role) is
  'Ends a change of what a user may do: records it, and makes hosts ask again what their subscriptions may see. Returns the user. Error LA409 if the service has no manager left.';
--! EndIncluded authorities/app_private.end_role_change.sql
--! Included authorities/app_public.authorities_area_geo_json.sql
create or replace function app_public.authorities_area_geo_json(authority app_public.authorities) returns app_public.geo_json
language sql immutable parallel safe
as $$
  select public.st_asgeojson(authority.area, 9, 0)::pg_catalog.json
$$;
comment on function app_public.authorities_area_geo_json(app_public.authorities) is
  'The area, with all its holes and pieces: a MultiPolygon of GeoJSON (RFC 7946). Null for an authority without one, which is everywhere.';
grant execute on function app_public.authorities_area_geo_json(app_public.authorities) to app_viewer;
--! EndIncluded authorities/app_public.authorities_area_geo_json.sql
--! Included alerts/app_private.cancel_alert.sql
create or replace function app_private.cancel_alert(alert_id integer, text text) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts := app_private.lock_active_alert(alert_id, may_end_own => true);
begin
  perform app_private.commit_synchronously();
  update app_public.alerts a
    set active = false, cancelled_at = now(), all_clear = cancel_alert.text, version = a.version + 1
    where a.id = alert.id
    returning a.* into alert;
  perform app_private.keep_version(alert);
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  update app_private.publications p set last_user_id = 0, completed_at = null where p.alert_id = alert.id;
  perform app_private.queue_publication(alert.id);
  -- A report in flight may still notify its user, who then gets the all-clear too.
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
  return alert.id;
end
$$;
comment on function app_private.cancel_alert(integer, text) is
  'Cancels an alert: the first phase of its all-clear. app_private.publish_chunk() runs the second phase. Returns the alert''s id. Error LA404 for an unknown alert, LA409 for one that has ended. For the approvers of its authority, and for the author of the alert.';
grant execute on function app_private.cancel_alert(integer, text) to app_author;
--! EndIncluded alerts/app_private.cancel_alert.sql
--! Included alerts/app_private.draft_alert.sql
create or replace function app_private.draft_alert(input app_public.alert_input, previous app_public.alerts) returns app_public.alerts
language plpgsql stable set search_path = pg_catalog, public, pg_temp
as $$
declare
  setting app_private.settings;
  draft app_public.alerts := previous;
begin
  select s.* into setting from app_private.settings s;
  if cardinality(input.points) > 0 and input.area is not null then
    raise exception using errcode = 'LA400', constraint = 'area_or_points', message = 'points and area are both given: send one of them.';
  end if;
  if input.area is not null then
    draft.zone1 := app_private.area_of_geojson(input.area);
  -- An update without points keeps the area. An empty list is an error.
  elsif input.points is not null or previous.id is null then
    draft.zone1 := app_private.area_of_points(coalesce(input.points, '{}'));
  end if;
  draft.level2_distance := coalesce(input.level2_distance, previous.level2_distance, setting.level2_distance);
  draft.level3_distance := coalesce(
    input.level3_distance, previous.level3_distance,
    -- The default of THREE is proportional to TWO, so that it stays greater.
    least(draft.level2_distance * setting.level3_distance / setting.level2_distance, 100000));
  if (draft.level2_distance > 0 and draft.level3_distance > draft.level2_distance and draft.level3_distance <= 100000) is not true then
    raise exception using errcode = 'LA400',
      constraint = 'distances', message = 'level2Distance and level3Distance do not fit: send metres, level2Distance more than 0, level3Distance more than level2Distance and at most 100,000.';
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
      raise exception using errcode = 'LA400', constraint = 'expires_at', message = 'expiresAt is not within the next year: send a future time in seconds since 1970-01-01 UTC.';
    end if;
    draft.expires_at := to_timestamp(input.expires_at);
  elsif previous.id is null then
    draft.expires_at := now() + setting.alert_duration;
  end if;
  if input.max_position_age not between 60 and 2592000 then
    raise exception using errcode = 'LA400', constraint = 'max_position_age', message = 'maxPositionAge is out of range: send 60 to 2,592,000 seconds (30 days).';
  end if;
  draft.max_position_age := coalesce(
    make_interval(secs => input.max_position_age), previous.max_position_age, setting.max_position_age);
  draft.max_accuracy := coalesce(previous.max_accuracy, setting.max_accuracy);

  draft.user_id := coalesce(previous.user_id, app_private.require_user_id());
  -- A blank title removes it.
  draft.title := nullif(btrim(coalesce(input.title, previous.title)), '');
  draft.text1 := coalesce(input.text1, previous.text1);
  draft.text2 := coalesce(input.text2, previous.text2);
  draft.text3 := coalesce(input.text3, previous.text3);
  draft.language := coalesce(input.language, previous.language, setting.default_language);
  draft.event := coalesce(input.event, previous.event);
  draft.authority_id := coalesce(previous.authority_id, input.authority_id, app_private.my_authority());
  draft.template_id := coalesce(input.template_id, previous.template_id);
  draft.severity := coalesce(input.severity, previous.severity, 'UNKNOWN');
  draft.urgency := coalesce(input.urgency, previous.urgency, 'UNKNOWN');
  draft.certainty := coalesce(input.certainty, previous.certainty, 'UNKNOWN');
  draft.status := coalesce(
    previous.status,
    -- The input of a training user does not matter.
    case when (app_public.me()).is_training then 'EXERCISE'::app_public.alert_status end, input.status, 'ACTUAL');
  draft.active := true;
  draft.version := coalesce(previous.version, 0) + 1;
  draft.renotified_version := coalesce(previous.renotified_version, 1);
  return draft;
end
$$;
comment on function app_private.draft_alert(app_public.alert_input, app_public.alerts) is
  'Returns the alert that an input describes, as its publication would store it. Fields that the input leaves out come from the previous version, or from the settings for a new alert. A new alert of a training user is an exercise. Error LA400 says what is wrong with the input.';
--! EndIncluded alerts/app_private.draft_alert.sql
--! Included alerts/app_private.lock_active_alert.sql
create or replace function app_private.lock_active_alert(alert_id integer, may_end_own boolean default false) returns app_public.alerts
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts;
begin
  perform app_private.require_user_id();
  -- The same order of locks as in app_private.publish_chunk().
  perform from app_private.publications p where p.alert_id = lock_active_alert.alert_id for update;
  -- Not "for update": reports insert rows with a foreign key to this one, and the caller waits for reports later.
  select a.* into alert from app_public.alerts a where a.id = lock_active_alert.alert_id for no key update;
  if alert.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_alert', message = 'There is no alert with this id.';
  end if;
  if (app_public.me()).is_training and app_private.applies_to(alert.status, is_tester => false) then
    raise exception using errcode = 'LA403', constraint = 'real_alert', message = 'You are in training: you cannot change or end a real alert.';
  end if;
  if not (alert.authority_id = any (app_private.my_authorities('APPROVER'))
      or may_end_own and alert.user_id = app_public.current_user_id() and alert.authority_id = any (app_private.my_authorities('AUTHOR')))
  then
    raise exception using errcode = 'LA403', constraint = 'no_approver', message = 'Your role does not allow you to publish for this authority.';
  end if;
  if alert.user_id = (select c.head_user_id from app_private.cell c) then
    raise exception using errcode = 'LA409', constraint = 'alert_of_head', message = 'This alert came from the head of this cell: change or end it there.';
  end if;
  if alert.cancelled_at is not null then
    raise exception using errcode = 'LA409', constraint = 'alert_cancelled', message = 'This alert is already cancelled: publish a new one.';
  end if;
  if not app_private.is_active(alert.active, alert.expires_at) then
    raise exception using errcode = 'LA409', constraint = 'alert_expired', message = 'This alert has expired: publish a new one.';
  end if;
  return alert;
end
$$;
comment on function app_private.lock_active_alert(integer, boolean) is
  'Returns an active alert and locks it for a change; no part of its publication runs meanwhile. Error LA401 without a user, LA404 for an unknown alert, LA403 for one that the user may not publish (an author may end their own) and if a training user asks for one that is no exercise or test, LA409 for one that has ended, or that came from the head.';
--! EndIncluded alerts/app_private.lock_active_alert.sql
--! Included alerts/app_private.new_alert.sql
create or replace function app_private.new_alert(input app_public.alert_input) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- The digest distinguishes a repeated request from another one with the same key. It leaves out null fields at the end, so
  -- that it stays the same when a later version of the API adds a field.
  request_digest constant bytea := sha256(convert_to(regexp_replace(input::text, ',+\)$', ')'), 'UTF8'));
  earlier app_public.alerts;
  alert app_public.alerts;
begin
  perform app_private.commit_synchronously();
  alert := app_private.draft_alert(input, null);
  if input.idempotency_key is null then
    -- A client that sends no key and gets no answer may repeat its request. The lock serializes equal requests.
    perform pg_advisory_xact_lock(app_public.current_user_id(), hashtext(encode(request_digest, 'hex')));
    select a.* into earlier from app_public.alerts a
      where a.user_id = app_public.current_user_id() and a.request = request_digest and a.idempotency_key is null
        -- A user whose training has ended since publishes an actual alert, not the exercise again.
        and a.status = alert.status
        and app_private.is_active(a.active, a.expires_at) and a.created_at > now() - interval '10 minutes'
      order by a.id desc limit 1;
    if found then
      return earlier.id;
    end if;
  end if;
  insert into app_public.alerts (
      user_id, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, max_accuracy,
      title, text1, text2, text3, language, event, severity, urgency, certainty, status, template_id, authority_id,
      idempotency_key, request)
    values (
      alert.user_id, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3, alert.level2_distance,
      alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1, alert.text2, alert.text3,
      alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.status,
      alert.template_id, alert.authority_id, input.idempotency_key, request_digest)
    on conflict (user_id, idempotency_key) do nothing
    returning * into alert;
  if alert.id is null then
    -- The insert waited until the first request committed, so this finds its alert.
    select a.* into earlier from app_public.alerts a
      where a.user_id = app_public.current_user_id() and a.idempotency_key = input.idempotency_key;
    if earlier.request is distinct from request_digest then
      raise exception using errcode = 'LA409',
        constraint = 'key_of_other_alert', message = 'idempotencyKey belongs to another alert of yours: send a new key with each alert, and the same key only to repeat a request.';
    end if;
    return earlier.id;
  end if;
  if input.draft_id is not null then
    perform app_private.take_shared_draft(input.draft_id);
  end if;
  perform app_private.keep_version(alert);
  insert into app_private.publications (alert_id) values (alert.id);
  perform app_private.queue_publication(alert.id);
  perform app_private.queue_speech(alert.id);
  -- The lock comes last, as reports wait from here until the commit; see app_private.drain_reports().
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
  return alert.id;
end
$$;
comment on function app_private.new_alert(app_public.alert_input) is
  'Runs the first phase of a publication: it makes the alert visible after the reports in flight have committed. It queues a job for the second phase, app_private.publish_chunk(). Returns the alert''s id; a repeated idempotencyKey returns the id of the first alert, and so does the same input without a key within ten minutes, unless that alert has ended or is of another status. Error LA409 if the key belongs to another alert, or the shared draft is gone.';
grant execute on function app_private.new_alert(app_public.alert_input) to app_approver;
--! EndIncluded alerts/app_private.new_alert.sql
--! Included alerts/app_public.alert_statistics.sql
create or replace function app_public.alert_statistics(months integer default 12) returns app_public.alert_month[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
  set plan_cache_mode = force_custom_plan
as $$
declare
  mine constant integer[] := app_private.my_authorities('VIEWER');
begin
  if (alert_statistics.months between 1 and 60) is not true then
    raise exception using errcode = 'LA400', constraint = 'months', message = 'months is out of range: send 1 to 60.';
  end if;
  return array(
    with published as (
      select a, a.id, a.status, a.created_at, date_trunc('month', a.created_at, 'UTC') as began_at,
          v.completed_at, c.completed_at as present_completed_at
        from app_public.alerts a
        left join app_public.alert_versions v on v.alert_id = a.id and v.version = 1
        left join app_private.publications c on c.alert_id = a.id
        where a.authority_id = any (mine) and a.created_at >= (date_trunc('month', now() at time zone 'UTC') - make_interval(months => alert_statistics.months - 1)) at time zone 'UTC'
    ), people as (
      select p.began_at, p.status, bool_or(n.seen) as has_seen,
          -- Without late entries, whose time counts from their own notification.
          extract(epoch from min(n.created_at) filter (
            where n.version = 1
              and app_private.rule_when_notified(n.rule, n.taken_at, n.created_at, p.created_at, p.completed_at, p.present_completed_at)
                = 'INSIDE_WHEN_PUBLISHED') - p.created_at)::float8 as told_after
        from published p
        join app_public.notifications n on n.alert_id = p.id and n.kind <> 'ALL_CLEAR'
        group by p.began_at, p.status, p.id, p.created_at, p.completed_at, p.present_completed_at, n.user_id
    ), results as (
      select p.began_at, p.status, count(*)::integer as told, count(*) filter (where p.has_seen)::integer as seen,
          percentile_cont(0.5) within group (order by p.told_after) as told_after_median
        from people p group by 1, 2
    ), pushes as (
      select p.began_at, p.status, count(*)::integer as pushed,
          percentile_cont(0.5) within group (order by extract(epoch from u.at - p.created_at)::float8)
            filter (where not u.is_late) as pushed_after_median
        -- One row for each user: purged deliveries have left one for each second.
        from published p, app_private.pushed_people(p.a) u, generate_series(1, u.people)
        group by 1, 2
    )
    select row(p.began_at, p.status, count(*), coalesce(r.told, 0), coalesce(r.seen, 0), r.told_after_median,
        coalesce(u.pushed, 0), u.pushed_after_median)::app_public.alert_month
      from published p
      left join results r on r.began_at = p.began_at and r.status = p.status
      left join pushes u on u.began_at = p.began_at and u.status = p.status
      group by p.began_at, p.status, r.told, r.seen, r.told_after_median, u.pushed, u.pushed_after_median
      order by p.began_at desc, p.status);
end
$$;
comment on function app_public.alert_statistics(integer) is
  E'@itemsNotNull\n@argument months How many months back, this one included: 1 to 60.\nThe number of alerts of your authorities, how many people they concerned, how fast pushes went out to them and how many saw it, by month and status, the latest month first. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alert_statistics(integer) to app_viewer;
--! EndIncluded alerts/app_public.alert_statistics.sql
--! Included alerts/app_public.alerts_timeline.sql
create or replace function app_public.alerts_timeline(alert app_public.alerts) returns app_public.timeline_step[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  if not app_private.is_own_alert(alert) then
    return null;
  end if;
  return array(
    with people as (
      select min(n.created_at) as told_at, min(n.seen_at) as seen_at
        from app_public.notifications n where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
        group by n.user_id
    ), events as materialized (
      select e.at, e.kind, 1 as people
        from people p cross join lateral (values (p.told_at, 'told'), (p.seen_at, 'seen')) e (at, kind)
        where e.at is not null
      union all
      select p.at, 'pushed', p.people from app_private.pushed_people(alert) p
    ), width as (
      -- The shortest step that divides the time into at most 120.
      select min(w.seconds) as seconds
        from unnest(array[1, 5, 15, 60, 300, 900, 3600, 21600, 86400, 604800]) w (seconds)
        where w.seconds * 120 >= (select extract(epoch from max(e.at) - min(alert.created_at)) from events e) or w.seconds = 604800
    )
    select row(s.began_at, w.seconds, coalesce(sum(e.people) filter (where e.kind = 'told'), 0),
        coalesce(sum(e.people) filter (where e.kind = 'pushed'), 0),
        coalesce(sum(e.people) filter (where e.kind = 'seen'), 0))::app_public.timeline_step
      from width w, events e
      cross join lateral (select date_bin(make_interval(secs => w.seconds), e.at, alert.created_at) as began_at) s
      group by s.began_at, w.seconds order by s.began_at);
end
$$;
comment on function app_public.alerts_timeline(app_public.alerts) is
  E'@itemsNotNull\nHow many users were notified, pushed to and saw it, step by step from the publication. Steps in which nothing happened are left out, and all-clears do not count. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_timeline(app_public.alerts) to app_viewer;
--! EndIncluded alerts/app_public.alerts_timeline.sql
--! Included audit/app_private.audit_read.sql
create or replace function app_private.audit_read(
  fields text[], user_ids integer[], alert_id integer, is_subscription boolean
) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select from app_public.memberships m where m.user_id = app_public.current_user_id()) then
    return;
  end if;
  -- The entry must be on disk before the answer is sent.
  perform app_private.commit_synchronously();
  perform app_private.audit(
    case when is_subscription then 'PEOPLE_FOLLOWED' else 'PEOPLE_READ' end::app_public.audit_action,
    case when cardinality(user_ids) = 1 then 'USER' when alert_id is not null then 'ALERT' end::app_public.audit_object,
    case when cardinality(user_ids) = 1 then user_ids[1] else alert_id end,
    jsonb_build_object('fields', fields) || case when cardinality(user_ids) > 1 then jsonb_build_object('user_ids', user_ids) else '{}' end);
end
$$;
comment on function app_private.audit_read(text[], integer[], integer, boolean) is
  'Records that the administrator of this request reads other people''s positions, notifications, device keys or names, before the answer. A subscription is recorded once a minute. Does nothing for others: the fields refuse them, or show only what is theirs.';
grant execute on function app_private.audit_read(text[], integer[], integer, boolean) to app_anonymous, app_user;
--! EndIncluded audit/app_private.audit_read.sql
--! Included cells/app_public.alerts_cells.sql
create or replace function app_public.alerts_cells(alert app_public.alerts) returns app_public.cell_delivery[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select array(
    select row(c.name, f.version, f.level, coalesce(f.users, 0), coalesce(f.users_pushed, 0), coalesce(f.users_waiting, 0),
        coalesce(f.users_failed, 0), coalesce(f.users_seen, 0), coalesce(f.is_complete and f.version = alert.version, false),
        extract(epoch from f.received_at)::bigint)::app_public.cell_delivery
      from app_private.cells c
      left join app_private.cell_figures f on f.cell = c.name and f.alert_id = alert.id and f.version = (
        select max(n.version) from app_private.cell_figures n where n.cell = c.name and n.alert_id = alert.id)
      order by c.name, f.level)
    where app_private.is_own_alert(alert)
$$;
comment on function app_public.alerts_cells(app_public.alerts) is
  E'@itemsNotNull\nThe results of the alert in each cell, one entry for each level, by the newest version that the cell has counted. One entry without a level for a cell that has reported nothing of it. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_cells(app_public.alerts) to app_viewer;
--! EndIncluded cells/app_public.alerts_cells.sql
--! Included devices-and-deliveries/app_public.alerts_all_clear_reach.sql
create or replace function app_public.alerts_all_clear_reach(alert app_public.alerts) returns app_public.phone_reach[]
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set jit = off
as $$
begin
  if not app_private.is_own_alert(alert) then
    return null;
  end if;
  return array(
    with people as (
      select n.user_id, min(n.level) as level from app_public.notifications n where n.alert_id = alert.id group by n.user_id
    ), phones as (
      select array_agg(distinct d.provider::text) as providers
        from people p join app_private.devices d on d.user_id = p.user_id
        where p.level = 'ONE' or not exists (
          select from app_public.quiet_hours h
            where h.user_id = p.user_id and app_private.quiet_until(h.starts, h.ends, h.time_zone, now()) is not null)
        group by p.user_id
    )
    select row(p.providers, count(*))::app_public.phone_reach from phones p group by p.providers order by p.providers);
end
$$;
comment on function app_public.alerts_all_clear_reach(app_public.alerts) is
  E'@itemsNotNull\nWhose phones an all-clear would ring now. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_all_clear_reach(app_public.alerts) to app_viewer;
--! EndIncluded devices-and-deliveries/app_public.alerts_all_clear_reach.sql
--! Included devices-and-deliveries/app_public.alerts_delivery.sql
create or replace function app_public.alerts_delivery(alert app_public.alerts) returns app_public.level_delivery[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  -- The stored results of pushes, if the deliveries are purged. Users may still see a notification afterwards.
  stored constant jsonb := (select r.levels from app_private.delivery_results r where r.alert_id = alert.id);
begin
  if not app_private.is_own_alert(alert) then
    return null;
  end if;
  return array(
    with notified as (
      select n.id, n.user_id, n.level, n.seen,
          -- For a late entry, time counts from its notification.
          extract(epoch from n.seen_at - b.began)::float8 as seen_after,
          extract(epoch from d.accepted_at - b.began)::float8 as accepted_after,
          d.sent, d.accepted_at is not null as accepted, d.failed, d.waits
        from app_public.notifications n
        left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
        left join app_private.publications p on p.alert_id = n.alert_id
        cross join lateral (select case
          when app_private.rule_when_notified(n.rule, n.taken_at, n.created_at, v.created_at, v.completed_at, p.completed_at) = 'CAME_IN_LATER' then n.created_at
          else coalesce(v.created_at, alert.created_at) end as began) b
        left join (
          select e.notification_id, bool_or(e.accepted_at is not null or e.state = 'accepted') as sent,
              min(e.settled_at) filter (where e.state = 'accepted') as accepted_at,
              bool_and(e.state in ('failed', 'dead')) as failed, bool_or(e.state in ('queued', 'sent')) as waits
            from app_private.deliveries e where e.alert_id = alert.id group by e.notification_id
        ) d on d.notification_id = n.id
        where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
    ), people as (
      -- Each user once, at the innermost level, so that the levels add up to the users that the alert reached.
      select min(t.level) as level, coalesce(bool_or(t.sent), false) as is_pushed, coalesce(bool_or(t.waits), false) as waits,
          coalesce(bool_or(t.failed), false) and not bool_or(t.accepted) as is_failed, bool_or(t.seen) as has_seen
        from notified t group by t.user_id
    ), people_by_level as (
      select p.level, count(*)::integer as users, count(*) filter (where p.is_pushed)::integer as pushed,
          count(*) filter (where p.waits and not p.is_pushed)::integer as waiting,
          count(*) filter (where p.is_failed and not p.waits)::integer as failed,
          count(*) filter (where p.has_seen)::integer as seen
        from people p group by p.level
    ), figures as (
      select l.level, count(t.id)::integer as targeted, count(*) filter (where t.sent)::integer as sent,
          count(*) filter (where t.accepted)::integer as accepted, count(*) filter (where t.failed)::integer as failed,
          count(*) filter (where t.seen)::integer as seen,
          percentile_cont(0.5) within group (order by t.accepted_after) as accepted_after_median,
          percentile_cont(0.95) within group (order by t.accepted_after) as accepted_after_p95,
          percentile_cont(0.5) within group (order by t.seen_after) as seen_after_median,
          percentile_cont(0.95) within group (order by t.seen_after) as seen_after_p95
        from unnest(enum_range(null::app_public.level_alert)) l (level)
        left join notified t on t.level = l.level
        group by l.level
    )
    select row(f.level, f.targeted, coalesce(k.sent, f.sent), coalesce(k.accepted, f.accepted), coalesce(k.failed, f.failed), f.seen,
        case when stored is null then f.accepted_after_median else k.accepted_after_median end,
        case when stored is null then f.accepted_after_p95 else k.accepted_after_p95 end,
        f.seen_after_median, f.seen_after_p95, coalesce(b.users, 0), coalesce(k.users_pushed, b.pushed, 0),
        coalesce(k.users_waiting, b.waiting, 0), coalesce(k.users_failed, b.failed, 0), coalesce(b.seen, 0))::app_public.level_delivery
      from figures f
      left join people_by_level b on b.level = f.level
      left join jsonb_populate_recordset(null::app_public.level_delivery, stored) k on k.level = f.level
      order by f.level);
end
$$;
comment on function app_public.alerts_delivery(app_public.alerts) is
  E'@itemsNotNull\nThe results of the alert''s notifications, one entry for each level, the most urgent first. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_delivery(app_public.alerts) to app_viewer;
--! EndIncluded devices-and-deliveries/app_public.alerts_delivery.sql
--! Included devices-and-deliveries/app_public.alerts_push_failures.sql
create or replace function app_public.alerts_push_failures(alert app_public.alerts) returns app_public.push_failure[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set jit = off
as $$
declare
  stored constant jsonb := (select r.failures from app_private.delivery_results r where r.alert_id = alert.id);
begin
  if not app_private.is_own_alert(alert) then
    return null;
  end if;
  if stored is not null then
    return array(select f from jsonb_populate_recordset(null::app_public.push_failure, stored) f);
  end if;
  return array(
    with failures as (
      select d.provider, d.why, d.state <> 'queued' as is_final, d.user_id, count(*) as pushes
        from app_private.deliveries d
        where d.alert_id = alert.id and d.why is not null and d.state in ('queued', 'failed', 'dead')
        group by 1, 2, 3, 4
    ), reasons as materialized (
      -- Few distinct texts, as most pushes fail for the same reason.
      select w.why, app_private.push_reason(w.why) as reason from (select distinct f.why from failures f) w
    ), people as (
      select f.provider, r.reason, f.is_final, f.user_id, sum(f.pushes) as pushes
        from failures f join reasons r on r.why = f.why group by 1, 2, 3, 4
    )
    select row(p.provider, p.reason, p.is_final, sum(p.pushes), count(*))::app_public.push_failure
      from people p group by p.provider, p.reason, p.is_final
      order by sum(p.pushes) desc, p.provider::text, p.reason, p.is_final limit 50);
end
$$;
comment on function app_public.alerts_push_failures(app_public.alerts) is
  E'@itemsNotNull\nWhy pushes of the alert have failed, or wait to be tried again: the most frequent reason first, at most 50. Those of the all-clear are included. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_push_failures(app_public.alerts) to app_viewer;
--! EndIncluded devices-and-deliveries/app_public.alerts_push_failures.sql
--! Included drafts-templates-areas/app_private.take_shared_draft.sql
create or replace function app_private.take_shared_draft(draft_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  taken app_public.shared_drafts;
begin
  -- The caller runs as the owner, for whom neither policies apply nor the audit trigger fires.
  delete from app_public.shared_drafts d
    where d.id = draft_id and d.authority_id = any (app_private.my_authorities('AUTHOR')) and (not d.is_private or d.user_id = app_public.current_user_id())
    returning d.* into taken;
  perform app_private.require_shared_draft(taken.id, 'LA409');
  if not taken.is_private then
    perform app_private.audit('DRAFT_REMOVED', 'DRAFT', draft_id, '{"reason": "PUBLISHED"}');
  end if;
end
$$;
comment on function app_private.take_shared_draft(integer) is
  'Removes the draft that an alert or its update is published from. Error LA409 if it does not exist, or is a private draft of another user, so that a draft that is published twice makes one alert.';
--! EndIncluded drafts-templates-areas/app_private.take_shared_draft.sql
--! Included held-publications/app_private.publish_held.sql
create or replace function app_private.publish_held(held_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
  author app_public.users;
  rule text;
  reason text;
begin
  -- A concurrent publication_take_back() waits for this row lock, and then finds the state PUBLISHED.
  select h.* into held from app_private.held_publications h where h.id = held_id and h.state = 'HELD' for update;
  if held.id is null then
    return;
  end if;
  select u.* into author from app_public.users u where u.id = held.user_id;
  if held.due_at < clock_timestamp() - interval '1 minute' then
    rule := 'too_late_to_publish';
    reason := 'The service was not running when it was due, and it is too late now: publish it again.';
  elsif not exists (select from app_public.memberships m where m.user_id = held.user_id and m.role >= 'APPROVER') then
    rule := 'author_no_administrator';
    reason := 'Its author is no administrator any more.';
  elsif held.new_alert is not null and author.is_training <> held.by_training_user then
    -- The training of the author decides whether the alert is an exercise.
    rule := 'author_training';
    reason := 'The training of its author began or ended meanwhile: publish it again.';
  else
    begin
      perform set_config('jwt.claims.user_id', held.user_id::text, true);
      held.alert_id := app_private.run_publication(
        json_populate_record(null::app_public.alert_input, held.new_alert), held.alert_id,
        json_populate_record(null::app_public.alert_update_input, held.changes), held.all_clear);
      perform app_private.continue_publication(held.alert_id);
    exception when others then
      -- Errors LA… are final. After any other error the job retries.
      if sqlstate not like 'LA%' then
        raise;
      end if;
      get stacked diagnostics rule = constraint_name;
      reason := sqlerrm;
    end;
  end if;
  update app_private.held_publications h
    set state = case when reason is null then 'PUBLISHED' else 'FAILED' end::app_public.held_publication_state,
      alert_id = held.alert_id, why = reason, refusal = upper(rule), settled_at = clock_timestamp()
    where h.id = held.id;
end
$$;
comment on function app_private.publish_held(integer) is
  'Publishes a held publication, unless it was taken back, as its author. The second phase follows as a job. It fails if it is due for more than a minute, as after a downtime.';
--! EndIncluded held-publications/app_private.publish_held.sql
--! Included held-publications/app_public.held_publication.sql
create or replace function app_public.held_publication(id integer default null, key text default null, draft_id integer default null)
returns app_public.held_publication
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
begin
  select h.* into held from app_private.held_publications h
    where h.authority_id = any (app_private.my_authorities('AUTHOR')) and case
      when held_publication.id is not null then h.id = held_publication.id
      when held_publication.key is not null then h.user_id = app_public.current_user_id() and h.key = held_publication.key
      else (coalesce(h.new_alert, h.changes) ->> 'draft_id')::integer = held_publication.draft_id
    end
    order by h.state = 'PUBLISHED' desc, h.state = 'HELD' desc, h.id desc limit 1;
  return case when held.id is not null then app_private.held_publication(held) end;
end
$$;
comment on function app_public.held_publication(integer, text, integer) is
  E'@argument id The id of the held publication.\n@argument key Instead of the id: the key of a held publication of your own, for a client that has lost the answer.\n@argument draftId Instead of both: the id of a draft, which may be gone. Finds the publication that went out, else one that is still held, else the last one.\nA held publication, and what became of it. Null for an unknown one. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.held_publication(integer, text, integer) to app_author;
--! EndIncluded held-publications/app_public.held_publication.sql
--! Included held-publications/app_public.publication_hold.sql
create or replace function app_public.publication_hold(input app_public.publication_input) returns app_public.held_publication
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
  repeated app_public.held_publication;
  status app_public.alert_status;
begin
  if num_nonnulls(input.new_alert, input.changes, input.all_clear) <> 1
    or (input.new_alert is distinct from null) = (input.alert_id is not null)
  then
    raise exception using errcode = 'LA400',
      constraint = 'one_publication', message = 'Send newAlert alone, or alertId with either changes or allClear.';
  end if;
  -- A repeated request first, as the dry run fails for what was published already.
  repeated := app_private.repeated_publication(input);
  if repeated.id is not null then
    return repeated;
  end if;
  status := case when (app_public.me()).is_training then 'EXERCISE' else coalesce((input.new_alert).status, 'ACTUAL') end;
  if input.new_alert is distinct from null and input.expected_status <> status then
    raise exception using errcode = 'LA403',
      constraint = 'other_status', message = format('The alert would be of status %s, not %s: check it again. Nothing was published.', status, input.expected_status);
  end if;
  -- A dry run, which is rolled back: it reports errors now. A handler for a code that ends in 000 would catch its whole class.
  begin
    perform app_private.run_publication(input.new_alert, input.alert_id, input.changes, input.all_clear);
    raise exception using errcode = 'LA200';
  exception when sqlstate 'LA200' then null;
  end;
  -- The answer promises a publication, so it must survive the loss of a host.
  perform app_private.commit_synchronously();
  delete from app_private.held_publications h where h.settled_at < now() - interval '30 days';
  insert into app_private.held_publications as h (
      user_id, key, due_at, new_alert, alert_id, changes, all_clear, by_training_user, authority_id)
    select app_public.current_user_id(), input.key, clock_timestamp() + s.take_back_time, to_json(input.new_alert), input.alert_id,
        to_json(input.changes), input.all_clear, (app_public.me()).is_training,
        coalesce((select a.authority_id from app_public.alerts a where a.id = input.alert_id),
          (input.new_alert).authority_id, app_private.my_authority())
      from app_private.settings s
    on conflict (user_id, key) do nothing
    returning h.* into held;
  if held.id is null then
    -- A concurrent request with the same key was first.
    return app_private.repeated_publication(input);
  end if;
  perform app_private.audit('PUBLICATION_HELD', 'HELD_PUBLICATION', held.id);
  perform graphile_worker.add_job('publish_held', json_build_object('id', held.id), run_at => held.due_at);
  return app_private.held_publication(held);
end
$$;
comment on function app_public.publication_hold(app_public.publication_input) is
  E'@argument input What to publish.\nPublishes a new alert, an update or an all-clear after a few seconds, in which publicationTakeBack can take it back. It is published even if the client is gone. What is wrong with it now is an error at once, as for newAlert, alertUpdate and alertCancel. For administrators: error FORBIDDEN for others, and if a new alert would be of another status than expectedStatus.';
grant execute on function app_public.publication_hold(app_public.publication_input) to app_approver;
--! EndIncluded held-publications/app_public.publication_hold.sql
--! Included held-publications/app_public.publication_take_back.sql
create or replace function app_public.publication_take_back(id integer) returns app_public.held_publication
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
begin
  perform app_private.commit_synchronously();
  -- The row lock waits for a publication that has begun.
  select h.* into held from app_private.held_publications h
    where h.id = publication_take_back.id
      and (h.user_id = app_public.current_user_id() or h.authority_id = any (app_private.my_authorities('APPROVER')))
    for update;
  if held.user_id <> app_public.current_user_id() and not held.by_training_user then
    perform app_private.refuse_training_users();
  end if;
  update app_private.held_publications h
    set state = 'TAKEN_BACK', settled_at = clock_timestamp(), settled_by = app_public.current_user_id()
    where h.id = held.id and h.state = 'HELD';
  if found then
    perform app_private.audit('PUBLICATION_TAKEN_BACK', 'HELD_PUBLICATION', publication_take_back.id);
  end if;
  select h.* into held from app_private.held_publications h where h.id = held.id;
  if held.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_held_publication', message = 'There is no held publication with this id.';
  elsif held.state = 'PUBLISHED' then
    raise exception using errcode = 'LA409', constraint = 'too_late', message = 'It is too late to take it back, because it has been published: correct it, or end it with an all-clear.';
  end if;
  return app_private.held_publication(held);
end
$$;
comment on function app_public.publication_take_back(integer) is
  E'@argument id The id of the held publication.\nTakes back a held publication of any approver of your authority, or your own: nothing of it is published, then or later. For administrators: error FORBIDDEN for others, NOT_FOUND for an unknown one, CONFLICT if it was published.';
grant execute on function app_public.publication_take_back(integer) to app_author;
--! EndIncluded held-publications/app_public.publication_take_back.sql
--! Included invitations/app_private.take_invitation.sql
create or replace function app_private.take_invitation(
  secret text, email text, password_hash text, name text, address text
) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  taken app_private.invitations;
  created app_public.users;
begin
  -- The row lock serializes concurrent joins, so that the number of places is never exceeded.
  update app_private.invitations i set used = i.used + 1
    where i.secret_hash = app_private.key_hash(secret) and i.revoked_at is null and now() < i.expires_at and i.used < i.places
    returning i.* into taken;
  if taken.id is null then
    return null;
  end if;
  created := app_private.add_user(btrim(email), btrim(name), btrim(coalesce(address, '')));
  update app_public.users u set authority_id = taken.authority_id where u.id = created.id;
  perform app_private.set_password(created.id, password_hash);
  insert into app_private.joined_users (user_id, invitation_id) values (created.id, taken.id);
  perform app_private.audit('USER_JOINED', 'USER', created.id, jsonb_build_object('invitation_id', taken.id), actor_id => created.id);
  perform app_private.queue_verification(created.id);
  return created.id;
end
$$;
comment on function app_private.take_invitation(text, text, text, text, text) is
  'Creates a user, who is no administrator, by an invitation, with a password that the host has hashed, and counts the place. Returns the id. Null if the invitation is unknown, revoked, over or full.';
grant execute on function app_private.take_invitation(text, text, text, text, text) to app_host;
--! EndIncluded invitations/app_private.take_invitation.sql
--! Included invitations/app_public.invitation_revoke.sql
create or replace function app_public.invitation_revoke(id integer) returns app_public.invitation
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  revoked app_private.invitations;
begin
  perform app_private.refuse_training_users();
  update app_private.invitations i set revoked_at = now()
    where i.id = invitation_revoke.id and i.revoked_at is null
      and i.authority_id = any (app_private.my_authorities('MANAGER'))
    returning i.* into revoked;
  if revoked.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_invitation', message = 'There is no invitation with this id that is not revoked.';
  end if;
  perform app_private.audit('INVITATION_REVOKED', 'INVITATION', revoked.id);
  return app_private.invitation(revoked);
end
$$;
comment on function app_public.invitation_revoke(integer) is
  E'@argument id The id of the invitation.\nRevokes an invitation: nobody joins by it any more. Who has joined stays. For administrators who are no training users. Error NOT_FOUND for an unknown id, and for one that is revoked.';
grant execute on function app_public.invitation_revoke(integer) to app_manager;
--! EndIncluded invitations/app_public.invitation_revoke.sql
--! Included invitations/app_public.invitations.sql
create or replace function app_public.invitations("limit" integer default 20, "offset" integer default 0) returns app_public.invitation[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if invitations."limit" < 0 or invitations."offset" < 0 then
    raise exception using errcode = 'LA400', constraint = 'negative_limit', message = 'limit and offset must not be negative.';
  end if;
  return array(
    select app_private.invitation(i) from app_private.invitations i
      where i.authority_id = any (app_private.my_authorities('MANAGER'))
      order by i.id desc limit least(coalesce(invitations."limit", 20), 1000) offset invitations."offset");
end
$$;
comment on function app_public.invitations(integer, integer) is
  E'@itemsNotNull\n@argument limit The most invitations to return. More than 1000 is cut to 1000.\n@argument offset The number of invitations to skip.\nThe invitations of your authorities, the newest first. For administrators.';
grant execute on function app_public.invitations(integer, integer) to app_manager;
--! EndIncluded invitations/app_public.invitations.sql
--! Included links-and-mail/app_public.new_password_links.sql
create or replace function app_public.new_password_links(user_ids integer[]) returns setof app_public.password_link
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp rows 100
as $$
declare
  max_users constant integer := 5000;
  lifetime constant interval := (select s.password_link_lifetime from app_private.settings s);
  owner_id integer;
  link app_public.password_link;
  secret text;
begin
  if cardinality(user_ids) > max_users then
    raise exception using errcode = 'LA400', constraint = 'too_many_user_ids', message = 'userIds has more than 5,000 entries: ask for them in several parts.';
  end if;
  -- Locks in the order of ids prevent deadlocks. A password that is set meanwhile is visible below.
  perform app_private.lock_user(l.id) from (select distinct unnest(user_ids) as id order by 1) l;
  foreach owner_id in array array(select i.id from unnest(user_ids) with ordinality i (id, place) group by i.id order by min(i.place)) loop
    perform app_private.require_managed(owner_id);
    if not exists (select from app_public.users u where u.id = owner_id) then
      raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
    end if;
    perform app_private.protect_administrator(owner_id);
    -- Otherwise an administrator's stolen token could take over any user. userPasswordReset asks for a password.
    if exists (select from app_private.user_credentials c where c.user_id = owner_id) then
      raise exception using errcode = 'LA409', constraint = 'has_password', message = 'This user already has a password: give them a new one instead.';
    end if;
    secret := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
    link := row(owner_id, owner_id || '.' || secret, now() + lifetime)::app_public.password_link;
    insert into app_private.password_links as l (user_id, token_hash, expires_at)
      values (owner_id, app_private.key_hash(secret), link.expires_at)
      on conflict on constraint password_links_pkey
        do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at;
    perform app_private.audit('PASSWORD_LINK_MADE', 'USER', owner_id);
    return next link;
  end loop;
end
$$;
comment on function app_public.new_password_links(integer[]) is
  E'@argument userIds The ids of users without a password, at most 5,000.\nMakes a link for each of these users, one for an id that comes twice, by which they set their password. An earlier link that an administrator made for them no longer works. For administrators; those in training make none for an administrator who is not. Error CONFLICT for a user who has a password.';
grant execute on function app_public.new_password_links(integer[]) to app_manager;
--! EndIncluded links-and-mail/app_public.new_password_links.sql
--! Included logins/app_private.login_credentials.sql
create or replace function app_private.login_credentials(email text)
returns table (user_id integer, is_admin boolean, password_hash text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  owner_id constant integer := app_private.user_id_of(login_credentials.email);
begin
  return query
    select c.user_id, exists (select from app_public.memberships m where m.user_id = u.id), c.password_hash
      from app_private.user_credentials c
      join app_public.users u on u.id = c.user_id
      where c.user_id = owner_id;
end
$$;
comment on function app_private.login_credentials(text) is
  'Returns the credentials for the check of a password, and whether the user has a role. No row for an unknown email.';
grant execute on function app_private.login_credentials(text) to app_host;
--! EndIncluded logins/app_private.login_credentials.sql
--! Included matching/app_public.alert_reach.sql
create or replace function app_public.alert_reach(input app_public.alert_input) returns app_public.alert_reach_preview
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert constant app_public.alerts := app_private.draft_alert(input, null);
begin
  perform app_private.require_own(alert);
  perform app_private.require_inside(alert);
  return app_private.reach_of(alert);
end
$$;
comment on function app_public.alert_reach(app_public.alert_input) is
  E'@argument input The alert as newAlert would take it.\nHow many users an alert would notify if it were published now. It writes nothing. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alert_reach(app_public.alert_input) to app_viewer;
--! EndIncluded matching/app_public.alert_reach.sql
--! Included matching/app_public.alert_update_reach.sql
create or replace function app_public.alert_update_reach(id integer, input app_public.alert_update_input)
returns app_public.alert_reach_preview
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  previous app_public.alerts;
  alert app_public.alerts;
begin
  select a.* into previous from app_public.alerts a where a.id = alert_update_reach.id;
  if previous.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_alert', message = 'There is no alert with this id.';
  end if;
  perform app_private.require_own(previous);
  alert := app_private.draft_update(input, previous);
  perform app_private.require_inside(alert);
  return app_private.reach_of(alert);
end
$$;
comment on function app_public.alert_update_reach(integer, app_public.alert_update_input) is
  E'@argument id The id of the alert.\n@argument input The changes as alertUpdate would take them.\nHow many users the next version of an alert would notify if it were published now: for the first time, and again. It writes nothing. For administrators: error FORBIDDEN for others, NOT_FOUND for an unknown alert.';
grant execute on function app_public.alert_update_reach(integer, app_public.alert_update_input) to app_viewer;
--! EndIncluded matching/app_public.alert_update_reach.sql
--! Included matching/app_public.why_notified.sql
create or replace function app_public.why_notified(alert_id integer, user_id integer) returns app_public.notification_reason
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts;
  person app_public.users;
  notification app_public.notifications;
  notified_version app_public.alert_versions;
  last_position app_public.last_positions;
  location geometry;
  -- The time at which the rules apply: when the user was notified, or now.
  at timestamptz;
  reason app_public.notification_reason;
begin
  select a.* into alert from app_public.alerts a where a.id = why_notified.alert_id;
  select u.* into person from app_public.users u where u.id = why_notified.user_id;
  -- The first notification at the user's innermost level.
  select n.* into notification from app_public.notifications n
    where n.alert_id = alert.id and n.user_id = why_notified.user_id and n.kind <> 'ALL_CLEAR' order by n.level, n.version limit 1;
  select l.* into last_position from app_public.last_positions l where l.user_id = person.id;
  -- The notifications of an erased user remain.
  if alert.id is null or person.id is null and notification.id is null
    -- Whose place one may not see, unless one's own alert told them there.
    or not (app_public.current_user_id() is null or app_private.sees_everyone()
      or coalesce(st_covers(app_private.seen_area(), last_position.location), false)
      or notification.id is not null and app_private.is_own_alert(alert))
  then
    raise exception using errcode = 'LA404', constraint = 'no_alert_or_user', message = 'There is no alert or no user with this id.';
  end if;
  if notification.id is not null then
    at := notification.created_at;
    -- The zones of the version that notified the user, as an update may have changed them.
    select v.* into notified_version from app_public.alert_versions v where v.alert_id = alert.id and v.version = notification.version;
    if (notified_version.zone1, notified_version.level2_distance, notified_version.level3_distance)
      is distinct from (alert.zone1, alert.level2_distance, alert.level3_distance)
    then
      alert.zone1 := notified_version.zone1;
      alert.zone2 := app_private.zone_around(notified_version.zone1, notified_version.level2_distance);
      alert.zone3 := app_private.zone_around(notified_version.zone1, notified_version.level3_distance);
    end if;
    if notification.place_kept then
      location := st_setsrid(st_makepoint(notification.longitude, notification.latitude), 4326);
    end if;
    reason.taken_at := notification.taken_at;
    reason.accuracy := notification.accuracy;
    reason.level := notification.level;
  else
    at := least(now(), alert.expires_at, alert.cancelled_at);
    location := last_position.location;
    reason.taken_at := last_position.taken_at;
    reason.accuracy := last_position.accuracy;
  end if;
  reason.notification_id := notification.id;
  reason.latitude := st_y(location);
  reason.longitude := st_x(location);
  reason.age := extract(epoch from at - reason.taken_at);
  reason.distance1 := app_private.metres_from(alert.zone1, location);
  reason.distance2 := app_private.metres_from(alert.zone2, location);
  reason.distance3 := app_private.metres_from(alert.zone3, location);
  reason.rule := case
    when notification.id is not null then
      app_private.rule_when_notified(
        notification.rule, notification.taken_at, notification.created_at, notified_version.created_at,
        notified_version.completed_at, (select p.completed_at from app_private.publications p where p.alert_id = alert.id))
    when last_position.user_id is null then 'NO_POSITION'
    when not app_private.applies_to(alert.status, person.is_tester) then 'NOT_A_TESTER'
    when not st_covers(alert.zone3, location) then 'OUTSIDE'
    when last_position.created_at > least(alert.expires_at, alert.cancelled_at) then 'CAME_IN_AFTER_THE_END'
    when not app_private.is_fresh(
      last_position.taken_at, last_position.alive_at, alert.max_position_age, greatest(last_position.created_at, app_private.published_at(alert))) then 'TOO_OLD'
    when app_private.level_at(alert.zone1, alert.zone2, alert.zone3, location, last_position.accuracy > alert.max_accuracy) is null then 'TOO_COARSE'
    when not app_private.is_active(alert.active, alert.expires_at) then 'ENDED_BEFORE'
    else 'NOT_YET'
  end::app_public.notification_rule;
  return reason;
end
$$;
comment on function app_public.why_notified(integer, integer) is
  E'@argument alertId The alert''s id.\n@argument userId The user''s id.\nThe position and the rule by which a user was notified of an alert or was not. For administrators: error FORBIDDEN for others, NOT_FOUND for an unknown alert or user.';
grant execute on function app_public.why_notified(integer, integer) to app_viewer;
--! EndIncluded matching/app_public.why_notified.sql
--! Included privacy/app_private.erase_person.sql
create or replace function app_private.erase_person(user_id integer) returns app_private.erasure
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  person app_public.users;
  erased app_private.erasure;
begin
  if not exists (select from app_public.users u where u.id = erase_person.user_id) then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
  perform app_private.commit_synchronously();
  -- Most of a long history is deleted before any lock that reports wait for.
  erased.positions := app_private.forget_positions(erase_person.user_id);
  -- The lock serializes two administrators who erase each other, so that one remains.
  perform from app_private.settings for update;
  perform app_private.lock_user(erase_person.user_id);
  -- Waits for reports and publications in flight. Later ones do not find the user.
  perform app_private.drain_reports(array[erase_person.user_id]);
  select u.* into person from app_public.users u where u.id = erase_person.user_id;
  if person.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
  delete from app_public.last_positions l where l.user_id = person.id;
  perform app_private.announce_gone_positions(array[person.id]);
  erased.positions := erased.positions + app_private.forget_positions(person.id);
  perform app_private.clear_places(
    array[person.id], array(select n.id from app_public.notifications n where n.user_id = person.id and n.place_kept));
  erased.notifications := (select count(*) from app_public.notifications n where n.user_id = person.id);
  -- Results of pushes may contain device tokens.
  update app_private.deliveries d
    set why = app_private.push_reason(d.why), receipt = null,
      failures = array(select app_private.push_reason(f.failure) from unnest(d.failures) with ordinality f (failure, place) order by f.place)
    where d.user_id = person.id and (d.why is not null or d.receipt is not null or d.failures <> '{}');
  perform app_private.forget_account(person.id, person.email);
  if person.is_admin then
    perform app_private.require_manager();
    perform app_private.require_trained_administrator();
  end if;
  insert into app_private.erased_users as e (user_id, erasure_key)
    values (person.id, coalesce(person.erasure_key, gen_random_uuid()))
    returning e.user_id, e.erased_at into erased.user_id, erased.erased_at;
  perform app_private.audit('USER_ERASED', 'USER', person.id,
    jsonb_build_object('positions', erased.positions, 'notifications', erased.notifications));
  perform pg_notify('token_revoked', person.id::text);
  return erased;
end
$$;
comment on function app_private.erase_person(integer) is
  'Erases a person: deletes all their data except for notifications and deliveries, which stay without place and device as the proof of who was notified. Returns what it did. Error LA404 for an unknown or erased user, LA409 for the last administrator. A host then lists the erasure outside of the database.';
--! EndIncluded privacy/app_private.erase_person.sql
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
  end case;
  items := coalesce(items, '{}');
end
$$;
comment on function app_private.export_page(integer, bigint, integer, text, bigint, integer) is
  'Returns the next page of a part of a user''s export, as JSON, and the id of its last item; after is 0 for the first page. app_private.export_item() leaves secrets out. is_allowed is false if the session of the request has ended meanwhile, or the user is erased.';
grant execute on function app_private.export_page(integer, bigint, integer, text, bigint, integer) to app_host;
--! EndIncluded privacy/app_private.export_page.sql
--! Included privacy/app_private.may_export.sql
create or replace function app_private.may_export(token_user_id integer, session_id bigint, user_id integer) returns boolean
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant record := app_private.authenticate(token_user_id, may_export.session_id);
begin
  if caller.user_id = may_export.user_id::text then
    return exists (select from app_public.users u where u.id = may_export.user_id);
  end if;
  perform set_config('jwt.claims.user_id', caller.user_id, true);
  return caller.role in ('app_manager', 'app_admin') and app_private.manages(may_export.user_id);
end
$$;
comment on function app_private.may_export(integer, bigint, integer) is
  'True if this session is valid and may export the data of a user: it is the user''s or an administrator''s, and the user is not erased.';
--! EndIncluded privacy/app_private.may_export.sql
--! Included privacy/app_private.user_erase.sql
create or replace function app_private.user_erase(id integer) returns app_private.erasure
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.refuse_training_users();
  perform app_private.require_managed(user_erase.id);
  return app_private.erase_person(user_erase.id);
end
$$;
comment on function app_private.user_erase(integer) is
  'Erases a person, for administrators who are no training users. See app_private.erase_person().';
grant execute on function app_private.user_erase(integer) to app_manager;
--! EndIncluded privacy/app_private.user_erase.sql
--! Included sessions/app_private.authenticate.sql
-- plpgsql, because it runs at the start of every request and keeps its plan from one to the next.
create or replace function app_private.authenticate(
  token_user_id integer, inout session_id bigint, out role text, out user_id text
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  highest app_public.authority_role;
  is_everywhere boolean;
begin
  -- Most users have no role, so a request of theirs looks for nothing more.
  select 'app_user', u.id::text, (select max(m.role) from app_public.memberships m where m.user_id = u.id)
    into authenticate.role, authenticate.user_id, highest
    from app_public.sessions s
    join app_public.users u on u.id = s.user_id
    where s.user_id = authenticate.token_user_id and s.id = authenticate.session_id
      and s.expires_at > now() and (u.is_admin or not s.is_admin);
  if authenticate.role is null then
    authenticate.role := 'app_anonymous';
    authenticate.user_id := '';
    authenticate.session_id := null;
  elsif highest is not null then
    -- An administrator manages the service itself.
    is_everywhere := exists (
      select from app_public.memberships m join app_public.authorities a on a.id = m.authority_id
        where m.user_id = authenticate.token_user_id and m.role = highest and a.area is null and (highest <> 'MANAGER' or a.id = 1));
    authenticate.role := case
      when is_everywhere and highest = 'MANAGER' then 'app_admin'
      else 'app_' || lower(highest::text) || case when is_everywhere then '_everywhere' else '' end
    end;
  end if;
end
$$;
comment on function app_private.authenticate(integer, bigint) is
  'Returns the role, the user id and the session id of a verified token. If its session has ended: app_anonymous, an empty user id and no session id.';
grant execute on function app_private.authenticate(integer, bigint) to app_host;
--! EndIncluded sessions/app_private.authenticate.sql
--! Included users/app_public.require_admin.sql
create or replace function app_public.require_admin() returns boolean
language plpgsql stable parallel safe
as $$
begin
  if not pg_catalog.pg_has_role(current_user, 'app_manager', 'usage') then
    raise exception using errcode = 'LA403', constraint = 'administrators_only', message = 'This is for administrators only.';
  end if;
  return true;
end
$$;
comment on function app_public.require_admin() is
  E'@behavior -*\nReturns true for an administrator, who manages an authority, and raises error LA403 for everyone else.';
grant execute on function app_public.require_admin() to app_user;
--! EndIncluded users/app_public.require_admin.sql
--! Included users/app_public.user_edit.sql
-- Security definer, as it ends links and queues mails. So it checks by itself whose user it is.
create or replace function app_public.user_edit(input app_public.user_edit, id integer) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant app_public.users := app_public.me();
  may_edit constant boolean := caller.id = user_edit.id or caller.is_admin and app_private.manages(user_edit.id);
  edited app_public.users;
  previous_key text;
  constraint_violated text;
  column_violated text;
begin
  if user_edit.input.last_position_only is not null and caller.id <> user_edit.id and may_edit then
    raise exception using errcode = 'LA403', constraint = 'own_choice', message = 'Only users themselves choose lastPositionOnly: leave it out.';
  end if;
  if may_edit then
    previous_key := app_private.email_key(app_private.lock_user(user_edit.id));
    if caller.id <> user_edit.id then
      perform app_private.protect_administrator(user_edit.id);
    end if;
    update app_public.users u
      set email = coalesce(user_edit.input.email, u.email),
          name = coalesce(user_edit.input.name, u.name),
          address = coalesce(user_edit.input.address, u.address),
          last_position_only = coalesce(user_edit.input.last_position_only, u.last_position_only),
          email_verified = u.email_verified and coalesce(app_private.email_key(user_edit.input.email) = app_private.email_key(u.email), true)
      where u.id = user_edit.id
      returning u.* into edited;
  end if;
  if edited.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id that you may edit.';
  end if;
  if edited.last_position_only and not caller.last_position_only and caller.id = edited.id then
    perform app_private.queue_forgetting(edited.id);
  end if;
  if app_private.email_key(edited.email) <> previous_key then
    -- Deletes links that were mailed to the previous address, and the job of an unsent mail.
    delete from app_private.email_links l where l.user_id = edited.id;
    delete from app_private.password_links l where l.user_id = edited.id and l.is_mailed;
    perform graphile_worker.remove_job('password:' || encode(app_private.key_hash(previous_key), 'hex'));
    -- The limit keeps a user from sending mails to any number of addresses. Nothing is mailed if mail was never on.
    if caller.id = edited.id and exists (select from app_private.mail_outcome) then
      perform app_private.count_own_mail(edited.id, edited.email);
      -- The counter commits asynchronously, which an edit must not.
      perform app_private.commit_synchronously();
    end if;
    perform app_private.queue_verification(edited.id);
  end if;
  perform app_private.audit('USER_EDITED', 'USER', edited.id, jsonb_build_object('fields', array(
    select f.key from jsonb_each(jsonb_strip_nulls(to_jsonb(user_edit.input))) f)));
  return edited;
exception when integrity_constraint_violation then
  -- The detail of PostgreSQL's own error contains the row, and would be logged.
  get stacked diagnostics constraint_violated = constraint_name, column_violated = column_name;
  raise exception using errcode = sqlstate, constraint = constraint_violated, column = column_violated, message = sqlerrm;
end
$$;
comment on function app_public.user_edit(app_public.user_edit, integer) is
  E'@argument input The fields to change.\n@argument id The user''s id.\nEdits your own user; an administrator may edit any user, except that an administrator in training may edit no administrator who is not. Returns the edited user. Error NOT_FOUND for an unknown id and for the id of someone else. Error CONFLICT if you change your own email and too many mails were asked for.';
grant execute on function app_public.user_edit(app_public.user_edit, integer) to app_user;
--! EndIncluded users/app_public.user_edit.sql
--! Included users/app_public.user_password_reset.sql
create or replace function app_public.user_password_reset(id integer, password_hash text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  changed app_public.users;
begin
  perform app_private.require_managed(user_password_reset.id);
  select u.* into changed from app_public.users u where u.id = user_password_reset.id;
  if changed.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
  perform app_private.lock_user(changed.id);
  perform app_private.protect_administrator(changed.id);
  perform app_private.set_password(changed.id, password_hash);
  delete from app_private.password_links l where l.user_id = changed.id;
  perform app_private.audit('PASSWORD_RESET', 'USER', changed.id);
  perform app_private.end_sessions(changed.id);
  return changed;
end
$$;
comment on function app_public.user_password_reset(integer, text) is E'@behavior -mutationField\nReplaces a user''s password by one that the host has hashed, and ends all their sessions. For administrators; those in training cannot reset that of an administrator who is not. Returns the user.';
grant execute on function app_public.user_password_reset(integer, text) to app_manager;
--! EndIncluded users/app_public.user_password_reset.sql
--! Included users/app_public.user_rights.sql
create or replace function app_public.user_rights(id integer, input app_public.user_rights_input) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  was_admin boolean;
  changed app_public.users;
begin
  perform app_private.refuse_training_users();
  perform app_private.require_managed(user_rights.id);
  -- The lock serializes two administrators who demote each other, so that one remains.
  perform from app_private.settings for update;
  select u.is_admin into was_admin from app_public.users u where u.id = user_rights.id;
  update app_public.users u
    set is_admin = coalesce(input.is_admin, u.is_admin), is_tester = coalesce(input.is_tester, u.is_tester)
    where u.id = user_rights.id
    returning u.* into changed;
  if changed.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
  perform app_private.require_manager();
  perform app_private.require_trained_administrator();
  if changed.is_admin <> was_admin then
    -- A demotion ends the sessions: this one, and one by an earlier SQL update of users, which left sessions.is_admin.
    delete from app_public.sessions s where s.user_id = changed.id and (was_admin or s.is_admin);
    update app_public.sessions s set is_admin = changed.is_admin where s.user_id = changed.id;
    perform pg_notify('token_revoked', changed.id::text);
  end if;
  perform app_private.audit(
    'RIGHTS_CHANGED', 'USER', changed.id,
    jsonb_build_object('is_admin', changed.is_admin, 'is_tester', changed.is_tester) || app_private.database_login());
  return changed;
end
$$;
comment on function app_public.user_rights(integer, app_public.user_rights_input) is
  E'@argument id The user''s id.\n@argument input The rights to change.\nChanges whether a user is an administrator or a tester. For administrators who are no training users. Error CONFLICT for the last administrator.';
grant execute on function app_public.user_rights(integer, app_public.user_rights_input) to app_manager;
--! EndIncluded users/app_public.user_rights.sql
--! Included users/app_public.user_training.sql
create or replace function app_public.user_training(id integer, is_training boolean) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  changed app_public.users;
begin
  perform app_private.refuse_training_users();
  perform app_private.require_managed(user_training.id);
  -- The same lock as in user_rights(), so that one administrator remains who is not in training.
  perform from app_private.settings for update;
  update app_public.users u set is_training = user_training.is_training where u.id = user_training.id
    returning u.* into changed;
  if changed.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
  perform app_private.require_trained_administrator();
  perform app_private.audit('TRAINING_CHANGED', 'USER', changed.id, jsonb_build_object('is_training', changed.is_training));
  return changed;
end
$$;
comment on function app_public.user_training(integer, boolean) is
  E'@argument id The user''s id.\n@argument isTraining True to make every alert of the user an exercise, false to end that.\nBegins or ends a user''s training. For administrators who are no training users. Error CONFLICT for the last administrator who is not in training.';
grant execute on function app_public.user_training(integer, boolean) to app_manager;
--! EndIncluded users/app_public.user_training.sql
--! Included users/app_public.users_overview.sql
-- A custom plan for each call: conditions on null arguments are folded away.
create or replace function app_public.users_overview(
  search text default null, has_device boolean default null, has_password boolean default null, is_tester boolean default null,
  reported_since timestamptz default null, not_reported_since timestamptz default null,
  joined_by integer default null, is_silent boolean default null,
  sort app_public.user_sort default 'ID', "limit" integer default 20, "offset" integer default 0
) returns app_public.user_overview[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare
  prefix constant text := lower(regexp_replace(users_overview.search, '([\\%_])', '\\\1', 'g')) || '%';
  words constant tsquery := app_private.words_beginning(users_overview.search);
  sees_everyone constant boolean := app_private.sees_everyone();
  seen_area constant public.geometry := app_private.seen_area();
  mine constant integer[] := app_private.my_authorities('VIEWER');
  silent_since constant timestamptz := now() - (select s.silent_after from app_private.settings s);
begin
  if users_overview."limit" < 0 or users_overview."offset" < 0 then
    raise exception using errcode = 'LA400', constraint = 'negative_limit', message = 'limit and offset must not be negative.';
  end if;
  return array(
    select row(page.id, page.email, page.name, page.address, page.is_admin, page.is_tester, page.created_at,
        exists (select from app_private.devices d where d.user_id = page.id),
        exists (select from app_private.user_credentials c where c.user_id = page.id),
        greatest(l.taken_at, l.alive_at), page.is_training,
        (select j.invitation_id from app_private.joined_users j where j.user_id = page.id),
        -- last_used_at is written once a minute.
        (select k.name from app_private.device_keys k
          where k.user_id = page.id and k.last_used_at >= l.created_at - interval '2 minutes'
          order by k.last_used_at desc limit 1),
        coalesce(greatest(l.taken_at, l.alive_at) < silent_since, false), page.email_verified,
        array(select distinct d.provider::text from app_private.devices d where d.user_id = page.id order by 1))::app_public.user_overview
      from (
        select u.*, row_number() over () as place
          from (
            select u.*
              from app_public.users u
              left join app_public.last_positions l on l.user_id = u.id
              where (sees_everyone or u.authority_id = any (mine) or public.st_covers(seen_area, l.location)
                  or u.id in (
                    select n.user_id from app_public.notifications n join app_public.alerts a on a.id = n.alert_id
                      where a.authority_id = any (mine)))
                and (nullif(users_overview.search, '') is null or lower(u.email) like prefix
                  or app_private.name_words(u.name) @@ words)
                and coalesce(u.is_tester = users_overview.is_tester, true)
                and (users_overview.has_device is null
                  or exists (select from app_private.devices d where d.user_id = u.id) = users_overview.has_device)
                and (users_overview.has_password is null
                  or exists (select from app_private.user_credentials c where c.user_id = u.id) = users_overview.has_password)
                and (users_overview.reported_since is null or greatest(l.taken_at, l.alive_at) >= users_overview.reported_since)
                and (users_overview.not_reported_since is null or (greatest(l.taken_at, l.alive_at) >= users_overview.not_reported_since) is not true)
                and (users_overview.joined_by is null
                  or exists (select from app_private.joined_users j where j.user_id = u.id and j.invitation_id = users_overview.joined_by))
                and (users_overview.is_silent is null or coalesce(greatest(l.taken_at, l.alive_at) < silent_since, false) = users_overview.is_silent)
              order by
                case users_overview.sort when 'NAME' then lower(u.name) when 'EMAIL' then lower(u.email) end,
                case users_overview.sort when 'NEWEST' then u.created_at when 'LAST_REPORT' then greatest(l.taken_at, l.alive_at) end desc nulls last,
                u.id
              limit least(users_overview."limit", 1000) offset users_overview."offset"
          ) u
      ) page
      left join app_public.last_positions l on l.user_id = page.id
      order by page.place);
end
$$;
comment on function app_public.users_overview(
  text, boolean, boolean, boolean, timestamptz, timestamptz, integer, boolean, app_public.user_sort, integer, integer) is
  E'@itemsNotNull\n@argument search Only users whose email begins with this text, or in whose name each of its words begins a word, whatever its case. At most 254 characters.\n@argument hasDevice Only users who have a device, or only those who have none.\n@argument hasPassword Only users who have a password, or only those who have yet to set one.\n@argument isTester Only testers, or only others.\n@argument reportedSince Only users whose last position was taken, or confirmed by a sign of life, at this time or later.\n@argument notReportedSince Only users whose last position was taken, and last confirmed, before this time, or who have none.\n@argument joinedBy Only users who joined by the invitation with this id.\n@argument isSilent Only users who fell silent, or only others.\n@argument sort The order.\n@argument limit The most users to return. More than 1000 is cut to 1000.\n@argument offset The number of users to skip.\nThe users, with what an administrator needs to know of them. For administrators.';
grant execute on function app_public.users_overview(
  text, boolean, boolean, boolean, timestamptz, timestamptz, integer, boolean, app_public.user_sort, integer, integer) to app_manager;
--! EndIncluded users/app_public.users_overview.sql

comment on function app_private.update_alert(integer, app_public.alert_update_input) is
  'Runs the first phase of publishing an alert''s next version; app_private.publish_chunk() runs the second. It notifies users who are newly inside or further in, and the others again only with renotify. Returns the alert''s id. Error LA404 for an unknown alert, LA409 for one that has ended, or that has another version than expected, or if the shared draft is gone. For the approvers of its authority.';

create trigger allow_area before insert or update of area on app_public.authorities
  for each row execute function app_private.allow_area();
create trigger keep_is_admin after insert or update or delete on app_public.memberships
  for each row execute function app_private.keep_is_admin();
create trigger keep_new_membership after insert on app_public.users
  for each row when (new.is_admin) execute function app_private.keep_membership();
create trigger keep_membership after update of is_admin on app_public.users
  for each row when (new.is_admin <> old.is_admin) execute function app_private.keep_membership();
create trigger check_authority before insert or update of zone1, authority_id on app_public.alerts
  for each row when (app_public.current_user_id() is not null) execute function app_private.check_authority();
comment on trigger check_authority on app_public.alerts is 'Whoever publishes, by whatever function, does so for their authority and in its area.';

-- Who may call and read what, by role. The fixtures say the same.
do $$
declare
  granted record;
begin
  for granted in
    select p.oid::regprocedure as signature, case when p.proacl::text ~ 'app_user=' then 'app_user' else coalesce(v.role, 'app_manager') end as role
      from pg_proc p
      left join (values
      ('app_viewer', 'why_notified alert_reach alert_update_reach alerts_all_clear_reach alerts_cells alerts_delivery alerts_push_failures alerts_search alerts_timeline alert_statistics cells failing_mail failing_pushes keeps_last_only area_of_geojson checked_area cut_at_180 unwrap_longitudes transformed_area saved_areas_area_geo_json'),
      ('app_author', 'cancel_alert held_publication publication_take_back refuse_training_users require_found require_shared_draft new_shared_draft shared_draft_edit shared_draft_mark shared_draft_remove'),
      ('app_approver', 'new_alert update_alert publication_hold publish_step template_from new_alert_template alert_template_edit alert_template_remove new_saved_area saved_area_edit saved_area_remove')) v (role, names) on p.proname = any (string_to_array(v.names, ' '))
      where p.pronamespace in ('app_public'::regnamespace, 'app_private'::regnamespace) and p.proacl::text ~ '[{,]app_admin='
  loop
    execute format('revoke execute on function %s from app_admin', granted.signature);
    execute format('grant execute on function %s to %I', granted.signature, granted.role);
  end loop;
end
$$;
grant usage on schema app_public, app_private to app_viewer, app_author, app_approver, app_manager;
revoke all on app_public.positions, app_public.last_positions, app_private.lone_positions, app_private.listed_positions,
  app_public.shared_drafts, app_public.alert_templates, app_public.saved_areas from app_admin;
grant select on app_public.positions, app_public.last_positions, app_private.lone_positions, app_private.listed_positions to app_viewer;
grant select, delete, insert (name, content, user_id, editing_until, is_private, alert_id, authority_id),
  update (name, content, version, editing_until, is_private) on app_public.shared_drafts to app_author;
grant select on app_public.alert_templates, app_public.saved_areas to app_author;
grant delete, insert (name, text1, text2, text3, all_clear, correction, language, event, severity, urgency, certainty, status, level2_distance, level3_distance, duration, title, user_id, authority_id),
  update (name, text1, text2, text3, all_clear, correction, language, event, severity, urgency, certainty, status, level2_distance, level3_distance, duration, title, version) on app_public.alert_templates to app_approver;
grant delete, insert (name, area, user_id, authority_id), update (name, area, version) on app_public.saved_areas to app_approver;
revoke select on app_public.audit_entries from app_admin;
grant select on app_public.audit_entries to app_manager;

-- Everywhere: a constant condition, so that plans stay as they are. In an area: conditions that are found once for a statement.
alter policy read_all on app_public.positions to app_viewer_everywhere;
alter policy read_all on app_public.last_positions to app_viewer_everywhere;
alter policy read_all on app_private.lone_positions to app_viewer_everywhere;
alter policy read_all on app_public.notifications to app_viewer_everywhere;
alter policy read_all on app_public.quiet_hours to app_viewer_everywhere;
alter policy read_all on app_public.users to app_viewer_everywhere;
create policy read_in_area on app_public.last_positions for select to app_viewer
  using ((select app_private.sees_everyone()) or public.st_covers((select app_private.seen_area()), location));
create policy read_in_area on app_public.notifications for select to app_viewer
  using ((select app_private.sees_everyone()) or exists (select from app_public.last_positions l where l.user_id = notifications.user_id) or exists (
    select from app_public.alerts a
      where a.id = notifications.alert_id and a.authority_id = any ((select app_private.my_authorities('VIEWER'))::integer[])));
create policy read_in_area on app_public.users for select to app_viewer
  using ((select app_private.sees_everyone()) or authority_id = any ((select app_private.my_authorities('VIEWER'))::integer[])
    or exists (select from app_public.last_positions l where l.user_id = users.id)
    or exists (select from app_public.notifications n where n.user_id = users.id));
create policy read_in_area on app_public.positions for select to app_viewer
  using ((select app_private.sees_everyone()) or exists (select from app_public.last_positions l where l.user_id = positions.user_id));
create policy read_in_area on app_private.lone_positions for select to app_viewer
  using (exists (select from app_public.last_positions l where l.user_id = lone_positions.user_id));
create policy read_in_area on app_public.quiet_hours for select to app_viewer
  using ((select app_private.sees_everyone()) or exists (select from app_public.last_positions l where l.user_id = quiet_hours.user_id));
comment on policy read_in_area on app_public.last_positions is 'Viewers see who was last in the area of their authority.';
comment on policy read_in_area on app_public.notifications is
  'Viewers see the notifications of their authority''s alerts, and of whom they see.';
comment on policy read_in_area on app_public.users is
  'Viewers see who was last in the area of their authority, was told by its alerts, or was made or invited by it.';
comment on policy read_in_area on app_public.positions is 'Viewers see the history of whom they see now.';
comment on policy read_in_area on app_private.lone_positions is 'As for last_positions.';
comment on policy read_in_area on app_public.quiet_hours is 'As for last_positions.';

alter policy read_all on app_private.device_keys to app_admin;
create policy read_managed on app_private.device_keys for select to app_manager using (app_private.manages(user_id));
alter policy revoke_all on app_private.device_keys to app_manager
  using (app_private.manages(user_id) and not (app_public.me()).is_training);
comment on policy read_managed on app_private.device_keys is 'Managers see the keys of their people.';
create policy read_managed on app_public.audit_entries for select to app_manager
  using (actor_id in (
    select m.user_id from app_public.memberships m
      where m.authority_id = any ((select app_private.my_authorities('MANAGER'))::integer[])));
comment on policy read_managed on app_public.audit_entries is 'Managers read what members of their authorities did.';

alter policy read_shared on app_public.shared_drafts to app_author
  using (authority_id = any (app_private.my_authorities('AUTHOR')) and (not is_private or user_id = app_public.current_user_id()));
alter policy insert_own on app_public.shared_drafts to app_author
  with check (authority_id = any (app_private.my_authorities('AUTHOR')) and user_id = app_public.current_user_id());
alter policy update_shared on app_public.shared_drafts to app_author
  using (authority_id = any (app_private.my_authorities('AUTHOR'))
    and case when is_private then user_id = app_public.current_user_id() else app_public.current_user_id() is not null end);
alter policy delete_shared on app_public.shared_drafts to app_author
  using (authority_id = any (app_private.my_authorities('AUTHOR')) and (not is_private or user_id = app_public.current_user_id()));
alter policy read_all on app_public.alert_templates to app_author;
alter policy read_all on app_public.saved_areas to app_author;
alter policy insert_own on app_public.alert_templates to app_approver
  with check (authority_id = any (app_private.my_authorities('APPROVER')) and user_id = app_public.current_user_id());
alter policy update_all on app_public.alert_templates to app_approver using (authority_id = any (app_private.my_authorities('APPROVER')));
alter policy delete_all on app_public.alert_templates to app_approver using (authority_id = any (app_private.my_authorities('APPROVER')));
comment on policy insert_own on app_public.alert_templates is 'Approvers save templates of their authority under their own name.';
comment on policy update_all on app_public.alert_templates is 'Approvers change the templates of their authority, and become their author.';
comment on policy delete_all on app_public.alert_templates is 'Approvers remove the templates of their authority.';
alter policy insert_own on app_public.saved_areas to app_approver
  with check (authority_id = any (app_private.my_authorities('APPROVER')) and user_id = app_public.current_user_id());
alter policy update_all on app_public.saved_areas to app_approver using (authority_id = any (app_private.my_authorities('APPROVER')));
alter policy delete_all on app_public.saved_areas to app_approver using (authority_id = any (app_private.my_authorities('APPROVER')));
comment on policy insert_own on app_public.saved_areas is 'Approvers save areas of their authority under their own name.';
comment on policy update_all on app_public.saved_areas is 'Approvers change the areas of their authority, and become their author.';
comment on policy delete_all on app_public.saved_areas is 'Approvers remove the areas of their authority.';
