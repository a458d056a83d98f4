--! Previous: sha1:1f48f12b600a1396f70a76934bad741aa3a40a32
--! Hash: sha1:76d260603c2fd252b272a43c901bd660b4002ea3
--! Message: repeated alerts of one status

--! Included alerts/app_private.new_alert.sql
create or replace function app_private.new_alert(input app_public.alert_input) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- A digest of the request tells a repeated one from another one with the same key. Fields that are null at the end are
  -- left out, so that a request keeps its digest when a later version of the API adds a field.
  said constant bytea := sha256(convert_to(regexp_replace(input::text, ',+\)$', ')'), 'UTF8'));
  earlier app_public.alerts;
  alert app_public.alerts;
begin
  perform app_private.commit_synchronously();
  alert := app_private.draft_alert(input, null);
  if input.idempotency_key is null then
    -- A client without a key that gets no answer sends the same again. Repeated requests take turns.
    perform pg_advisory_xact_lock(app_public.current_user_id(), hashtext(encode(said, 'hex')));
    select a.* into earlier from app_public.alerts a
      where a.user_id = app_public.current_user_id() and a.request = said and a.idempotency_key is null
        -- Whoever has left the training since means a real alert, not the exercise that stands.
        and a.status = alert.status
        and app_private.is_active(a.active, a.expires_at) and a.created_at > now() - interval '10 minutes'
      order by a.id desc limit 1;
    if found then
      return earlier.id;
    end if;
  end if;
  insert into app_public.alerts (
      user_id, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, max_accuracy,
      title, text1, text2, text3, language, event, severity, urgency, certainty, status, template_id,
      idempotency_key, request)
    values (
      alert.user_id, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3, alert.level2_distance,
      alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1, alert.text2, alert.text3,
      alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.status,
      alert.template_id, input.idempotency_key, said)
    on conflict (user_id, idempotency_key) do nothing
    returning * into alert;
  if alert.id is null then
    -- The insert waited until the first request committed, so this finds its alert.
    select a.* into earlier from app_public.alerts a
      where a.user_id = app_public.current_user_id() and a.idempotency_key = input.idempotency_key;
    if earlier.request is distinct from said then
      raise exception using errcode = 'LA409',
        message = 'idempotencyKey belongs to another alert of yours: send a new key with each alert, and the same key only to repeat a request.';
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
comment on function app_private.new_alert(app_public.alert_input) is
  'Runs the first phase of a publication: it makes the alert visible after the reports in flight have committed. It queues a job for the second phase, app_private.publish_chunk(). Returns the alert''s id; a repeated idempotencyKey returns the id of the first alert, and so does the same input without a key within ten minutes, unless that alert has ended or is of another status. Error LA409 if the key belongs to another alert, or the shared draft is gone.';
grant execute on function app_private.new_alert(app_public.alert_input) to app_admin;
--! EndIncluded alerts/app_private.new_alert.sql
