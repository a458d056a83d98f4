-- As in the fixture, but worker nodes wait no longer than the coordinator for someone who reports at this moment.
create or replace function app_private.purge_last_positions(after_user_id integer default 0, most integer default 5000) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
-- Someone who reports at this moment after a long silence does not wait for the others of a step.
set lock_timeout = '100ms'
as $$
declare
  -- No alert that may still be published or notify loses a person: each knows the greatest age that it matches.
  kept constant interval := (
    select greatest(s.last_position_retention, s.max_position_age, (select max(a.max_position_age) from app_public.alerts a where a.active))
      from app_private.settings s where s.last_position_retention is not null);
  last_user_id constant integer := (
    select max(n.user_id) from (
      select l.user_id from app_public.last_positions l
        where l.user_id > purge_last_positions.after_user_id order by l.user_id limit purge_last_positions.most
    ) n);
  gone_ids integer[];
  back_ids integer[];
begin
  if kept is null then
    return null;
  end if;
  gone_ids := array(
    select l.user_id from app_public.last_positions l
      where l.user_id > purge_last_positions.after_user_id and l.user_id <= last_user_id and l.created_at < now() - kept);
  perform from app_private.hand_on_patience(current_setting('lock_timeout'));
  -- Who has reported since then stays.
  delete from app_public.last_positions l where l.user_id = any (gone_ids) and l.created_at < now() - kept;
  -- A statement for each table, as they may be distributed.
  back_ids := array(select l.user_id from app_public.last_positions l where l.user_id = any (gone_ids));
  delete from app_private.lone_positions l where l.user_id = any (gone_ids) and l.user_id <> all (back_ids);
  perform app_private.announce_gone_positions(gone_ids);
  return last_user_id;
end
$$;
