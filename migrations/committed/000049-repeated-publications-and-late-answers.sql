--! Previous: sha1:9406ddb063868328e8fe71e1541158faf5895a03
--! Hash: sha1:1ab2382106c019845d99f493ea933395e522aa30
--! Message: Repeated publications and late answers

--! split: 1-current.sql
-- The speech of a text that was changed while it was spoken became that of the new text.
drop function if exists app_private.keep_speech(integer, app_public.level_alert, text, bytea);
--! Included speech/app_private.keep_speech.sql
create or replace function app_private.keep_speech(
  alert_id integer, level app_public.level_alert, voice text, mp3 bytea default null, spoken text default null
) returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  present text;
  text_digest bytea;
begin
  -- An update may have changed the text while it was spoken. The lock makes one of the two see the other.
  select case keep_speech.level when 'ONE' then a.text1 when 'TWO' then a.text2 when 'THREE' then a.text3 end
    into present
    from app_public.alerts a where a.id = keep_speech.alert_id
    for share;
  text_digest := sha256(convert_to(keep_speech.voice || chr(10) || coalesce(keep_speech.spoken, present), 'UTF8'));
  if keep_speech.mp3 is not null then
    -- Another host may have stored this speech first. Clients may hold parts of it, so it stays.
    insert into app_private.speeches (digest, voice, mp3)
      values (text_digest, keep_speech.voice, keep_speech.mp3)
      on conflict on constraint speeches_digest_key do nothing;
  end if;
  insert into app_private.alert_speeches (alert_id, level, speech_id)
    select keep_speech.alert_id, keep_speech.level, s.id
      from app_private.speeches s where s.digest = text_digest and coalesce(keep_speech.spoken = present, true)
    on conflict on constraint alert_speeches_pkey do nothing;
  return exists (
    select from app_private.alert_speeches s
      where s.alert_id = keep_speech.alert_id and s.level = keep_speech.level);
end
$$;
comment on function app_private.keep_speech(integer, app_public.level_alert, text, bytea, text) is
  'Stores an MP3 as the speech of a text, and gives it to the alert if that text is still the alert''s. Without an MP3 it takes the speech of an equal text in the same voice. Without a text it is the alert''s own. True if the alert''s text has a speech now.';
--! EndIncluded speech/app_private.keep_speech.sql
-- A publication that was asked for again failed, or answered another one, once the first had gone out.
comment on column app_public.publication_input.key is E'@notNull\nA key of your own for this publication, such as a UUID. Repeating the same request with it returns the first one, whatever became of it. Error CONFLICT if the request differs.';
--! Included publication/app_private.repeated_publication.sql
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
  -- A new alert has an id once it is published.
  if (held.new_alert::text, held.changes::text, held.all_clear)
      is distinct from (to_json(input.new_alert)::text, to_json(input.changes)::text, input.all_clear)
    or held.new_alert is null and held.alert_id is distinct from input.alert_id
  then
    raise exception using errcode = 'LA409',
      message = 'Another publication of yours has this key: look whether it went out, and use a new key for what differs.';
  end if;
  return app_private.held_publication(held);
end
$$;
comment on function app_private.repeated_publication(app_public.publication_input) is
  'Returns the held publication of a request that its author repeats with its key, whatever became of it. Null if the key is new. Error LA409 if the request differs.';
--! EndIncluded publication/app_private.repeated_publication.sql
--! Included publication/app_private.hold_publication.sql
create or replace function app_private.hold_publication(input app_public.publication_input) returns app_public.held_publication
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
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
  -- First, because what was published already can fail now.
  repeated := app_private.repeated_publication(input);
  if repeated.id is not null then
    return repeated;
  end if;
  -- It runs to its end and is rolled back, so that only what changes meanwhile can make it fail when it is due.
  -- A code that ends in 000 would catch its whole class.
  begin
    perform app_private.run_publication(input.new_alert, input.alert_id, input.changes, input.all_clear);
    raise exception using errcode = 'LA200';
  exception when sqlstate 'LA200' then null;
  end;
  -- Whoever is told that it goes out, or that it does not, is told what survives the loss of a machine.
  perform app_private.commit_synchronously();
  delete from app_private.held_publications h where h.settled_at < now() - interval '30 days';
  insert into app_private.held_publications as h (user_id, key, due_at, new_alert, alert_id, changes, all_clear)
    select app_public.current_user_id(), input.key, clock_timestamp() + s.take_back_time, to_json(input.new_alert), input.alert_id,
        to_json(input.changes), input.all_clear
      from app_private.settings s
    on conflict (user_id, key) do nothing
    returning h.* into held;
  if held.id is null then
    -- The same request came twice at once.
    return app_private.repeated_publication(input);
  end if;
  perform app_private.audit('PUBLICATION_HELD', 'HELD_PUBLICATION', held.id);
  perform graphile_worker.add_job('publish_held', json_build_object('id', held.id), run_at => held.due_at);
  return app_private.held_publication(held);
end
$$;
comment on function app_private.hold_publication(app_public.publication_input) is
  'Holds a publication for the time in which it can be taken back, and queues the job that then runs app_private.publish_held(). A repeated key returns the first one, whatever became of it. Errors are those that the publication would have now.';
grant execute on function app_private.hold_publication(app_public.publication_input) to app_admin;
--! EndIncluded publication/app_private.hold_publication.sql
-- On the 180th meridian, someone who had been told further out was not told of the area.
--! Included publication/app_private.alerts_to_match.sql
create or replace function app_private.alerts_to_match(here app_public.last_positions) returns integer[]
language plpgsql stable
as $$
declare
  near record;
  told record;
  done_ids integer[];
begin
  select array_agg(a.id) as ids, min(a.id) as first_id, bool_or(a.told_version > 1) as is_renotified into near
    from app_public.alerts a
    where a.active and a.zone3_box && box(point(here.longitude, here.latitude));
  -- On the 180th meridian a zone may hold the place from the other side, which its box does not show.
  if near.ids is null or near.is_renotified or abs(here.longitude) = 180 then
    return near.ids;
  end if;

  -- Most users near alerts were told of them. The key of their notifications shows it without a look at any zone.
  select array_agg(n.alert_id) filter (where n.level = 'ONE') as one,
      array_agg(n.alert_id) filter (where n.level = 'TWO') as two,
      array_agg(n.alert_id) filter (where n.level = 'THREE') as three
    into told
    from app_public.notifications n
    where n.user_id = here.user_id and n.id >= coalesce(
      -- The order of the index decides the plan. By the ids alone, all would be read if most are of another alert.
      (select case when m.alert_id = near.first_id then m.id end
        from app_public.notifications m where (m.alert_id, m.id) >= (near.first_id, 0) order by m.alert_id, m.id limit 1), 0);
  -- A user who was told further out is told again only further in.
  done_ids := told.one;
  if told.two is not null then
    done_ids := done_ids || array(select unnest(told.two) except
      select a.id from app_public.alerts a where a.active and a.zone1 operator(public.&&) here.location);
  end if;
  if told.three is not null then
    done_ids := done_ids || array(select unnest(told.three) except
      select a.id from app_public.alerts a where a.active and a.zone2 operator(public.&&) here.location);
  end if;
  if done_ids is null then
    return near.ids;
  end if;
  return (select array_agg(r.id) from (select unnest(near.ids) except select unnest(done_ids)) r (id));
end
$$;
comment on function app_private.alerts_to_match(app_public.last_positions) is
  'Returns the ids of the active alerts that may notify a user at their last position: those around it, without those of which the user was told already, as far as the boxes around the zones show. Null if there are none. It only saves time; the caller applies the rules.';
--! EndIncluded publication/app_private.alerts_to_match.sql
-- Quiet hours by CET, MET, EET and WET had no summer time.
--! Included deliveries/app_private.clock_of.sql
create or replace function app_private.clock_of(time_zone text) returns text
language sql immutable parallel safe
as $$
  select case
    when time_zone in ('CET', 'MET') then 'Europe/Brussels'
    when time_zone = 'EET' then 'Europe/Athens'
    when time_zone = 'WET' then 'Europe/Lisbon'
    else time_zone
  end
$$;
comment on function app_private.clock_of(text) is
  'Returns a name by which PostgreSQL finds the clock of a time zone. It takes four names for abbreviations, which have no summer time. Each has the clock of a city.';
--! EndIncluded deliveries/app_private.clock_of.sql
--! Included deliveries/app_private.quiet_until.sql
create or replace function app_private.quiet_until(starts time, ends time, time_zone text, at timestamptz) returns timestamptz
language sql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
  select case
    when starts < ends and l.t::time >= starts and l.t::time < ends then (l.t::date + ends) at time zone l.zone
    when starts > ends and l.t::time < ends then (l.t::date + ends) at time zone l.zone
    when starts > ends and l.t::time >= starts then (l.t::date + 1 + ends) at time zone l.zone
  end from (select at at time zone c.zone, c.zone from app_private.clock_of(time_zone) c (zone)) l (t, zone)
$$;
comment on function app_private.quiet_until(time, time, text, timestamptz) is
  'Returns when the quiet hours end that contain a time, by the clock of the time zone. Null if the time is outside them. Quiet hours may pass midnight.';
--! EndIncluded deliveries/app_private.quiet_until.sql
-- A late receipt removed a device that had been registered again.
--! Included deliveries/app_private.remove_dead_device.sql
create or replace function app_private.remove_dead_device(user_id integer, device_id bigint, sent_at timestamptz) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.remove_devices(remove_dead_device.user_id, array(
    select d.id from app_private.devices d
      where d.user_id = remove_dead_device.user_id and d.id = remove_dead_device.device_id
        and d.created_at <= coalesce(remove_dead_device.sent_at, 'infinity')));
end
$$;
comment on function app_private.remove_dead_device(integer, bigint, timestamptz) is
  'Removes a device to which a push could not be delivered, unless it was registered again after that push was sent.';
--! EndIncluded deliveries/app_private.remove_dead_device.sql
--! Included deliveries/app_private.record_receipts.sql
create or replace function app_private.record_receipts(provider app_private.push_provider, asked text[], outcomes json) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  moment constant timestamptz := clock_timestamp();
  answered constant text[] := array(
    select o.receipt from json_to_recordset(outcomes) o (receipt text) where o.receipt is not null);
  missing text[];
  recorded record;
  retried_ids bigint[];
  retried_levels app_public.level_alert[];
begin
  -- Ask again for missing receipts, for as long as providers keep them.
  select array_agg(d.receipt) into missing
    from app_private.deliveries d
    where d.receipt = any (asked) and d.settled_at > now() - interval '1 day'
      and d.receipt <> all (answered);
  if missing is not null then
    perform app_private.queue_receipts(provider, missing);
  end if;

  for recorded in
    with outcome as materialized (
      select o.*, case o.state when 'retry' then 'queued' else o.state end::app_private.delivery_state as new_state,
          case when o.state <> 'accepted' then format('%s %s', moment, o.why) end as failure
        from (
          -- Why it failed may name the device.
          select r.receipt, r.state, app_private.push_reason(r.why) as why
            from json_to_recordset(outcomes) r (receipt text, state text, why text)
        ) o
    )
    update app_private.deliveries d
      set receipt = null,
        state = o.new_state,
        settled_at = case o.state when 'accepted' then d.settled_at when 'retry' then null else moment end,
        why = o.why,
        failures = case when o.failure is null then d.failures else d.failures || o.failure end
      from outcome o
      where d.receipt = o.receipt
      returning o.state, d.notification_id, d.device_id, d.user_id, d.level, d.sent_at
  loop
    if recorded.state = 'retry' then
      retried_ids := retried_ids || recorded.notification_id;
      retried_levels := retried_levels || recorded.level;
    elsif recorded.state = 'dead' then
      perform app_private.remove_dead_device(recorded.user_id, recorded.device_id, recorded.sent_at);
    end if;
  end loop;
  perform app_private.follow_up_deliveries(provider, r.ids, r.level, now())
    from (
      select o.level, array_agg(distinct o.id) as ids from unnest(retried_levels, retried_ids) o (level, id) group by o.level
    ) r;
end
$$;
comment on function app_private.record_receipts(app_private.push_provider, text[], json) is
  'Records what receipts say about accepted deliveries: an array of {receipt, state: accepted, failed, dead or retry, why}. It removes dead devices, queues deliveries to retry, and asks again for missing receipts.';
--! EndIncluded deliveries/app_private.record_receipts.sql
--! Included deliveries/app_private.record_deliveries.sql
create or replace function app_private.record_deliveries(provider app_private.push_provider, outcomes json) returns interval
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  moment constant timestamptz := clock_timestamp();
  seconds constant double precision := extract(epoch from moment);
  recorded record;
  receipts text[];
  longest_wait interval;
  is_taken boolean := false;
  refusal text;
begin
  for recorded in
    with outcome as materialized (
      select o.*, 0.75 + random() / 2 as jitter,
          case o.state when 'retry' then 'queued' else o.state end::app_private.delivery_state as new_state,
          case when o.state <> 'accepted' then format('%s %s', o.at, o.why) end as failure
        from (
          -- Why it failed may name the device.
          select r.user_id, r.id, r.state, app_private.push_reason(r.why) as why, r.receipt, r.after, r.unsent,
              moment - r.ago * interval '1 millisecond' as at
            from json_to_recordset(outcomes) r (
              user_id integer, id bigint, state text, why text, receipt text, after float8, unsent boolean, ago float8)
        ) o
    )
    update app_private.deliveries d
      set state = o.new_state,
        sent_at = case when o.unsent and d.attempts = 1 then null else d.sent_at end,
        settled_at = case when o.state <> 'retry' then o.at end,
        accepted_at = coalesce(d.accepted_at, case when o.state = 'accepted' then o.at end),
        receipt = o.receipt,
        why = o.why,
        failures = case when o.failure is null then d.failures else d.failures || o.failure end,
        due_at = case when o.state <> 'retry' then d.due_at
          else to_timestamp(seconds + greatest(
            o.after / 1000,
            -- One second, two, four, up to five minutes, with jitter.
            least(power(2, least(d.attempts, 20) - 1), 300) * o.jitter)) end
      from outcome o
      where d.user_id = o.user_id and d.id = o.id
      returning o.state, o.receipt, o.why, o.unsent, d.due_at - moment as wait, d.user_id, d.device_id, d.sent_at
  loop
    if recorded.receipt is not null then
      receipts := receipts || recorded.receipt;
    end if;
    if recorded.state = 'retry' then
      longest_wait := greatest(longest_wait, recorded.wait);
      if recorded.unsent is not true then
        refusal := recorded.why;
      end if;
    elsif recorded.state = 'accepted' then
      is_taken := true;
    elsif recorded.state = 'dead' then
      perform app_private.remove_dead_device(recorded.user_id, recorded.device_id, recorded.sent_at);
    end if;
  end loop;
  if receipts is not null then
    perform app_private.queue_receipts(provider, receipts);
  end if;
  if is_taken or refusal is not null then
    perform app_private.note_push_outcome(provider, case when not is_taken then refusal end);
  end if;
  return longest_wait;
end
$$;
comment on function app_private.record_deliveries(app_private.push_provider, json) is
  'Records the results of deliveries: an array of {user_id, id, state: accepted, failed, dead or retry, why, receipt, after (the least milliseconds to wait), unsent (true if it was not tried), ago (milliseconds since the answer)}. It removes dead devices, queues requests for receipts and notes whether the provider takes pushes. Returns the longest wait of those to retry.';
--! EndIncluded deliveries/app_private.record_deliveries.sql
