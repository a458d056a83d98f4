-- Stands in for the foreign keys to users of tables on the coordinator. Rows of an erased person are kept out.
create or replace function app_private.require_known_user() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- An erasure holds the user's reports until it has committed. Who waits for it finds no user.
  perform app_private.share_report_lock(new.user_id);
  if not exists (select 1 from app_public.users u where u.id = new.user_id) then
    raise exception using errcode = 'foreign_key_violation', constraint = tg_table_name || '_user_id_fkey',
      message = format('There is no user %s.', new.user_id);
  end if;
  return new;
end
$$;
comment on function app_private.require_known_user() is
  'Keeps out rows of users who are not there, as a foreign key does on a single server.';

create or replace trigger require_known_user before insert on app_private.user_credentials
  for each row execute function app_private.require_known_user();
create or replace trigger require_known_user before insert on app_private.password_links
  for each row execute function app_private.require_known_user();
create or replace trigger require_known_user before insert on app_private.device_keys
  for each row execute function app_private.require_known_user();
