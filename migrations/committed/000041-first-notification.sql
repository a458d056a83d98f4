--! Previous: sha1:613596aeff6b1f9591d80f489a56d00dc15c700a
--! Hash: sha1:56787b077c3503e241c4a80d088fd932a2cc9f0c
--! Message: First notification

-- After a very large alert, each report near another one read all notifications.
--! Included publication/app_private.alerts_to_match.sql
create or replace function app_private.alerts_to_match(here app_public.last_positions) returns integer[]
language plpgsql stable
as $$
declare
  near record;
  told record;
  done_ids integer[];
begin
  select array_agg(a.id) as ids, min(a.id) as first_id, bool_or(a.told_version > 1) as is_renotified into near
    from app_public.alerts a
    where a.active and a.zone3_box && box(point(here.longitude, here.latitude));
  if near.ids is null or near.is_renotified then
    return near.ids;
  end if;

  -- Most users near alerts were told of them. The key of their notifications shows it without a look at any zone.
  select array_agg(n.alert_id) filter (where n.level = 'ONE') as one,
      array_agg(n.alert_id) filter (where n.level = 'TWO') as two,
      array_agg(n.alert_id) filter (where n.level = 'THREE') as three
    into told
    from app_public.notifications n
    where n.user_id = here.user_id and n.id >= coalesce(
      -- The order of the index decides the plan. By the ids alone, all would be read if most are of another alert.
      (select case when m.alert_id = near.first_id then m.id end
        from app_public.notifications m where (m.alert_id, m.id) >= (near.first_id, 0) order by m.alert_id, m.id limit 1), 0);
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
comment on function app_private.alerts_to_match(app_public.last_positions) is
  'Returns the ids of the active alerts that may notify a user at their last position: those around it, without those of which the user was told already, as far as the boxes around the zones show. Null if there are none. It only saves time; the caller applies the rules.';
--! EndIncluded publication/app_private.alerts_to_match.sql
