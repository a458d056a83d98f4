--! Previous: sha1:cff22c20cb7c921811df0d39ac9c6bd169400d45
--! Hash: sha1:5c2f7466c02a65a5a1bef05080d8fbe55145c1d3
--! Message: approval

set local check_function_bodies = off; -- Functions call later ones.

-- These have other arguments below.
drop function app_private.lock_active_alert(integer, boolean);
drop function app_private.run_publication(app_public.alert_input, integer, app_public.alert_update_input, text);

create type app_public.approval_rule as enum ('OFF', 'MANY', 'ALWAYS');
comment on type app_public.approval_rule is
  E'@value OFF An approver publishes alone.\n@value MANY A second person approves what more than approvalAbove people would get.\n@value ALWAYS A second person approves each publication.\nWhen a second person has to approve a publication. An all-clear, a smaller area and an earlier end never wait.';
alter table app_public.authorities
  add column approval app_public.approval_rule not null default 'OFF',
  add column approval_above integer not null default 0,
  add column approves_exercises boolean not null default false;
-- Authorities are few.
-- squawk-ignore constraint-missing-not-valid
alter table app_public.authorities add constraint authorities_approval_above check (approval_above >= 0);
comment on column app_public.authorities.approval is 'When a second person has to approve a publication.';
comment on column app_public.authorities.approval_above is 'Above how many people a second person has to approve a publication, if approval is MANY.';
comment on column app_public.authorities.approves_exercises is 'True if a second person has to approve exercises and tests too.';
comment on constraint authorities_approval_above on app_public.authorities is 'approvalAbove is negative: send a number of people.';
alter type app_public.authority_edit add attribute approval app_public.approval_rule;
alter type app_public.authority_edit add attribute approval_above integer;
alter type app_public.authority_edit add attribute approves_exercises boolean;
comment on column app_public.authority_edit.approval is 'When a second person has to approve a publication.';
comment on column app_public.authority_edit.approval_above is 'Above how many people, if approval is MANY.';
comment on column app_public.authority_edit.approves_exercises is 'True if a second person has to approve exercises and tests too.';

alter type app_public.held_publication_state add value 'PROPOSED' after 'HELD';
alter type app_public.held_publication_state add value 'APPROVED' after 'PROPOSED';
alter type app_public.held_publication_state add value 'REJECTED' after 'TAKEN_BACK';
alter type app_public.held_publication_state add value 'RETURNED' after 'REJECTED';
comment on type app_public.held_publication_state is
  E'@value HELD It can be taken back.\n@value PROPOSED It waits for the approval of a second person.\n@value APPROVED A second person has approved it. It is published at once, or at its time.\n@value PUBLISHED It was published.\n@value TAKEN_BACK It was taken back: nothing of it was published.\n@value REJECTED An approver rejected it: nothing of it was published.\n@value RETURNED An approver returned it for changes: nothing of it was published.\n@value FAILED Nothing of it was published, because something has changed since; the reason says what.\nWhat became of a held publication.';
alter table app_private.held_publications
  add column publish_at timestamptz,
  add column break_glass text,
  add column approved_by integer,
  add column approved_digest text;
comment on table app_private.held_publications is
  'Publications that wait: some seconds to be taken back, for their time, or for a second person. Rows are kept for 30 days after the end.';
comment on column app_private.held_publications.user_id is 'Who publishes or proposes it.';
comment on column app_private.held_publications.due_at is 'When it is published, once nobody has to approve it.';
comment on column app_private.held_publications.settled_at is 'When it was published, taken back or rejected, or failed.';
comment on column app_private.held_publications.settled_by is 'Who took it back or rejected it.';
comment on column app_private.held_publications.why is 'Why it failed or was rejected.';
comment on column app_private.held_publications.publish_at is 'When it is to be published. Null for at once.';
comment on column app_private.held_publications.break_glass is 'Why nobody approved it although somebody had to. Null for others.';
comment on column app_private.held_publications.approved_by is 'Who approved it.';
comment on column app_private.held_publications.approved_digest is 'What they approved, see app_private.digest_of_held().';
alter type app_public.held_publication add attribute title text;
alter type app_public.held_publication add attribute user_id integer;
alter type app_public.held_publication add attribute authority_id integer;
alter type app_public.held_publication add attribute created_at timestamptz;
alter type app_public.held_publication add attribute publish_at timestamptz;
alter type app_public.held_publication add attribute break_glass text;
alter type app_public.held_publication add attribute decided_by integer;
comment on type app_public.held_publication is
  E'@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription Who publishes or proposes it.|@behavior -manyRelation:resource:list -manyRelation:resource:connection\nA publication that waits, to be taken back, for its time or for a second person, and what became of it.';
comment on column app_public.held_publication.seconds_left is
  E'@notNull\nFor how many seconds it is still held. 0 if it is not, or waits for a second person.';
comment on column app_public.held_publication.reason is 'Why it failed or was rejected. Null if it was not.';
comment on column app_public.held_publication.title is E'@notNull\nThe title of the alert, or its first text.';
comment on column app_public.held_publication.user_id is E'@notNull\nThe id of the user who publishes or proposes it.';
comment on column app_public.held_publication.authority_id is E'@notNull\nThe id of the authority that warns.';
comment on column app_public.held_publication.created_at is E'@notNull\nWhen it was asked for.';
comment on column app_public.held_publication.publish_at is 'When it is to be published. Null for at once.';
comment on column app_public.held_publication.break_glass is 'Why it was published alone although a second person had to approve it. Null for others.';
comment on column app_public.held_publication.decided_by is 'The id of the user who approved, rejected or took it back.';
alter type app_public.publication_input add attribute publish_at bigint;
alter type app_public.publication_input add attribute break_glass text;
comment on column app_public.publication_input.publish_at is
  'When to publish it, in seconds since 1970-01-01 UTC. It is checked now and again then, and can be taken back until then. Left out for at once.';
comment on column app_public.publication_input.break_glass is
  'Why it cannot wait for a second person, who would have to approve it. All approvers are told, and the audit log says so. For approvers.';
alter type app_public.alert_reach_preview add attribute needs_approval boolean;
comment on column app_public.alert_reach_preview.needs_approval is
  'True if you cannot publish it alone: publicationHold then proposes it to the approvers.';

alter type app_public.audit_action add value 'PUBLICATION_PROPOSED' after 'PUBLICATION_TAKEN_BACK';
alter type app_public.audit_action add value 'PUBLICATION_APPROVED' after 'PUBLICATION_PROPOSED';
alter type app_public.audit_action add value 'PUBLICATION_REJECTED' after 'PUBLICATION_APPROVED';
alter type app_public.audit_action add value 'APPROVAL_BYPASSED' after 'PUBLICATION_REJECTED';
comment on type app_public.audit_action is
  E'@value LOGGED_IN The actor began a session.\n@value LOGIN_FAILED Somebody gave a wrong password. Once a minute for each user; without an object for emails that nobody has.\n@value SESSION_ENDED One session of the user ended.\n@value SESSIONS_ENDED A new password ended sessions of the user.\n@value PASSWORD_CHANGED The actor changed their own password.\n@value PASSWORD_RESET An administrator changed a user''s password.\n@value PASSWORD_SET A user set their password by a link.\n@value PASSWORD_LINK_MADE An administrator made a link by which a user sets their first password.\n@value DEVICE_KEY_ADDED The actor made a device key.\n@value DEVICE_KEY_REVOKED A device key of the user was revoked.\n@value USER_CREATED A user was created.\n@value USER_IMPORTED A user was created by an import.\n@value USER_EDITED A user was edited. The facts name the fields.\n@value USER_REMOVED A user was removed.\n@value USER_ERASED A person was erased. The facts have the numbers of positions and notifications.\n@value USER_EXPORTED All that is held of a person was exported.\n@value RIGHTS_CHANGED A user''s rights changed. The facts have the rights since.\n@value TRAINING_CHANGED A user''s training began or ended.\n@value ALERT_PUBLISHED An alert was published.\n@value ALERT_UPDATED A version of an alert was published.\n@value ALERT_CANCELLED An alert was cancelled.\n@value PUBLICATION_COMPLETED Everyone concerned by a version was notified. The facts have the number of people notified so far.\n@value PUBLICATION_ENDED The alert expired before everyone concerned was notified. The facts have the number of people notified.\n@value PUBLICATION_HELD A publication was held, to be taken back or to go out.\n@value PUBLICATION_TAKEN_BACK A held publication was taken back.\n@value PUBLICATION_PROPOSED A publication was proposed to the approvers.\n@value PUBLICATION_APPROVED A proposal of another person was approved.\n@value PUBLICATION_REJECTED A proposal was rejected, or returned for changes.\n@value APPROVAL_BYPASSED The actor published alone what a second person had to approve.\n@value DRAFT_CREATED A draft was shared.\n@value DRAFT_EDITED A shared draft was edited.\n@value DRAFT_REMOVED A shared draft was removed, or published.\n@value TEMPLATE_CREATED A template was saved.\n@value TEMPLATE_EDITED A template was edited.\n@value TEMPLATE_REMOVED A template was removed.\n@value AREA_CREATED An area was saved.\n@value AREA_EDITED A saved area was edited.\n@value AREA_REMOVED A saved area was removed.\n@value SETTINGS_CHANGED Settings of the service changed. The facts have the old and the new values.\n@value PEOPLE_READ An administrator read positions, notifications, device keys or names of other people. The facts name the fields.\n@value PEOPLE_FOLLOWED An administrator followed such data by a subscription. Once a minute.\n@value ENTRIES_PURGED Entries past the retention were deleted.\n@value INVITATION_MADE An administrator made an invitation.\n@value INVITATION_REVOKED An administrator revoked an invitation.\n@value USER_JOINED A person joined by an invitation.\n@value EMAIL_VERIFIED A user confirmed their email by a mailed link.\n@value AUTHORITY_CHANGED An authority was made or changed.\nWhat an entry of the audit log records.';

--! Included authorities/app_private.has_role.sql
create or replace function app_private.has_role(user_id integer, authority_id integer, least_role app_public.authority_role) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
as $$
  with recursive above as (
    select a.id, a.parent_id from app_public.authorities a where a.id = has_role.authority_id
    union all
    select a.id, a.parent_id from app_public.authorities a join above on above.parent_id = a.id
  )
  select exists (
    select from app_public.memberships m join above on above.id = m.authority_id
      where m.user_id = has_role.user_id and m.role >= least_role)
$$;
comment on function app_private.has_role(integer, integer, app_public.authority_role) is
  'Returns true if a user has this role or a higher one in an authority, or in one above it.';
--! EndIncluded authorities/app_private.has_role.sql
--! Included authorities/app_private.needs_approval.sql
create or replace function app_private.needs_approval(
  alert app_public.alerts, previous app_public.alerts, reach app_public.alert_reach_preview default null
) returns boolean
language plpgsql stable set search_path = pg_catalog, public, pg_temp
as $$
declare
  authority app_public.authorities;
begin
  select a.* into authority from app_public.authorities a where a.id = alert.authority_id;
  if authority.approval = 'OFF' or not (authority.approves_exercises or app_private.applies_to(alert.status, is_tester => false))
    -- Less of what was published never waits.
    or (alert.title, alert.text1, alert.text2, alert.text3, alert.renotified_version)
        is not distinct from (previous.title, previous.text1, previous.text2, previous.text3, previous.renotified_version)
      and alert.expires_at <= previous.expires_at and alert.level2_distance <= previous.level2_distance
      and alert.level3_distance <= previous.level3_distance and st_covers(previous.zone1, alert.zone1)
  then
    return false;
  elsif authority.approval = 'ALWAYS' or exists (select from app_private.cells) then
    -- A head does not know how many people its cells have.
    return true;
  end if;
  if reach.one is null then
    reach := app_private.reach_of(alert);
  end if;
  return reach.one + reach.two + reach.three + reach.already_told > authority.approval_above;
end
$$;
comment on function app_private.needs_approval(app_public.alerts, app_public.alerts, app_public.alert_reach_preview) is
  'Returns true if a second person has to approve an alert, or the next version of the previous one, by the rule of its authority. The reach is counted if it is not given. An all-clear, a smaller area and an earlier end need no approval.';
--! EndIncluded authorities/app_private.needs_approval.sql
--! Included authorities/app_private.require_approver.sql
create or replace function app_private.require_approver(alert app_public.alerts, previous app_public.alerts) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
begin
  if not alert.authority_id = any (app_private.my_authorities('APPROVER')) then
    raise exception using errcode = 'LA403', constraint = 'no_approver', message = 'Your role does not allow you to publish for this authority.';
  elsif app_private.needs_approval(alert, previous) then
    raise exception using errcode = 'LA409', constraint = 'needs_approval', message = 'A second person has to approve this: send it by publicationHold, which proposes it.';
  end if;
end
$$;
comment on function app_private.require_approver(app_public.alerts, app_public.alerts) is
  'Raises error LA403 unless the user of this request is an approver of the authority that warns, and LA409 if a second person has to approve it.';
--! EndIncluded authorities/app_private.require_approver.sql
--! Included authorities/app_private.tell_members.sql
create or replace function app_private.tell_members(kind text, id bigint, wait interval default '0') returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(task, json_build_object('kind', kind, 'id', id), run_at => now() + wait, max_attempts => 5)
    from unnest('{tell_by_push,tell_by_mail}'::text[]) t (task)
$$;
comment on function app_private.tell_members(text, bigint, interval) is
  'Queues a push and a mail to members of an authority: app_private.members_to_tell() says to whom. The host has the texts of each kind.';
--! EndIncluded authorities/app_private.tell_members.sql
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
    select h.user_id from app_private.held_publications h where h.id = members_to_tell.id and kind = 'DECIDED'
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
  'Returns the confirmed emails and the devices to tell: of all approvers but its author for a proposal that still waits (PROPOSED) and for a publication without approval (BREAK_GLASS), of its author for one that was decided (DECIDED), and of the approvers of neighbours whom an alert reaches (NEIGHBOUR).';
--! EndIncluded authorities/app_private.members_to_tell.sql
--! Included audit/app_private.audit_version.sql
create or replace function app_private.audit_version(alert app_public.alerts) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  select app_private.audit(
    case
      when alert.cancelled_at is not null then 'ALERT_CANCELLED' when alert.version = 1 then 'ALERT_PUBLISHED' else 'ALERT_UPDATED'
    end::app_public.audit_action,
    'ALERT', alert.id,
    jsonb_build_object(
      'version', alert.version,
      'texts_sha256', encode(sha256(convert_to(
        json_build_array(alert.title, alert.text1, alert.text2, alert.text3, alert.all_clear)::text, 'UTF8')), 'hex'),
      'area_sha256', encode(sha256(st_asbinary(alert.zone1, 'NDR')), 'hex'))
    || coalesce((select jsonb_build_object('neighbour_ids', jsonb_agg(n.id)) from app_private.neighbours(alert) n having count(*) > 0), '{}'));
  select app_private.tell_members('NEIGHBOUR', alert.id)
    where app_private.applies_to(alert.status, is_tester => false) and exists (select from app_private.neighbours(alert))
      and not exists (
        select from app_public.alert_versions v
          where v.alert_id = alert.id and v.version = alert.version - 1 and v.level3_distance = alert.level3_distance
            and st_orderingequals(v.zone1, alert.zone1))
$$;
comment on function app_private.audit_version(app_public.alerts) is
  'Records that the present version of an alert was published, with hashes of its texts and of its area, and the ids of the neighbours whom its zones reach. Their approvers are told of a real one, and again when its area changes.';
--! EndIncluded audit/app_private.audit_version.sql
--! Included authorities/app_private.check_authority.sql
create or replace function app_private.check_authority() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  -- An alert that came from the head of this cell.
  if new.user_id = (select c.head_user_id from app_private.cell c) then
    return new;
  end if;
  if new.authority_id = any (app_private.my_authorities('AUTHOR')) is not true then
    raise exception using errcode = 'LA403', constraint = 'no_approver', message = 'Your role does not allow you to publish for this authority.';
  end if;
  -- An end of mutual aid waits for this publication, or this waits for the end and then finds it.
  perform from app_public.mutual_aids g where g.to_authority_id = new.authority_id and g.ended_at is null for share;
  perform app_private.require_inside(new);
  return new;
end
$$;
comment on function app_private.check_authority() is
  'Refuses an alert of an authority in which the user of this request is no author, or whose zone ONE leaves its area: error LA403. A trigger, as it also binds the functions that run as the owner.';
--! EndIncluded authorities/app_private.check_authority.sql
--! Included authorities/app_public.authority_edit.sql
create or replace function app_public.authority_edit(id integer, input app_public.authority_edit) returns app_public.authorities
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  edited app_public.authorities;
begin
  perform app_private.refuse_training_users();
  -- Nobody widens the area in which they may warn: that is for managers of the authority above. The rule of approval is their own.
  if not exists (
      select from app_public.authorities a
        where a.id = authority_edit.id and case when input.name is null and input.area is null then a.id else coalesce(a.parent_id, a.id) end = any (app_private.my_authorities('MANAGER'))) then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  update app_public.authorities a
    set name = coalesce(btrim(input.name), a.name),
      area = case when input.area is null then a.area else public.st_multi(app_private.area_of_geojson(input.area)) end,
      approval = coalesce(input.approval, a.approval), approval_above = coalesce(input.approval_above, a.approval_above),
      approves_exercises = coalesce(input.approves_exercises, a.approves_exercises)
    where a.id = authority_edit.id
    returning a.* into edited;
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', edited.id);
  return edited;
end
$$;
comment on function app_public.authority_edit(integer, app_public.authority_edit) is
  E'@argument id The id of the authority.\n@argument input The fields to change.\nChanges the name or the area of an authority, for managers of the authority above, or its rule of approval, for its own managers. For nobody in training.';
grant execute on function app_public.authority_edit(integer, app_public.authority_edit) to app_manager;
--! EndIncluded authorities/app_public.authority_edit.sql
--! Included alerts/app_private.lock_active_alert.sql
create or replace function app_private.lock_active_alert(alert_id integer, is_end boolean) returns app_public.alerts
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
  if not (alert.authority_id = any (app_private.my_authorities('AUTHOR'))
      and (not is_end or alert.user_id = app_public.current_user_id() or alert.authority_id = any (app_private.my_authorities('APPROVER'))))
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
  'Returns an active alert and locks it for a change; no part of its publication runs meanwhile. Error LA401 without a user, LA404 for an unknown alert, LA403 for one of another authority, or that the user may not end (an author may end their own), and if a training user asks for one that is no exercise or test, LA409 for one that has ended, or that came from the head.';
--! EndIncluded alerts/app_private.lock_active_alert.sql
--! Included alerts/app_private.store_alert.sql
create or replace function app_private.store_alert(input app_public.alert_input, is_approved boolean) returns integer
language plpgsql volatile strict set search_path = pg_catalog, public, pg_temp
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
  if not is_approved then
    perform app_private.require_approver(alert, null);
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
comment on function app_private.store_alert(app_public.alert_input, boolean) is
  'Runs the first phase of a publication: it makes the alert visible after the reports in flight have committed. It queues a job for the second phase, app_private.publish_chunk(). Without is_approved, the user of this request must be one who may publish it alone. Returns the alert''s id; a repeated idempotencyKey returns the id of the first alert, and so does the same input without a key within ten minutes, unless that alert has ended or is of another status. Error LA409 if the key belongs to another alert, or the shared draft is gone, or it needs approval.';
--! EndIncluded alerts/app_private.store_alert.sql
--! Included alerts/app_private.new_alert.sql
create or replace function app_private.new_alert(input app_public.alert_input) returns integer
language sql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.store_alert(input, is_approved => false)
$$;
comment on function app_private.new_alert(app_public.alert_input) is
  'Publishes an alert of an approver: see app_private.store_alert().';
grant execute on function app_private.new_alert(app_public.alert_input) to app_approver;
--! EndIncluded alerts/app_private.new_alert.sql
--! Included alerts/app_private.store_update.sql
create or replace function app_private.store_update(alert_id integer, input app_public.alert_update_input, is_approved boolean) returns integer
language plpgsql volatile strict set search_path = pg_catalog, public, pg_temp
as $$
declare
  previous app_public.alerts := app_private.lock_active_alert(alert_id, is_end => false);
  alert app_public.alerts;
begin
  perform app_private.commit_synchronously();
  if input.expected_version <> previous.version then
    raise exception using errcode = 'LA409', constraint = 'alert_changed', message = format(
      'This alert is at version %s, not %s: look at what has changed, and update it again.',
      previous.version, input.expected_version);
  end if;
  alert := app_private.draft_update(input, previous);
  if not is_approved then
    perform app_private.require_approver(alert, previous);
  end if;
  if input.draft_id is not null then
    perform app_private.take_shared_draft(input.draft_id);
  end if;
  update app_public.alerts a
    set zone1 = alert.zone1, zone2 = alert.zone2, zone3 = alert.zone3, level2_distance = alert.level2_distance,
      level3_distance = alert.level3_distance, expires_at = alert.expires_at, title = alert.title, text1 = alert.text1, text2 = alert.text2,
      text3 = alert.text3, version = alert.version, renotified_version = alert.renotified_version
    where a.id = alert.id;
  perform app_private.keep_version(alert);
  delete from app_private.alert_speeches s
    where s.alert_id = alert.id
      and app_private.text_of(s.level, alert.text1, alert.text2, alert.text3)
        <> app_private.text_of(s.level, previous.text1, previous.text2, previous.text3);
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  update app_private.publications p
    set level = 'ONE', last_user_id = 0, completed_at = null where p.alert_id = alert.id;
  perform app_private.queue_publication(alert.id);
  perform app_private.queue_speech(alert.id);
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
  return alert.id;
end
$$;
comment on function app_private.store_update(integer, app_public.alert_update_input, boolean) is
  'Runs the first phase of publishing an alert''s next version; app_private.publish_chunk() runs the second. It notifies users who are newly inside or further in, and the others again only with renotify. Without is_approved, the user of this request must be one who may publish it alone. Returns the alert''s id. Error LA404 for an unknown alert, LA409 for one that has ended, or that has another version than expected, or if the shared draft is gone, or it needs approval.';
--! EndIncluded alerts/app_private.store_update.sql
--! Included alerts/app_private.update_alert.sql
create or replace function app_private.update_alert(alert_id integer, input app_public.alert_update_input) returns integer
language sql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.store_update(alert_id, input, is_approved => false)
$$;
comment on function app_private.update_alert(integer, app_public.alert_update_input) is
  'Publishes the next version of an alert of an approver''s authority: see app_private.store_update().';
grant execute on function app_private.update_alert(integer, app_public.alert_update_input) to app_approver;
--! EndIncluded alerts/app_private.update_alert.sql
--! Included alerts/app_private.cancel_alert.sql
create or replace function app_private.cancel_alert(alert_id integer, text text) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts := app_private.lock_active_alert(alert_id, is_end => true);
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
--! Included matching/app_public.alert_reach.sql
create or replace function app_public.alert_reach(input app_public.alert_input) returns app_public.alert_reach_preview
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert constant app_public.alerts := app_private.draft_alert(input, null);
  reach app_public.alert_reach_preview;
begin
  perform app_private.require_own(alert);
  perform app_private.require_inside(alert);
  reach := app_private.reach_of(alert);
  reach.needs_approval := app_private.needs_approval(alert, null, reach) or not alert.authority_id = any (app_private.my_authorities('APPROVER'));
  return reach;
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
  reach app_public.alert_reach_preview;
begin
  select a.* into previous from app_public.alerts a where a.id = alert_update_reach.id;
  if previous.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_alert', message = 'There is no alert with this id.';
  end if;
  perform app_private.require_own(previous);
  alert := app_private.draft_update(input, previous);
  perform app_private.require_inside(alert);
  reach := app_private.reach_of(alert);
  reach.needs_approval := app_private.needs_approval(alert, previous, reach) or not alert.authority_id = any (app_private.my_authorities('APPROVER'));
  return reach;
end
$$;
comment on function app_public.alert_update_reach(integer, app_public.alert_update_input) is
  E'@argument id The id of the alert.\n@argument input The changes as alertUpdate would take them.\nHow many users the next version of an alert would notify if it were published now: for the first time, and again. It writes nothing. For administrators: error FORBIDDEN for others, NOT_FOUND for an unknown alert.';
grant execute on function app_public.alert_update_reach(integer, app_public.alert_update_input) to app_viewer;
--! EndIncluded matching/app_public.alert_update_reach.sql
--! Included held-publications/app_private.draft_of_held.sql
create or replace function app_private.draft_of_held(held app_private.held_publications) returns app_public.alerts
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  previous app_public.alerts;
  draft app_public.alerts;
begin
  if held.changes is not null then
    select a.* into previous from app_public.alerts a where a.id = held.alert_id;
    return app_private.draft_update(json_populate_record(null::app_public.alert_update_input, held.changes), previous);
  end if;
  draft := app_private.draft_alert(json_populate_record(null::app_public.alert_input, held.new_alert), null);
  -- As its author publishes it, whoever looks at it.
  draft.user_id := held.user_id;
  draft.authority_id := held.authority_id;
  draft.status := case when held.by_training_user then 'EXERCISE' else coalesce(held.new_alert ->> 'status', 'ACTUAL') end;
  return draft;
end
$$;
comment on function app_private.draft_of_held(app_private.held_publications) is
  'Returns the alert, or its next version, that a held publication would publish now. Error LA400 if it could not be published any more.';
--! EndIncluded held-publications/app_private.draft_of_held.sql
--! Included held-publications/app_private.digest_of_held.sql
create or replace function app_private.digest_of_held(held app_private.held_publications) returns text
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  draft constant app_public.alerts := app_private.draft_of_held(held);
begin
  return encode(sha256(convert_to(jsonb_build_object(
      'draft', to_jsonb(draft) - '{created_at,expires_at,zone1,zone2,zone3}'::text[],
      'area', draft.zone1::text,
      -- An alert without a time of its own ends so long after its publication.
      'expires_at', case
        when held.new_alert is null or held.new_alert ->> 'expires_at' is not null then to_jsonb(draft.expires_at)
        else to_jsonb(draft.expires_at - draft.created_at)
      end,
      'publish_at', held.publish_at)::text, 'UTF8')), 'hex');
end
$$;
comment on function app_private.digest_of_held(app_private.held_publications) is
  'Returns a SHA-256 of all that a held publication would publish now, in hexadecimal: an approval is for this digest.';
--! EndIncluded held-publications/app_private.digest_of_held.sql
--! Included held-publications/app_private.held_publication.sql
create or replace function app_private.held_publication(held app_private.held_publications) returns app_public.held_publication
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  result app_public.held_publication;
begin
  result.id := held.id;
  result.state := held.state;
  result.seconds_left := case
    when held.state in ('HELD', 'APPROVED') then greatest(0, extract(epoch from held.due_at - clock_timestamp())) else 0 end;
  result.alert_id := held.alert_id;
  result.reason := held.why;
  result.refusal := held.refusal;
  result.title := coalesce(
    held.new_alert ->> 'title', held.new_alert ->> 'text1', held.changes ->> 'title',
    (select coalesce(a.title, a.text1) from app_public.alerts a where a.id = held.alert_id));
  result.user_id := held.user_id;
  result.authority_id := held.authority_id;
  result.created_at := held.created_at;
  result.publish_at := held.publish_at;
  result.break_glass := held.break_glass;
  result.decided_by := coalesce(held.approved_by, held.settled_by);
  return result;
end
$$;
comment on function app_private.held_publication(app_private.held_publications) is
  'Returns a held publication as the API shows it.';
--! EndIncluded held-publications/app_private.held_publication.sql
--! Included held-publications/app_private.run_publication.sql
create or replace function app_private.run_publication(
  alert app_public.alert_input, alert_id integer, changes app_public.alert_update_input, all_clear text, is_approved boolean
) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  if all_clear is not null then
    return app_private.cancel_alert(alert_id, all_clear);
  elsif alert_id is not null then
    return app_private.store_update(alert_id, changes, is_approved);
  end if;
  return app_private.store_alert(alert, is_approved);
end
$$;
comment on function app_private.run_publication(app_public.alert_input, integer, app_public.alert_update_input, text, boolean) is
  'Runs the first phase of a publication: of an all-clear, of the next version of an alert, or of a new alert. Returns the alert''s id.';
--! EndIncluded held-publications/app_private.run_publication.sql
--! Included held-publications/app_private.repeated_publication.sql
create or replace function app_private.repeated_publication(input app_public.publication_input) returns app_public.held_publication
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
begin
  select h.* into held from app_private.held_publications h
    where h.user_id = app_public.current_user_id() and h.key = input.key;
  if held.id is null then
    return null;
  end if;
  -- Null fields do not count, so that a request stays equal when a later version of the API adds a field. The alert_id of a new
  -- alert is set by its publication, so it is compared for others only.
  if (jsonb_strip_nulls(held.new_alert::jsonb), jsonb_strip_nulls(held.changes::jsonb), held.all_clear, held.publish_at)
      is distinct from (jsonb_strip_nulls(to_jsonb(input.new_alert)), jsonb_strip_nulls(to_jsonb(input.changes)), input.all_clear, to_timestamp(input.publish_at))
    or held.new_alert is null and held.alert_id is distinct from input.alert_id
  then
    raise exception using errcode = 'LA409',
      constraint = 'key_taken', message = 'Another publication of yours has this key: look whether it went out, and use a new key for what differs.';
  end if;
  return app_private.held_publication(held);
end
$$;
comment on function app_private.repeated_publication(app_public.publication_input) is
  'Returns the held publication of a repeated request by its idempotency key, in any state. Null for a new key. Error LA409 if the request differs.';
--! EndIncluded held-publications/app_private.repeated_publication.sql
--! Included held-publications/app_private.propose_held.sql
create or replace function app_private.propose_held(held_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  update app_private.held_publications h set state = 'PROPOSED', approved_by = null, approved_digest = null where h.id = held_id;
  perform app_private.audit('PUBLICATION_PROPOSED', 'HELD_PUBLICATION', held_id);
  perform app_private.tell_members('PROPOSED', held_id);
  perform app_private.tell_members('PROPOSED', held_id, '10 minutes');
end
$$;
comment on function app_private.propose_held(integer) is
  'Makes a held publication wait for a second person, and tells the approvers now, and again if it still waits after ten minutes.';
--! EndIncluded held-publications/app_private.propose_held.sql
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
end
$$;
comment on function app_private.publish_held(integer) is
  'Publishes a held or approved publication, unless it was taken back, as its author. If it needs approval, or what was approved has changed, it waits for an approver. The second phase follows as a job. It fails if it is due for more than a minute, as after a downtime.';
--! EndIncluded held-publications/app_private.publish_held.sql
--! Included held-publications/app_public.publication_hold.sql
create or replace function app_public.publication_hold(input app_public.publication_input) returns app_public.held_publication
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
  repeated app_public.held_publication;
  status app_public.alert_status;
  previous app_public.alerts;
  draft app_public.alerts;
  is_proposal boolean := false;
  bypasses boolean := false;
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
  if (input.publish_at > extract(epoch from now()) and input.publish_at < extract(epoch from now() + interval '1 year')
      and input.publish_at < coalesce((input.new_alert).expires_at, (input.changes).expires_at, 'infinity'::float8)) is false then
    raise exception using errcode = 'LA400',
      constraint = 'publish_at', message = 'publishAt is not within the next year, or not before the alert ends: send a future time in seconds since 1970-01-01 UTC.';
  end if;
  if char_length(app_private.without_blanks(input.break_glass)) not between 1 and 500 then
    raise exception using errcode = 'LA400',
      constraint = 'break_glass', message = 'breakGlass is empty or has more than 500 characters: write why it cannot wait for a second person.';
  end if;
  status := case when (app_public.me()).is_training then 'EXERCISE' else coalesce((input.new_alert).status, 'ACTUAL') end;
  if input.new_alert is distinct from null and input.expected_status <> status then
    raise exception using errcode = 'LA403',
      constraint = 'other_status', message = format('The alert would be of status %s, not %s: check it again. Nothing was published.', status, input.expected_status);
  end if;
  -- A dry run, which is rolled back: it reports errors now. A handler for a code that ends in 000 would catch its whole class.
  begin
    perform app_private.run_publication(input.new_alert, input.alert_id, input.changes, input.all_clear, is_approved => true);
    raise exception using errcode = 'LA200';
  exception when sqlstate 'LA200' then null;
  end;
  if input.all_clear is null then
    if input.changes is distinct from null then
      select a.* into previous from app_public.alerts a where a.id = input.alert_id;
      draft := app_private.draft_update(input.changes, previous);
    else
      draft := app_private.draft_alert(input.new_alert, null);
    end if;
    is_proposal := true;
    if draft.authority_id = any (app_private.my_authorities('APPROVER')) then
      is_proposal := app_private.needs_approval(draft, previous);
      bypasses := is_proposal and input.break_glass is not null;
    elsif input.break_glass is not null then
      perform app_private.require_approver(draft, previous);
    end if;
  end if;
  -- The answer promises a publication, so it must survive the loss of a host.
  perform app_private.commit_synchronously();
  delete from app_private.held_publications h where h.settled_at < now() - interval '30 days';
  insert into app_private.held_publications as h (
      user_id, key, due_at, new_alert, alert_id, changes, all_clear, by_training_user, authority_id, publish_at, break_glass)
    select app_public.current_user_id(), input.key, coalesce(to_timestamp(input.publish_at), clock_timestamp() + s.take_back_time),
        to_json(input.new_alert), input.alert_id, to_json(input.changes), input.all_clear, (app_public.me()).is_training,
        coalesce((select a.authority_id from app_public.alerts a where a.id = input.alert_id),
          (input.new_alert).authority_id, app_private.my_authority()),
        to_timestamp(input.publish_at), case when bypasses then btrim(input.break_glass) end
      from app_private.settings s
    on conflict (user_id, key) do nothing
    returning h.* into held;
  if held.id is null then
    -- A concurrent request with the same key was first.
    return app_private.repeated_publication(input);
  end if;
  if is_proposal and not bypasses then
    perform app_private.propose_held(held.id);
    select h.* into held from app_private.held_publications h where h.id = held.id;
    return app_private.held_publication(held);
  end if;
  if bypasses then
    perform app_private.audit('APPROVAL_BYPASSED', 'HELD_PUBLICATION', held.id);
    perform app_private.tell_members('BREAK_GLASS', held.id);
  end if;
  perform app_private.audit('PUBLICATION_HELD', 'HELD_PUBLICATION', held.id);
  perform graphile_worker.add_job('publish_held', json_build_object('id', held.id), run_at => held.due_at);
  return app_private.held_publication(held);
end
$$;
comment on function app_public.publication_hold(app_public.publication_input) is
  E'@argument input What to publish.\nPublishes a new alert, an update or an all-clear after a few seconds, or at publishAt; until then publicationTakeBack can take it back. It is published even if the client is gone. If a second person has to approve it, or you are an author, it is proposed: its state is PROPOSED, and the approvers are told. What is wrong with it now is an error at once, as for newAlert, alertUpdate and alertCancel. For administrators and authors: error FORBIDDEN for others, and if a new alert would be of another status than expectedStatus.';
grant execute on function app_public.publication_hold(app_public.publication_input) to app_author;
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
    where h.id = held.id and h.state in ('HELD', 'PROPOSED', 'APPROVED');
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
--! Included held-publications/app_private.lock_proposal.sql
create or replace function app_private.lock_proposal(id integer) returns app_private.held_publications
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
begin
  perform app_private.commit_synchronously();
  -- Two approvers at once: the second one waits here, and finds what the first one decided.
  select h.* into held from app_private.held_publications h
    where h.id = lock_proposal.id and h.authority_id = any (app_private.my_authorities('APPROVER')) for update;
  if held.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_held_publication', message = 'There is no held publication with this id.';
  elsif held.user_id = app_public.current_user_id() then
    raise exception using errcode = 'LA403', constraint = 'own_proposal', message = 'This is your own proposal: a second person has to decide.';
  end if;
  if not held.by_training_user then
    perform app_private.refuse_training_users();
  end if;
  return held;
end
$$;
comment on function app_private.lock_proposal(integer) is
  'Returns a held publication and locks it for a decision by the user of this request. Error LA404 unless they are an approver of its authority, LA403 if they proposed it, or are in training.';
--! EndIncluded held-publications/app_private.lock_proposal.sql
--! Included held-publications/app_public.publication_approve.sql
create or replace function app_public.publication_approve(id integer, digest text) returns app_public.held_publication
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications := app_private.lock_proposal(id);
begin
  if held.state in ('APPROVED', 'PUBLISHED') then
    return app_private.held_publication(held);
  elsif held.state <> 'PROPOSED' then
    raise exception using errcode = 'LA409', constraint = 'decided_already', message = 'This proposal was decided or taken back meanwhile.';
  elsif digest <> app_private.digest_of_held(held) then
    raise exception using errcode = 'LA409', constraint = 'proposal_changed', message = 'What would be published has changed since you looked at it: look again, and approve that.';
  end if;
  update app_private.held_publications h
    set state = 'APPROVED', approved_by = app_public.current_user_id(), approved_digest = digest,
      due_at = greatest(h.publish_at, clock_timestamp())
    where h.id = held.id
    returning h.* into held;
  perform app_private.audit('PUBLICATION_APPROVED', 'HELD_PUBLICATION', held.id);
  perform app_private.tell_members('DECIDED', held.id);
  perform graphile_worker.add_job('publish_held', json_build_object('id', held.id), run_at => held.due_at);
  return app_private.held_publication(held);
end
$$;
comment on function app_public.publication_approve(integer, text) is
  E'@argument id The id of the held publication.\n@argument digest The digest of what you looked at: heldPublication has it.\nApproves what another person proposes: it is published at once, or at its time. For approvers of its authority: error FORBIDDEN for others and for who proposed it, CONFLICT if what would be published has changed since, or it was decided.';
grant execute on function app_public.publication_approve(integer, text) to app_approver;
--! EndIncluded held-publications/app_public.publication_approve.sql
--! Included held-publications/app_public.publication_reject.sql
create or replace function app_public.publication_reject(id integer, reason text, for_changes boolean) returns app_public.held_publication
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications := app_private.lock_proposal(id);
begin
  if char_length(app_private.without_blanks(reason)) not between 1 and 500 then
    raise exception using errcode = 'LA400', constraint = 'reject_reason', message = 'reason is empty or has more than 500 characters: write what is wrong with it.';
  elsif held.state <> 'PROPOSED' then
    raise exception using errcode = 'LA409', constraint = 'decided_already', message = 'This proposal was decided or taken back meanwhile.';
  end if;
  update app_private.held_publications h
    set state = case when for_changes then 'RETURNED' else 'REJECTED' end::app_public.held_publication_state, why = btrim(reason),
      settled_at = clock_timestamp(), settled_by = app_public.current_user_id()
    where h.id = held.id
    returning h.* into held;
  perform app_private.audit('PUBLICATION_REJECTED', 'HELD_PUBLICATION', held.id, jsonb_build_object('for_changes', for_changes));
  perform app_private.tell_members('DECIDED', held.id);
  return app_private.held_publication(held);
end
$$;
comment on function app_public.publication_reject(integer, text, boolean) is
  E'@argument id The id of the held publication.\n@argument reason What is wrong with it, for who proposed it.\n@argument forChanges True to return it: whoever proposed it may change it and propose it again.\nRejects or returns what another person proposes: nothing of it is published. For approvers of its authority: error FORBIDDEN for others and for who proposed it, CONFLICT if it was decided.';
grant execute on function app_public.publication_reject(integer, text, boolean) to app_approver;
--! EndIncluded held-publications/app_public.publication_reject.sql
--! Included held-publications/app_public.held_publications.sql
create or replace function app_public.held_publications() returns setof app_public.held_publication
language sql stable security definer set search_path = pg_catalog, pg_temp rows 20
as $$
  select (app_private.held_publication(h)).* from app_private.held_publications h
    where h.authority_id = any (app_private.my_authorities('AUTHOR'))
      and (h.state in ('HELD', 'PROPOSED', 'APPROVED')
        or h.user_id = app_public.current_user_id() and h.state in ('FAILED', 'REJECTED', 'RETURNED') and h.settled_at > now() - interval '7 days')
    order by h.id desc
$$;
comment on function app_public.held_publications() is
  E'@behavior -queryField:resource:connection\nWhat waits for its time or for approval in your authorities, and what of your own did not go out in the last seven days, the newest first. For authors: error FORBIDDEN for others.';
grant execute on function app_public.held_publications() to app_author;
--! EndIncluded held-publications/app_public.held_publications.sql
--! Included held-publications/app_public.held_publication_draft.sql
create or replace function app_public.held_publication_draft(publication app_public.held_publication) returns app_public.alerts
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select (app_private.draft_of_held(h)).* from app_private.held_publications h
    where h.id = publication.id and h.state in ('HELD', 'PROPOSED', 'APPROVED') and h.all_clear is null
      and h.authority_id = any (app_private.my_authorities('AUTHOR'))
$$;
comment on function app_public.held_publication_draft(app_public.held_publication) is
  E'@behavior -queryField\nThe alert, or its next version, as it would be published now. It has no id, and nobody is told of it. Null once nothing of it waits.';
grant execute on function app_public.held_publication_draft(app_public.held_publication) to app_author;
--! EndIncluded held-publications/app_public.held_publication_draft.sql
--! Included held-publications/app_public.held_publication_digest.sql
create or replace function app_public.held_publication_digest(publication app_public.held_publication) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.digest_of_held(h) from app_private.held_publications h
    where h.id = publication.id and h.state in ('HELD', 'PROPOSED', 'APPROVED') and h.all_clear is null
      and h.authority_id = any (app_private.my_authorities('AUTHOR'))
$$;
comment on function app_public.held_publication_digest(app_public.held_publication) is
  E'@behavior -queryField\nA digest of all that would be published now: publicationApprove takes it. Null once nothing of it waits.';
grant execute on function app_public.held_publication_digest(app_public.held_publication) to app_author;
--! EndIncluded held-publications/app_public.held_publication_digest.sql
--! Included held-publications/app_public.held_publication_reach.sql
create or replace function app_public.held_publication_reach(publication app_public.held_publication) returns app_public.alert_reach_preview
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select (app_private.reach_of(app_private.draft_of_held(h))).* from app_private.held_publications h
    where h.id = publication.id and h.state in ('HELD', 'PROPOSED', 'APPROVED') and h.all_clear is null
      and h.authority_id = any (app_private.my_authorities('AUTHOR'))
$$;
comment on function app_public.held_publication_reach(app_public.held_publication) is
  E'@behavior -queryField\nHow many people it would reach if it were published now. Null once nothing of it waits.';
grant execute on function app_public.held_publication_reach(app_public.held_publication) to app_author;
--! EndIncluded held-publications/app_public.held_publication_reach.sql
--! Included publication/app_public.publish_step.sql
create or replace function app_public.publish_step() returns app_public.publish_step
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select row(s.confirm_above, extract(epoch from s.take_back_time))::app_public.publish_step from app_private.settings s
$$;
comment on function app_public.publish_step() is
  'What a client asks of an administrator before it publishes, by the settings of the service. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.publish_step() to app_author;
--! EndIncluded publication/app_public.publish_step.sql
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
