--! Previous: sha1:07da2fa58c55807782ca28315cfb7958a472f995
--! Hash: sha1:109741ccb044b448d251c9598b30853fffac9876
--! Message: Search of alerts

-- After a year nobody finds an alert by scrolling, and nobody sees how the service has done.
-- Alerts are few, and change rarely. Neither reports nor publications wait for these locks longer than a moment.
-- squawk-ignore require-concurrent-index-creation
create index alerts_created_at on app_public.alerts (created_at, id) include (status, active, expires_at, cancelled_at);
comment on index app_public.alerts_created_at is 'Serves app_public.alerts_search() and app_public.alert_statistics(), which count alerts of a time by their state.';

create type app_public.alert_overview as (
  id integer,
  title text,
  state app_public.alert_state,
  status app_public.alert_status,
  created_at timestamptz,
  expires_at timestamptz,
  cancelled_at timestamptz,
  reached_users integer
);
comment on type app_public.alert_overview is 'An alert as lists show it, without texts and zones.';
comment on column app_public.alert_overview.id is E'@notNull\nThe id of the alert.';
comment on column app_public.alert_overview.title is E'@notNull\nIts title, or else the first line of its text for people inside the area.';
comment on column app_public.alert_overview.state is E'@notNull\nWhether it is active, and if not, how it ended.';
comment on column app_public.alert_overview.status is E'@notNull\nWhether it is a real warning, an exercise or a test.';
comment on column app_public.alert_overview.created_at is E'@notNull\nWhen it was published, in seconds since 1970-01-01 UTC.';
comment on column app_public.alert_overview.expires_at is E'@notNull\nWhen it ends by itself, in seconds since 1970-01-01 UTC.';
comment on column app_public.alert_overview.cancelled_at is 'When it was cancelled, in seconds since 1970-01-01 UTC. Null if it was not.';
comment on column app_public.alert_overview.reached_users is E'@notNull\nThe users who were notified, each counted once.';

create type app_public.alert_search as (
  total integer,
  alerts app_public.alert_overview[]
);
comment on type app_public.alert_search is 'A page of the alerts that a search finds.';
comment on column app_public.alert_search.total is E'@notNull\nHow many alerts it finds.';
comment on column app_public.alert_search.alerts is E'@notNull\n@itemsNotNull\nThe alerts of this page, the newest first.';

create type app_public.alert_month as (
  began_at timestamptz,
  status app_public.alert_status,
  alerts integer,
  told integer,
  seen integer,
  told_after_median double precision
);
comment on type app_public.alert_month is 'The alerts of one status that were published in a month.';
comment on column app_public.alert_month.began_at is E'@notNull\nWhen the month began, in UTC, in seconds since 1970-01-01 UTC.';
comment on column app_public.alert_month.status is E'@notNull\nTheir status.';
comment on column app_public.alert_month.alerts is E'@notNull\nThe number of alerts.';
comment on column app_public.alert_month.told is E'@notNull\nUsers who were notified, each counted once for each alert.';
comment on column app_public.alert_month.seen is E'@notNull\nHow many of them saw a notification.';
comment on column app_public.alert_month.told_after_median is 'The median of the seconds from the publication of an alert until a user was notified, without late entries. Null without such a user.';

--! Included alerts/app_public.alerts_search.sql
-- Each call gets a plan for its own arguments: those that are null cost nothing.
create or replace function app_public.alerts_search(
  search text default null, state app_public.alert_state default null, status app_public.alert_status default null,
  published_since timestamptz default null, published_before timestamptz default null,
  "limit" integer default 20, "offset" integer default 0
) returns app_public.alert_search
language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off
as $$
declare
  words constant text[] := array(
    select '%' || regexp_replace(lower(w.word), '([\\%_])', '\\\1', 'g') || '%'
      from regexp_split_to_table(coalesce(alerts_search.search, ''), '\s+') w (word) where w.word <> '');
  ids integer[];
begin
  perform app_public.require_admin();
  if alerts_search."limit" < 0 or alerts_search."offset" < 0 then
    raise exception using errcode = 'LA400', message = 'limit and offset must not be negative.';
  end if;
  if char_length(alerts_search.search) > 200 then
    raise exception using errcode = 'LA400', message = 'search has more than 200 characters: send a few words.';
  end if;
  ids := array(
    select a.id from app_public.alerts a
      where (alerts_search.published_since is null or a.created_at >= alerts_search.published_since)
        and (alerts_search.published_before is null or a.created_at < alerts_search.published_before)
        and (alerts_search.status is null or a.status = alerts_search.status)
        and (alerts_search.state is null or alerts_search.state = app_public.alerts_state(a))
        and (words = '{}' or lower(concat_ws(' ', a.title, a.event, a.text1, a.text2, a.text3, a.all_clear)) like all (words))
      order by a.created_at desc, a.id desc);
  return row(cardinality(ids), array(
    select row(a.id, coalesce(a.title, (regexp_match(btrim(a.text1, E' \t\r\n'), '^[^\r\n]*'))[1]), app_public.alerts_state(a),
        a.status, a.created_at, a.expires_at, a.cancelled_at, app_public.alerts_reached_users(a))::app_public.alert_overview
      from (
        select i.id, i.place from unnest(ids) with ordinality i (id, place)
          order by i.place limit least(alerts_search."limit", 1000) offset alerts_search."offset"
      ) p
      join app_public.alerts a on a.id = p.id
      order by p.place))::app_public.alert_search;
end
$$;
comment on function app_public.alerts_search(
  text, app_public.alert_state, app_public.alert_status, timestamptz, timestamptz, integer, integer) is
  E'@argument search Only alerts whose title, texts, event or all-clear contain each of these words, whatever their case. At most 200 characters.\n@argument state Only alerts in this state.\n@argument status Only alerts of this status.\n@argument publishedSince Only alerts published at this time or later.\n@argument publishedBefore Only alerts published before this time.\n@argument limit The most alerts to return. More than 1000 is cut to 1000.\n@argument offset The number of alerts to skip.\nThe alerts that meet all conditions, the newest first, and their number. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_search(
  text, app_public.alert_state, app_public.alert_status, timestamptz, timestamptz, integer, integer) to app_user;
--! EndIncluded alerts/app_public.alerts_search.sql
--! Included alerts/app_private.alert_months.sql
create or replace function app_private.alert_months(since timestamptz) returns setof app_public.alert_month
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  return query
    with published as (
      select a.id, a.status, a.created_at, date_trunc('month', a.created_at, 'UTC') as began_at
        from app_public.alerts a where a.created_at >= alert_months.since
    ), people as (
      select p.began_at, p.status, bool_or(n.seen) as has_seen,
          -- For a late entry, time would count from its own notification.
          extract(epoch from min(n.created_at) filter (
            where n.version = 1 and coalesce(n.taken_at <= p.created_at, true)) - p.created_at)::float8 as told_after
        from published p
        join app_public.notifications n on n.alert_id = p.id and n.kind <> 'ALL_CLEAR'
        group by p.began_at, p.status, p.id, p.created_at, n.user_id
    ), results as (
      select p.began_at, p.status, count(*)::integer as told, count(*) filter (where p.has_seen)::integer as seen,
          percentile_cont(0.5) within group (order by p.told_after) as told_after_median
        from people p group by 1, 2
    )
    select p.began_at, p.status, count(*)::integer, coalesce(r.told, 0), coalesce(r.seen, 0), r.told_after_median
      from published p
      left join results r on r.began_at = p.began_at and r.status = p.status
      group by p.began_at, p.status, r.told, r.seen, r.told_after_median
      order by p.began_at desc, p.status;
end
$$;
comment on function app_private.alert_months(timestamptz) is
  'Returns the alerts published since a time and their results, by month (in UTC) and status.';
grant execute on function app_private.alert_months(timestamptz) to app_admin;
--! EndIncluded alerts/app_private.alert_months.sql
--! Included alerts/app_public.alert_statistics.sql
create or replace function app_public.alert_statistics(months integer default 12) returns app_public.alert_month[]
language plpgsql stable
as $$
begin
  perform app_public.require_admin();
  if (alert_statistics.months between 1 and 60) is not true then
    raise exception using errcode = 'LA400', message = 'months is out of range: send 1 to 60.';
  end if;
  return array(select m from app_private.alert_months(
    (date_trunc('month', now() at time zone 'UTC') - make_interval(months => alert_statistics.months - 1)) at time zone 'UTC') m);
end
$$;
comment on function app_public.alert_statistics(integer) is
  E'@itemsNotNull\n@argument months How many months back, this one included: 1 to 60.\nThe number of alerts, how fast people were told and how many saw it, by month and status, the latest month first. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alert_statistics(integer) to app_user;
--! EndIncluded alerts/app_public.alert_statistics.sql
