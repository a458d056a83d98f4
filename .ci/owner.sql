-- The owner of the tests' databases is not a superuser, as in production.
create role owner login createrole createdb password 'ci';
-- Tests of plans read them from auto_explain, which only a superuser may load.
alter role owner set session_preload_libraries = 'auto_explain';
grant set on parameter auto_explain.log_min_duration, auto_explain.log_nested_statements, auto_explain.log_format, auto_explain.log_level to owner;
-- The owner may not create PostGIS, so template1 has it: new databases are copies of template1.
\connect template1
create extension postgis;
