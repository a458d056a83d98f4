--! Previous: sha1:c5772626ebd1d093014aacc64049cd887ad0b544
--! Hash: sha1:613596aeff6b1f9591d80f489a56d00dc15c700a
--! Message: Titles

-- Pushes show an alert's title first, so it is written with the texts, in time.
alter table app_public.alert_templates
  add column title text
    constraint alert_templates_title check (char_length(title) <= 200 and title ~ '[^[:space:]]' and title !~ '[[:cntrl:]]');
comment on column app_public.alert_templates.title is 'The title of pushes, with placeholders too. Null if the first line of a text is the title.';
comment on constraint alert_templates_title on app_public.alert_templates is
  'The title of the template is empty, or has more than 200 characters or a line break: write what happens and where, in a few words, or leave it out.';
alter type app_public.alert_template_input add attribute title text;
comment on column app_public.alert_template_input.title is
  'The title of pushes, with placeholders too. An alert takes 60 characters at most, once they are filled in. Without it, the first line of a text is the title.';
--! Included templates/app_public.alert_template_edit.sql
create or replace function app_public.alert_template_edit(id integer, input app_public.alert_template_input, expected_version integer)
returns app_public.alert_templates
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  given constant app_public.alert_templates := app_private.template_from(input);
  saved app_public.alert_templates;
begin
  perform app_private.refuse_training_users();
  select t.* into saved from app_public.alert_templates t where t.id = alert_template_edit.id for update;
  perform app_private.require_version(saved.version, expected_version);
  update app_public.alert_templates t
    set name = given.name, user_id = given.user_id, updated_at = now(), version = t.version + 1, title = given.title,
      text1 = given.text1, text2 = given.text2, text3 = given.text3, all_clear = given.all_clear, correction = given.correction,
      language = given.language, event = given.event, severity = given.severity, urgency = given.urgency,
      certainty = given.certainty, status = given.status, level2_distance = given.level2_distance,
      level3_distance = given.level3_distance, duration = given.duration
    where t.id = saved.id
    returning t.* into saved;
  perform app_private.audit('TEMPLATE_EDITED', 'TEMPLATE', saved.id, jsonb_build_object('version', saved.version));
  return saved;
end
$$;
comment on function app_public.alert_template_edit(integer, app_public.alert_template_input, integer) is
  E'@argument id The id of the template.\n@argument input The whole template: a field that is left out gets its default.\n@argument expectedVersion The version that the changes were made for.\nReplaces a template. Alerts that were made from it stay as they are. For administrators who are no training users. Error CONFLICT if it has another version, or another template has the name.';
grant execute on function app_public.alert_template_edit(integer, app_public.alert_template_input, integer) to app_admin;
--! EndIncluded templates/app_public.alert_template_edit.sql
--! Included templates/app_public.new_alert_template.sql
create or replace function app_public.new_alert_template(input app_public.alert_template_input) returns app_public.alert_templates
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  given constant app_public.alert_templates := app_private.template_from(input);
  saved app_public.alert_templates;
begin
  perform app_private.refuse_training_users();
  insert into app_public.alert_templates (
      name, user_id, title, text1, text2, text3, all_clear, correction, language, event, severity, urgency, certainty, status,
      level2_distance, level3_distance, duration)
    values (
      given.name, given.user_id, given.title, given.text1, given.text2, given.text3, given.all_clear, given.correction,
      given.language, given.event, given.severity, given.urgency, given.certainty, given.status, given.level2_distance,
      given.level3_distance, given.duration)
    returning * into saved;
  perform app_private.audit('TEMPLATE_CREATED', 'TEMPLATE', saved.id);
  return saved;
end
$$;
comment on function app_public.new_alert_template(app_public.alert_template_input) is
  E'@argument input The template to save.\nSaves a template of alerts. For administrators who are no training users. Error CONFLICT if another template has the name.';
grant execute on function app_public.new_alert_template(app_public.alert_template_input) to app_admin;
--! EndIncluded templates/app_public.new_alert_template.sql

-- Who publishes knows the other alerts there by their titles.
alter type app_public.alert_overlap add attribute title text;
comment on column app_public.alert_overlap.title is 'Its title. Null if it has none.';
--! Included matching/app_private.reach_of.sql
create or replace function app_private.reach_of(alert app_public.alerts) returns app_public.alert_reach_preview
language plpgsql stable set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  reach app_public.alert_reach_preview;
begin
  with people as (
    select app_private.level_at(alert.zone1, alert.zone2, alert.zone3, l.location, l.accuracy > alert.max_accuracy) as level,
        app_private.is_fresh(l.taken_at, alert.max_position_age) as is_fresh,
        array(select distinct d.provider from app_private.devices d where d.user_id = l.user_id order by 1) as providers,
        -- The innermost level of any version, and of those that count as told. A new alert has no id, and needs no look.
        case when alert.id is not null then (
          select array[min(n.level), min(n.level) filter (where n.version >= alert.told_version)]
            from app_public.notifications n where n.alert_id = alert.id and n.user_id = l.user_id) end as told
      from app_public.last_positions l
      where st_covers(alert.zone3, l.location)
        and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
      -- Each function is called once for each row.
      offset 0
  ), alike as (
    select p.level, p.is_fresh, p.providers, p.told[1] is not null as is_again,
        p.is_fresh and p.level is not null and not app_private.is_told(p.told[2], p.level) as is_due,
        count(*)::integer as users
      from people p group by 1, 2, 3, 4, 5
  ), counts as (
    select coalesce(sum(a.users) filter (where a.is_due and a.level = 'ONE'), 0) as one,
        coalesce(sum(a.users) filter (where a.is_due and a.level = 'TWO'), 0) as two,
        coalesce(sum(a.users) filter (where a.is_due and a.level = 'THREE'), 0) as three,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'ONE'), 0) as again_one,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'TWO'), 0) as again_two,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'THREE'), 0) as again_three,
        coalesce(sum(a.users) filter (where a.is_fresh and a.level is not null and not a.is_due), 0) as already_told,
        coalesce(sum(a.users) filter (where a.is_due and a.providers <> '{}'), 0) as with_device,
        coalesce(sum(a.users) filter (where not a.is_fresh), 0) as stale,
        coalesce(sum(a.users) filter (where a.is_fresh and a.level is null), 0) as coarse
      from alike a
  )
  select c.one, c.two, c.three, c.again_one, c.again_two, c.again_three, c.already_told, c.with_device, c.stale, c.coarse,
      array(
        select row(p.provider, sum(a.users))::app_public.provider_reach
          from alike a, unnest(a.providers) p (provider) where a.is_due group by p.provider order by p.provider)
    into reach.one, reach.two, reach.three, reach.again_one, reach.again_two, reach.again_three, reach.already_told,
      reach.with_device, reach.stale, reach.coarse, reach.by_provider
    from counts c;
  reach.area := st_area(alert.zone1::geography);
  reach.overlapping := array(
    select row(a.id, a.text1, a.status, a.expires_at, a.title)::app_public.alert_overlap
      from app_public.alerts a
      where a.active and app_private.is_active(a.active, a.expires_at) and a.id is distinct from alert.id
        and st_intersects(a.zone3, alert.zone3)
      order by a.id desc limit 20);
  return reach;
end
$$;
comment on function app_private.reach_of(app_public.alerts) is
  'Returns how many users a new alert or the next version of one would notify if it were published now, by the rules of publication. The alert comes from app_private.draft_alert() or app_private.draft_update().';
--! EndIncluded matching/app_private.reach_of.sql
