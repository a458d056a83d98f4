--! Previous: sha1:5a5e4d66af82913c44bd293e8cf38e1b32bf52a7
--! Hash: sha1:6b2c6130ca268f8a7e3a022420e6b0a285d02c3a
--! Message: Invitations of those who leave

--! split: 1-current.sql
-- Whoever was an administrator leaves no open door behind.
--! Included invitations/app_private.end_invitations.sql
create or replace function app_private.end_invitations() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  revoked_id integer;
begin
  for revoked_id in
    update app_private.invitations i set revoked_at = now()
      where i.made_by = old.id and i.revoked_at is null and now() < i.expires_at and i.used < i.places
      returning i.id
  loop
    perform app_private.audit('INVITATION_REVOKED', 'INVITATION', revoked_id);
  end loop;
  return null;
end
$$;
comment on function app_private.end_invitations() is
  'A trigger: revokes the open invitations of someone who is no administrator any more.';
--! EndIncluded invitations/app_private.end_invitations.sql
drop trigger if exists end_invitations_when_demoted on app_public.users;
create trigger end_invitations_when_demoted after update of is_admin on app_public.users
  for each row when (old.is_admin and not new.is_admin) execute function app_private.end_invitations();
comment on trigger end_invitations_when_demoted on app_public.users is 'Revokes the open invitations of a former administrator.';
drop trigger if exists end_invitations_when_removed on app_public.users;
create trigger end_invitations_when_removed after delete on app_public.users
  for each row when (old.is_admin) execute function app_private.end_invitations();
comment on trigger end_invitations_when_removed on app_public.users is 'Revokes the open invitations of a removed or erased administrator.';
update app_private.invitations i set revoked_at = now()
  where i.revoked_at is null and not exists (select from app_public.users u where u.id = i.made_by and u.is_admin);
