--! Previous: sha1:a8d023c1fe059a451e5b2af0f93c390187c36734
--! Hash: sha1:679304c512b532818e11e311f21df2232e9bfd7b
--! Message: OpenID Connect

set local check_function_bodies = off; -- Functions call later ones.

create table app_private.oidc_identities (
  issuer text not null,
  subject text not null,
  user_id integer not null,
  refresh_token bytea,
  checked_at timestamptz not null default now(),
  claimed_at timestamptz not null default '-infinity',
  ticket_hash bytea,
  ticket_until timestamptz,
  constraint oidc_identities_pkey primary key (issuer, subject),
  constraint oidc_identities_user_id_key unique (user_id),
  constraint oidc_identities_user_id_fkey foreign key (user_id) references app_public.users(id) on delete cascade
);
alter table app_private.oidc_identities enable row level security;
comment on table app_private.oidc_identities is
  'Whom a user is at an OpenID provider. A user with a row here logs in there, and by password only to break the glass.';
comment on column app_private.oidc_identities.issuer is 'The address of the provider.';
comment on column app_private.oidc_identities.subject is 'The user at the provider.';
comment on column app_private.oidc_identities.user_id is 'The user.';
comment on column app_private.oidc_identities.refresh_token is
  'The provider''s refresh token, by which hosts ask for the groups, encrypted by the host.';
comment on column app_private.oidc_identities.checked_at is 'When the provider last confirmed the user.';
comment on column app_private.oidc_identities.claimed_at is 'When a host last began to ask the provider.';
comment on column app_private.oidc_identities.ticket_hash is 'The hash of the ticket that begins a session, once, after the login.';
comment on column app_private.oidc_identities.ticket_until is 'Until when the ticket is valid.';

alter type app_public.login_way add value 'OIDC' after 'RECOVERY_CODE';
comment on type app_public.login_way is
  E'@value PASSWORD A password alone.\n@value TOTP A password and a code of an authenticator app.\n@value PASSKEY A passkey.\n@value RECOVERY_CODE A password and a recovery code.\n@value OIDC A login at an OpenID provider.\nHow a user logs in.';
alter table app_private.user_credentials add column break_glass boolean not null default false;
comment on column app_private.user_credentials.break_glass is 'True if the user may log in by password while local login is off.';
alter table app_public.memberships add column from_group boolean not null default false;
comment on column app_public.memberships.from_group is
  'True if a group at an OpenID provider gives it. It then ends when the user leaves the group.';
alter table app_private.settings add column local_login boolean not null default true;
comment on column app_private.settings.local_login is
  'False: whoever has a role logs in at an OpenID provider, and by password only to break the glass.';

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
  way app_public.login_way;
begin
  -- Most users have no role, so a request of theirs looks for nothing more.
  select 'app_user', u.id::text, (
      select max(case when u.is_training then least(m.role, 'APPROVER') else m.role end)
        from app_public.memberships m where m.user_id = u.id), s.login_way
    into authenticate.role, authenticate.user_id, highest, way
    from app_public.sessions s
    join app_public.users u on u.id = s.user_id
    where s.user_id = authenticate.token_user_id and s.id = authenticate.session_id
      and s.expires_at > now() and (u.is_admin or not s.is_admin);
  if authenticate.role is null then
    authenticate.role := 'app_anonymous';
    authenticate.user_id := '';
    authenticate.session_id := null;
  -- An OpenID provider asks for second factors of its own.
  elsif highest is not null and (way = 'OIDC' or not exists (
      select from app_public.second_factor_rules r
        where r.role = highest and r.demanded_from <= now() and not app_private.has_second_factor(token_user_id)))
  then
    -- An administrator manages the service itself.
    is_everywhere := exists (
      select from app_public.memberships m join app_public.authorities a on a.id = m.authority_id
        where m.user_id = authenticate.token_user_id and m.role >= highest and a.area is null and (highest <> 'MANAGER' or a.id = 1));
    authenticate.role := case
      when is_everywhere and highest = 'MANAGER' then 'app_admin'
      else 'app_' || lower(highest::text) || case when is_everywhere then '_everywhere' else '' end
    end;
  end if;
end
$$;
comment on function app_private.authenticate(integer, bigint) is
  'Returns the role, the user id and the session id of a verified token. If its session has ended: app_anonymous, an empty user id and no session id. Whoever lacks the second factor that their role demands has the role app_user.';
grant execute on function app_private.authenticate(integer, bigint) to app_host;
--! EndIncluded sessions/app_private.authenticate.sql
--! Included sessions/app_private.begin_session.sql
create or replace function app_private.begin_session(
  user_id integer, password_hash text, lifetime interval, client text default null, family_hash bytea default null, token_hash bytea default null,
  way app_public.login_way default 'PASSWORD'
) returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  max_sessions constant integer := 100;
  issuer constant text := (select i.issuer from app_private.oidc_identities i where i.user_id = begin_session.user_id);
  is_break_glass boolean;
  new_id bigint;
begin
  if way <> 'OIDC' then
    -- The row's lock makes this login and a change of the password take turns. The later of them sees the other.
    update app_private.user_credentials c set password_hash = c.password_hash
      where c.user_id = begin_session.user_id and c.password_hash = begin_session.password_hash
        and (begin_session.way <> 'PASSWORD' or not app_private.has_second_factor(c.user_id))
      returning c.break_glass into is_break_glass;
    if not found then
      return null;
    end if;
    -- Another login would keep rights that a provider has taken.
    if not is_break_glass
      and (issuer is not null
        or not (select s.local_login from app_private.settings s)
          and exists (select from app_public.memberships m where m.user_id = begin_session.user_id))
    then
      perform app_private.audit('LOGIN_FAILED', 'USER', begin_session.user_id, jsonb_build_object('way', way, 'reason', 'LOCAL_LOGIN_OFF'));
      return 0;
    end if;
  end if;
  insert into app_public.sessions as s (user_id, expires_at, is_admin, client, login_way, second_factor_at)
    select u.id, now() + begin_session.lifetime, u.is_admin, nullif(left(begin_session.client, 200), ''), begin_session.way,
        case when begin_session.way not in ('PASSWORD', 'OIDC') then now() end
      from app_public.users u where u.id = begin_session.user_id
    returning s.id into new_id;
  if begin_session.token_hash is not null then
    insert into app_private.refresh_tokens (user_id, session_id, family_hash, token_hash)
      values (begin_session.user_id, new_id, begin_session.family_hash, begin_session.token_hash);
  end if;
  delete from app_public.sessions s
    where s.user_id = begin_session.user_id and s.id in (
      select o.id from app_public.sessions o where o.user_id = begin_session.user_id
        order by o.expires_at > now() desc, o.used_at desc, o.id desc offset max_sessions);
  if found then
    perform pg_notify('token_revoked', begin_session.user_id::text);
  end if;
  perform app_private.audit(
    'LOGGED_IN', 'USER', begin_session.user_id,
    case when way = 'OIDC' then jsonb_build_object('way', way, 'issuer', issuer) else jsonb_build_object('way', way) end,
    actor_id => begin_session.user_id, session_id => new_id);
  return new_id;
end
$$;
comment on function app_private.begin_session(integer, text, interval, text, bytea, bytea, app_public.login_way) is
  'Begins a session of a user whose password or passkey the host has checked, or a ticket of an OpenID provider, and returns its id. Null if the password has another hash meanwhile, or was checked alone although the user has a second factor. 0 for a user who logs in at an OpenID provider, and for whoever has a role while local login is off, unless they break the glass. A user has at most a hundred sessions: the least recently used one ends.';
grant execute on function app_private.begin_session(integer, text, interval, text, bytea, bytea, app_public.login_way) to app_host;
--! EndIncluded sessions/app_private.begin_session.sql
--! Included sessions/app_private.refresh_session.sql
create or replace function app_private.refresh_session(
  user_id integer, session_id bigint, family_hash bytea, token_hash bytea, next_key bytea, next_hash bytea, lifetime interval
) returns bytea
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  grace_period constant interval := '30 days';
  stored app_private.refresh_tokens;
begin
  -- Only a holder of a token of this session knows its family, so nobody else can end the session below.
  if not exists (select from app_private.refresh_tokens r
      where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id and r.family_hash = refresh_session.family_hash)
    or (app_private.authenticate(refresh_session.user_id, refresh_session.session_id)).role = 'app_anonymous'
    -- Its provider has not answered for too long.
    or exists (select from app_public.sessions s join app_private.oidc_identities i on i.user_id = s.user_id
      where s.user_id = refresh_session.user_id and s.id = refresh_session.session_id and s.login_way = 'OIDC'
        and i.checked_at < now() - interval '1 hour')
  then
    return null;
  end if;
  -- The row lock serializes concurrent refreshes.
  update app_public.sessions s set used_at = now(), expires_at = now() + refresh_session.lifetime
    where s.user_id = refresh_session.user_id and s.id = refresh_session.session_id;
  if not found then
    -- It ended meanwhile.
    return null;
  end if;
  select r.* into stored from app_private.refresh_tokens r
    where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id;
  if stored.previous_hash = refresh_session.token_hash then
    return stored.successor_key;
  -- A restored database may lack the newest token.
  elsif stored.token_hash = refresh_session.token_hash or stored.restored_at > now() - grace_period then
    update app_private.refresh_tokens r
      set previous_hash = refresh_session.token_hash, token_hash = refresh_session.next_hash,
        successor_key = refresh_session.next_key, restored_at = null
      where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id;
    return refresh_session.next_key;
  end if;
  delete from app_public.sessions s
    where s.user_id = refresh_session.user_id and s.id = refresh_session.session_id;
  perform app_private.audit(
    'SESSION_ENDED', 'USER', refresh_session.user_id,
    jsonb_build_object('session_id', refresh_session.session_id, 'reason', 'REFRESH_TOKEN_REPEATED'));
  perform pg_notify('token_revoked', refresh_session.user_id::text);
  return null;
end
$$;
comment on function app_private.refresh_session(integer, bigint, bytea, bytea, bytea, bytea, interval) is
  'Extends a session by a refresh token, and returns the key from which the host computes the next token (rotation). A repeated token gets the same key until the next token is used. An older token ends the session, as it may be stolen; after a restore, one unknown token is accepted. Null if the token is invalid.';
grant execute on function app_private.refresh_session(integer, bigint, bytea, bytea, bytea, bytea, interval) to app_host;
--! EndIncluded sessions/app_private.refresh_session.sql
--! Included authorities/app_public.membership_set.sql
create or replace function app_public.membership_set(user_id integer, authority_id integer, role app_public.authority_role)
returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.begin_role_change(membership_set.user_id, membership_set.authority_id);
  insert into app_public.memberships as m (user_id, authority_id, role)
    values (membership_set.user_id, membership_set.authority_id, membership_set.role)
    on conflict on constraint memberships_pkey do update set role = excluded.role, from_group = false;
  return app_private.end_role_change(membership_set.user_id, membership_set.authority_id, membership_set.role);
end
$$;
comment on function app_public.membership_set(integer, integer, app_public.authority_role) is
  E'@argument userId The user''s id.\n@argument authorityId The authority''s id.\n@argument role What they may do.\nSets what a user may do for an authority, from their next request on. For managers of both. Error NOT_FOUND for others, CONFLICT for the last manager of the service.';
grant execute on function app_public.membership_set(integer, integer, app_public.authority_role) to app_manager;
--! EndIncluded authorities/app_public.membership_set.sql
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
      on conflict (user_id, authority_id) do update set role = 'MANAGER', from_group = false;
  else
    delete from app_public.memberships m where m.user_id = new.id and m.role = 'MANAGER';
  end if;
  return null;
end
$$;
comment on function app_private.keep_membership() is
  'Makes a new administrator a manager of their authority, and ends the management of a former one. The grants and policies of users guard it.';
--! EndIncluded authorities/app_private.keep_membership.sql
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
        'issuer', (select i.issuer from app_private.oidc_identities i where i.user_id = u.id),
        'subject', (select i.subject from app_private.oidc_identities i where i.user_id = u.id),
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
  when 'secondFactors' then
    select array_agg(app_private.export_item(to_jsonb(f)) order by f.id) into items from app_public.second_factors f where f.user_id = person;
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
      into items from app_private.held_publications h where person in (h.user_id, h.settled_by, h.approved_by);
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
--! Included openid-connect/app_private.take_oidc_ticket.sql
create or replace function app_private.take_oidc_ticket(ticket_hash bytea) returns table (user_id integer, is_admin boolean)
language sql volatile security definer set search_path = pg_catalog, pg_temp rows 1
as $$
  update app_private.oidc_identities i set ticket_hash = null
    where i.ticket_hash = take_oidc_ticket.ticket_hash and i.ticket_until > now()
    returning i.user_id, exists (select from app_public.memberships m where m.user_id = i.user_id)
$$;
comment on function app_private.take_oidc_ticket(bytea) is
  'Uses up the ticket of a login at an OpenID provider. Returns its user, and whether they have a role. No row if it was used, is over or is unknown.';
grant execute on function app_private.take_oidc_ticket(bytea) to app_host;
--! EndIncluded openid-connect/app_private.take_oidc_ticket.sql
--! Included openid-connect/app_private.claim_oidc_check.sql
create or replace function app_private.claim_oidc_check(user_id integer, session_id bigint, family_hash bytea)
returns table (issuer text, subject text, refresh_token bytea)
language sql volatile security definer set search_path = pg_catalog, pg_temp rows 1
as $$
  update app_private.oidc_identities i set claimed_at = now()
    from app_private.refresh_tokens r join app_public.sessions s on s.user_id = r.user_id and s.id = r.session_id
    where r.user_id = claim_oidc_check.user_id and r.session_id = claim_oidc_check.session_id
      and r.family_hash = claim_oidc_check.family_hash and s.login_way = 'OIDC'
      -- Two checks at once would use the provider's refresh token twice, which it takes for a theft.
      and i.user_id = r.user_id and i.claimed_at < now() - interval '20 seconds'
    returning i.issuer, i.subject, i.refresh_token
$$;
comment on function app_private.claim_oidc_check(integer, bigint, bytea) is
  'Returns what the host checks with the provider before it refreshes this session. No row for a session of another login, and while another host checks.';
grant execute on function app_private.claim_oidc_check(integer, bigint, bytea) to app_host;
--! EndIncluded openid-connect/app_private.claim_oidc_check.sql
--! Included openid-connect/app_private.end_oidc_check.sql
create or replace function app_private.end_oidc_check(issuer text, subject text, groups text[], rules jsonb, refresh_token bytea) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner_id integer;
  ended_id bigint;
begin
  update app_private.oidc_identities i
    set checked_at = now(), refresh_token = coalesce(end_oidc_check.refresh_token, i.refresh_token)
    where i.issuer = end_oidc_check.issuer and i.subject = end_oidc_check.subject
    returning i.user_id into owner_id;
  perform app_private.keep_group_memberships(owner_id, coalesce(groups, '{}'), rules);
  if groups is null then
    for ended_id in
      delete from app_public.sessions s where s.user_id = owner_id and s.login_way = 'OIDC' returning s.id
    loop
      perform app_private.audit('SESSION_ENDED', 'USER', owner_id, jsonb_build_object('session_id', ended_id, 'reason', 'PROVIDER_REFUSED'));
    end loop;
    perform pg_notify('token_revoked', owner_id::text);
  end if;
end
$$;
comment on function app_private.end_oidc_check(text, text, text[], jsonb, bytea) is
  'Keeps what a provider says of a user: the groups, and its next refresh token. Without groups the provider knows the user no more: their sessions of this login end, and so do the roles of their groups.';
grant execute on function app_private.end_oidc_check(text, text, text[], jsonb, bytea) to app_host;
--! EndIncluded openid-connect/app_private.end_oidc_check.sql
--! Included openid-connect/app_private.end_oidc_login.sql
create or replace function app_private.end_oidc_login(
  issuer text, subject text, email text, email_verified boolean, name text, groups text[], rules jsonb, refresh_token bytea, ticket_hash bytea
) returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  ticket_lifetime constant interval := '1 minute';
  owner_id integer := (
    select i.user_id from app_private.oidc_identities i
      where i.issuer = end_oidc_login.issuer and i.subject = end_oidc_login.subject);
  home_id constant integer := (
    select min(a.id) from jsonb_each(rules) r join app_public.authorities a on a.id = (r.value ->> 'authority')::integer
      where r.key = any (groups));
  rule text;
begin
  if owner_id is null then
    -- Whoever controls a provider controls the emails in it, so an email never finds a user.
    if app_private.user_id_of(email) is not null then
      rule := 'oidc_email_taken';
    elsif home_id is null then
      rule := 'oidc_no_role';
    end if;
    if rule is not null then
      perform app_private.audit(
        'LOGIN_FAILED', 'USER', app_private.user_id_of(email),
        jsonb_build_object('way', 'OIDC', 'issuer', end_oidc_login.issuer, 'reason', upper(rule)));
      return upper(rule);
    end if;
    owner_id := (app_private.add_user(email, left(coalesce(nullif(btrim(name), ''), email), 200), '')).id;
    update app_public.users u set authority_id = home_id, email_verified = end_oidc_login.email_verified where u.id = owner_id;
    insert into app_private.oidc_identities (issuer, subject, user_id) values (end_oidc_login.issuer, end_oidc_login.subject, owner_id);
    perform app_private.audit('USER_CREATED', 'USER', owner_id, jsonb_build_object('issuer', end_oidc_login.issuer), actor_id => owner_id);
  end if;
  update app_private.oidc_identities i
    set refresh_token = end_oidc_login.refresh_token, checked_at = now(), ticket_hash = end_oidc_login.ticket_hash,
      ticket_until = now() + ticket_lifetime
    where i.user_id = owner_id;
  perform app_private.keep_group_memberships(owner_id, groups, rules);
  return null;
end
$$;
comment on function app_private.end_oidc_login(text, text, text, boolean, text, text[], jsonb, bytea, bytea) is
  'Ends a login at an OpenID provider: finds the user by issuer and subject, or makes one if a group gives a role, and keeps the ticket that begins the session. Returns null, or the reason of a refusal: OIDC_EMAIL_TAKEN or OIDC_NO_ROLE.';
grant execute on function app_private.end_oidc_login(text, text, text, boolean, text, text[], jsonb, bytea, bytea) to app_host;
--! EndIncluded openid-connect/app_private.end_oidc_login.sql
--! Included openid-connect/app_private.keep_group_memberships.sql
create or replace function app_private.keep_group_memberships(user_id integer, groups text[], rules jsonb) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  changed record;
begin
  for changed in
    with given as (
      select a.id as authority_id, max((r.value ->> 'role')::app_public.authority_role) as role
        from jsonb_each(rules) r join app_public.authorities a on a.id = (r.value ->> 'authority')::integer
        where r.key = any (groups)
        group by a.id
    ), taken as (
      delete from app_public.memberships m
        where m.user_id = keep_group_memberships.user_id and m.from_group
          and not exists (select from given g where g.authority_id = m.authority_id)
        returning m.authority_id, null::app_public.authority_role as role
    ), kept as (
      insert into app_public.memberships as m (user_id, authority_id, role, from_group)
        select keep_group_memberships.user_id, g.authority_id, g.role, true from given g
        on conflict on constraint memberships_pkey do update set role = excluded.role
          where m.from_group and m.role <> excluded.role
        returning m.authority_id, m.role
    )
    select * from taken union all select * from kept
  loop
    perform app_private.audit(
      'RIGHTS_CHANGED', 'USER', keep_group_memberships.user_id,
      jsonb_build_object('authority_id', changed.authority_id, 'role', changed.role, 'from_group', true));
    perform pg_notify('token_revoked', keep_group_memberships.user_id::text);
  end loop;
end
$$;
comment on function app_private.keep_group_memberships(integer, text[], jsonb) is
  'Gives a user the roles of their groups at a provider, by rules that map a group to an authority and a role, and takes those of groups they have left. Roles that a manager gave stay as they are.';
--! EndIncluded openid-connect/app_private.keep_group_memberships.sql
--! Included openid-connect/app_private.link_oidc.sql
create or replace function app_private.link_oidc(user_id integer, issuer text, subject text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  insert into app_private.oidc_identities (issuer, subject, user_id) values (link_oidc.issuer, link_oidc.subject, link_oidc.user_id)
    on conflict on constraint oidc_identities_user_id_key do update set issuer = excluded.issuer, subject = excluded.subject, refresh_token = null;
  perform app_private.end_sessions(link_oidc.user_id);
  perform app_private.audit(
    'USER_EDITED', 'USER', link_oidc.user_id,
    jsonb_build_object('fields', array['issuer', 'subject'], 'issuer', link_oidc.issuer) || app_private.database_login());
end
$$;
comment on function app_private.link_oidc(integer, text, text) is
  'Lets a user log in as this subject of an OpenID provider, and no other. Ends their sessions.';
--! EndIncluded openid-connect/app_private.link_oidc.sql
--! Included openid-connect/app_private.set_break_glass.sql
create or replace function app_private.set_break_glass(user_id integer, is_on boolean) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  update app_private.user_credentials c set break_glass = is_on where c.user_id = set_break_glass.user_id;
  if not found then
    raise exception using errcode = 'LA409', constraint = 'no_password', message = 'This user has no password: set one first.';
  end if;
  if not is_on then
    perform app_private.end_sessions(set_break_glass.user_id);
  end if;
  perform app_private.audit(
    'RIGHTS_CHANGED', 'USER', set_break_glass.user_id, jsonb_build_object('break_glass', is_on) || app_private.database_login());
end
$$;
comment on function app_private.set_break_glass(integer, boolean) is
  'Says whether a user may log in by password while local login is off. Error LA409 if they have none.';
--! EndIncluded openid-connect/app_private.set_break_glass.sql
