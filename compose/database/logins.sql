-- The logins of the service. The image of PostgreSQL runs this as the superuser when it creates the database.
\set owner_password `cat /run/secrets/owner-password`
\set host_password `cat /run/secrets/host-password`

-- Migrates and runs jobs. It makes the other roles, so it needs createrole.
create role location_alert_owner login createrole password :'owner_password';

-- Serves requests. It owns nothing, inherits nothing, and is a member of app_host only.
create role app_host nologin noinherit;
grant app_host to location_alert_owner with admin option;
create role location_alert_host login noinherit password :'host_password';
grant app_host to location_alert_host;
-- The options that hosts set if they serve through the owner's login.
alter role location_alert_host set role app_host;
alter role location_alert_host set jit = off;

-- Analysts' logins are members of this role: docs/analysts.md.
create role app_analyst nologin;
grant app_analyst to location_alert_owner with admin option;
