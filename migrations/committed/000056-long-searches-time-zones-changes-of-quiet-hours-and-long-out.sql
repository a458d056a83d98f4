--! Previous: sha1:d9895fc59a389b78da580e7d324a06f94d2e23e8
--! Hash: sha1:83fd9ab67a3e019193f94c94e182e9eaa52414b3
--! Message: Long searches, time zones, changes of quiet hours and long outlines

--! split: 1-current.sql
-- A search was taken apart before anything looked at its length or at who searches: the names of users by the square of its words.
--! Included alerts/app_public.alerts_search.sql
-- Each call gets a plan for its own arguments: those that are null cost nothing.
create or replace function app_public.alerts_search(
  search text default null, state app_public.alert_state default null, status app_public.alert_status default null,
  published_since timestamptz default null, published_before timestamptz default null,
  "limit" integer default 20, "offset" integer default 0
) returns app_public.alert_search
language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off
as $$
declare
  words text[];
  ids integer[];
begin
  perform app_public.require_admin();
  if alerts_search."limit" < 0 or alerts_search."offset" < 0 then
    raise exception using errcode = 'LA400', message = 'limit and offset must not be negative.';
  end if;
  if char_length(alerts_search.search) > 200 then
    raise exception using errcode = 'LA400', message = 'search has more than 200 characters: send a few words.';
  end if;
  words := array(
    select '%' || regexp_replace(lower(w.word), '([\\%_])', '\\\1', 'g') || '%'
      from regexp_split_to_table(coalesce(alerts_search.search, ''), '\s+') w (word) where w.word <> '');
  ids := array(
    select a.id from app_public.alerts a
      where (alerts_search.published_since is null or a.created_at >= alerts_search.published_since)
        and (alerts_search.published_before is null or a.created_at < alerts_search.published_before)
        and (alerts_search.status is null or a.status = alerts_search.status)
        and (alerts_search.state is null or alerts_search.state = app_public.alerts_state(a))
        and (words = '{}' or lower(concat_ws(' ', a.title, a.event, a.text1, a.text2, a.text3, a.all_clear)) like all (words))
      order by a.created_at desc, a.id desc);
  return row(cardinality(ids), array(
    select row(a.id, coalesce(a.title, (regexp_match(btrim(a.text1, E' \t\r\n'), '^[^\r\n]*'))[1]), app_public.alerts_state(a),
        a.status, a.created_at, a.expires_at, a.cancelled_at, app_public.alerts_reached_users(a))::app_public.alert_overview
      from (
        select i.id, i.place from unnest(ids) with ordinality i (id, place)
          order by i.place limit least(alerts_search."limit", 1000) offset alerts_search."offset"
      ) p
      join app_public.alerts a on a.id = p.id
      order by p.place))::app_public.alert_search;
end
$$;
comment on function app_public.alerts_search(
  text, app_public.alert_state, app_public.alert_status, timestamptz, timestamptz, integer, integer) is
  E'@argument search Only alerts whose title, texts, event or all-clear contain each of these words, whatever their case. At most 200 characters.\n@argument state Only alerts in this state.\n@argument status Only alerts of this status.\n@argument publishedSince Only alerts published at this time or later.\n@argument publishedBefore Only alerts published before this time.\n@argument limit The most alerts to return. More than 1000 is cut to 1000.\n@argument offset The number of alerts to skip.\nThe alerts that meet all conditions, the newest first, and their number. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_search(
  text, app_public.alert_state, app_public.alert_status, timestamptz, timestamptz, integer, integer) to app_user;
--! EndIncluded alerts/app_public.alerts_search.sql
--! Included users/app_private.words_beginning.sql
create or replace function app_private.words_beginning(search text) returns tsquery
language plpgsql immutable strict parallel safe set search_path = pg_catalog, pg_temp
as $$
begin
  -- No email is longer, and no name. The time of to_tsquery grows with the square of its words.
  if char_length(search) > 254 then
    raise exception using errcode = 'LA400', message = 'search has more than 254 characters: send a few words.';
  end if;
  return (
    select to_tsquery('simple'::regconfig, string_agg(w.word || ':*', ' & '))
      from regexp_split_to_table(search, '[^[:alnum:]]+') w (word) where w.word <> '');
end
$$;
comment on function app_private.words_beginning(text) is
  'Returns what finds names in which each of these words begins a word: "le ri" finds Rita Levi. Null without a word. Error LA400 if the text is longer than any email or name.';
grant execute on function app_private.words_beginning(text) to app_user;
--! EndIncluded users/app_private.words_beginning.sql
--! Included users/app_public.users_overview.sql
-- Each call gets a plan for its own arguments: those that are null cost nothing.
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
  silent_since constant timestamptz := now() - (select s.silent_after from app_private.settings s);
begin
  if users_overview."limit" < 0 or users_overview."offset" < 0 then
    raise exception using errcode = 'LA400', message = 'limit and offset must not be negative.';
  end if;
  return array(
    select row(page.id, page.email, page.name, page.address, page.is_admin, page.is_tester, page.created_at,
        exists (select from app_private.devices d where d.user_id = page.id),
        exists (select from app_private.user_credentials c where c.user_id = page.id),
        l.taken_at, page.is_training,
        (select j.invitation_id from app_private.joined_users j where j.user_id = page.id),
        -- The use of a key is noted to about a minute.
        (select k.name from app_private.device_keys k
          where k.user_id = page.id and k.last_used_at >= l.created_at - interval '2 minutes'
          order by k.last_used_at desc limit 1),
        coalesce(l.taken_at < silent_since, false), page.email_verified)::app_public.user_overview
      from (
        select u.*, row_number() over () as place
          from (
            select u.*
              from app_public.users u
              left join app_public.last_positions l on l.user_id = u.id
              where (nullif(users_overview.search, '') is null or lower(u.email) like prefix
                  or app_private.name_words(u.name) @@ words)
                and coalesce(u.is_tester = users_overview.is_tester, true)
                and (users_overview.has_device is null
                  or exists (select from app_private.devices d where d.user_id = u.id) = users_overview.has_device)
                and (users_overview.has_password is null
                  or exists (select from app_private.user_credentials c where c.user_id = u.id) = users_overview.has_password)
                and (users_overview.reported_since is null or l.taken_at >= users_overview.reported_since)
                and (users_overview.not_reported_since is null or (l.taken_at >= users_overview.not_reported_since) is not true)
                and (users_overview.joined_by is null
                  or exists (select from app_private.joined_users j where j.user_id = u.id and j.invitation_id = users_overview.joined_by))
                and (users_overview.is_silent is null or coalesce(l.taken_at < silent_since, false) = users_overview.is_silent)
              order by
                case users_overview.sort when 'NAME' then lower(u.name) when 'EMAIL' then lower(u.email) end,
                case users_overview.sort when 'NEWEST' then u.created_at when 'LAST_REPORT' then l.taken_at end desc nulls last,
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
  E'@itemsNotNull\n@argument search Only users whose email begins with this text, or in whose name each of its words begins a word, whatever its case. At most 254 characters.\n@argument hasDevice Only users who have a device, or only those who have none.\n@argument hasPassword Only users who have a password, or only those who have yet to set one.\n@argument isTester Only testers, or only others.\n@argument reportedSince Only users whose last position was taken at this time or later.\n@argument notReportedSince Only users whose last position was taken before this time, or who have none.\n@argument joinedBy Only users who joined by the invitation with this id.\n@argument isSilent Only users who fell silent, or only others.\n@argument sort The order.\n@argument limit The most users to return. More than 1000 is cut to 1000.\n@argument offset The number of users to skip.\nThe users, with what an administrator needs to know of them. For administrators.';
grant execute on function app_public.users_overview(
  text, boolean, boolean, boolean, timestamptz, timestamptz, integer, boolean, app_public.user_sort, integer, integer) to app_admin;
--! EndIncluded users/app_public.users_overview.sql
-- Each choice of quiet hours read all files of time zones.
--! Included deliveries/app_private.is_time_zone.sql
create or replace function app_private.is_time_zone(name text) returns boolean
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
begin
  -- After a colon PostgreSQL takes only the name of a file of its time zones: no abbreviation, and no rule such as XYZ5.
  -- pg_timezone_names would read all the files, a tenth of a second each time.
  perform now() at time zone (':' || is_time_zone.name);
  return is_time_zone.name ~ '^[A-Z][A-Za-z0-9_+/-]*$';
exception
  when invalid_parameter_value then return false;
end
$$;
comment on function app_private.is_time_zone(text) is
  'Returns whether this is the name of a zone in the IANA time zone database, and this server knows it.';
--! EndIncluded deliveries/app_private.is_time_zone.sql
--! Included deliveries/app_public.quiet_hours_edit.sql
create or replace function app_public.quiet_hours_edit(input app_public.quiet_hours_input) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
  o_clock constant text := '^([01]\d|2[0-3]):[0-5]\d$';
begin
  if not coalesce(input."from" ~ o_clock and input."to" ~ o_clock, false) or input."from" = input."to" then
    raise exception using errcode = 'LA400', message = 'from and to do not fit: send two different times of day from 00:00 to 23:59, such as 22:00.';
  end if;
  if app_private.is_time_zone(input.time_zone) is not true then
    raise exception using errcode = 'LA400', message = 'timeZone is unknown: send a name of the IANA time zone database, such as Europe/Rome.';
  end if;
  insert into app_public.quiet_hours as q (user_id, starts, ends, time_zone)
    values (owner.id, input."from"::time, input."to"::time, input.time_zone)
    on conflict (user_id) do update set starts = excluded.starts, ends = excluded.ends, time_zone = excluded.time_zone;
  perform app_private.release_quiet_deliveries(owner.id);
  return owner;
end
$$;
comment on function app_public.quiet_hours_edit(app_public.quiet_hours_input) is
  E'@argument input The new quiet hours.\nSets your quiet hours: pushes of levels TWO and THREE wait until they end, if the alert is still active then. Level ONE always goes through. Returns you.';
grant execute on function app_public.quiet_hours_edit(app_public.quiet_hours_input) to app_user;
--! EndIncluded deliveries/app_public.quiet_hours_edit.sql
-- Each change of quiet hours left a job for each push that waits.
--! Included deliveries/app_private.release_quiet_deliveries.sql
create or replace function app_private.release_quiet_deliveries(user_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  moment constant timestamptz := now();
  quiet_end constant timestamptz := (
    select app_private.quiet_until(q.starts, q.ends, q.time_zone, moment)
      from app_public.quiet_hours q where q.user_id = release_quiet_deliveries.user_id);
  waiting record;
begin
  update app_private.deliveries d
    set due_at = coalesce(case when d.level <> 'ONE' then quiet_end end, moment)
    where d.user_id = release_quiet_deliveries.user_id and d.state = 'queued'
      -- A delivery that was tried before waits for its provider, not for quiet hours.
      and d.attempts = 0
      and case when d.level <> 'ONE' and quiet_end is not null then d.due_at <> quiet_end else d.due_at > moment end;
  if not found then
    return;
  end if;
  for waiting in
    select d.provider, d.level, array_agg(distinct d.notification_id) as ids, min(d.due_at) as due_at
      from app_private.deliveries d
      where d.attempts = 0 and d.user_id = release_quiet_deliveries.user_id and d.state = 'queued'
      group by d.provider, d.level
  loop
    -- It takes the place of the job of the last change, so that no number of changes makes more than one.
    perform graphile_worker.add_job(
      'push_' || waiting.provider,
      json_build_object('notificationIds', waiting.ids),
      run_at => waiting.due_at,
      priority => array_position(enum_range(null::app_public.level_alert), waiting.level),
      job_key => concat_ws(':', 'quiet', user_id, waiting.provider, waiting.level));
  end loop;
end
$$;
comment on function app_private.release_quiet_deliveries(integer) is
  'Makes the deliveries of a user that wait for the end of quiet hours due when the hours that the user has now end, or else now.';
--! EndIncluded deliveries/app_private.release_quiet_deliveries.sql
-- The outer zones of a comb over half the globe took minutes.
--! Included alerts/app_private.checked_area.sql
create or replace function app_private.checked_area(area public.geometry, field text) returns public.geometry
language plpgsql immutable set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- Half of the earth's surface in square metres, WGS 84.
  half_the_globe constant double precision := 2.5503281e14;
  checked geometry := area;
  turns record;
begin
  -- An edge of more than 180 degrees means the short way round, so it makes a turn of 360 degrees.
  select bool_or(r.is_ambiguous) as are_ambiguous, bool_or(r.turn <> 0) as hold_a_pole, bool_or(r.widest > 180) as are_turned,
      bool_or(r.widest >= 360) as span_the_globe
    into turns
    from (
      select bool_or(abs(abs(e.step - 360 * round(e.step / 360)) - 180) < 1e-9) as is_ambiguous,
          sum(round(e.step / 360)) as turn, max(abs(e.step)) as widest
        from (
          select d.path[1:cardinality(d.path) - 1] as ring,
              st_x(d.geom) - lag(st_x(d.geom)) over (partition by d.path[1:cardinality(d.path) - 1] order by d.path) as step
            from st_dumppoints(area) d
        ) e
        group by e.ring
    ) r;
  if turns.are_ambiguous then
    raise exception using errcode = 'LA400', message = format(
      '%s has an edge that spans half the globe (180 degrees of longitude), which could run either way round: add points along the edge.', field);
  end if;
  if turns.hold_a_pole then
    raise exception using errcode = 'LA400', message = format(
      '%s goes round the globe, so it holds a pole: draw an area of less than half the globe that holds no pole.', field);
  end if;
  if turns.are_turned or st_xmin(area) < -180 or st_xmax(area) > 180 then
    checked := app_private.unwrap_longitudes(area);
    -- The cut needs a valid area, and its result is checked again: pieces that were sent a turn apart may overlap now.
    if st_isvalid(checked) then
      checked := st_collectionhomogenize(app_private.cut_at_180(checked));
    end if;
  end if;
  if not st_isvalid(checked) then
    if turns.span_the_globe then
      raise exception using errcode = 'LA400', message = format('%s spans the whole globe: draw an area of less than half the globe.', field);
    end if;
    raise exception using errcode = 'LA400', message = format('%s is not a valid area: %s. Correct the drawing there.', field, st_isvalidreason(checked));
  end if;
  if st_area(checked) = 0 then
    raise exception using errcode = 'LA400', message = format('%s has no area, as its points lie on a line: move one of them.', field);
  end if;
  -- The outer zones have a corner each twentieth of a degree. The land of the whole earth has an outline of some 5,000 degrees.
  if st_perimeter(checked) > 10000 then
    raise exception using errcode = 'LA400', message = format('%s has an outline of more than 10,000 degrees, which is 27 times round the globe: simplify it.', field);
  end if;
  -- Half the globe is at least 21,600 square degrees, so most areas need no projection.
  if st_area(checked) > 20000 then
    if st_area(st_transform(st_segmentize(checked, 1), '+proj=cea +datum=WGS84')) >= half_the_globe then
      raise exception using errcode = 'LA400', message = format('%s covers half the globe or more: draw a smaller area.', field);
    end if;
  end if;
  return checked;
end
$$;
comment on function app_private.checked_area(public.geometry, text) is
  'Returns the area if an alert can have it, cut at the 180th meridian. Otherwise error LA400 names the field that it came in and says why.';
--! EndIncluded alerts/app_private.checked_area.sql
