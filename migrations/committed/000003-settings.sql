--! Previous: sha1:f7d276528062c1501d4c955837f8ca42857aa5ef
--! Hash: sha1:2e3fa216cf09856355080a839b77ec555767dac4
--! Message: settings

--! split: 1-settings.sql
create table app_private.settings (
  only_row boolean primary key default true constraint settings_only_row check (only_row),
  alert_duration interval not null default '24 hours'
    constraint settings_alert_duration check (alert_duration > '0'),
  max_position_age interval not null default '24 hours'
    constraint settings_max_position_age check (max_position_age > '0'),
  level2_distance double precision not null default 1000
    constraint settings_level2_distance check (level2_distance > 0 and level2_distance <= 100000),
  level3_distance double precision not null default 2000
    constraint settings_level3_distance check (level3_distance > level2_distance and level3_distance <= 100000),
  position_retention interval not null default '30 days'
    constraint settings_position_retention check (position_retention >= '1 day')
);
comment on table app_private.settings is 'The service''s settings, in one row; a database administrator updates it.';
comment on column app_private.settings.alert_duration is 'How long an alert lasts.';
comment on column app_private.settings.max_position_age is 'How old a last position may be to be matched.';
comment on column app_private.settings.level2_distance is 'Metres around the area that zone TWO reaches.';
comment on column app_private.settings.level3_distance is 'Metres around the area that zone THREE reaches.';
comment on column app_private.settings.position_retention is 'How long positions are kept; last positions stay.';

insert into app_private.settings default values;
alter table app_private.settings enable row level security;
