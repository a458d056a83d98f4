--! Previous: sha1:3cbf2a1494ad51506f98ec8bc996bb2072b4f9ec
--! Hash: sha1:329e72bf27dd9b6d16761f3a6552d1a5d30e6ba2
--! Message: Settings

create type app_private.push_provider as enum ('expo', 'fcm', 'web_push');
comment on type app_private.push_provider is E'@value expo Expo.\n@value fcm Firebase Cloud Messaging.\n@value web_push The push service of a browser.\nThe provider that carries pushes to a device.';

create table app_private.settings (
  only_row boolean primary key default true
    constraint settings_only_row check (only_row),
  alert_duration interval not null default '24 hours'
    constraint settings_alert_duration check (alert_duration > '0'),
  max_position_age interval not null default '24 hours'
    constraint settings_max_position_age check (max_position_age > '0'),
  level2_distance double precision not null default 1000
    constraint settings_level2_distance check (level2_distance > 0 and level2_distance <= 100000),
  level3_distance double precision not null default 2000,
  position_retention interval not null default '30 days'
    constraint settings_position_retention check (position_retention >= '1 day'),
  bare_token_provider app_private.push_provider not null default 'expo',
  receipt_delay interval not null default '15 minutes'
    constraint settings_receipt_delay check (receipt_delay >= '0'),
  default_language text not null default 'en'
    constraint settings_default_language check (default_language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}$'),
  max_accuracy double precision not null default 1000
    constraint settings_max_accuracy check (max_accuracy > 0),
  constraint settings_level3_distance check (level3_distance > level2_distance and level3_distance <= 100000)
);
comment on table app_private.settings is
  'The settings of the service, in one row. A database administrator updates them.';
comment on column app_private.settings.only_row is 'Always true: the primary key of the one row.';
comment on column app_private.settings.alert_duration is 'How long an alert lasts by default.';
comment on column app_private.settings.max_position_age is 'The greatest age of a last position that publication matches, by default.';
comment on column app_private.settings.level2_distance is 'The default width of zone TWO around the area, in metres.';
comment on column app_private.settings.level3_distance is 'The default width of zone THREE around the area, in metres.';
comment on column app_private.settings.position_retention is 'How long positions are kept. Last positions are kept for good.';
comment on column app_private.settings.bare_token_provider is 'The provider of device tokens whose form tells none. A change applies to devices that are registered after it.';
comment on column app_private.settings.receipt_delay is 'The wait before Expo is asked for the receipts of accepted pushes.';
comment on column app_private.settings.default_language is 'The language of alerts that do not state theirs: a BCP 47 tag such as en or pt-BR.';
comment on column app_private.settings.max_accuracy is 'In metres. A less exact position cannot tell zone TWO from THREE, so it notifies of ONE only.';
comment on constraint settings_default_language on app_private.settings is 'default_language is not a language tag of BCP 47: write one such as "it" or "pt-BR".';
comment on constraint settings_max_accuracy on app_private.settings is 'max_accuracy is not positive: write a number of metres above 0.';
comment on constraint settings_receipt_delay on app_private.settings is 'receipt_delay is negative: write an interval of 0 or more.';
alter table app_private.settings enable row level security;

insert into app_private.settings default values;
