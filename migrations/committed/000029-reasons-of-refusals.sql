--! Previous: sha1:0ff7e850d012b05dd1ab045cd99f34a2d3703605
--! Hash: sha1:c80a5e8cbe1214d840aaed1c080cfde39f996d48
--! Message: reasons of refusals

-- Names the rule behind each refusal in the error's constraint, in the bodies of all functions that refuse. The fixtures say
-- the same. Including each of these functions here would take 2,500 lines.
do $$
declare
  refusal record;
begin
  for refusal in
    select p.oid, v.rule, v.beginning
      from pg_proc p
        join (values
        ('no_alert', 'There is no alert with this id'),
        ('no_user', 'There is no user with this id'),
        ('no_alert_or_user', 'There is no alert or no user'),
        ('no_device', 'You have no device with'),
        ('no_session', 'You have no session'),
        ('no_notification', 'You have no notification'),
        ('no_device_key', 'You have no device key'),
        ('no_held_publication', 'There is no held publication'),
        ('no_invitation', 'There is no invitation'),
        ('nothing_there', 'There is nothing with this id'),
        ('administrators_only', 'This is for administrators only'),
        ('log_in_first', 'Log in first'),
        ('in_training', 'You are in training: another'),
        ('real_alert', 'You are in training: you cannot'),
        ('other_status', 'The alert would be of status'),
        ('alert_of_head', 'This alert came from the head'),
        ('user_of_head', 'This user stands for the head'),
        ('alert_id_taken', 'Alert %s of the head'),
        ('alert_cancelled', 'This alert is already cancelled'),
        ('alert_expired', 'This alert has expired'),
        ('alert_changed', 'This alert is at version'),
        ('draft_changed', 'Someone else has saved version'),
        ('draft_gone', 'This draft was published'),
        ('too_many_drafts', 'You have %s private drafts'),
        ('too_many_device_keys', 'You have %s device keys'),
        ('key_taken', 'Another publication of yours has this key'),
        ('key_of_other_alert', 'idempotencyKey belongs'),
        ('too_late', 'It is too late to take it back'),
        ('one_publication', 'Send newAlert alone'),
        ('last_administrator', 'This is the last administrator: make'),
        ('last_trained_administrator', 'This is the last administrator who'),
        ('own_choice', 'Only users themselves choose'),
        ('has_password', 'This user already has a password'),
        ('email_confirmed', 'Your email is confirmed'),
        ('too_many_mails', 'Too many mails were asked for'),
        ('invitation_end', 'The end of an invitation'),
        ('seen_missing', 'seen is missing'),
        ('token_missing', 'token is missing'),
        ('token_form', 'token is not a Web Push'),
        ('time_zone', 'timeZone is unknown'),
        ('quiet_hours', 'from and to do not fit'),
        ('area_kind', 'area is not a Polygon'),
        ('area_system', 'area names the coordinate system'),
        ('area_number', 'area has a coordinate'),
        ('area_form', 'area is not valid GeoJSON'),
        ('area_size', 'area has more than 10,000'),
        ('area_place', 'area is empty or has a position off'),
        ('area_points', 'points has'),
        ('area_or_points', 'points and area'),
        ('point_place', 'points\[%s\] is off'),
        ('area_edge', '%s has an edge'),
        ('area_pole', '%s goes round the globe'),
        ('area_globe', '%s spans the whole globe'),
        ('area_invalid', '%s is not a valid area'),
        ('area_flat', '%s has no area'),
        ('area_outline', '%s has an outline'),
        ('area_half_globe', '%s covers half the globe'),
        ('zone_pole', 'The area or one of its outer zones'),
        ('distances', 'level2Distance and level3Distance'),
        ('expires_at', 'expiresAt is not'),
        ('max_position_age', 'maxPositionAge is out'),
        ('crs_form', 'crs is no coordinate system'),
        ('crs_unknown', 'crs cannot be transformed'),
        ('crs_datum', 'crs has a datum'),
        ('crs_place', 'crs does not fit'),
        ('months', 'months is out of range'),
        ('negative_limit', 'limit and offset'),
        ('search_length', 'search has more'),
        ('cursor_of_other_user', 'since is a cursor of another user'),
        ('cursor_form', 'since is not a cursor'),
        ('cursor_kind', 'since is a cursor of %ss'),
        ('cursor_unknown', 'since names a change'),
        ('place', 'The place is off the globe'),
        ('radius', 'radius is not'),
        ('too_many_positions', 'input has more than 1,000'),
        ('too_many_users', 'users has more than 5,000'),
        ('too_many_user_ids', 'userIds has more than 5,000')
        ) v (rule, beginning) on p.prosrc ~ ('message = (format\(\s*)?''' || v.beginning)
      where p.pronamespace in ('app_public'::regnamespace, 'app_private'::regnamespace) and p.prokind = 'f'
  loop
    execute regexp_replace(
      pg_get_functiondef(refusal.oid),
      '(errcode = (?:''LA\d+''|code),\s*)(message = (?:format\(\s*)?''' || refusal.beginning || ')',
      format('\1constraint = %L, \2', refusal.rule), 'g');
  end loop;
end
$$;

-- What is wrong with an area, and how long to wait, for clients that say it in their own words.
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
  -- An edge of more than 180 degrees takes the short way round, which is a turn of 360 degrees.
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
    raise exception using errcode = 'LA400', constraint = 'area_edge', message = format(
      '%s has an edge that spans half the globe (180 degrees of longitude), which could run either way round: add points along the edge.', field);
  end if;
  if turns.hold_a_pole then
    raise exception using errcode = 'LA400', constraint = 'area_pole', message = format(
      '%s goes round the globe, so it holds a pole: draw an area of less than half the globe that holds no pole.', field);
  end if;
  if turns.are_turned or st_xmin(area) < -180 or st_xmax(area) > 180 then
    checked := app_private.unwrap_longitudes(area);
    -- The cut needs a valid area. Its result is validated below, as pieces that were a turn apart may overlap now.
    if st_isvalid(checked) then
      checked := st_collectionhomogenize(app_private.cut_at_180(checked));
    end if;
  end if;
  if not st_isvalid(checked) then
    if turns.span_the_globe then
      raise exception using errcode = 'LA400', constraint = 'area_globe', message = format('%s spans the whole globe: draw an area of less than half the globe.', field);
    end if;
    raise exception using errcode = 'LA400', constraint = 'area_invalid', detail = st_isvalidreason(checked),
      message = format('%s is not a valid area: %s. Correct the drawing there.', field, st_isvalidreason(checked));
  end if;
  if st_area(checked) = 0 then
    raise exception using errcode = 'LA400', constraint = 'area_flat', message = format('%s has no area, as its points lie on a line: move one of them.', field);
  end if;
  -- The outer zones have a corner each twentieth of a degree. The land of the whole earth has an outline of some 5,000 degrees.
  if st_perimeter(checked) > 10000 then
    raise exception using errcode = 'LA400', constraint = 'area_outline', message = format('%s has an outline of more than 10,000 degrees, which is 27 times round the globe: simplify it.', field);
  end if;
  -- Half the globe is at least 21,600 square degrees, so most areas need no projection.
  if st_area(checked) > 20000 then
    if st_area(st_transform(st_segmentize(checked, 1), '+proj=cea +datum=WGS84')) >= half_the_globe then
      raise exception using errcode = 'LA400', constraint = 'area_half_globe', message = format('%s covers half the globe or more: draw a smaller area.', field);
    end if;
  end if;
  return checked;
end
$$;
comment on function app_private.checked_area(public.geometry, text) is
  'Validates the area of an alert and returns it, cut at the 180th meridian. Error LA400 names the input field and the fault.';
grant execute on function app_private.checked_area(public.geometry, text) to app_admin;
--! EndIncluded alerts/app_private.checked_area.sql
--! Included links-and-mail/app_private.count_own_mail.sql
create or replace function app_private.count_own_mail(user_id integer, email text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  wait constant integer := greatest(
    app_private.attempt_wait('mail by user', user_id::text), app_private.attempt_wait('mail by email', app_private.email_key(email)));
begin
  if wait > 0 then
    raise exception using errcode = 'LA409', constraint = 'too_many_mails', detail = wait, message = format('Too many mails were asked for: try again in %s seconds.', wait);
  end if;
  perform app_private.count_attempt('mail by user', user_id::text);
  perform app_private.count_attempt('mail by email', app_private.email_key(email));
end
$$;
comment on function app_private.count_own_mail(integer, text) is
  'Counts a mail that a user requests to their own, unverified email. Error LA409 after too many requests by this user or to this email.';
--! EndIncluded links-and-mail/app_private.count_own_mail.sql
--! Included positions/app_public.new_position.sql
create or replace function app_public.new_position(input app_public.position_input) returns app_public.positions
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
-- The generic plan may be made while the tables are empty, and must not scan them once they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  caller_id constant integer := app_private.require_user_id();
  taken_at constant timestamptz := app_private.moment_taken(input.taken_at);
  fault constant text := coalesce(
    app_private.position_fault(input.latitude, input.longitude, input.accuracy, taken_at, now()),
    case when input.moving_activity is null then 'movingActivity is missing: send one of its values.' end);
  result record;
  is_history boolean;
  reported app_public.positions;
begin
  if fault is not null then
    raise exception using errcode = 'LA400', constraint = 'positions_fault', message = fault;
  end if;
  if input.client_id is not null then
    if app_private.client_id_fault(input.client_id) is not null then
      raise exception using errcode = 'LA400', constraint = 'client_id', message = app_private.client_id_fault(input.client_id);
    end if;
    result := app_private.keep_positions(caller_id, array[input]);
    return coalesce(result.kept[1], (app_private.positions_reported(caller_id, array[input], result.ids))[1]);
  end if;
  perform app_private.share_report_lock(caller_id);
  is_history := app_private.apply_report_settings(caller_id);
  if is_history then
    insert into app_public.positions (user_id, latitude, longitude, accuracy, moving_activity, taken_at)
      values (caller_id, input.latitude, input.longitude, input.accuracy, input.moving_activity, taken_at)
      returning * into reported;
  else
    reported := row(
      nextval('app_public.positions_id_seq'), caller_id, now(), taken_at,
      input.latitude, input.longitude, input.accuracy, input.moving_activity);
  end if;
  perform app_private.apply_position_report(reported, is_history);
  return reported;
end
$$;
comment on function app_public.new_position(app_public.position_input) is
  E'@argument input The position.\nReports where you are, and notifies you of active alerts there in the same transaction. A position that was taken before your last one is stored as history only. A position with a clientId that was reported before is not stored again, and the answer is the one that was. If only your last position is kept, the answer has an id too, and no history lists it.';
grant execute on function app_public.new_position(app_public.position_input) to app_user;
--! EndIncluded positions/app_public.new_position.sql
--! Included positions/app_public.new_positions.sql
create or replace function app_public.new_positions(input app_public.position_input[]) returns setof app_public.positions
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp rows 100
-- The generic plan may be made while the tables are empty, and must not scan them once they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  caller_id constant integer := app_private.require_user_id();
  fault text;
  result record;
begin
  if cardinality(input) > 1000 then
    raise exception using errcode = 'LA400', constraint = 'too_many_positions', message = 'input has more than 1,000 positions: send them in several requests.';
  end if;
  fault := app_private.first_bad_position(input);
  if fault is not null then
    raise exception using errcode = 'LA400', constraint = 'positions_fault', message = fault;
  end if;
  result := app_private.keep_positions(caller_id, input);
  if cardinality(result.kept) = cardinality(input) then
    return query select k.* from unnest(result.kept) k;
  else
    return query select p.* from unnest(app_private.positions_reported(caller_id, input, result.ids)) p;
  end if;
end
$$;
comment on function app_public.new_positions(app_public.position_input[]) is
  E'@argument input The positions, in any order.\nReports up to 1,000 positions at once, for a phone that was offline. All are stored; the one taken last counts as in newPosition. A position with a clientId or a takenAt that was reported before is not stored again, and the answer has the one that was. One bad entry refuses them all, and the error names its index. If only your last position is kept, the answers have ids too, and no history lists them.';
grant execute on function app_public.new_positions(app_public.position_input[]) to app_user;
--! EndIncluded positions/app_public.new_positions.sql

alter table app_private.held_publications add column refusal text;
comment on column app_private.held_publications.refusal is 'The reason of the refusal, as in the extensions of errors. Null if it was not refused.';
alter type app_public.held_publication add attribute refusal text;
comment on column app_public.held_publication.refusal is
  'The `reason` of the refusal, as errors have it in their extensions: a name that stays, while the text in reason may change. Null if it did not fail.';
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
  result.refusal := held.refusal;
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
  elsif author.is_admin is not true then
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

alter type app_public.user_import_line add attribute reason text;
comment on column app_public.user_import_line.reason is
  'The `reason` of the error, as errors have it in their extensions: a name that stays. Null if nothing is wrong.';
--! Included users/app_public.users_import.sql
create or replace function app_public.users_import(users app_public.user_import[], dry_run boolean default false)
returns setof app_public.user_import_line
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp rows 100
as $$
declare
  max_users constant integer := 5000;
  is_trainee constant boolean := coalesce((app_public.me()).is_training, false);
  entry app_public.user_import;
  line app_public.user_import_line;
  lines app_public.user_import_line[] := '{}';
  has_errors boolean := false;
  violated text;
  is_duplicate constant boolean[] := array(
    select row_number() over (partition by app_private.email_key(btrim(u.email)) order by u.ordinality) > 1
      from unnest(users) with ordinality as u order by u.ordinality);
begin
  if cardinality(users) > max_users then
    raise exception using errcode = 'LA400', constraint = 'too_many_users', message = 'users has more than 5,000 entries: import them in several parts.';
  end if;
  -- After a dry run, or if an entry is invalid, LA200 rolls the block back. A handler for a code that ends in 000 would catch
  -- its whole class.
  begin
    foreach entry in array users loop
      line := row(cardinality(lines), null, null, null)::app_public.user_import_line;
      begin
        insert into app_public.users as u (email, name, address, is_tester, is_training)
          values (btrim(entry.email), btrim(entry.name), coalesce(btrim(entry.address), ''), coalesce(entry.is_tester, false), is_trainee)
          returning u.id into line.user_id;
        perform app_private.audit('USER_IMPORTED', 'USER', line.user_id);
      exception
        when not_null_violation then
          get stacked diagnostics violated = column_name;
          line.user_id := null;
          line.error := format('%s is missing.', violated);
          line.reason := 'MISSING';
        when check_violation or unique_violation then
          get stacked diagnostics violated = constraint_name;
          line.user_id := null;
          if violated = 'users_email_key' and is_duplicate[cardinality(lines) + 1] then
            violated := 'email_twice';
          end if;
          line.reason := upper(violated);
          line.error := case violated
            when 'email_twice' then 'This email comes twice in the list: leave one of them out.'
            when 'users_email_key' then obj_description('app_public.users_email_key'::regclass)
            else (select obj_description(c.oid) from pg_constraint c
              where c.conname = violated and c.conrelid = 'app_public.users'::regclass)
          end;
      end;
      has_errors := has_errors or line.error is not null;
      lines := lines || line;
    end loop;
    if has_errors or dry_run then
      raise exception using errcode = 'LA200';
    end if;
  exception when sqlstate 'LA200' then
    -- The rollback has removed the rows with these ids.
    lines := array(select row(l.index, null, l.error, l.reason)::app_public.user_import_line from unnest(lines) with ordinality as l order by l.ordinality);
  end;
  return query select l.index, l.user_id, l.error, l.reason from unnest(lines) with ordinality as l order by l.ordinality;
end
$$;
comment on function app_public.users_import(app_public.user_import[], boolean) is
  E'@argument users The users to create, at most 5,000.\n@argument dryRun True to check the users and create none.\nCreates many users, all of them or none. They have no password until they set one by a link: see newPasswordLinks. Returns a line for each entry, in their order. If a line has an error, no user was created. For administrators.';
grant execute on function app_public.users_import(app_public.user_import[], boolean) to app_admin;
--! EndIncluded users/app_public.users_import.sql
