--! Previous: sha1:07a06377d86f2449e7cbb2540f31d2eb71acc761
--! Hash: sha1:e720c00abec1fc2413e65a8a783c22c314a15ccd
--! Message: outcome of held publications

drop function if exists app_public.held_publication(integer);
--! Included held-publications/app_public.held_publication.sql
create or replace function app_public.held_publication(id integer default null, key text default null) returns app_public.held_publication
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
begin
  select h.* into held from app_private.held_publications h
    where h.id = held_publication.id
      or held_publication.id is null and h.user_id = app_public.current_user_id() and h.key = held_publication.key;
  return case when held.id is not null then app_private.held_publication(held) end;
end
$$;
comment on function app_public.held_publication(integer, text) is
  E'@argument id The id of the held publication.\n@argument key Instead of the id: the key of a held publication of your own, for a client that has lost the answer.\nA held publication, and what became of it. Null for an unknown one. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.held_publication(integer, text) to app_admin;
--! EndIncluded held-publications/app_public.held_publication.sql

alter type app_public.publication_input add attribute expected_status app_public.alert_status;
comment on column app_public.publication_input.expected_status is
  'The status of a new alert that its author was shown. Error FORBIDDEN if it would be of another one, because the training of the author began meanwhile.';
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
      message = 'Send newAlert alone, or alertId with either changes or allClear.';
  end if;
  -- A repeated request first, as the dry run fails for what was published already.
  repeated := app_private.repeated_publication(input);
  if repeated.id is not null then
    return repeated;
  end if;
  status := case when (app_public.me()).is_training then 'EXERCISE' else coalesce((input.new_alert).status, 'ACTUAL') end;
  if input.new_alert is distinct from null and input.expected_status <> status then
    raise exception using errcode = 'LA403',
      message = format('The alert would be of status %s, not %s: check it again. Nothing was published.', status, input.expected_status);
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
  E'@argument input What to publish.\nPublishes a new alert, an update or an all-clear after a few seconds, in which publicationTakeBack can take it back. It is published even if the client is gone. What is wrong with it now is an error at once, as for newAlert, alertUpdate and alertCancel. For administrators: error FORBIDDEN for others, and if a new alert would be of another status than expectedStatus.';
grant execute on function app_public.publication_hold(app_public.publication_input) to app_admin;
--! EndIncluded held-publications/app_public.publication_hold.sql
