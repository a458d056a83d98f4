--! Previous: sha1:5c2f7466c02a65a5a1bef05080d8fbe55145c1d3
--! Hash: sha1:bbe185b68b54e810c22caa1f1953b16d983ac4a8
--! Message: authorities of cells and audit entries

set local check_function_bodies = off; -- Functions call later ones.

alter table app_private.sent_alerts add column authority text;
comment on column app_private.sent_alerts.authority is 'The name of the authority that warns.';

alter policy read_managed on app_public.audit_entries using (
  actor_id in (
    select m.user_id from app_public.memberships m
      where m.authority_id = any ((select app_private.my_authorities('MANAGER'))::integer[]))
  or (facts ->> 'authority_id')::integer = any ((select app_private.my_authorities('MANAGER'))::integer[]));
comment on policy read_managed on app_public.audit_entries is
  'Managers read what members of their authorities did, and what others did to what belongs to these.';

--! Included audit/app_private.authority_of.sql
create or replace function app_private.authority_of(object_type app_public.audit_object, object_id bigint) returns integer
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    case object_type
      when 'ALERT' then (select a.authority_id from app_public.alerts a where a.id = object_id)
      when 'HELD_PUBLICATION' then (select h.authority_id from app_private.held_publications h where h.id = object_id)
      when 'DRAFT' then (select d.authority_id from app_public.shared_drafts d where d.id = object_id)
      when 'TEMPLATE' then (select t.authority_id from app_public.alert_templates t where t.id = object_id)
      when 'AREA' then (select s.authority_id from app_public.saved_areas s where s.id = object_id)
      when 'USER' then (select u.authority_id from app_public.users u where u.id = object_id)
      when 'INVITATION' then (select i.authority_id from app_private.invitations i where i.id = object_id)
      when 'AUTHORITY' then object_id
    end,
    app_private.my_authority())
$$;
comment on function app_private.authority_of(app_public.audit_object, bigint) is
  'Returns the id of the authority that something belongs to, for the audit log: that of the user of this request for what belongs to none.';
--! EndIncluded audit/app_private.authority_of.sql
--! Included audit/app_private.audit.sql
create or replace function app_private.audit(
  action app_public.audit_action, object_type app_public.audit_object default null, object_id bigint default null, facts jsonb default '{}',
  actor_id integer default app_public.current_user_id(), session_id bigint default app_private.current_session_id()
) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  entry_id bigint;
  authority_id constant integer := app_private.authority_of(audit.object_type, audit.object_id);
begin
  insert into app_public.audit_entries as e (actor_id, session_id, request_id, action, object_type, object_id, facts)
    values (
      audit.actor_id, audit.session_id,
      -- Clients choose their ids. One with other characters may be an email.
      substring(current_setting('app.request_id', true) from '^[\w-]{1,64}$'),
      audit.action, audit.object_type, audit.object_id,
      -- The chain covers facts. The service's own authority is not named.
      case when authority_id = 1 then audit.facts else jsonb_build_object('authority_id', authority_id) || audit.facts end)
    on conflict do nothing
    returning e.id into entry_id;
  if entry_id is not null then
    insert into app_private.audit_waiting values (entry_id);
  end if;
end
$$;
comment on function app_private.audit(app_public.audit_action, app_public.audit_object, bigint, jsonb, integer, bigint) is
  'Writes an entry of the audit log in the transaction of what it records. Facts are numbers, hashes and names of fields, never a name, an address, a place or a text. LOGIN_FAILED and PEOPLE_FOLLOWED are written once a minute at most.';
--! EndIncluded audit/app_private.audit.sql
--! Included cells/app_private.send_to_cells.sql
create or replace function app_private.send_to_cells(alert app_public.alerts, sent_at timestamptz) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  insert into app_private.sent_alerts (
      alert_id, version, sent_at, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age,
      max_accuracy, title, text1, text2, text3, language, event, severity, urgency, certainty, status, renotified_version,
      cancelled_at, all_clear, authority)
    select alert.id, alert.version, sent_at, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3,
        alert.level2_distance, alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1,
        alert.text2, alert.text3, alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.status,
        alert.renotified_version, alert.cancelled_at, alert.all_clear,
        (select a.name from app_public.authorities a where a.id = alert.authority_id)
      where exists (select from pg_publication p where p.pubname = 'alerts_of_head')
    on conflict do nothing
$$;
comment on function app_private.send_to_cells(app_public.alerts, timestamptz) is
  'Sends a version of an alert to the cells, by a row that logical replication carries. Does nothing in a database that is no head.';
--! EndIncluded cells/app_private.send_to_cells.sql
--! Included cells/app_private.take_alert.sql
create or replace function app_private.take_alert(alert_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  head_user_id constant integer := (select c.head_user_id from app_private.cell c);
  previous app_public.alerts;
  alert app_public.alerts;
  sent app_private.sent_alerts;
begin
  -- It was removed from its head meanwhile.
  if head_user_id is null then
    return;
  end if;
  perform app_private.commit_synchronously();
  perform set_config('jwt.claims.user_id', head_user_id::text, true);
  -- The same order of locks as in app_private.publish_chunk().
  perform from app_private.publications p where p.alert_id = take_alert.alert_id for update;
  select a.* into previous from app_public.alerts a where a.id = take_alert.alert_id for no key update;
  if previous.user_id <> head_user_id then
    raise exception using errcode = 'LA409', constraint = 'alert_id_taken', message = format('Alert %s of the head has the id of an alert of this cell.', alert_id);
  end if;
  for sent in
    select s.* from app_private.sent_alerts s
      where s.alert_id = take_alert.alert_id
        and not exists (
          select from app_public.alert_versions v where (v.alert_id, v.version, v.created_at) = (s.alert_id, s.version, s.sent_at))
      order by s.version
  loop
    alert := jsonb_populate_record(null::app_public.alerts, to_jsonb(sent) - 'zone1' - 'zone2' - 'zone3' || jsonb_build_object(
      'id', sent.alert_id, 'user_id', head_user_id, 'active', sent.cancelled_at is null));
    alert.zone1 := sent.zone1;
    alert.zone2 := sent.zone2;
    alert.zone3 := sent.zone3;
    -- The head's authority by its name, which people read. Nobody of the cell is a member.
    insert into app_public.authorities (name, parent_id) select sent.authority, 1 where sent.authority is not null on conflict do nothing;
    alert.authority_id := coalesce((select a.id from app_public.authorities a where lower(a.name) = lower(sent.authority)), 1);
    -- An older version that arrives later is history only.
    insert into app_public.alerts as a (
        id, user_id, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, max_accuracy,
        title, text1, text2, text3, language, event, severity, urgency, certainty, status, version, renotified_version, active,
        cancelled_at, all_clear, authority_id)
      overriding system value
      values (
        alert.id, alert.user_id, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3, alert.level2_distance,
        alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1, alert.text2, alert.text3,
        alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.status, alert.version,
        alert.renotified_version, alert.active, alert.cancelled_at, alert.all_clear, alert.authority_id)
      on conflict (id) do update
        set expires_at = excluded.expires_at, zone1 = excluded.zone1, zone2 = excluded.zone2, zone3 = excluded.zone3,
          level2_distance = excluded.level2_distance, level3_distance = excluded.level3_distance, title = excluded.title,
          text1 = excluded.text1, text2 = excluded.text2, text3 = excluded.text3, version = excluded.version,
          renotified_version = excluded.renotified_version, active = excluded.active, cancelled_at = excluded.cancelled_at,
          all_clear = excluded.all_clear
        where a.version <= excluded.version;
    delete from app_public.alert_versions v where (v.alert_id, v.version) = (alert.id, alert.version);
    perform app_private.keep_version(alert);
    update app_public.alert_versions v set created_at = sent.sent_at where v.alert_id = alert.id and v.version = alert.version;
  end loop;
  if alert.id is null or previous.version > alert.version then
    return;
  end if;
  delete from app_private.alert_speeches s
    where s.alert_id = alert.id
      and app_private.text_of(s.level, alert.text1, alert.text2, alert.text3)
        <> app_private.text_of(s.level, previous.text1, previous.text2, previous.text3);
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  insert into app_private.publications as p (alert_id) values (alert.id)
    on conflict on constraint publications_pkey do update set level = 'ONE', last_user_id = 0, completed_at = null;
  perform app_private.queue_speech(alert.id);
  perform app_private.continue_publication(alert.id);
  -- The lock comes last, as reports wait from here until the commit; see app_private.drain_reports().
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
end
$$;
comment on function app_private.take_alert(integer) is
  'Publishes what has come from the head of an alert, to the people of this cell: all versions that it has not, in their order. Twice is as once. Error LA409 if an alert of the cell has this id.';
--! EndIncluded cells/app_private.take_alert.sql
--! Included authorities/app_private.members_to_tell.sql
create or replace function app_private.members_to_tell(kind text, id bigint)
returns table (email text, provider app_private.push_provider, token text)
language sql stable set search_path = pg_catalog, pg_temp
as $$
  with members as (
    select m.user_id from app_private.held_publications h
      join lateral (
        select distinct m.user_id from app_public.memberships m
          where m.user_id <> h.user_id and app_private.has_role(m.user_id, h.authority_id, 'APPROVER')) m on true
      where h.id = members_to_tell.id and (kind = 'PROPOSED' and h.state = 'PROPOSED' or kind = 'BREAK_GLASS')
    union all
    select h.user_id from app_private.held_publications h where h.id = members_to_tell.id and kind in ('DECIDED', 'FAILED')
    union
    select m.user_id
      from app_public.alerts a, app_private.neighbours(a) n
        join app_public.memberships m on m.authority_id = n.id and m.role >= 'APPROVER'
      where a.id = members_to_tell.id and kind = 'NEIGHBOUR' and m.user_id <> a.user_id
  )
  select u.email, null, null from members m join app_public.users u on u.id = m.user_id and u.email_verified
  union all
  select null, d.provider, d.token from members m join app_private.devices d on d.user_id = m.user_id
$$;
comment on function app_private.members_to_tell(text, bigint) is
  'Returns the confirmed emails and the devices to tell: of all approvers but its author for a proposal that still waits (PROPOSED) and for a publication without approval (BREAK_GLASS), of its author for one that was decided (DECIDED) or did not go out (FAILED), and of the approvers of neighbours whom an alert reaches (NEIGHBOUR).';
--! EndIncluded authorities/app_private.members_to_tell.sql
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
  select h.* into held from app_private.held_publications h where h.id = held_id and h.state in ('HELD', 'APPROVED') for update;
  if held.id is null then
    return;
  end if;
  perform set_config('jwt.claims.user_id', held.user_id::text, true);
  select u.* into author from app_public.users u where u.id = held.user_id;
  if held.due_at < clock_timestamp() - interval '1 minute' then
    rule := 'too_late_to_publish';
    reason := 'The service was not running when it was due, and it is too late now: publish it again.';
  elsif not app_private.has_role(
      held.user_id, held.authority_id, case when held.state = 'APPROVED' or held.all_clear is not null then 'AUTHOR' else 'APPROVER' end::app_public.authority_role)
  then
    rule := 'author_no_administrator';
    reason := 'Its author is no administrator any more.';
  elsif held.new_alert is not null and author.is_training <> held.by_training_user then
    -- The training of the author decides whether the alert is an exercise.
    rule := 'author_training';
    reason := 'The training of its author began or ended meanwhile: publish it again.';
  elsif held.state = 'APPROVED' and not app_private.has_role(held.approved_by, held.authority_id, 'APPROVER') then
    rule := 'approver_demoted';
    reason := 'Its approver may not approve any more: propose it again.';
  else
    begin
      if (case when held.state = 'APPROVED' then held.approved_digest <> app_private.digest_of_held(held) end) then
        perform app_private.propose_held(held.id);
        return;
      end if;
      held.alert_id := app_private.run_publication(
        json_populate_record(null::app_public.alert_input, held.new_alert), held.alert_id,
        json_populate_record(null::app_public.alert_update_input, held.changes), held.all_clear,
        held.state = 'APPROVED' or held.break_glass is not null);
      perform app_private.continue_publication(held.alert_id);
    exception when others then
      -- Errors LA… are final. After any other error the job retries.
      if sqlstate not like 'LA%' then
        raise;
      end if;
      get stacked diagnostics rule = constraint_name;
      if rule = 'needs_approval' then
        perform app_private.propose_held(held.id);
        return;
      end if;
      reason := sqlerrm;
    end;
  end if;
  update app_private.held_publications h
    set state = case when reason is null then 'PUBLISHED' else 'FAILED' end::app_public.held_publication_state,
      alert_id = held.alert_id, why = reason, refusal = upper(rule), settled_at = clock_timestamp()
    where h.id = held.id;
  -- Nobody waits for it in front of a screen any more.
  if reason is not null and (held.state = 'APPROVED' or held.publish_at is not null) then
    perform app_private.tell_members('FAILED', held.id);
  end if;
end
$$;
comment on function app_private.publish_held(integer) is
  'Publishes a held or approved publication, unless it was taken back, as its author. If it needs approval, or what was approved has changed, it waits for an approver. The second phase follows as a job. It fails if it is due for more than a minute, as after a downtime.';
--! EndIncluded held-publications/app_private.publish_held.sql
