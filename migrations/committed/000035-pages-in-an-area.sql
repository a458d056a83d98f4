--! Previous: sha1:bbe185b68b54e810c22caa1f1953b16d983ac4a8
--! Hash: sha1:2783e30fafa6e30330b10e7587cb7276a8ec702b

-- `limit 1` has the database look for each row that is read. With `exists` it first hashes everybody in the area, and a
-- page of twenty users takes as long as all of them.
alter policy read_in_area on app_public.users
  using ((select app_private.sees_everyone()) or authority_id = any ((select app_private.my_authorities('VIEWER'))::integer[])
    or (select true from app_public.last_positions l where l.user_id = users.id limit 1)
    or (select true from app_public.notifications n where n.user_id = users.id limit 1));
alter policy read_in_area on app_public.notifications
  using ((select app_private.sees_everyone()) or (select true from app_public.last_positions l where l.user_id = notifications.user_id limit 1)
    or exists (
      select from app_public.alerts a
        where a.id = notifications.alert_id and a.authority_id = any ((select app_private.my_authorities('VIEWER'))::integer[])));
