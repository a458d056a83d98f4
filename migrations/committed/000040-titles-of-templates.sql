--! Previous: sha1:c5772626ebd1d093014aacc64049cd887ad0b544
--! Hash: sha1:1c145f9c4a847d09df6aae4728a7de7b9bf0bdf9
--! Message: Titles of templates

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
