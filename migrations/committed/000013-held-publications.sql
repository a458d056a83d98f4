--! Previous: sha1:2e704bf1693ebdfc04a113e173d2f5f10dda3817
--! Hash: sha1:1537ea49d697a36b79fae0d561ace1f879b3704d
--! Message: Held publications

set local check_function_bodies = off; -- Functions call later ones.

create type app_public.held_publication_state as enum ('HELD', 'PUBLISHED', 'TAKEN_BACK', 'FAILED');
comment on type app_public.held_publication_state is
  E'@value HELD It can be taken back.\n@value PUBLISHED It was published.\n@value TAKEN_BACK It was taken back: nothing of it was published.\n@value FAILED Nothing of it was published, because something has changed since; the reason says what.\nWhat became of a held publication.';

create type app_public.held_publication as (
  id integer,
  state app_public.held_publication_state,
  seconds_left double precision,
  alert_id integer,
  reason text
);
comment on type app_public.held_publication is
  'A publication that can be taken back for a few seconds, and what became of it.';
comment on column app_public.held_publication.id is E'@notNull\nThe id of the held publication.';
comment on column app_public.held_publication.state is E'@notNull\nWhat became of it.';
comment on column app_public.held_publication.seconds_left is
  E'@notNull\nFor how many seconds it is still held. 0 if it is not.';
comment on column app_public.held_publication.alert_id is
  'The id of the alert. Null for a new one that is not published.';
comment on column app_public.held_publication.reason is 'Why it failed. Null if it did not.';

create type app_public.publication_input as (
  key text,
  new_alert app_public.alert_input,
  alert_id integer,
  changes app_public.alert_update_input,
  all_clear text
);
comment on type app_public.publication_input is
  E'@inputTypeName PublicationInput\nWhat to publish: newAlert alone, or alertId with either changes or allClear.';
comment on column app_public.publication_input.key is
  E'@notNull\nA key of your own for this publication, such as a UUID. Repeating the same request with it returns the first one, whatever became of it. Error CONFLICT if the request differs.';
comment on column app_public.publication_input.new_alert is 'A new alert, as for newAlert.';
comment on column app_public.publication_input.alert_id is 'The id of the alert to update or to cancel.';
comment on column app_public.publication_input.changes is 'The changes of that alert, as for alertUpdate.';
comment on column app_public.publication_input.all_clear is 'The text of that alert''s all-clear, as for alertCancel.';

create table app_private.held_publications (
  id integer not null generated always as identity,
  user_id integer not null,
  key text not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  new_alert json,
  alert_id integer,
  changes json,
  all_clear text,
  state app_public.held_publication_state not null default 'HELD',
  settled_at timestamptz,
  settled_by integer,
  why text,
  by_training_user boolean not null default false,
  constraint held_publications_key check ((char_length(key) >= 1) and (char_length(key) <= 200)),
  constraint held_publications_key_key unique (user_id, key),
  constraint held_publications_pkey primary key (id)
);
alter table app_private.held_publications enable row level security;

comment on table app_private.held_publications is
  'Publications that administrators can take back for a few seconds. Rows are kept for 30 days.';
comment on column app_private.held_publications.id is 'The id of the held publication.';
comment on column app_private.held_publications.user_id is 'The administrator who publishes.';
comment on column app_private.held_publications.key is 'The key of the request.';
comment on column app_private.held_publications.created_at is 'When it was asked for.';
comment on column app_private.held_publications.due_at is 'When it is published.';
comment on column app_private.held_publications.new_alert is
  'The new alert, as alert_input. Null for an update or an all-clear.';
comment on column app_private.held_publications.alert_id is
  'The alert to update or to cancel, or the new one once it is published.';
comment on column app_private.held_publications.changes is
  'The changes, as alert_update_input. Null unless it is an update.';
comment on column app_private.held_publications.all_clear is 'The text of the all-clear. Null unless it is one.';
comment on column app_private.held_publications.state is 'What became of it.';
comment on column app_private.held_publications.settled_at is 'When it was published, taken back or failed.';
comment on column app_private.held_publications.settled_by is 'The administrator who took it back.';
comment on column app_private.held_publications.why is 'Why it failed.';
comment on column app_private.held_publications.by_training_user is
  'True if its author was in training, so that a new alert is an exercise.';
comment on constraint held_publications_key on app_private.held_publications is
  'key is empty or has more than 200 characters: send a UUID, for example.';
comment on constraint held_publications_key_key on app_private.held_publications is
  'key belongs to another publication of yours: send a new key with each one.';

--! Included held-publications/app_private.held_publication.sql
create or replace function app_private.held_publication(held app_private.held_publications) returns app_public.held_publication
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  result app_public.held_publication;
begin
  result.id := held.id;
  result.state := held.state;
  result.seconds_left := case when held.state = 'HELD' then greatest(0, extract(epoch from held.due_at - clock_timestamp())) else 0 end;
  result.alert_id := held.alert_id;
  result.reason := held.why;
  return result;
end
$$;
comment on function app_private.held_publication(app_private.held_publications) is
  'Returns a held publication as the API shows it.';
--! EndIncluded held-publications/app_private.held_publication.sql
--! Included held-publications/app_private.publish_held.sql
create or replace function app_private.publish_held(held_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
  author app_public.users;
  reason text;
begin
  -- A concurrent publication_take_back() waits for this row lock, and then finds the state PUBLISHED.
  select h.* into held from app_private.held_publications h where h.id = held_id and h.state = 'HELD' for update;
  if held.id is null then
    return;
  end if;
  select u.* into author from app_public.users u where u.id = held.user_id;
  if held.due_at < clock_timestamp() - interval '1 minute' then
    reason := 'The service was not running when it was due, and it is too late now: publish it again.';
  elsif author.is_admin is not true then
    reason := 'Its author is no administrator any more.';
  elsif held.new_alert is not null and author.is_training <> held.by_training_user then
    -- The training of the author decides whether the alert is an exercise.
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
      reason := sqlerrm;
    end;
  end if;
  update app_private.held_publications h
    set state = case when reason is null then 'PUBLISHED' else 'FAILED' end::app_public.held_publication_state,
      alert_id = held.alert_id, why = reason, settled_at = clock_timestamp()
    where h.id = held.id;
end
$$;
comment on function app_private.publish_held(integer) is
  'Publishes a held publication, unless it was taken back, as its author. The second phase follows as a job. It fails if it is due for more than a minute, as after a downtime.';
--! EndIncluded held-publications/app_private.publish_held.sql
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
  if (jsonb_strip_nulls(held.new_alert::jsonb), jsonb_strip_nulls(held.changes::jsonb), held.all_clear)
      is distinct from (jsonb_strip_nulls(to_jsonb(input.new_alert)), jsonb_strip_nulls(to_jsonb(input.changes)), input.all_clear)
    or held.new_alert is null and held.alert_id is distinct from input.alert_id
  then
    raise exception using errcode = 'LA409',
      message = 'Another publication of yours has this key: look whether it went out, and use a new key for what differs.';
  end if;
  return app_private.held_publication(held);
end
$$;
comment on function app_private.repeated_publication(app_public.publication_input) is
  'Returns the held publication of a repeated request by its idempotency key, in any state. Null for a new key. Error LA409 if the request differs.';
--! EndIncluded held-publications/app_private.repeated_publication.sql
--! Included held-publications/app_private.run_publication.sql
create or replace function app_private.run_publication(
  alert app_public.alert_input, alert_id integer, changes app_public.alert_update_input, all_clear text
) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  if all_clear is not null then
    return app_private.cancel_alert(alert_id, all_clear);
  elsif alert_id is not null then
    return app_private.update_alert(alert_id, changes);
  end if;
  return app_private.new_alert(alert);
end
$$;
comment on function app_private.run_publication(app_public.alert_input, integer, app_public.alert_update_input, text) is
  'Runs the first phase of a publication: of an all-clear, of the next version of an alert, or of a new alert. Returns the alert''s id.';
--! EndIncluded held-publications/app_private.run_publication.sql
--! Included held-publications/app_public.held_publication.sql
create or replace function app_public.held_publication(id integer) returns app_public.held_publication
language plpgsql stable strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
begin
  select h.* into held from app_private.held_publications h where h.id = held_publication.id;
  return case when held.id is not null then app_private.held_publication(held) end;
end
$$;
comment on function app_public.held_publication(integer) is
  E'@argument id The id of the held publication.\nA held publication, and what became of it. Null for an unknown one. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.held_publication(integer) to app_admin;
--! EndIncluded held-publications/app_public.held_publication.sql
--! Included held-publications/app_public.publication_hold.sql
create or replace function app_public.publication_hold(input app_public.publication_input) returns app_public.held_publication
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
  repeated app_public.held_publication;
begin
  if num_nonnulls(input.new_alert, input.changes, input.all_clear) <> 1
    or (input.new_alert is distinct from null) = (input.alert_id is not null)
  then
    raise exception using errcode = 'LA400',
      message = 'Send newAlert alone, or alertId with either changes or allClear.';
  end if;
  -- A repeated request first, as the dry run fails for what was published already.
  repeated := app_private.repeated_publication(input);
  if repeated.id is not null then
    return repeated;
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
      user_id, key, due_at, new_alert, alert_id, changes, all_clear, by_training_user)
    select app_public.current_user_id(), input.key, clock_timestamp() + s.take_back_time, to_json(input.new_alert), input.alert_id,
        to_json(input.changes), input.all_clear, (app_public.me()).is_training
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
  E'@argument input What to publish.\nPublishes a new alert, an update or an all-clear after a few seconds, in which publicationTakeBack can take it back. It is published even if the client is gone. What is wrong with it now is an error at once, as for newAlert, alertUpdate and alertCancel. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.publication_hold(app_public.publication_input) to app_admin;
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
  select h.* into held from app_private.held_publications h where h.id = publication_take_back.id for update;
  if held.user_id <> app_public.current_user_id() and not held.by_training_user then
    perform app_private.refuse_training_users();
  end if;
  update app_private.held_publications h
    set state = 'TAKEN_BACK', settled_at = clock_timestamp(), settled_by = app_public.current_user_id()
    where h.id = publication_take_back.id and h.state = 'HELD';
  if found then
    perform app_private.audit('PUBLICATION_TAKEN_BACK', 'HELD_PUBLICATION', publication_take_back.id);
  end if;
  select h.* into held from app_private.held_publications h where h.id = publication_take_back.id;
  if held.id is null then
    raise exception using errcode = 'LA404', message = 'There is no held publication with this id.';
  elsif held.state = 'PUBLISHED' then
    raise exception using errcode = 'LA409', message = 'It is too late to take it back, because it has been published: correct it, or end it with an all-clear.';
  end if;
  return app_private.held_publication(held);
end
$$;
comment on function app_public.publication_take_back(integer) is
  E'@argument id The id of the held publication.\nTakes back a held publication of any administrator: nothing of it is published, then or later. For administrators: error FORBIDDEN for others, NOT_FOUND for an unknown one, CONFLICT if it was published.';
grant execute on function app_public.publication_take_back(integer) to app_admin;
--! EndIncluded held-publications/app_public.publication_take_back.sql
