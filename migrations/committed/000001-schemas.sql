--! Previous: -
--! Hash: sha1:cc6d2539ea28ba96ded016b23ea083d49cf1764e
--! Message: Schemas

create schema app_public;
comment on schema app_public is 'What the GraphQL API shows.';

create schema app_private;
comment on schema app_private is 'Credentials, device tokens, settings and helper functions. The API shows nothing of it.';

create schema analytics;
comment on schema analytics is 'Read-only views for analysts, without tracks, tokens and hashes.';

-- Functions that run as the owner search public, where PostGIS is. Nobody else may create objects there.
revoke create on schema public from public;

-- Each function and table is granted by name.
alter default privileges revoke execute on functions from public;

grant usage on schema app_public to app_anonymous, app_user, app_admin, app_host;
-- Policies and functions that run as their caller refer to this schema by name.
grant usage on schema app_private to app_anonymous, app_user, app_admin, app_host;
grant usage on schema analytics to app_analyst;
