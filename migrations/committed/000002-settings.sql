--! Previous: sha1:cc6d2539ea28ba96ded016b23ea083d49cf1764e
--! Hash: sha1:fdfc1ae58c1f6a3864e9850ff9757ecc0541fc46
--! Message: Settings

set local check_function_bodies = off; -- Functions call later ones.

create type app_private.push_provider as enum ('expo', 'fcm', 'web_push');
comment on type app_private.push_provider is
  E'@value expo Expo.\n@value fcm Firebase Cloud Messaging.\n@value web_push The push service of a browser.\nThe provider that carries pushes to a device.';

create table app_private.settings (
  only_row boolean not null default true,
  alert_duration interval not null default '24:00:00',
  max_position_age interval not null default '24:00:00',
  level2_distance double precision not null default 1000,
  level3_distance double precision not null default 2000,
  position_retention interval not null default '30 days',
  bare_token_provider app_private.push_provider not null default 'expo',
  receipt_delay interval not null default '00:15:00',
  default_language text not null default 'en',
  max_accuracy double precision not null default 1000,
  password_link_lifetime interval not null default '14 days',
  report_synchronous_commit text,
  confirm_above integer not null default 1000,
  take_back_time interval not null default '00:00:05',
  audit_retention interval not null default '5 years',
  last_position_retention interval default '90 days',
  notification_place_retention interval default '1 year',
  delivery_retention interval default '90 days',
  speech_retention interval default '30 days',
  last_position_only boolean not null default false,
  smallest_group integer not null default 10,
  presence_retention interval not null default '400 days',
  silent_after interval not null default '2 days',
  push_text boolean not null default true,
  constraint settings_alert_duration check ((alert_duration > '00:00:00') and (alert_duration <= '1 year')),
  constraint settings_audit_retention check (audit_retention >= '1 year'),
  constraint settings_confirm_above check (confirm_above >= 0),
  constraint settings_default_language check (default_language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}$'),
  constraint settings_delivery_retention check (delivery_retention >= '7 days'),
  constraint settings_last_position_retention check (last_position_retention >= '1 day'),
  constraint settings_level2_distance check ((level2_distance > 0) and (level2_distance <= 100000)),
  constraint settings_level3_distance check ((level3_distance > level2_distance) and (level3_distance <= 100000)),
  constraint settings_max_accuracy check (max_accuracy > 0),
  constraint settings_max_position_age check (max_position_age > '00:00:00'),
  constraint settings_notification_place_retention check (notification_place_retention >= '1 day'),
  constraint settings_only_row check (only_row),
  constraint settings_password_link_lifetime check (password_link_lifetime > '00:00:00'),
  constraint settings_position_retention check (position_retention >= '1 day'),
  constraint settings_receipt_delay check (receipt_delay >= '00:00:00'),
  constraint settings_report_synchronous_commit check (report_synchronous_commit = any (array['off', 'local', 'remote_write', 'on', 'remote_apply'])),
  constraint settings_silent_after check (silent_after > '00:00:00'),
  constraint settings_speech_retention check (speech_retention >= '1 day'),
  constraint settings_take_back_time check ((take_back_time >= '00:00:00') and (take_back_time <= '00:01:00')),
  constraint settings_pkey primary key (only_row),
  constraint settings_presence_retention check (presence_retention >= '1 day'),
  constraint settings_smallest_group check ((smallest_group >= 2) and (smallest_group <= 1000000))
);
alter table app_private.settings enable row level security;

comment on table app_private.settings is
  'The settings of the service, in one row. A database administrator updates them.';
comment on column app_private.settings.only_row is 'Always true: the primary key of the one row.';
comment on column app_private.settings.alert_duration is 'How long an alert lasts by default.';
comment on column app_private.settings.max_position_age is
  'The maximum age of a last position that a publication matches, by default.';
comment on column app_private.settings.level2_distance is 'The default width of zone TWO around the area, in metres.';
comment on column app_private.settings.level3_distance is 'The default width of zone THREE around the area, in metres.';
comment on column app_private.settings.position_retention is
  'How long positions are kept as history. 30 days explain a recent alert, and show who reports regularly.';
comment on column app_private.settings.bare_token_provider is
  'The provider of device tokens whose form does not identify one. A change applies to devices that are registered after it.';
comment on column app_private.settings.receipt_delay is
  'The wait before Expo is asked for the receipts of accepted pushes.';
comment on column app_private.settings.default_language is
  'The language of alerts that do not state theirs: a BCP 47 tag such as en or pt-BR.';
comment on column app_private.settings.max_accuracy is
  'The maximum radius of accuracy in metres at which a position notifies at the levels TWO and THREE. A less accurate one notifies at ONE only.';
comment on column app_private.settings.password_link_lifetime is
  'How long a link works by which an imported user sets a password.';
comment on column app_private.settings.report_synchronous_commit is
  'synchronous_commit of position reports: off, local, remote_write, on or remote_apply. Null leaves the database''s own. A late entry commits with on at least.';
comment on column app_private.settings.confirm_above is
  'The console asks an administrator to type the number of people if it is higher than this.';
comment on column app_private.settings.take_back_time is
  'How long the console''s publications can be taken back before they go out. newAlert publishes at once.';
comment on column app_private.settings.audit_retention is 'How long entries of the audit log are kept.';
comment on column app_private.settings.last_position_retention is
  'How long a last position is kept without a newer report. 90 days are more than any alert matches, and show whose app has fallen silent. Null keeps it for good.';
comment on column app_private.settings.notification_place_retention is
  'How long a notification keeps the place of its user. Within a year people ask why they were warned, or were not. Afterwards its level, rule and class of distance answer. Null keeps it for good.';
comment on column app_private.settings.delivery_retention is
  'How long deliveries are kept after their alert has ended. 90 days are enough to look into pushes that failed; the alert''s figures stay. Null keeps them for good.';
comment on column app_private.settings.speech_retention is
  'How long the speeches of an alert are kept after it has ended. People hear them while it lasts, and their texts stay. Null keeps them for good.';
comment on column app_private.settings.last_position_only is
  'True to keep only the last position of each user, and no history. Switched on, it deletes the history.';
comment on column app_private.settings.smallest_group is
  'The smallest group of people that analysts see. Their numbers are rounded down to a multiple of it.';
comment on column app_private.settings.presence_retention is 'How long the cells of analytics.presence are kept.';
comment on column app_private.settings.silent_after is
  'How long after the last position a user counts as silent.';
comment on column app_private.settings.push_text is
  'True if pushes contain the alert''s title, text and level. If false, they contain ids and a general sentence, and apps fetch the rest from the service.';
comment on constraint settings_alert_duration on app_private.settings is
  'alert_duration is not within 0 and a year: no alert lasts longer.';
comment on constraint settings_confirm_above on app_private.settings is
  'confirm_above is negative: write a number of people.';
comment on constraint settings_default_language on app_private.settings is
  'default_language is not a language tag of BCP 47: write one such as "it" or "pt-BR".';
comment on constraint settings_delivery_retention on app_private.settings is
  'delivery_retention is shorter than seven days, in which results still change: write a longer interval, or null to keep deliveries for good.';
comment on constraint settings_last_position_retention on app_private.settings is
  'last_position_retention is shorter than a day: write a longer interval, or null to keep last positions for good.';
comment on constraint settings_max_accuracy on app_private.settings is
  'max_accuracy is not positive: write a number of metres above 0.';
comment on constraint settings_notification_place_retention on app_private.settings is
  'notification_place_retention is shorter than a day: write a longer interval, or null to keep places for good.';
comment on constraint settings_receipt_delay on app_private.settings is
  'receipt_delay is negative: write an interval of 0 or more.';
comment on constraint settings_report_synchronous_commit on app_private.settings is
  'report_synchronous_commit is unknown to PostgreSQL: write off, local, remote_write, on or remote_apply, or null for the database''s own.';
comment on constraint settings_speech_retention on app_private.settings is
  'speech_retention is shorter than a day: write a longer interval, or null to keep speeches for good.';
comment on constraint settings_take_back_time on app_private.settings is
  'take_back_time is not from 0 seconds to 1 minute: write an interval between them.';
comment on constraint settings_presence_retention on app_private.settings is
  'presence_retention is below a day: write an interval such as 400 days.';
comment on constraint settings_smallest_group on app_private.settings is
  'smallest_group is below 2 or above a million: write a number of people such as 10.';

insert into app_private.settings default values;
