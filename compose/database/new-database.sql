-- What an empty database needs for the service and for a restore. The image of PostgreSQL runs this after logins.sql.
alter database location_alert owner to location_alert_owner;
create extension if not exists postgis;
-- The image adds these. They belong to the superuser, so the owner could not dump the database.
drop extension if exists postgis_tiger_geocoder, postgis_topology, fuzzystrmatch;
drop schema if exists tiger, tiger_data, topology;
alter database location_alert reset search_path;

revoke connect on database location_alert from public;
grant connect on database location_alert to location_alert_host, app_analyst;
