--! Previous: sha1:2cd9ffcac92b08cdc41c0d8229d412bdc65f403d
--! Hash: sha1:c04963fa9887f9dd5df833baa87c4b22b404d006
--! Message: Moments of lost weeks

--! split: 1-current.sql
-- A phone whose clock is years behind learns it.
--! Included positions/app_private.moment_taken.sql
create or replace function app_private.moment_taken(seconds bigint) returns timestamptz
language sql stable parallel safe
as $$
  select case
    when seconds is null then pg_catalog.now()
    -- A position from a fast clock counts as taken now. to_timestamp() fails past the year 294276.
    when seconds between extract(epoch from pg_catalog.now()) - 315576000 and extract(epoch from pg_catalog.now()) + 86400
      then least(pg_catalog.to_timestamp(seconds), pg_catalog.now())
    -- GPS counts weeks up to 1,024. Receivers that miss a turn are 619,315,200 seconds behind.
    when seconds between extract(epoch from pg_catalog.now()) - 619401600 and extract(epoch from pg_catalog.now()) - 619228800
      then least(pg_catalog.to_timestamp(seconds + 619315200), pg_catalog.now())
    else 'infinity'::timestamptz
  end
$$;
comment on function app_private.moment_taken(bigint) is
  'Returns when a position was taken, from the device''s seconds since 1970-01-01 UTC. Null and up to a day ahead mean now. Within a day of 1,024 weeks ago means that GPS''s count of weeks has turned, and these weeks are added. Anything else that is in the future or more than ten years ago gives infinity, which the table refuses.';
--! EndIncluded positions/app_private.moment_taken.sql
--! Included positions/app_private.position_fault.sql
create or replace function app_private.position_fault(
  latitude double precision, longitude double precision, accuracy double precision, taken_at timestamptz, created_at timestamptz
) returns text
language plpgsql immutable parallel safe
as $$
begin
  return case
    when latitude between -90 and 90 is not true then 'latitude is out of range: send degrees from -90 to 90.'
    when longitude between -180 and 180 is not true then 'longitude is out of range: send degrees from -180 to 180.'
    when accuracy not between 0 and 20000000 then 'accuracy is out of range: send metres from 0 to 20,000,000.'
    when taken_at between '1970-01-01 00:00:00+00' and created_at is not true
      then 'takenAt is in the future or more than ten years ago: send seconds since 1970-01-01 UTC.'
  end;
end
$$;
comment on function app_private.position_fault(double precision, double precision, double precision, timestamptz, timestamptz) is
  'Returns what is wrong with a position, or null. The table has one constraint for it, because each constraint takes time at each report.';
--! EndIncluded positions/app_private.position_fault.sql
comment on column app_public.position_input.taken_at is
  'When the device took it, in seconds since 1970-01-01 UTC. Now, if it is left out. Up to a day ahead counts as now, for clocks that are fast. More than ten years ago is refused, except that 1,024 weeks are added if this gives now to within a day, for receivers of GPS that lost count of the weeks.';
