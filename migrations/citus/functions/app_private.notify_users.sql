-- Each worker node matches its own users, and joins what they were told by user.
create or replace function app_private.notify_users(
  alert app_public.alerts, published_at timestamptz, user_ids integer[], is_range boolean default false
) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  that_alert constant integer := alert.id;
  told_version constant integer := alert.told_version;
  max_accuracy constant double precision := alert.max_accuracy;
  max_age constant interval := alert.max_position_age;
  -- Only a position that was reported since the publication needs its own.
  oldest constant timestamptz := app_private.oldest_fresh(max_age, published_at);
  is_actual constant boolean := app_private.applies_to(alert.status, false);
  zone1 constant geometry := st_setsrid(alert.zone1, 4326);
  zone2 constant geometry := st_setsrid(alert.zone2, 4326);
  zone3 constant geometry := st_setsrid(alert.zone3, 4326);
  listed constant integer[] := case when not is_range then user_ids end;
  first_id constant integer := case when is_range then user_ids[1] else (select min(u) from unnest(user_ids) u) end;
  last_id constant integer := case when is_range then user_ids[2] else (select max(u) from unnest(user_ids) u) end;
  matched record;
begin
  for matched in
    select c.level, array_agg(c.user_id) as user_ids, count(*) filter (where c.innermost is null)::integer as newly_reached
      from (
        -- Grouped, so that the level is computed once for each row. Citus would gather rows on the coordinator for "offset 0".
        select l.user_id, min(app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > max_accuracy)) as level,
            min(t.told_since) as told_since, min(t.innermost) as innermost
          from app_public.last_positions l
          left join (
            select n.user_id, min(n.level) filter (where n.version >= told_version) as told_since, min(n.level) as innermost
              from app_public.notifications n
              where n.alert_id = that_alert and n.user_id between first_id and last_id
                and (listed is null or n.user_id = any (listed))
              group by n.user_id
          ) t on t.user_id = l.user_id
          where l.user_id between first_id and last_id and (listed is null or l.user_id = any (listed))
            and l.taken_at > case when l.created_at > published_at then app_private.oldest_fresh(max_age, l.created_at) else oldest end
            and (is_actual or exists (select from app_public.users u where u.id = l.user_id and u.is_tester))
          group by l.user_id
      ) c
      where c.level is not null and not app_private.is_told(c.told_since, c.level)
      group by c.level order by c.level
  loop
    if is_range and matched.level > 'ONE' then
      insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
        values (that_alert, matched.level, matched.user_ids[1], matched.user_ids);
    else
      perform app_private.insert_notifications(
        that_alert, alert.version, 'ALERT', matched.level, matched.user_ids, matched.newly_reached);
    end if;
  end loop;
end
$$;
