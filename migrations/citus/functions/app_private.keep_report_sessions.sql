-- Keeps app_private.report_sessions. A copy may be missing, or expire earlier than its session: the coordinator then takes the reports.
create or replace function app_private.keep_report_sessions() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  user_ids integer[];
  session_ids bigint[];
begin
  if tg_op = 'DELETE' then
    select array_agg(o.user_id), array_agg(o.id) into user_ids, session_ids from ended o;
    if user_ids is not null then
      delete from app_private.report_sessions r where r.user_id = any (user_ids) and r.id = any (session_ids);
    end if;
  elsif tg_op = 'UPDATE' and new.expires_at >= old.expires_at and new.is_admin = old.is_admin then
    -- While a worker node is away, people can log in and go on all the same.
    begin
      insert into app_private.report_sessions (user_id, id, expires_at, is_admin)
        values (new.user_id, new.id, new.expires_at, new.is_admin)
        on conflict (user_id, id) do update set expires_at = excluded.expires_at;
    exception when connection_exception then null;
    end;
  elsif tg_op = 'UPDATE' then
    update app_private.report_sessions r set expires_at = new.expires_at, is_admin = new.is_admin
      where r.user_id = new.user_id and r.id = new.id;
  else
    begin
      -- Without "on conflict", Citus lets others insert at the same time.
      insert into app_private.report_sessions (user_id, id, expires_at, is_admin)
        values (new.user_id, new.id, new.expires_at, new.is_admin);
    exception when connection_exception then null;
    end;
  end if;
  return null;
end
$$;
drop trigger if exists keep_report_session on app_public.sessions;
create trigger keep_report_session after insert on app_public.sessions
  for each row execute function app_private.keep_report_sessions();
drop trigger if exists keep_changed_report_session on app_public.sessions;
-- A client prolongs its session every hour or so. Once a day is enough for the copy.
create trigger keep_changed_report_session after update on app_public.sessions
  for each row when (
    new.is_admin <> old.is_admin or new.expires_at < old.expires_at
      or date_trunc('day', new.expires_at, 'UTC') <> date_trunc('day', old.expires_at, 'UTC'))
  execute function app_private.keep_report_sessions();
drop trigger if exists keep_ended_report_sessions on app_public.sessions;
create trigger keep_ended_report_sessions after delete on app_public.sessions
  referencing old table as ended
  for each statement execute function app_private.keep_report_sessions();
