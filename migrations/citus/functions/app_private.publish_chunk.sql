-- As in the fixture, but the first chunk only copies this version to the worker nodes, and the second only waits until these have ended the
-- reports that did not see it, and lets reports near the alert go there again. A range is larger, because each statement about it asks all
-- worker nodes, and most reports do not wait for it.
create or replace function app_private.publish_chunk(alert_id integer, chunk_size integer default 10000) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  publication app_private.publications;
  alert app_public.alerts;
  published_at timestamptz;
  candidates integer[];
  is_complete boolean := false;
  is_range boolean;
  -- A search for more than this costs a large publication more than it saves.
  most_at_once constant integer := least(chunk_size, 1000);
  range_size constant integer := 8 * chunk_size;
begin
  perform app_private.take_number();
  perform app_private.commit_synchronously();
  -- A second process that publishes this alert waits here and continues where the first stopped.
  select p.* into publication from app_private.publications p where p.alert_id = publish_chunk.alert_id for update;
  if publication.alert_id is null or publication.completed_at is not null then
    return true;
  end if;
  select a.* into alert from app_public.alerts a where a.id = publication.alert_id;
  if alert.cancelled_at is not null then
    publication.last_user_id := app_private.send_all_clear(alert, publication.last_user_id, chunk_size);
    update app_private.publications p
      set last_user_id = coalesce(publication.last_user_id, p.last_user_id),
        completed_at = case when publication.last_user_id is null then clock_timestamp() end
      where p.alert_id = alert.id;
    return publication.last_user_id is null;
  end if;
  if not app_private.is_active(alert.active, alert.expires_at) then
    delete from app_private.uncopied_alerts u where u.alert_id = alert.id;
    delete from app_private.publication_waiting w where w.alert_id = alert.id;
    update app_private.publications p set completed_at = clock_timestamp() where p.alert_id = alert.id;
    return true;
  end if;

  published_at := app_private.published_at(alert);
  if publication.level = 'ONE' and publication.last_user_id = 0 then
    if exists (select from app_private.uncopied_alerts u where u.alert_id = alert.id) then
      -- A transaction of its own, because its end makes a copy visible on the worker nodes after the coordinator.
      if not app_private.copy_alert(alert) then
        perform app_private.drain_worker_reports(alert.id, alert.version);
        delete from app_private.uncopied_alerts u where u.alert_id = alert.id;
      end if;
      return false;
    end if;
    -- Most alerts concern few users: the index of last positions finds all of them at once.
    select array_agg(c.user_id) into candidates from (
      select l.user_id from app_public.last_positions l
        where st_covers(alert.zone3, l.location) and app_private.is_fresh(l.taken_at, alert.max_position_age, published_at)
        limit most_at_once + 1
    ) c;
    is_complete := coalesce(cardinality(candidates), 0) <= most_at_once;
    if not is_complete and app_private.queue_recipients(alert, published_at, chunk_size) then
      publication.level := 'TWO';
      candidates := null;
    end if;
  elsif publication.level <> 'ONE' then
    candidates := app_private.take_waiting(alert.id, chunk_size);
    is_complete := candidates is null;
  end if;

  -- A large publication passes through all users by id.
  is_range := publication.level = 'ONE' and not is_complete;
  if is_range then
    candidates := array[publication.last_user_id + 1, publication.last_user_id + range_size];
  end if;
  if candidates is not null then
    perform app_private.drain_reports(
      case when is_range then app_private.user_of_each_lock(candidates[1], candidates[2]) else candidates end);
    perform app_private.notify_users(alert, published_at, candidates, is_range);
  end if;
  if is_range then
    publication.last_user_id := publication.last_user_id + range_size;
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
