--! Previous: sha1:cb01ceee5575120071b4a8bbbf90111432df8e13
--! Hash: sha1:4779eb8975b880c8761268ecf310b674818ccbb0
--! Message: pushes without texts

--! split: 1-current.sql
-- Push services learn the text and the level of each push.
alter table app_private.settings add column if not exists push_text boolean not null default true;
comment on column app_private.settings.push_text is
  'True if pushes hold the alert''s title, text and level. If false, they hold ids and a general sentence, and apps read the rest from the service.';
--! Included deliveries/app_private.push_sentence.sql
create or replace function app_private.push_sentence(language text) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
  select case split_part(lower(push_sentence.language), '-', 1)
    when 'it' then 'C’è una notizia su un’allerta che ti riguarda. Apri l’app.'
    when 'de' then 'Es gibt eine Nachricht zu einer Warnung, die Sie betrifft. Öffnen Sie die App.'
    when 'fr' then 'Il y a du nouveau sur une alerte qui vous concerne. Ouvrez l’application.'
    when 'es' then 'Hay novedades de una alerta que le afecta. Abra la aplicación.'
    else 'There is news of an alert that concerns you. Open the app.' end
$$;
comment on function app_private.push_sentence(text) is
  'Returns what pushes say instead of an alert''s text if the setting push_text is false: in Italian, German, French, Spanish or English. It says neither the level, nor if the alert is over.';
--! EndIncluded deliveries/app_private.push_sentence.sql
