--! Previous: sha1:00d306cc565d9e3315dbadb772665afb43489111
--! Hash: sha1:f7d276528062c1501d4c955837f8ca42857aa5ef
--! Message: schemas

--! split: 1-schemas.sql
create extension if not exists postgis;

create schema app_public;
comment on schema app_public is 'What GraphQL shows.';

create schema app_private;
comment on schema app_private is 'Credentials, device tokens, settings and helpers: nothing here is exposed.';

create schema analytics;
comment on schema analytics is 'Documented read-only views for analysts: no track, token or hash.';

-- No function is executable, and no table readable, until someone is granted it.
alter default privileges revoke execute on functions from public;

grant usage on schema app_public to app_anonymous, app_user, app_admin, app_host;
-- Policies and helpers that run as their caller are reached by name; each is granted by itself.
grant usage on schema app_private to app_anonymous, app_user, app_admin, app_host;
grant usage on schema analytics to app_analyst;
