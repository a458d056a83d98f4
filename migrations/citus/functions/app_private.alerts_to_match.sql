-- As in the fixture, but it asks only the node of the user.
create or replace function app_private.alerts_to_match(here app_public.last_positions) returns integer[]
language plpgsql stable
as $$
declare
  near record;
  told record;
  done_ids integer[];
begin
  select array_agg(a.id) as ids, bool_or(a.told_version > 1) as is_renotified into near
    from app_public.alerts a
    where a.active and a.zone3_box && box(point(here.longitude, here.latitude));
  -- On the 180th meridian a zone may hold the place from the other side, which its box does not show.
  if near.ids is null or near.is_renotified or abs(here.longitude) = 180 then
    return near.ids;
  end if;

  select array_agg(n.alert_id) filter (where n.level = 'ONE') as one,
      array_agg(n.alert_id) filter (where n.level = 'TWO') as two,
      array_agg(n.alert_id) filter (where n.level = 'THREE') as three
    into told
    from app_public.notifications n
    where n.user_id = here.user_id and n.alert_id = any (near.ids);
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
