--! Previous: sha1:f09db5ae1940a879c677f2e8c2a4e7d1a499003e
--! Hash: sha1:e1456d3e5ebb628d8fb3f78e8695269d5346d020
--! Message: webhooks

set local check_function_bodies = off; -- Functions call later ones.

create type app_public.webhook_event as enum ('ALERT_PUBLISHED', 'ALERT_UPDATED', 'ALERT_ENDED', 'ALERT_REACH');
comment on type app_public.webhook_event is
  E'@value ALERT_PUBLISHED An alert was published.\n@value ALERT_UPDATED An alert was changed.\n@value ALERT_ENDED An alert was cancelled or has expired.\n@value ALERT_REACH All are notified: how many people at each level.\nWhat a webhook is told of.';
create type app_public.webhook_input as (
  url text, events app_public.webhook_event[], drills boolean, is_paused boolean, authority_id integer);
comment on type app_public.webhook_input is E'@inputTypeName WebhookInput\nA webhook to add.';
comment on column app_public.webhook_input.url is E'@notNull\nWhere messages are posted to, by https.';
comment on column app_public.webhook_input.events is 'What it is told of; all by default.';
comment on column app_public.webhook_input.drills is 'True if it is also told of exercises and tests.';
comment on column app_public.webhook_input.is_paused is 'True if it is not to be told anything now.';
comment on column app_public.webhook_input.authority_id is 'The id of the authority of whose alerts it is told, and of those below it, for managers of several. By default that of your highest role.';
create type app_public.webhook_edit as (url text, events app_public.webhook_event[], drills boolean, is_paused boolean);
comment on type app_public.webhook_edit is E'@inputTypeName WebhookEdit\nThe changes of a webhook. A field that is left out stays as it is.';
comment on column app_public.webhook_edit.url is 'Where messages are posted to, by https.';
comment on column app_public.webhook_edit.events is 'What it is told of.';
comment on column app_public.webhook_edit.drills is 'True if it is also told of exercises and tests.';
comment on column app_public.webhook_edit.is_paused is 'True if it is not to be told anything now.';

create table app_public.webhooks (
  id integer not null generated always as identity,
  url text not null,
  events app_public.webhook_event[] not null,
  drills boolean not null,
  is_paused boolean not null,
  authority_id integer not null,
  sent_at timestamptz,
  failures integer not null default 0,
  problem text,
  secret_at timestamptz,
  secret bytea,
  previous_secret bytea,
  previous_until timestamptz,
  constraint webhooks_pkey primary key (id),
  constraint webhooks_authority_id_fkey foreign key (authority_id) references app_public.authorities(id),
  constraint webhooks_url check ((url ~ '^https?://[^[:space:]]+$') and (char_length(url) <= 2000)),
  constraint webhooks_events check ((cardinality(events) > 0) and (array_position(events, null) is null))
);
create index webhooks_authority_id on app_public.webhooks (authority_id);
alter table app_public.webhooks enable row level security;
create policy read_own on app_public.webhooks for select to app_manager
  using (authority_id = any (app_private.my_authorities('MANAGER')));
grant select (id, url, events, drills, is_paused, authority_id, sent_at, failures, problem, secret_at) on app_public.webhooks to app_manager;
comment on policy read_own on app_public.webhooks is 'Managers see the webhooks of their authority. Their addresses may be secret.';
comment on table app_public.webhooks is
  E'@behavior -query:resource:connection\n@listForAdmins\n@orderedBy id\n@filterBy id\nA receiver of others that is told of alerts, by Standard Webhooks.';
comment on column app_public.webhooks.id is 'The id of the webhook.';
comment on column app_public.webhooks.url is 'Where messages are posted to.';
comment on column app_public.webhooks.events is 'What it is told of.';
comment on column app_public.webhooks.drills is 'True if it is also told of exercises and tests.';
comment on column app_public.webhooks.is_paused is 'True if it is told nothing now. The answer 410 pauses it too.';
comment on column app_public.webhooks.authority_id is 'The id of the authority of whose alerts it is told, and of those below it.';
comment on column app_public.webhooks.sent_at is 'When a message was last taken.';
comment on column app_public.webhooks.failures is 'How often messages have failed since.';
comment on column app_public.webhooks.problem is 'Why the last one failed: a code, and maybe a colon and details. Null if it was taken.';
comment on column app_public.webhooks.secret_at is 'When its secret was made. Null if it has none yet, and is told nothing.';
comment on column app_public.webhooks.secret is E'@behavior -*\nThe secret that signs, sealed.';
comment on column app_public.webhooks.previous_secret is E'@behavior -*\nThe secret before, sealed.';
comment on column app_public.webhooks.previous_until is E'@behavior -*\nUntil when the secret before signs too.';
comment on constraint webhooks_authority_id_fkey on app_public.webhooks is
  E'@fieldName authority\n@forwardDescription The authority of whose alerts it is told.\n@backwardBehavior -*';
comment on constraint webhooks_url on app_public.webhooks is 'url is not an address such as https://alerts.example.org/hook: send one.';
comment on constraint webhooks_events on app_public.webhooks is 'events is empty: send one or more.';

create table app_private.webhook_messages (
  id uuid not null default gen_random_uuid(),
  webhook_id integer not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  constraint webhook_messages_pkey primary key (id),
  constraint webhook_messages_webhook_id_fkey foreign key (webhook_id) references app_public.webhooks(id) on delete cascade
);
create index webhook_messages_webhook_id on app_private.webhook_messages (webhook_id);
alter table app_private.webhook_messages enable row level security;
comment on table app_private.webhook_messages is 'What waits to be sent to webhooks.';
comment on column app_private.webhook_messages.id is 'The id of the message, which its receiver knows it by.';
comment on column app_private.webhook_messages.webhook_id is 'The webhook.';
comment on column app_private.webhook_messages.type is 'The type of the message, such as alert.published.';
comment on column app_private.webhook_messages.data is 'What it says.';
comment on column app_private.webhook_messages.created_at is 'When it happened.';
comment on column app_private.webhook_messages.attempts is 'How often it was sent in vain.';

--! Included webhooks/app_private.queue_webhook.sql
create or replace function app_private.queue_webhook(id uuid, webhook_id integer, wait_s double precision default 0) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  -- One job of a webhook at a time, so that a slow receiver takes one worker only.
  select graphile_worker.add_job('send_webhook', json_build_object('id', id), queue_name => 'webhook:' || webhook_id,
    run_at => now() + make_interval(secs => wait_s), job_key => 'send_webhook:' || id)
$$;
comment on function app_private.queue_webhook(uuid, integer, double precision) is
  'Queues a job that sends a message of a webhook, in place of the one that waits already.';
--! EndIncluded webhooks/app_private.queue_webhook.sql
--! Included webhooks/app_private.publication_completed.sql
create or replace function app_private.publication_completed() returns trigger
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.queue_webhooks(a, 'ALERT_REACH') from app_public.alerts a where a.id = new.alert_id and a.cancelled_at is null;
  return null;
end
$$;
comment on function app_private.publication_completed() is
  'Tells webhooks how many people an alert has reached when its publication is complete.';
--! EndIncluded webhooks/app_private.publication_completed.sql
--! Included webhooks/app_private.queue_waiting_webhooks.sql
create or replace function app_private.queue_waiting_webhooks() returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select app_private.queue_webhook(m.id, m.webhook_id) from app_private.webhook_messages m
    where not exists (
      select from graphile_worker.jobs j
        where j.key = 'send_webhook:' || m.id and j.attempts < j.max_attempts)
$$;
comment on function app_private.queue_waiting_webhooks() is
  'Queues a job for each message of a webhook that has none, such as after a restore.';
--! EndIncluded webhooks/app_private.queue_waiting_webhooks.sql
--! Included webhooks/app_private.queue_webhooks.sql
create or replace function app_private.queue_webhooks(alert app_public.alerts, event app_public.webhook_event) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  with recursive above as (
    select alert.authority_id as id
    union
    select a.parent_id from app_public.authorities a join above on above.id = a.id where a.parent_id is not null
  ), queued as (
    insert into app_private.webhook_messages as m (webhook_id, type, data)
      select w.id, lower(replace(event::text, '_', '.')), jsonb_strip_nulls(jsonb_build_object(
          'alertId', alert.id, 'version', alert.version, 'status', alert.status, 'title', alert.title,
          'text', left(coalesce(alert.all_clear, alert.text1), 2000), 'language', alert.language, 'event', alert.event,
          'severity', alert.severity, 'urgency', alert.urgency, 'certainty', alert.certainty, 'expiresAt', alert.expires_at,
          'cancelledAt', alert.cancelled_at))
        from app_public.webhooks w
        where w.authority_id in (select above.id from above) and event = any (w.events) and not w.is_paused
          and w.secret is not null and (w.drills or alert.status not in ('EXERCISE', 'TEST'))
          -- A head tells of its alerts, not its cells.
          and not exists (select from app_private.cell c where c.head_user_id = alert.user_id)
      returning m.id, m.webhook_id
  )
  select app_private.queue_webhook(q.id, q.webhook_id) from queued q
$$;
comment on function app_private.queue_webhooks(app_public.alerts, app_public.webhook_event) is
  'Queues what the webhooks of an alert''s authority, and of those above it, are told of it, in the transaction of the event.';
--! EndIncluded webhooks/app_private.queue_webhooks.sql
--! Included webhooks/app_private.webhook_changed.sql
create or replace function app_private.webhook_changed(webhook app_public.webhooks, change text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.require_found(webhook.id);
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', webhook.authority_id, jsonb_build_object('webhook_id', webhook.id, 'reason', change));
  if webhook.is_paused then
    delete from app_private.webhook_messages m where m.webhook_id = webhook.id;
  end if;
end
$$;
comment on function app_private.webhook_changed(app_public.webhooks, text) is
  'Records what a manager did to a webhook, and forgets what waits for a paused one. Error LA404 without a webhook.';
--! EndIncluded webhooks/app_private.webhook_changed.sql
--! Included webhooks/app_private.webhook_message.sql
create or replace function app_private.webhook_message(id uuid)
returns table (webhook_id integer, url text, body jsonb, secrets bytea[], has_cap boolean, awaits_cap boolean)
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select m.webhook_id, w.url, jsonb_build_object('type', m.type, 'timestamp', m.created_at, 'data', m.data || case
      when m.type = 'alert.reach' then jsonb_build_object('people', (
        select coalesce(jsonb_object_agg(l.level, l.people), '{}') from (
          select p.level, count(*) as people from (
            select min(n.level) as level from app_public.notifications n
              where n.alert_id = (m.data -> 'alertId')::integer and n.kind <> 'ALL_CLEAR' group by n.user_id) p
          group by p.level) l))
      else '{}' end),
      array_remove(array[w.secret, case when w.previous_until > now() then w.previous_secret end], null), c.has_cap,
      s.cap and m.data ? 'alertId' and not c.has_cap and m.created_at > now() - interval '1 minute'
    from app_private.webhook_messages m
    join app_public.webhooks w on w.id = m.webhook_id
    cross join app_private.settings s
    cross join lateral (select exists (
      select from app_private.cap_messages c
        where c.alert_id = (m.data -> 'alertId')::integer and c.version = (m.data -> 'version')::integer) as has_cap) c
    where m.id = webhook_message.id
$$;
comment on function app_private.webhook_message(uuid) is
  'Returns a message to send, and the sealed secrets that sign it. Its numbers of people are those of now. awaits_cap: its CAP message is being made, and is worth waiting for up to a minute.';
--! EndIncluded webhooks/app_private.webhook_message.sql
--! Included webhooks/app_private.webhook_secret.sql
create or replace function app_private.webhook_secret(id integer, sealed bytea) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  renewed app_public.webhooks;
begin
  perform app_private.require_fresh_factor();
  update app_public.webhooks w
    set secret = sealed, secret_at = now(), previous_secret = w.secret, previous_until = now() + interval '1 day'
    where w.id = webhook_secret.id and w.authority_id = any (app_private.my_authorities('MANAGER'))
    returning w.* into renewed;
  perform app_private.webhook_changed(renewed, 'SECRET');
end
$$;
comment on function app_private.webhook_secret(integer, bytea) is
  'Gives a webhook a new secret. The one before signs beside it for a day. For managers of its authority.';
grant execute on function app_private.webhook_secret(integer, bytea) to app_manager;
--! EndIncluded webhooks/app_private.webhook_secret.sql
--! Included webhooks/app_private.webhook_sent.sql
create or replace function app_private.webhook_sent(id uuid, problem text, after_s double precision) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  -- The table of Standard Webhooks, in seconds.
  waits constant integer[] := '{5,300,1800,7200,18000,36000,50400,72000,86400}';
  is_gone constant boolean := problem is not distinct from 'STATUS: 410';
  message app_private.webhook_messages;
begin
  update app_private.webhook_messages m set attempts = m.attempts + 1 where m.id = webhook_sent.id returning m.* into message;
  update app_public.webhooks w
    set problem = webhook_sent.problem, failures = case when webhook_sent.problem is null then 0 else w.failures + 1 end,
      sent_at = case when webhook_sent.problem is null then now() else w.sent_at end, is_paused = w.is_paused or is_gone
    where w.id = message.webhook_id;
  if problem is null or is_gone or message.attempts > cardinality(waits) then
    delete from app_private.webhook_messages m where m.id = message.id or is_gone and m.webhook_id = message.webhook_id;
  else
    perform app_private.queue_webhook(
      message.id, message.webhook_id, greatest(waits[message.attempts] * (1 + random() / 5), after_s));
  end if;
end
$$;
comment on function app_private.webhook_sent(uuid, text, double precision) is
  'Stores what came of sending a message of a webhook. One that failed is tried nine times more within four days, and not before the receiver says so (after_s). STATUS: 410 pauses the webhook.';
--! EndIncluded webhooks/app_private.webhook_sent.sql
--! Included webhooks/app_public.webhook_add.sql
create or replace function app_public.webhook_add(input app_public.webhook_input) returns app_public.webhooks
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  telling_id constant integer := coalesce(input.authority_id, app_private.my_authority());
  added app_public.webhooks;
begin
  perform app_private.require_fresh_factor();
  if telling_id = any (app_private.my_authorities('MANAGER')) is not true then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  insert into app_public.webhooks (url, events, drills, is_paused, authority_id)
    values (btrim(input.url), coalesce(input.events, enum_range(null::app_public.webhook_event)), coalesce(input.drills, false),
      coalesce(input.is_paused, false), telling_id)
    returning * into added;
  perform app_private.webhook_changed(added, 'ADDED');
  return added;
end
$$;
comment on function app_public.webhook_add(app_public.webhook_input) is
  E'@argument input The webhook.\nAdds a webhook. It is told of alerts as soon as webhookSecretRenew has made its secret. For managers.';
grant execute on function app_public.webhook_add(app_public.webhook_input) to app_manager;
--! EndIncluded webhooks/app_public.webhook_add.sql
--! Included webhooks/app_public.webhook_edit.sql
create or replace function app_public.webhook_edit(id integer, input app_public.webhook_edit) returns app_public.webhooks
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  edited app_public.webhooks;
begin
  perform app_private.require_fresh_factor();
  update app_public.webhooks w
    set url = coalesce(btrim(input.url), w.url), events = coalesce(input.events, w.events), drills = coalesce(input.drills, w.drills),
      is_paused = coalesce(input.is_paused, w.is_paused), failures = 0, problem = null
    where w.id = webhook_edit.id and w.authority_id = any (app_private.my_authorities('MANAGER'))
    returning w.* into edited;
  perform app_private.webhook_changed(edited, 'EDITED');
  return edited;
end
$$;
comment on function app_public.webhook_edit(integer, app_public.webhook_edit) is
  E'@argument id The id of the webhook.\n@argument input The changes.\nChanges a webhook. What waits for a paused one is not sent later. For managers of its authority.';
grant execute on function app_public.webhook_edit(integer, app_public.webhook_edit) to app_manager;
--! EndIncluded webhooks/app_public.webhook_edit.sql
--! Included webhooks/app_public.webhook_remove.sql
create or replace function app_public.webhook_remove(id integer) returns app_public.webhooks
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  removed app_public.webhooks;
begin
  perform app_private.require_fresh_factor();
  delete from app_public.webhooks w
    where w.id = webhook_remove.id and w.authority_id = any (app_private.my_authorities('MANAGER'))
    returning w.* into removed;
  perform app_private.webhook_changed(removed, 'REMOVED');
  return removed;
end
$$;
comment on function app_public.webhook_remove(integer) is
  E'@argument id The id of the webhook.\nRemoves a webhook, and returns it. For managers of its authority.';
grant execute on function app_public.webhook_remove(integer) to app_manager;
--! EndIncluded webhooks/app_public.webhook_remove.sql
--! Included webhooks/app_public.webhook_test.sql
create or replace function app_public.webhook_test(id integer) returns app_public.webhooks
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  tested app_public.webhooks;
  message_id uuid;
begin
  select w.* into tested from app_public.webhooks w
    where w.id = webhook_test.id and w.authority_id = any (app_private.my_authorities('MANAGER'));
  perform app_private.require_found(tested.id);
  if tested.secret is null or tested.is_paused then
    raise exception using errcode = 'LA409', constraint = 'webhook_off', message = 'This webhook is paused or has no secret: turn it on first.';
  end if;
  insert into app_private.webhook_messages as m (webhook_id, type, data) values (tested.id, 'webhook.test', '{}') returning m.id into message_id;
  perform app_private.queue_webhook(message_id, tested.id);
  return tested;
end
$$;
comment on function app_public.webhook_test(integer) is
  E'@argument id The id of the webhook.\nSends a message of the type webhook.test. A moment later sentAt or problem of the webhook says what came of it. Error CONFLICT if it is paused or has no secret. For managers of its authority.';
grant execute on function app_public.webhook_test(integer) to app_manager;
--! EndIncluded webhooks/app_public.webhook_test.sql
--! Included alerts/app_private.keep_version.sql
create or replace function app_private.keep_version(alert app_public.alerts) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  insert into app_public.alert_versions (
      alert_id, version, user_id, zone1, level2_distance, level3_distance, expires_at, title, text1, text2, text3, texts, all_clear, is_renotified)
    values (
      alert.id, alert.version, app_public.current_user_id(), alert.zone1, alert.level2_distance, alert.level3_distance,
      alert.expires_at, alert.title, alert.text1, alert.text2, alert.text3, alert.texts, alert.all_clear, alert.renotified_version = alert.version);
  -- The previous version ends here, unless its publication was complete before. The caller holds the lock on the publication.
  update app_public.alert_versions v
    set completed_at = coalesce((select p.completed_at from app_private.publications p where p.alert_id = v.alert_id), now())
    where v.alert_id = alert.id and v.version = alert.version - 1;
  select app_private.send_to_cells(alert, now());
  select app_private.queue_cap(alert);
  select app_private.queue_webhooks(alert, case
    when alert.cancelled_at is not null then 'ALERT_ENDED' when alert.version = 1 then 'ALERT_PUBLISHED' else 'ALERT_UPDATED' end::app_public.webhook_event);
  select app_private.audit_version(alert)
$$;
comment on function app_private.keep_version(app_public.alerts) is
  'Stores the current state of an alert as a version by the user of this request, and records when the previous version was complete. A head sends it to its cells. If the service speaks CAP, a job makes its messages. Webhooks are told.';
--! EndIncluded alerts/app_private.keep_version.sql
--! Included alerts/app_private.end_expired_alerts.sql
create or replace function app_private.end_expired_alerts() returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  ended_ids integer[];
begin
  with ended as (
    update app_public.alerts a set active = false where a.active and a.expires_at <= now() returning a.id
  )
  select array_agg(e.id) into ended_ids from ended e;
  perform app_private.note_alert_changes(ended_ids);
  perform app_private.queue_webhooks(a, 'ALERT_ENDED') from app_public.alerts a where a.id = any (ended_ids);
  return coalesce(cardinality(ended_ids), 0);
end
$$;
comment on function app_private.end_expired_alerts() is
  'Marks expired alerts as inactive, which removes them from the partial indexes that position reports search, and tells webhooks. Returns their number.';
--! EndIncluded alerts/app_private.end_expired_alerts.sql
create trigger completed after update of completed_at on app_private.publications for each row
  when (new.completed_at is not null and old.completed_at is null) execute function app_private.publication_completed();
comment on trigger completed on app_private.publications is 'Tells webhooks how many people the alert has reached.';
