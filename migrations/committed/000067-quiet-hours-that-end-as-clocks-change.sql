--! Previous: sha1:d4ac9b938a8899dbee23d3843a864120abbe54be
--! Hash: sha1:80b00810853ab4b8ae59b96c23546fe782eeb4cc
--! Message: quiet hours that end as clocks change

--! split: 1-current.sql
--! Included deliveries/app_private.first_moment.sql
create or replace function app_private.first_moment(here timestamp, zone text) returns timestamptz
language plpgsql immutable strict set search_path = pg_catalog, pg_temp
as $$
declare
  about constant timestamptz := here at time zone zone;
  day_before constant timestamptz := about - interval '24 hours';
  day_after constant timestamptz := about + interval '24 hours';
  -- The moment by the clock of the day before, and by that of the day after.
  by_old constant timestamptz := (here - ((day_before at time zone zone) - (day_before at time zone 'UTC'))) at time zone 'UTC';
  by_new constant timestamptz := (here - ((day_after at time zone zone) - (day_after at time zone 'UTC'))) at time zone 'UTC';
  early timestamptz := least(by_old, by_new);
  late timestamptz := greatest(by_old, by_new);
  middle timestamptz;
begin
  if early at time zone zone >= here then
    return early;
  end if;
  -- Clocks that are set forward may skip the time: then the moment of the change is between the two, on a whole second.
  while late - early > interval '1 second' loop
    middle := early + date_trunc('second', (late - early) / 2);
    if middle at time zone zone >= here then
      late := middle;
    else
      early := middle;
    end if;
  end loop;
  return late;
end
$$;
comment on function app_private.first_moment(timestamp, text) is
  'Returns the first moment at which clocks of a time zone show a time or a later one: the first of two if they are set back, the change if they skip it.';
--! EndIncluded deliveries/app_private.first_moment.sql
--! Included deliveries/app_private.quiet_until.sql
create or replace function app_private.quiet_until(starts time, ends time, time_zone text, at timestamptz) returns timestamptz
language plpgsql immutable set search_path = pg_catalog, pg_temp
as $$
declare
  zone constant text := app_private.clock_of(time_zone);
  here timestamp;
  until timestamptz;
begin
  here := at at time zone zone;
  until := app_private.first_moment(
    case
      when starts < ends and here::time >= starts and here::time < ends then here::date + ends
      when starts > ends and here::time < ends then here::date + ends
      when starts > ends and here::time >= starts then here::date + 1 + ends
    end, zone);
  -- Clocks that are set back show times again at which the quiet hours have ended.
  return case when until > at then until end;
exception when invalid_parameter_value then
  -- The database knew this time zone before it moved to another server. Better a push at night than none, for a thousand people.
  return null;
end
$$;
comment on function app_private.quiet_until(time, time, text, timestamptz) is
  'Returns when the quiet hours end that contain a time, by the clock of the time zone. Null if the time is outside them, or the database does not know the time zone. Quiet hours may pass midnight.';
--! EndIncluded deliveries/app_private.quiet_until.sql
