-- As in the fixture, but it asks the node of the user first.
create or replace function app_private.positions_reported(
  user_id integer, input app_public.position_input[], ids bigint[]
) returns app_public.positions[]
language plpgsql stable
as $$
declare
  owner_id constant integer := positions_reported.user_id;
  kept app_public.positions[];
begin
  select array_agg(row(
        p.id, p.user_id, p.created_at, p.taken_at, p.latitude, p.longitude, p.accuracy, p.moving_activity)::app_public.positions) into kept
    from app_public.positions p where p.user_id = owner_id and p.id = any (positions_reported.ids);
  return array(
    select case when p.id is not null then
          row(p.id, p.user_id, p.created_at, p.taken_at, p.latitude, p.longitude, p.accuracy, p.moving_activity)::app_public.positions
        else row(
          i.id, owner_id, coalesce(h.created_at, now()),
          case when i.taken_at is null then coalesce(h.created_at, now()) else app_private.moment_taken(i.taken_at) end,
          i.latitude, i.longitude, i.accuracy, i.moving_activity)::app_public.positions end
      from rows from (unnest(input), unnest(ids)) with ordinality
        as i (latitude, longitude, moving_activity, taken_at, accuracy, client_id, id, index)
      left join unnest(kept) p on p.id = i.id
      left join app_private.position_hashes h on p.id is null and h.user_id = owner_id
        and h.hash = app_private.position_hash(i.client_id, i.taken_at, i.latitude, i.longitude)
      order by i.index);
end
$$;
