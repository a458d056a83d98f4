// Made from operations.graphql and schema.graphql by `npm run export`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** An alert to publish. */
export type AlertInput = {
  /** The area as a Polygon or a MultiPolygon, in place of points. It may have holes. Across the 180th meridian, send pieces that meet at 180 and -180 (RFC 7946, 3.1.9), or longitudes that run on past 180 or -180 (to 360 at most), or an edge of more than 180 degrees of longitude, which takes the short way round. */
  area?: import('geojson').Geometry | null | undefined;
  /** How sure it is. UNKNOWN by default. */
  certainty?: Certainty | null | undefined;
  /** The shared draft that it is published from, which is removed. Error CONFLICT if it was published or removed already. */
  draftId?: number | null | undefined;
  /** What happens, in a few words, such as "Flood" or "Gas leak". */
  event?: string | null | undefined;
  /** When it ends, in seconds since 1970-01-01 UTC. By default after 24 hours unless the settings differ. */
  expiresAt?: number | null | undefined;
  /** A key of your own for this alert, such as a UUID. Repeating the same request with the same key makes no second alert. */
  idempotencyKey?: string | null | undefined;
  /** The language of the texts, which chooses the voice: a BCP 47 tag such as "it" or "pt-BR". The service's own language by default. */
  language?: string | null | undefined;
  /** The width of zone TWO around the area, in metres. By default 1,000 unless the settings differ. */
  level2Distance?: number | null | undefined;
  /** The width of zone THREE around the area, in metres, more than level2Distance. By default 2,000 unless the settings differ. */
  level3Distance?: number | null | undefined;
  /** In seconds. Publication does not match an older last position. By default 24 hours unless the settings differ. */
  maxPositionAge?: number | null | undefined;
  /** The corners of the area in order, at least three. The last one need not repeat the first. An edge of more than 180 degrees of longitude, such as from 179 to -179, takes the short way round, across the 180th meridian. Leave it out if you send area. */
  points?: Array<PointInput>;
  /** How bad it is. UNKNOWN by default. */
  severity?: Severity | null | undefined;
  /** Whether it is a real warning, an exercise or a test. ACTUAL by default; the others reach only testers. */
  status?: AlertStatus | null | undefined;
  /** The template that it was made from. Placeholders that are left in its texts are refused then. */
  templateId?: number | null | undefined;
  /** The text for people inside the area. */
  text1: string;
  /** The text for people in zone TWO. */
  text2: string;
  /** The text for people in zone THREE. */
  text3: string;
  /** What happens and where, in 60 characters at most, such as "Gas leak in the Marais". The title of its pushes; without it, the first line of a text is. */
  title?: string | null | undefined;
  /** How soon people should act. UNKNOWN by default. */
  urgency?: Urgency | null | undefined;
};

/** Whether an alert is active, and if not, how it ended. */
export type AlertState =
  /** It is active: it notifies people who enter its zones. */
  | 'ACTIVE'
  /** An administrator cancelled it. */
  | 'CANCELLED'
  /** It reached its end. */
  | 'EXPIRED';

/** What an alert is for, in the terms of CAP 1.2. */
export type AlertStatus =
  /** A real warning for everyone. */
  | 'ACTUAL'
  /** An exercise, which reaches only testers. */
  | 'EXERCISE'
  /** A technical test, which reaches only testers. */
  | 'TEST';

/** A template of alerts. Its texts may have placeholders such as {place}. */
export type AlertTemplateInput = {
  /** The text of the all-clear. Empty by default. */
  allClear?: string | null | undefined;
  /** How sure it is. UNKNOWN by default. */
  certainty?: Certainty | null | undefined;
  /** The text that corrects an alert which was wrong. Empty by default. */
  correction?: string | null | undefined;
  /** How long an alert lasts, in seconds. The service's own by default. */
  duration?: number | null | undefined;
  /** What happens, in a few words. */
  event?: string | null | undefined;
  /** The language of the texts: a BCP 47 tag such as "it" or "pt-BR". The service's own by default. */
  language?: string | null | undefined;
  /** The width of zone TWO, in metres. The service's own by default. */
  level2Distance?: number | null | undefined;
  /** The width of zone THREE, in metres. The service's own by default. */
  level3Distance?: number | null | undefined;
  /** Its name. No other template has it, whatever its case. */
  name: string;
  /** How bad it is. UNKNOWN by default. */
  severity?: Severity | null | undefined;
  /** Whether alerts are real, exercises or tests. ACTUAL by default. */
  status?: AlertStatus | null | undefined;
  /** The text for people inside the area. Empty by default. */
  text1?: string | null | undefined;
  /** The text for people in zone TWO. Empty by default. */
  text2?: string | null | undefined;
  /** The text for people in zone THREE. Empty by default. */
  text3?: string | null | undefined;
  /** The title of pushes, with placeholders too. An alert takes 60 characters at most, once they are filled in. Without it, the first line of a text is the title. */
  title?: string | null | undefined;
  /** How soon people should act. UNKNOWN by default. */
  urgency?: Urgency | null | undefined;
};

/** The changes of an alert. A field that is left out stays as it is. */
export type AlertUpdateInput = {
  /** The new area as a Polygon or a MultiPolygon, in place of points, as in AlertInput. */
  area?: import('geojson').Geometry | null | undefined;
  /** The version that the changes were made for. Error CONFLICT, and no change, if the alert has another version by now. Left out, the changes apply to any version. */
  expectedVersion?: number | null | undefined;
  /** When it ends, in seconds since 1970-01-01 UTC. */
  expiresAt?: number | null | undefined;
  /** The width of zone TWO around the area, in metres. */
  level2Distance?: number | null | undefined;
  /** The width of zone THREE around the area, in metres. */
  level3Distance?: number | null | undefined;
  /** The corners of the new area, in order, as in AlertInput. */
  points?: Array<PointInput> | null | undefined;
  /** True to notify again everyone who was notified already, with the new text. */
  renotify?: boolean | null | undefined;
  /** The text for people inside the area. */
  text1?: string | null | undefined;
  /** The text for people in zone TWO. */
  text2?: string | null | undefined;
  /** The text for people in zone THREE. */
  text3?: string | null | undefined;
  /** The title of its pushes, in 60 characters at most. An empty one removes it. */
  title?: string | null | undefined;
};

/** What an entry of the audit log records. */
export type AuditAction =
  /** An alert was cancelled. */
  | 'ALERT_CANCELLED'
  /** An alert was published. */
  | 'ALERT_PUBLISHED'
  /** A version of an alert was published. */
  | 'ALERT_UPDATED'
  /** An area was saved. */
  | 'AREA_CREATED'
  /** A saved area was edited. */
  | 'AREA_EDITED'
  /** A saved area was removed. */
  | 'AREA_REMOVED'
  /** The actor made a device key. */
  | 'DEVICE_KEY_ADDED'
  /** A device key of the user was revoked. */
  | 'DEVICE_KEY_REVOKED'
  /** A draft was shared. */
  | 'DRAFT_CREATED'
  /** A shared draft was edited. */
  | 'DRAFT_EDITED'
  /** A shared draft was removed, or published. */
  | 'DRAFT_REMOVED'
  /** A user confirmed their email by a mailed link. */
  | 'EMAIL_VERIFIED'
  /** Entries past the retention were deleted. */
  | 'ENTRIES_PURGED'
  /** An administrator made an invitation. */
  | 'INVITATION_MADE'
  /** An administrator revoked an invitation. */
  | 'INVITATION_REVOKED'
  /** The actor began a session. */
  | 'LOGGED_IN'
  /** Somebody gave a wrong password. Once a minute for each user; without an object for emails that nobody has. */
  | 'LOGIN_FAILED'
  /** The actor changed their own password. */
  | 'PASSWORD_CHANGED'
  /** An administrator made a link by which a user sets their first password. */
  | 'PASSWORD_LINK_MADE'
  /** An administrator changed a user's password. */
  | 'PASSWORD_RESET'
  /** A user set their password by a link. */
  | 'PASSWORD_SET'
  /** An administrator followed such data by a subscription. Once a minute. */
  | 'PEOPLE_FOLLOWED'
  /** An administrator read positions, notifications, device keys or names of other people. The facts name the fields. */
  | 'PEOPLE_READ'
  /** Everyone concerned by a version was notified. The facts have the number of people notified so far. */
  | 'PUBLICATION_COMPLETED'
  /** A publication was held, to be taken back or to go out. */
  | 'PUBLICATION_HELD'
  /** A held publication was taken back. */
  | 'PUBLICATION_TAKEN_BACK'
  /** A user's rights changed. The facts have the rights since. */
  | 'RIGHTS_CHANGED'
  /** A new password ended sessions of the user. */
  | 'SESSIONS_ENDED'
  /** One session of the user ended. */
  | 'SESSION_ENDED'
  /** Settings of the service changed. The facts have the old and the new values. */
  | 'SETTINGS_CHANGED'
  /** A template was saved. */
  | 'TEMPLATE_CREATED'
  /** A template was edited. */
  | 'TEMPLATE_EDITED'
  /** A template was removed. */
  | 'TEMPLATE_REMOVED'
  /** A user's training began or ended. */
  | 'TRAINING_CHANGED'
  /** A user was created. */
  | 'USER_CREATED'
  /** A user was edited. The facts name the fields. */
  | 'USER_EDITED'
  /** A person was erased. The facts have the numbers of positions and notifications. */
  | 'USER_ERASED'
  /** All that is held of a person was exported. */
  | 'USER_EXPORTED'
  /** A user was created by an import. */
  | 'USER_IMPORTED'
  /** A user made themselves by an invitation. */
  | 'USER_JOINED'
  /** A user was removed. */
  | 'USER_REMOVED';

/** What an action was done to. */
export type AuditObject =
  /** An alert. */
  | 'ALERT'
  /** A saved area. */
  | 'AREA'
  /** A shared draft. */
  | 'DRAFT'
  /** A held publication. */
  | 'HELD_PUBLICATION'
  /** An invitation. */
  | 'INVITATION'
  /** A template of alerts. */
  | 'TEMPLATE'
  /** A user. */
  | 'USER';

/** How sure it is, in the terms of CAP 1.2. */
export type Certainty =
  /** More than 50 percent. */
  | 'LIKELY'
  /** It has happened or is going on. */
  | 'OBSERVED'
  /** Possible, but not more than 50 percent. */
  | 'POSSIBLE'
  /** The certainty is not known. */
  | 'UNKNOWN'
  /** Close to 0 percent. */
  | 'UNLIKELY';

/** What became of a held publication. */
export type HeldPublicationState =
  /** Nothing of it was published, because something has changed since; the reason says what. */
  | 'FAILED'
  /** It can be taken back. */
  | 'HELD'
  /** It was published. */
  | 'PUBLISHED'
  /** It was taken back: nothing of it was published. */
  | 'TAKEN_BACK';

/** An invitation to make. */
export type InvitationInput = {
  /** Until when they can, in seconds since 1970-01-01 UTC: within the next year. 14 days from now if left out. */
  expiresAt?: number | null | undefined;
  /** A name for administrators to know it by, such as where its poster hangs. */
  name: string;
  /** How many people can join by it, from 1 to 100,000. 1 if left out. */
  places?: number | null | undefined;
};

/** Who joins, and by which invitation. */
export type InvitationTakeInput = {
  /** The postal address. Empty if left out. */
  address?: string | null | undefined;
  /** The email address to log in with. It is unique, whatever its case. */
  email: string;
  /** The name. */
  name: string;
  /** The password: at least 8 characters and at most 72 bytes, and not easy to guess. */
  password: string;
  /** The secret of the invitation. */
  secret: string;
};

/** How close someone is to the area of an alert. ONE is the most urgent. */
export type LevelAlert =
  /** Inside the area. */
  | 'ONE'
  /** Further out, but within its level-three distance. */
  | 'THREE'
  /** Outside the area, but within its level-two distance. */
  | 'TWO';

/** What a user logs in with. */
export type LoginCredentials = {
  /** The email address, in any case. */
  email: string;
  /** The password. */
  password: string;
};

/** How a user is moving, as the device's activity recognition reports it. */
export type MovingActivity =
  /** In a vehicle. */
  | 'IN_VEHICLE'
  /** On a bicycle. */
  | 'ON_BICYCLE'
  /** On foot, walking or running. */
  | 'ON_FOOT'
  /** Running. */
  | 'RUNNING'
  /** Not moving. */
  | 'STILL'
  /** The device is tilting, for example because it was picked up. */
  | 'TILTING'
  /** The device cannot tell. */
  | 'UNKNOWN'
  /** Walking. */
  | 'WALKING';

/** A user to create. */
export type NewUserInput = {
  /** The postal address of the user. */
  address: string;
  /** The email address to log in with. It is unique, whatever its case. */
  email: string;
  /** True for an administrator. */
  isAdmin: boolean;
  /** The name of the user. */
  name: string;
  /** The password: at least 8 characters and at most 72 bytes, and not easy to guess. */
  password: string;
};

/** What a notification says. */
export type NotificationKind =
  /** The alert, for the first time. */
  | 'ALERT'
  /** The alert was cancelled. */
  | 'ALL_CLEAR'
  /** A later version of the alert. */
  | 'UPDATE';

/** Why a user was notified of an alert or was not. */
export type NotificationRule =
  /** Not notified: the position was reported after the alert had ended. */
  | 'CAME_IN_AFTER_THE_END'
  /** Notified: a later position report lay in a zone. */
  | 'CAME_IN_LATER'
  /** Notified: the last position lay in a zone at publication. */
  | 'INSIDE_WHEN_PUBLISHED'
  /** Not notified: the alert is an exercise or a test, and the user is not a tester. */
  | 'NOT_A_TESTER'
  /** Not notified: the publication has not come to this user yet. */
  | 'NOT_YET'
  /** Not notified: the user has no position. */
  | 'NO_POSITION'
  /** Not notified: the position lies outside all zones. */
  | 'OUTSIDE'
  /** Not notified: the position was too coarse to tell zone TWO from THREE. */
  | 'TOO_COARSE'
  /** Not notified: the position was too old. */
  | 'TOO_OLD';

/** A notification of yours, and whether you have seen it. */
export type NotificationUpdateInput = {
  /** The id of the notification. */
  id: number;
  /** True if you have seen it. */
  seen: boolean;
};

/** The first password of a user. */
export type PasswordSetInput = {
  /** The password: at least 8 characters and at most 72 bytes, and not easy to guess. */
  password: string;
  /** The token of a link, which an administrator gets by newPasswordLinks. */
  token: string;
};

/** A corner of an area. */
export type PointInput = {
  /** Degrees north, WGS 84, from -90 to 90. */
  latitude: number;
  /** Degrees east, WGS 84, from -180 to 180. */
  longitude: number;
};

/** A position to report. */
export type PositionInput = {
  /** The radius of its accuracy in metres. */
  accuracy?: number | null | undefined;
  /** Your own id of this position, such as a UUID, of 1 to 100 characters. A position that you report again with the same id is stored once. */
  clientId?: string | null | undefined;
  /** Degrees north, WGS 84, from -90 to 90. */
  latitude: number;
  /** Degrees east, WGS 84, from -180 to 180. */
  longitude: number;
  /** How you are moving. */
  movingActivity: MovingActivity;
  /** When the device took it, in seconds since 1970-01-01 UTC. Now, if it is left out. Up to a day ahead counts as now, for clocks that are fast. More than ten years ago is refused, except that 1,024 weeks are added if this gives now to within a day, for receivers of GPS that lost count of the weeks. */
  takenAt?: number | null | undefined;
};

/** What to publish: newAlert alone, or alertId with either changes or allClear. */
export type PublicationInput = {
  /** The id of the alert to update or to cancel. */
  alertId?: number | null | undefined;
  /** The text of that alert's all-clear, as for alertCancel. */
  allClear?: string | null | undefined;
  /** The changes of that alert, as for alertUpdate. */
  changes?: AlertUpdateInput | null | undefined;
  /** A key of your own for this publication, such as a UUID. Repeating the same request with it returns the first one, whatever became of it. Error CONFLICT if the request differs. */
  key: string;
  /** A new alert, as for newAlert. */
  newAlert?: AlertInput | null | undefined;
};

/** Whether a provider takes pushes. */
export type PushProviderState =
  /** It took no push last. Pushes are tried again. */
  | 'FAILING'
  /** The host has no credentials for it. Its pushes wait until it is on. */
  | 'OFF'
  /** It is on, and took the last push that it was sent, if there was one. */
  | 'ON';

/** The hours in which your pushes of levels TWO and THREE wait. */
export type QuietHoursInput = {
  /** The time of day at which they start, such as 22:00. */
  from: string;
  /** A name of the IANA time zone database, such as Europe/Rome. */
  timeZone: string;
  /** The time of day at which they end, such as 07:00. It may be earlier than from: they then pass midnight. */
  to: string;
};

/** A device to push to. */
export type RegisterNotificationToken = {
  /** The token that the device got from its push service. */
  token: string;
};

/** The changes of a saved area. A field that is left out stays as it is. */
export type SavedAreaEdit = {
  /** The new area as a Polygon or a MultiPolygon, as in AlertInput. */
  area?: import('geojson').Geometry | null | undefined;
  /** The version that the changes were made for. */
  expectedVersion: number;
  /** The new name. */
  name?: string | null | undefined;
};

/** An area to save. */
export type SavedAreaInput = {
  /** The area as a Polygon or a MultiPolygon, as in AlertInput. */
  area: import('geojson').Geometry;
  /** Its name. No other saved area has it, whatever its case. */
  name: string;
};

/** How bad it is, in the terms of CAP 1.2. */
export type Severity =
  /** An extraordinary threat to life or property. */
  | 'EXTREME'
  /** Little or no known threat to life or property. */
  | 'MINOR'
  /** A possible threat to life or property. */
  | 'MODERATE'
  /** A significant threat to life or property. */
  | 'SEVERE'
  /** The severity is not known. */
  | 'UNKNOWN';

/** The changes of a shared draft. A field that is left out stays as it is. */
export type SharedDraftEdit = {
  /** The new content. */
  content?: string | null | undefined;
  /** The version that the changes were made for. */
  expectedVersion: number;
  /** The new name. */
  name?: string | null | undefined;
};

/** A draft to share. */
export type SharedDraftInput = {
  /** The draft as the client writes it, 1,000,000 bytes at most. The service does not read it. */
  content: string;
  /** Its name. No other shared draft has it, whatever its case. */
  name: string;
};

/** How soon people should act, in the terms of CAP 1.2. */
export type Urgency =
  /** Act soon, within the next hour. */
  | 'EXPECTED'
  /** Act in the near future. */
  | 'FUTURE'
  /** Act at once. */
  | 'IMMEDIATE'
  /** No action is needed any more. */
  | 'PAST'
  /** The urgency is not known. */
  | 'UNKNOWN';

/** The fields of a user to change. A field that is left out stays as it is. */
export type UserEdit = {
  /** The new postal address. */
  address?: string | null | undefined;
  /** Your password, to change an email. The service may require it. */
  currentPassword?: string | null | undefined;
  /** The new email address. */
  email?: string | null | undefined;
  /** True to keep only your last position from now on, and to delete your history. For your own user only, also for administrators. */
  lastPositionOnly?: boolean | null | undefined;
  /** The new name. */
  name?: string | null | undefined;
};

/** A user to create without a password. */
export type UserImport = {
  /** The postal address of the user. Empty if left out. */
  address?: string | null | undefined;
  /** The email address to log in with. It is unique, whatever its case. */
  email: string;
  /** True for a tester, who gets exercises and tests. False if left out. */
  isTester?: boolean | null | undefined;
  /** The name of the user. */
  name: string;
};

/** The new password, twice. */
export type UserPasswordEdit = {
  /** The password that you log in with; for userPasswordReset the administrator's own. The service may require it. */
  currentPassword?: string | null | undefined;
  /** The new password: at least 8 characters and at most 72 bytes, and not easy to guess. */
  password1: string;
  /** The same password again. */
  password2: string;
};

/** The rights of a user to change. A field that is left out stays as it is. */
export type UserRightsInput = {
  /** True to make the user an administrator, false to end that. */
  isAdmin?: boolean | null | undefined;
  /** True to send exercises and tests to the user, false to stop that. */
  isTester?: boolean | null | undefined;
};

/** An order of users. */
export type UserSort =
  /** By email. */
  | 'EMAIL'
  /** By id, the oldest first. */
  | 'ID'
  /** By the last position, the latest first. Users without one come last. */
  | 'LAST_REPORT'
  /** By name. */
  | 'NAME'
  /** The newest first. */
  | 'NEWEST';

export type LoginMutationVariables = Exact<{
  input: LoginCredentials;
}>;


export type LoginMutation = { login: { accessToken: string, userId: number } | null };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { webPushPublicKey: string | null, me: { id: number, email: string, name: string, address: string, isAdmin: boolean, isTraining: boolean, lastPositionOnly: boolean, quietHours: { from: string, to: string, timeZone: string } | null } | null };

export type TrainingQueryVariables = Exact<{ [key: string]: never; }>;


export type TrainingQuery = { me: { isTraining: boolean } | null };

export type LastPositionsQueryVariables = Exact<{
  limit: number;
  offset: number;
}>;


export type LastPositionsQuery = { lastPositions: Array<{ userId: number, latitude: number, longitude: number, movingActivity: MovingActivity, takenAt: number }> | null };

export type AlertSummaryFragment = { id: number, createdAt: number, expiresAt: number, level2Distance: number, level3Distance: number, title: string | null, text1: string, text2: string, text3: string, userId: number, reachedUsers: number, state: AlertState, status: AlertStatus, event: string | null, version: number, areaGeoJson: import('geojson').Geometry, areaLevel2GeoJson: import('geojson').Geometry, areaLevel3GeoJson: import('geojson').Geometry };

export type AlertsQueryVariables = Exact<{
  state: AlertState;
  limit: number;
}>;


export type AlertsQuery = { alerts: Array<{ id: number, createdAt: number, expiresAt: number, level2Distance: number, level3Distance: number, title: string | null, text1: string, text2: string, text3: string, userId: number, reachedUsers: number, state: AlertState, status: AlertStatus, event: string | null, version: number, areaGeoJson: import('geojson').Geometry, areaLevel2GeoJson: import('geojson').Geometry, areaLevel3GeoJson: import('geojson').Geometry }> | null };

export type AlertQueryVariables = Exact<{
  id: number;
}>;


export type AlertQuery = { alerts: Array<{ language: string, severity: Severity, urgency: Urgency, certainty: Certainty, templateId: number | null, allClear: string | null, audioUrl1: string | null, audioUrl2: string | null, audioUrl3: string | null, id: number, createdAt: number, expiresAt: number, level2Distance: number, level3Distance: number, title: string | null, text1: string, text2: string, text3: string, userId: number, reachedUsers: number, state: AlertState, status: AlertStatus, event: string | null, version: number, areaGeoJson: import('geojson').Geometry, areaLevel2GeoJson: import('geojson').Geometry, areaLevel3GeoJson: import('geojson').Geometry, cancelledAt: number | null, user: { id: number, name: string, email: string } | null, history: Array<{ version: number, createdAt: number, title: string | null, text1: string, text2: string, text3: string, areaGeoJson: import('geojson').Geometry, level2Distance: number, level3Distance: number, expiresAt: number, isRenotified: boolean, allClear: string | null, user: { id: number, name: string } | null }>, delivery: Array<{ level: LevelAlert, targeted: number, seen: number, users: number, usersPushed: number, usersWaiting: number, usersFailed: number, usersSeen: number, seenAfterMedian: number | null }> | null, pushFailures: Array<{ provider: string, reason: string, isFinal: boolean, pushes: number, users: number }> | null }> | null };

export type PeopleReachedQueryVariables = Exact<{
  alertId: number;
  limit: number;
  offset: number;
}>;


export type PeopleReachedQuery = { notificationsConnection: { totalCount: number } | null, notifications: Array<{ id: number, userId: number, kind: NotificationKind, level: LevelAlert, latitude: number, longitude: number, createdAt: number, seen: boolean, seenAt: number | null, movingActivity: MovingActivity, placeKept: boolean, user: { name: string, email: string } | null }> | null };

export type UsersQueryVariables = Exact<{
  search?: string | null | undefined;
  hasDevice?: boolean | null | undefined;
  hasPassword?: boolean | null | undefined;
  isTester?: boolean | null | undefined;
  reportedSince?: number | null | undefined;
  notReportedSince?: number | null | undefined;
  joinedBy?: number | null | undefined;
  isSilent?: boolean | null | undefined;
  sort?: UserSort | null | undefined;
  limit: number;
  offset: number;
}>;


export type UsersQuery = { usersOverview: Array<{ id: number, email: string, name: string, address: string, isAdmin: boolean, isTester: boolean, isTraining: boolean, hasDevice: boolean, hasPassword: boolean, lastReportedAt: number | null, joinedBy: number | null, app: string | null, isSilent: boolean }> | null };

export type ExportMeMutationVariables = Exact<{ [key: string]: never; }>;


export type ExportMeMutation = { exportMe: { url: string } | null };

export type UserExportMutationVariables = Exact<{
  id: number;
}>;


export type UserExportMutation = { userExport: { url: string } | null };

export type EraseMeMutationVariables = Exact<{
  currentPassword: string;
}>;


export type EraseMeMutation = { eraseMe: { erasedAt: number } | null };

export type UserEraseMutationVariables = Exact<{
  id: number;
  currentPassword?: string | null | undefined;
}>;


export type UserEraseMutation = { userErase: { erasedAt: number } | null };

export type UsersImportMutationVariables = Exact<{
  users: Array<UserImport> | UserImport;
  dryRun: boolean;
}>;


export type UsersImportMutation = { usersImport: Array<{ index: number, userId: number | null, error: string | null }> | null };

export type NewPasswordLinksMutationVariables = Exact<{
  userIds: Array<number> | number;
}>;


export type NewPasswordLinksMutation = { newPasswordLinks: Array<{ userId: number, token: string, expiresAt: number }> | null };

export type PasswordSetMutationVariables = Exact<{
  input: PasswordSetInput;
}>;


export type PasswordSetMutation = { passwordSet: string | null };

export type NewUserMutationVariables = Exact<{
  input: NewUserInput;
}>;


export type NewUserMutation = { newUser: { id: number } | null };

export type UserEditMutationVariables = Exact<{
  id: number;
  input: UserEdit;
}>;


export type UserEditMutation = { userEdit: { id: number } | null };

export type LastPositionOnlyMutationVariables = Exact<{
  id: number;
  lastPositionOnly: boolean;
}>;


export type LastPositionOnlyMutation = { userEdit: { id: number } | null };

export type PositionChoiceQueryVariables = Exact<{
  id: number;
}>;


export type PositionChoiceQuery = { user: { lastPositionOnly: boolean } | null };

export type UserPasswordEditMutationVariables = Exact<{
  input: UserPasswordEdit;
}>;


export type UserPasswordEditMutation = { userPasswordEdit: { id: number } | null };

export type QuietHoursEditMutationVariables = Exact<{
  input: QuietHoursInput;
}>;


export type QuietHoursEditMutation = { quietHoursEdit: { id: number } | null };

export type QuietHoursRemoveMutationVariables = Exact<{ [key: string]: never; }>;


export type QuietHoursRemoveMutation = { quietHoursRemove: { id: number } | null };

export type RegisterDeviceMutationVariables = Exact<{
  input: RegisterNotificationToken;
}>;


export type RegisterDeviceMutation = { registerDevice: { id: number } | null };

export type DeviceUnregisterMutationVariables = Exact<{
  token: string;
}>;


export type DeviceUnregisterMutation = { deviceUnregister: { id: number } | null };

export type MyNotificationsQueryVariables = Exact<{
  limit: number;
}>;


export type MyNotificationsQuery = { notifications: Array<{ id: number, kind: NotificationKind, level: LevelAlert, createdAt: number, seen: boolean, alertId: number, alert: { text1: string, text2: string, text3: string, allClear: string | null } }> | null };

export type NotificationSeenMutationVariables = Exact<{
  input: NotificationUpdateInput;
}>;


export type NotificationSeenMutation = { notificationUpdate: { id: number, seen: boolean } | null };

export type ProgressFragment = { id: number, expiresAt: number, cancelledAt: number | null, state: AlertState, version: number, reachedUsers: number, delivery: Array<{ level: LevelAlert, targeted: number, seen: number, users: number, usersPushed: number, usersWaiting: number, usersFailed: number, usersSeen: number, seenAfterMedian: number | null }> | null, pushFailures: Array<{ provider: string, reason: string, isFinal: boolean, pushes: number, users: number }> | null };

export type AlertProgressNowQueryVariables = Exact<{
  id: number;
}>;


export type AlertProgressNowQuery = { alerts: Array<{ id: number, expiresAt: number, cancelledAt: number | null, state: AlertState, version: number, reachedUsers: number, delivery: Array<{ level: LevelAlert, targeted: number, seen: number, users: number, usersPushed: number, usersWaiting: number, usersFailed: number, usersSeen: number, seenAfterMedian: number | null }> | null, pushFailures: Array<{ provider: string, reason: string, isFinal: boolean, pushes: number, users: number }> | null }> | null };

export type AlertProgressSubscriptionVariables = Exact<{
  id: number;
}>;


export type AlertProgressSubscription = { alertProgress: { id: number, expiresAt: number, cancelledAt: number | null, state: AlertState, version: number, reachedUsers: number, delivery: Array<{ level: LevelAlert, targeted: number, seen: number, users: number, usersPushed: number, usersWaiting: number, usersFailed: number, usersSeen: number, seenAfterMedian: number | null }> | null, pushFailures: Array<{ provider: string, reason: string, isFinal: boolean, pushes: number, users: number }> | null } | null };

export type LastPositionChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type LastPositionChangedSubscription = { lastPositionChanged: { userId: number, lastPosition: { userId: number, latitude: number, longitude: number, movingActivity: MovingActivity, takenAt: number } | null } | null };

export type MyNotificationAddedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type MyNotificationAddedSubscription = { notificationAdded: { id: number } | null };

export type NewPositionMutationVariables = Exact<{
  input: PositionInput;
}>;


export type NewPositionMutation = { newPosition: { id: number } | null };

export type ReachFragment = { one: number, two: number, three: number, againOne: number, againTwo: number, againThree: number, alreadyTold: number, stale: number, coarse: number, withDevice: number, area: number, byProvider: Array<{ provider: string, users: number }> | null, overlapping: Array<{ alertId: number, title: string | null, text1: string, status: AlertStatus, expiresAt: number }> | null };

export type PushProvidersQueryVariables = Exact<{ [key: string]: never; }>;


export type PushProvidersQuery = { pushProviders: Array<{ provider: string, state: PushProviderState, reason: string | null, since: number | null }> | null };

export type AlertReachQueryVariables = Exact<{
  input: AlertInput;
}>;


export type AlertReachQuery = { alertReach: { one: number, two: number, three: number, againOne: number, againTwo: number, againThree: number, alreadyTold: number, stale: number, coarse: number, withDevice: number, area: number, byProvider: Array<{ provider: string, users: number }> | null, overlapping: Array<{ alertId: number, title: string | null, text1: string, status: AlertStatus, expiresAt: number }> | null } | null };

export type AlertUpdateReachQueryVariables = Exact<{
  id: number;
  input: AlertUpdateInput;
}>;


export type AlertUpdateReachQuery = { alertUpdateReach: { one: number, two: number, three: number, againOne: number, againTwo: number, againThree: number, alreadyTold: number, stale: number, coarse: number, withDevice: number, area: number, byProvider: Array<{ provider: string, users: number }> | null, overlapping: Array<{ alertId: number, title: string | null, text1: string, status: AlertStatus, expiresAt: number }> | null } | null };

export type WhyNotifiedQueryVariables = Exact<{
  alertId: number;
  userId: number;
}>;


export type WhyNotifiedQuery = { whyNotified: { rule: NotificationRule, level: LevelAlert | null, latitude: number | null, longitude: number | null, takenAt: number | null, age: number | null, accuracy: number | null, distance1: number | null, distance2: number | null, distance3: number | null } | null };

export type UserRightsMutationVariables = Exact<{
  id: number;
  input: UserRightsInput;
}>;


export type UserRightsMutation = { userRights: { id: number } | null };

export type UserTrainingMutationVariables = Exact<{
  id: number;
  isTraining: boolean;
}>;


export type UserTrainingMutation = { userTraining: { id: number } | null };

export type UserPasswordResetMutationVariables = Exact<{
  id: number;
  input: UserPasswordEdit;
}>;


export type UserPasswordResetMutation = { userPasswordReset: { id: number } | null };

export type AlertsNowQueryVariables = Exact<{
  state: AlertState;
  limit: number;
}>;


export type AlertsNowQuery = { alerts: Array<{ id: number, state: AlertState, version: number, expiresAt: number, reachedUsers: number }> | null };

export type SessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type SessionsQuery = { sessions: Array<{ id: number, client: string | null, createdAt: number, usedAt: number, isCurrent: boolean }> | null };

export type SessionEndMutationVariables = Exact<{
  id: number;
}>;


export type SessionEndMutation = { sessionEnd: { id: number } | null };

export type LogoutMutationVariables = Exact<{ [key: string]: never; }>;


export type LogoutMutation = { logout: { id: number } | null };

export type HeldFragment = { id: number, state: HeldPublicationState, secondsLeft: number, alertId: number | null, reason: string | null };

export type PublicationHoldMutationVariables = Exact<{
  input: PublicationInput;
}>;


export type PublicationHoldMutation = { publicationHold: { id: number, state: HeldPublicationState, secondsLeft: number, alertId: number | null, reason: string | null } | null };

export type PublicationTakeBackMutationVariables = Exact<{
  id: number;
}>;


export type PublicationTakeBackMutation = { publicationTakeBack: { id: number, state: HeldPublicationState, secondsLeft: number, alertId: number | null, reason: string | null } | null };

export type HeldPublicationNowQueryVariables = Exact<{
  id: number;
}>;


export type HeldPublicationNowQuery = { heldPublication: { id: number, state: HeldPublicationState, secondsLeft: number, alertId: number | null, reason: string | null } | null };

export type PublishStepQueryVariables = Exact<{ [key: string]: never; }>;


export type PublishStepQuery = { publishStep: { confirmAbove: number, takeBackTime: number } | null };

export type AlertsSearchQueryVariables = Exact<{
  search?: string | null | undefined;
  state?: AlertState | null | undefined;
  status?: AlertStatus | null | undefined;
  publishedSince?: number | null | undefined;
  publishedBefore?: number | null | undefined;
  limit: number;
  offset: number;
}>;


export type AlertsSearchQuery = { alertsSearch: { total: number, alerts: Array<{ id: number, title: string, state: AlertState, status: AlertStatus, createdAt: number, expiresAt: number, cancelledAt: number | null, reachedUsers: number }> } | null };

export type AlertStatisticsQueryVariables = Exact<{
  months: number;
}>;


export type AlertStatisticsQuery = { alertStatistics: Array<{ beganAt: number, status: AlertStatus, alerts: number, told: number, seen: number, toldAfterMedian: number | null }> | null };

export type AlertTimelineQueryVariables = Exact<{
  id: number;
}>;


export type AlertTimelineQuery = { alerts: Array<{ timeline: Array<{ beganAt: number, duration: number, told: number, pushed: number, seen: number }> | null }> | null };

export type SavedAreasQueryVariables = Exact<{
  limit: number;
  offset: number;
}>;


export type SavedAreasQuery = { savedAreas: Array<{ id: number, name: string, version: number, updatedAt: number, user: { name: string } | null }> | null };

export type SavedAreaQueryVariables = Exact<{
  id: number;
}>;


export type SavedAreaQuery = { savedAreas: Array<{ areaGeoJson: import('geojson').Geometry }> | null };

export type NewSavedAreaMutationVariables = Exact<{
  input: SavedAreaInput;
}>;


export type NewSavedAreaMutation = { newSavedArea: { id: number } | null };

export type SavedAreaEditMutationVariables = Exact<{
  id: number;
  input: SavedAreaEdit;
}>;


export type SavedAreaEditMutation = { savedAreaEdit: { id: number } | null };

export type SavedAreaRemoveMutationVariables = Exact<{
  id: number;
}>;


export type SavedAreaRemoveMutation = { savedAreaRemove: { id: number } | null };

export type TemplateFragment = { id: number, name: string, version: number, title: string | null, text1: string, text2: string, text3: string, allClear: string, correction: string, language: string | null, event: string | null, severity: Severity, urgency: Urgency, certainty: Certainty, status: AlertStatus, level2Distance: number | null, level3Distance: number | null, duration: number | null };

export type AlertTemplatesQueryVariables = Exact<{
  limit: number;
  id?: number | null | undefined;
}>;


export type AlertTemplatesQuery = { alertTemplates: Array<{ id: number, name: string, version: number, title: string | null, text1: string, text2: string, text3: string, allClear: string, correction: string, language: string | null, event: string | null, severity: Severity, urgency: Urgency, certainty: Certainty, status: AlertStatus, level2Distance: number | null, level3Distance: number | null, duration: number | null }> | null };

export type NewAlertTemplateMutationVariables = Exact<{
  input: AlertTemplateInput;
}>;


export type NewAlertTemplateMutation = { newAlertTemplate: { id: number } | null };

export type AlertTemplateEditMutationVariables = Exact<{
  id: number;
  input: AlertTemplateInput;
  expectedVersion: number;
}>;


export type AlertTemplateEditMutation = { alertTemplateEdit: { id: number } | null };

export type AlertTemplateRemoveMutationVariables = Exact<{
  id: number;
}>;


export type AlertTemplateRemoveMutation = { alertTemplateRemove: { id: number } | null };

export type SharedDraftStateFragment = { id: number, name: string, version: number, updatedAt: number, isTraining: boolean, editingUntil: number | null, user: { name: string } | null, editor: { id: number, name: string } | null };

export type SharedDraftsQueryVariables = Exact<{
  limit: number;
}>;


export type SharedDraftsQuery = { sharedDrafts: Array<{ id: number, name: string, version: number, updatedAt: number, isTraining: boolean, editingUntil: number | null, user: { name: string } | null, editor: { id: number, name: string } | null }> | null };

export type SharedDraftQueryVariables = Exact<{
  id: number;
}>;


export type SharedDraftQuery = { sharedDrafts: Array<{ name: string, version: number, content: string }> | null };

export type NewSharedDraftMutationVariables = Exact<{
  input: SharedDraftInput;
}>;


export type NewSharedDraftMutation = { newSharedDraft: { id: number, version: number } | null };

export type SharedDraftEditMutationVariables = Exact<{
  id: number;
  input: SharedDraftEdit;
}>;


export type SharedDraftEditMutation = { sharedDraftEdit: { version: number } | null };

export type SharedDraftMarkMutationVariables = Exact<{
  id: number;
  isEditing: boolean;
}>;


export type SharedDraftMarkMutation = { sharedDraftMark: { id: number, name: string, version: number, updatedAt: number, isTraining: boolean, editingUntil: number | null, user: { name: string } | null, editor: { id: number, name: string } | null } | null };

export type SharedDraftRemoveMutationVariables = Exact<{
  id: number;
}>;


export type SharedDraftRemoveMutation = { sharedDraftRemove: { id: number } | null };

export type AuditEntriesQueryVariables = Exact<{
  actorId?: number | null | undefined;
  action?: AuditAction | null | undefined;
  createdSince?: number | null | undefined;
  createdBefore?: number | null | undefined;
  limit: number;
  offset: number;
}>;


export type AuditEntriesQuery = { auditEntries: Array<{ id: number, createdAt: number, actorId: number | null, sessionId: number | null, requestId: string | null, action: AuditAction, objectType: AuditObject | null, objectId: number | null, facts: unknown }> | null };

export type InvitationIsOpenQueryVariables = Exact<{
  secret: string;
}>;


export type InvitationIsOpenQuery = { invitationIsOpen: boolean | null };

export type InvitationTakeMutationVariables = Exact<{
  input: InvitationTakeInput;
}>;


export type InvitationTakeMutation = { invitationTake: { accessToken: string, userId: number } | null };

export type ReachabilityQueryVariables = Exact<{ [key: string]: never; }>;


export type ReachabilityQuery = { lastReportedAt: number | null, webPushPublicKey: string | null, me: { emailVerified: boolean } | null, devices: Array<{ provider: string, leftAt: number | null }> | null };

export type DeviceKeyAddMutationVariables = Exact<{
  name: string;
}>;


export type DeviceKeyAddMutation = { deviceKeyAdd: { key: string | null } | null };

export type InvitationsQueryVariables = Exact<{
  limit: number;
  offset: number;
}>;


export type InvitationsQuery = { invitations: Array<{ id: number, name: string, places: number, used: number, madeBy: number, expiresAt: number, revokedAt: number | null }> | null };

export type InvitationAddMutationVariables = Exact<{
  input: InvitationInput;
}>;


export type InvitationAddMutation = { invitationAdd: { id: number, name: string, secret: string | null, places: number, expiresAt: number } | null };

export type InvitationRevokeMutationVariables = Exact<{
  id: number;
}>;


export type InvitationRevokeMutation = { invitationRevoke: { id: number } | null };

export type PasswordForgottenMutationVariables = Exact<{
  email: string;
}>;


export type PasswordForgottenMutation = { passwordForgotten: boolean | null };

export type EmailVerifyMutationVariables = Exact<{
  token: string;
}>;


export type EmailVerifyMutation = { emailVerify: string | null };

export type EmailVerificationSendMutationVariables = Exact<{ [key: string]: never; }>;


export type EmailVerificationSendMutation = { emailVerificationSend: { id: number } | null };

export type MailServerQueryVariables = Exact<{ [key: string]: never; }>;


export type MailServerQuery = { mailServer: { state: PushProviderState, reason: string | null, since: number | null } | null };

export type PersonAlertFragment = { id: number, createdAt: number, expiresAt: number, cancelledAt: number | null, state: AlertState, status: AlertStatus, version: number, language: string, title: string | null, text1: string, text2: string, text3: string, allClear: string | null, audioUrl1: string | null, audioUrl2: string | null, audioUrl3: string | null, cursor: string };

export type ToldFragment = { id: number, cursor: string, kind: NotificationKind, level: LevelAlert, version: number, createdAt: number, seen: boolean, latitude: number, longitude: number, placeKept: boolean, alert: { id: number, createdAt: number, expiresAt: number, cancelledAt: number | null, state: AlertState, status: AlertStatus, version: number, language: string, title: string | null, text1: string, text2: string, text3: string, allClear: string | null, audioUrl1: string | null, audioUrl2: string | null, audioUrl3: string | null, cursor: string } };

export type PersonCursorsQueryVariables = Exact<{ [key: string]: never; }>;


export type PersonCursorsQuery = { newestNotificationCursor: string, newestAlertCursor: string };

export type PersonToldQueryVariables = Exact<{
  limit: number;
  offset: number;
}>;


export type PersonToldQuery = { notifications: Array<{ id: number, cursor: string, kind: NotificationKind, level: LevelAlert, version: number, createdAt: number, seen: boolean, latitude: number, longitude: number, placeKept: boolean, alert: { id: number, createdAt: number, expiresAt: number, cancelledAt: number | null, state: AlertState, status: AlertStatus, version: number, language: string, title: string | null, text1: string, text2: string, text3: string, allClear: string | null, audioUrl1: string | null, audioUrl2: string | null, audioUrl3: string | null, cursor: string } }> | null };

export type PersonChangesQueryVariables = Exact<{
  notifications: string;
  alerts: string;
  limit: number;
}>;


export type PersonChangesQuery = { notifications: Array<{ id: number, cursor: string, kind: NotificationKind, level: LevelAlert, version: number, createdAt: number, seen: boolean, latitude: number, longitude: number, placeKept: boolean, alert: { id: number, createdAt: number, expiresAt: number, cancelledAt: number | null, state: AlertState, status: AlertStatus, version: number, language: string, title: string | null, text1: string, text2: string, text3: string, allClear: string | null, audioUrl1: string | null, audioUrl2: string | null, audioUrl3: string | null, cursor: string } }> | null, alerts: Array<{ id: number, createdAt: number, expiresAt: number, cancelledAt: number | null, state: AlertState, status: AlertStatus, version: number, language: string, title: string | null, text1: string, text2: string, text3: string, allClear: string | null, audioUrl1: string | null, audioUrl2: string | null, audioUrl3: string | null, cursor: string }> | null };

export type PersonAlertNowQueryVariables = Exact<{
  id: number;
}>;


export type PersonAlertNowQuery = { alerts: Array<{ id: number, createdAt: number, expiresAt: number, cancelledAt: number | null, state: AlertState, status: AlertStatus, version: number, language: string, title: string | null, text1: string, text2: string, text3: string, allClear: string | null, audioUrl1: string | null, audioUrl2: string | null, audioUrl3: string | null, cursor: string }> | null };

export type PersonZonesQueryVariables = Exact<{
  id: number;
}>;


export type PersonZonesQuery = { alerts: Array<{ id: number, version: number, areaGeoJson: import('geojson').Geometry, areaLevel2GeoJson: import('geojson').Geometry, areaLevel3GeoJson: import('geojson').Geometry }> | null };

export type AlertsHereQueryVariables = Exact<{
  latitude: number;
  longitude: number;
}>;


export type AlertsHereQuery = { activeAlertsAt: Array<{ alertId: number, level: LevelAlert, distance: number }> | null };

export type DeviceKeysQueryVariables = Exact<{ [key: string]: never; }>;


export type DeviceKeysQuery = { deviceKeys: Array<{ id: number, name: string, createdAt: number, lastUsedAt: number | null }> | null, devices: Array<{ id: number, provider: string, createdAt: number, leftAt: number | null }> | null };

export type DeviceKeyRevokeMutationVariables = Exact<{
  id: number;
}>;


export type DeviceKeyRevokeMutation = { deviceKeyRevoke: { id: number } | null };

export type SessionBeginMutationVariables = Exact<{
  input: LoginCredentials;
}>;


export type SessionBeginMutation = { sessionBegin: { accessToken: string, refreshToken: string, expiresIn: number, userId: number } | null };

export type SessionRefreshMutationVariables = Exact<{
  refreshToken: string;
}>;


export type SessionRefreshMutation = { sessionRefresh: { accessToken: string, refreshToken: string, expiresIn: number, userId: number } | null };

export type TokensFragment = { accessToken: string, refreshToken: string, expiresIn: number, userId: number };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const AlertSummaryFragmentDoc = new TypedDocumentString(`
    fragment AlertSummary on Alert {
  id
  createdAt
  expiresAt
  level2Distance
  level3Distance
  title
  text1
  text2
  text3
  userId
  reachedUsers
  state
  status
  event
  version
  areaGeoJson
  areaLevel2GeoJson
  areaLevel3GeoJson
}
    `, {"fragmentName":"AlertSummary"}) as unknown as TypedDocumentString<AlertSummaryFragment, unknown>;
export const ProgressFragmentDoc = new TypedDocumentString(`
    fragment Progress on Alert {
  id
  expiresAt
  cancelledAt
  state
  version
  reachedUsers
  delivery {
    level
    targeted
    seen
    users
    usersPushed
    usersWaiting
    usersFailed
    usersSeen
    seenAfterMedian
  }
  pushFailures {
    provider
    reason
    isFinal
    pushes
    users
  }
}
    `, {"fragmentName":"Progress"}) as unknown as TypedDocumentString<ProgressFragment, unknown>;
export const ReachFragmentDoc = new TypedDocumentString(`
    fragment Reach on AlertReach {
  one
  two
  three
  againOne
  againTwo
  againThree
  alreadyTold
  stale
  coarse
  withDevice
  byProvider {
    provider
    users
  }
  overlapping {
    alertId
    title
    text1
    status
    expiresAt
  }
  area
}
    `, {"fragmentName":"Reach"}) as unknown as TypedDocumentString<ReachFragment, unknown>;
export const HeldFragmentDoc = new TypedDocumentString(`
    fragment Held on HeldPublication {
  id
  state
  secondsLeft
  alertId
  reason
}
    `, {"fragmentName":"Held"}) as unknown as TypedDocumentString<HeldFragment, unknown>;
export const TemplateFragmentDoc = new TypedDocumentString(`
    fragment Template on AlertTemplate {
  id
  name
  version
  title
  text1
  text2
  text3
  allClear
  correction
  language
  event
  severity
  urgency
  certainty
  status
  level2Distance
  level3Distance
  duration
}
    `, {"fragmentName":"Template"}) as unknown as TypedDocumentString<TemplateFragment, unknown>;
export const SharedDraftStateFragmentDoc = new TypedDocumentString(`
    fragment SharedDraftState on SharedDraft {
  id
  name
  version
  updatedAt
  isTraining
  user {
    name
  }
  editor {
    id
    name
  }
  editingUntil
}
    `, {"fragmentName":"SharedDraftState"}) as unknown as TypedDocumentString<SharedDraftStateFragment, unknown>;
export const PersonAlertFragmentDoc = new TypedDocumentString(`
    fragment PersonAlert on Alert {
  id
  createdAt
  expiresAt
  cancelledAt
  state
  status
  version
  language
  title
  text1
  text2
  text3
  allClear
  audioUrl1
  audioUrl2
  audioUrl3
  cursor
}
    `, {"fragmentName":"PersonAlert"}) as unknown as TypedDocumentString<PersonAlertFragment, unknown>;
export const ToldFragmentDoc = new TypedDocumentString(`
    fragment Told on Notification {
  id
  cursor
  kind
  level
  version
  createdAt
  seen
  latitude
  longitude
  placeKept
  alert {
    ...PersonAlert
  }
}
    fragment PersonAlert on Alert {
  id
  createdAt
  expiresAt
  cancelledAt
  state
  status
  version
  language
  title
  text1
  text2
  text3
  allClear
  audioUrl1
  audioUrl2
  audioUrl3
  cursor
}`, {"fragmentName":"Told"}) as unknown as TypedDocumentString<ToldFragment, unknown>;
export const TokensFragmentDoc = new TypedDocumentString(`
    fragment Tokens on SessionBody {
  accessToken
  refreshToken
  expiresIn
  userId
}
    `, {"fragmentName":"Tokens"}) as unknown as TypedDocumentString<TokensFragment, unknown>;
export const LoginDocument = new TypedDocumentString(`
    mutation Login($input: LoginCredentials!) {
  login(input: $input) {
    accessToken
    userId
  }
}
    `) as unknown as TypedDocumentString<LoginMutation, LoginMutationVariables>;
export const MeDocument = new TypedDocumentString(`
    query Me {
  me {
    id
    email
    name
    address
    isAdmin
    isTraining
    lastPositionOnly
    quietHours {
      from
      to
      timeZone
    }
  }
  webPushPublicKey
}
    `) as unknown as TypedDocumentString<MeQuery, MeQueryVariables>;
export const TrainingDocument = new TypedDocumentString(`
    query Training {
  me {
    isTraining
  }
}
    `) as unknown as TypedDocumentString<TrainingQuery, TrainingQueryVariables>;
export const LastPositionsDocument = new TypedDocumentString(`
    query LastPositions($limit: Int64!, $offset: Int64!) {
  lastPositions(limit: $limit, offset: $offset) {
    userId
    latitude
    longitude
    movingActivity
    takenAt
  }
}
    `) as unknown as TypedDocumentString<LastPositionsQuery, LastPositionsQueryVariables>;
export const AlertsDocument = new TypedDocumentString(`
    query Alerts($state: AlertState!, $limit: Int64!) {
  alerts(state: $state, limit: $limit) {
    ...AlertSummary
  }
}
    fragment AlertSummary on Alert {
  id
  createdAt
  expiresAt
  level2Distance
  level3Distance
  title
  text1
  text2
  text3
  userId
  reachedUsers
  state
  status
  event
  version
  areaGeoJson
  areaLevel2GeoJson
  areaLevel3GeoJson
}`) as unknown as TypedDocumentString<AlertsQuery, AlertsQueryVariables>;
export const AlertDocument = new TypedDocumentString(`
    query Alert($id: Int!) {
  alerts(id: $id) {
    ...AlertSummary
    language
    severity
    urgency
    certainty
    templateId
    allClear
    audioUrl1
    audioUrl2
    audioUrl3
    user {
      id
      name
      email
    }
    ...Progress
    history {
      version
      createdAt
      title
      text1
      text2
      text3
      areaGeoJson
      level2Distance
      level3Distance
      expiresAt
      isRenotified
      allClear
      user {
        id
        name
      }
    }
  }
}
    fragment AlertSummary on Alert {
  id
  createdAt
  expiresAt
  level2Distance
  level3Distance
  title
  text1
  text2
  text3
  userId
  reachedUsers
  state
  status
  event
  version
  areaGeoJson
  areaLevel2GeoJson
  areaLevel3GeoJson
}
fragment Progress on Alert {
  id
  expiresAt
  cancelledAt
  state
  version
  reachedUsers
  delivery {
    level
    targeted
    seen
    users
    usersPushed
    usersWaiting
    usersFailed
    usersSeen
    seenAfterMedian
  }
  pushFailures {
    provider
    reason
    isFinal
    pushes
    users
  }
}`) as unknown as TypedDocumentString<AlertQuery, AlertQueryVariables>;
export const PeopleReachedDocument = new TypedDocumentString(`
    query PeopleReached($alertId: Int!, $limit: Int64!, $offset: Int64!) {
  notificationsConnection(condition: {alertId: $alertId}) {
    totalCount
  }
  notifications(alertId: $alertId, limit: $limit, offset: $offset) {
    id
    userId
    kind
    level
    latitude
    longitude
    createdAt
    seen
    seenAt
    movingActivity
    placeKept
    user {
      name
      email
    }
  }
}
    `) as unknown as TypedDocumentString<PeopleReachedQuery, PeopleReachedQueryVariables>;
export const UsersDocument = new TypedDocumentString(`
    query Users($search: String, $hasDevice: Boolean, $hasPassword: Boolean, $isTester: Boolean, $reportedSince: Int64, $notReportedSince: Int64, $joinedBy: Int, $isSilent: Boolean, $sort: UserSort, $limit: Int!, $offset: Int!) {
  usersOverview(
    search: $search
    hasDevice: $hasDevice
    hasPassword: $hasPassword
    isTester: $isTester
    reportedSince: $reportedSince
    notReportedSince: $notReportedSince
    joinedBy: $joinedBy
    isSilent: $isSilent
    sort: $sort
    limit: $limit
    offset: $offset
  ) {
    id
    email
    name
    address
    isAdmin
    isTester
    isTraining
    hasDevice
    hasPassword
    lastReportedAt
    joinedBy
    app
    isSilent
  }
}
    `) as unknown as TypedDocumentString<UsersQuery, UsersQueryVariables>;
export const ExportMeDocument = new TypedDocumentString(`
    mutation ExportMe {
  exportMe {
    url
  }
}
    `) as unknown as TypedDocumentString<ExportMeMutation, ExportMeMutationVariables>;
export const UserExportDocument = new TypedDocumentString(`
    mutation UserExport($id: Int!) {
  userExport(id: $id) {
    url
  }
}
    `) as unknown as TypedDocumentString<UserExportMutation, UserExportMutationVariables>;
export const EraseMeDocument = new TypedDocumentString(`
    mutation EraseMe($currentPassword: String!) {
  eraseMe(currentPassword: $currentPassword) {
    erasedAt
  }
}
    `) as unknown as TypedDocumentString<EraseMeMutation, EraseMeMutationVariables>;
export const UserEraseDocument = new TypedDocumentString(`
    mutation UserErase($id: Int!, $currentPassword: String) {
  userErase(id: $id, currentPassword: $currentPassword) {
    erasedAt
  }
}
    `) as unknown as TypedDocumentString<UserEraseMutation, UserEraseMutationVariables>;
export const UsersImportDocument = new TypedDocumentString(`
    mutation UsersImport($users: [UserImport!]!, $dryRun: Boolean!) {
  usersImport(users: $users, dryRun: $dryRun) {
    index
    userId
    error
  }
}
    `) as unknown as TypedDocumentString<UsersImportMutation, UsersImportMutationVariables>;
export const NewPasswordLinksDocument = new TypedDocumentString(`
    mutation NewPasswordLinks($userIds: [Int!]!) {
  newPasswordLinks(userIds: $userIds) {
    userId
    token
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<NewPasswordLinksMutation, NewPasswordLinksMutationVariables>;
export const PasswordSetDocument = new TypedDocumentString(`
    mutation PasswordSet($input: PasswordSetInput!) {
  passwordSet(input: $input)
}
    `) as unknown as TypedDocumentString<PasswordSetMutation, PasswordSetMutationVariables>;
export const NewUserDocument = new TypedDocumentString(`
    mutation NewUser($input: NewUserInput!) {
  newUser(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<NewUserMutation, NewUserMutationVariables>;
export const UserEditDocument = new TypedDocumentString(`
    mutation UserEdit($id: Int!, $input: UserEdit!) {
  userEdit(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<UserEditMutation, UserEditMutationVariables>;
export const LastPositionOnlyDocument = new TypedDocumentString(`
    mutation LastPositionOnly($id: Int!, $lastPositionOnly: Boolean!) {
  userEdit(id: $id, input: {lastPositionOnly: $lastPositionOnly}) {
    id
  }
}
    `) as unknown as TypedDocumentString<LastPositionOnlyMutation, LastPositionOnlyMutationVariables>;
export const PositionChoiceDocument = new TypedDocumentString(`
    query PositionChoice($id: Int!) {
  user(id: $id) {
    lastPositionOnly
  }
}
    `) as unknown as TypedDocumentString<PositionChoiceQuery, PositionChoiceQueryVariables>;
export const UserPasswordEditDocument = new TypedDocumentString(`
    mutation UserPasswordEdit($input: UserPasswordEdit!) {
  userPasswordEdit(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<UserPasswordEditMutation, UserPasswordEditMutationVariables>;
export const QuietHoursEditDocument = new TypedDocumentString(`
    mutation QuietHoursEdit($input: QuietHoursInput!) {
  quietHoursEdit(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<QuietHoursEditMutation, QuietHoursEditMutationVariables>;
export const QuietHoursRemoveDocument = new TypedDocumentString(`
    mutation QuietHoursRemove {
  quietHoursRemove {
    id
  }
}
    `) as unknown as TypedDocumentString<QuietHoursRemoveMutation, QuietHoursRemoveMutationVariables>;
export const RegisterDeviceDocument = new TypedDocumentString(`
    mutation RegisterDevice($input: RegisterNotificationToken!) {
  registerDevice(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<RegisterDeviceMutation, RegisterDeviceMutationVariables>;
export const DeviceUnregisterDocument = new TypedDocumentString(`
    mutation DeviceUnregister($token: String!) {
  deviceUnregister(token: $token) {
    id
  }
}
    `) as unknown as TypedDocumentString<DeviceUnregisterMutation, DeviceUnregisterMutationVariables>;
export const MyNotificationsDocument = new TypedDocumentString(`
    query MyNotifications($limit: Int64!) {
  notifications(limit: $limit) {
    id
    kind
    level
    createdAt
    seen
    alertId
    alert {
      text1
      text2
      text3
      allClear
    }
  }
}
    `) as unknown as TypedDocumentString<MyNotificationsQuery, MyNotificationsQueryVariables>;
export const NotificationSeenDocument = new TypedDocumentString(`
    mutation NotificationSeen($input: NotificationUpdateInput!) {
  notificationUpdate(input: $input) {
    id
    seen
  }
}
    `) as unknown as TypedDocumentString<NotificationSeenMutation, NotificationSeenMutationVariables>;
export const AlertProgressNowDocument = new TypedDocumentString(`
    query AlertProgressNow($id: Int!) {
  alerts(id: $id) {
    ...Progress
  }
}
    fragment Progress on Alert {
  id
  expiresAt
  cancelledAt
  state
  version
  reachedUsers
  delivery {
    level
    targeted
    seen
    users
    usersPushed
    usersWaiting
    usersFailed
    usersSeen
    seenAfterMedian
  }
  pushFailures {
    provider
    reason
    isFinal
    pushes
    users
  }
}`) as unknown as TypedDocumentString<AlertProgressNowQuery, AlertProgressNowQueryVariables>;
export const AlertProgressDocument = new TypedDocumentString(`
    subscription AlertProgress($id: Int!) {
  alertProgress(id: $id) {
    ...Progress
  }
}
    fragment Progress on Alert {
  id
  expiresAt
  cancelledAt
  state
  version
  reachedUsers
  delivery {
    level
    targeted
    seen
    users
    usersPushed
    usersWaiting
    usersFailed
    usersSeen
    seenAfterMedian
  }
  pushFailures {
    provider
    reason
    isFinal
    pushes
    users
  }
}`) as unknown as TypedDocumentString<AlertProgressSubscription, AlertProgressSubscriptionVariables>;
export const LastPositionChangedDocument = new TypedDocumentString(`
    subscription LastPositionChanged {
  lastPositionChanged {
    userId
    lastPosition {
      userId
      latitude
      longitude
      movingActivity
      takenAt
    }
  }
}
    `) as unknown as TypedDocumentString<LastPositionChangedSubscription, LastPositionChangedSubscriptionVariables>;
export const MyNotificationAddedDocument = new TypedDocumentString(`
    subscription MyNotificationAdded {
  notificationAdded {
    id
  }
}
    `) as unknown as TypedDocumentString<MyNotificationAddedSubscription, MyNotificationAddedSubscriptionVariables>;
export const NewPositionDocument = new TypedDocumentString(`
    mutation NewPosition($input: PositionInput!) {
  newPosition(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<NewPositionMutation, NewPositionMutationVariables>;
export const PushProvidersDocument = new TypedDocumentString(`
    query PushProviders {
  pushProviders {
    provider
    state
    reason
    since
  }
}
    `) as unknown as TypedDocumentString<PushProvidersQuery, PushProvidersQueryVariables>;
export const AlertReachDocument = new TypedDocumentString(`
    query AlertReach($input: AlertInput!) {
  alertReach(input: $input) {
    ...Reach
  }
}
    fragment Reach on AlertReach {
  one
  two
  three
  againOne
  againTwo
  againThree
  alreadyTold
  stale
  coarse
  withDevice
  byProvider {
    provider
    users
  }
  overlapping {
    alertId
    title
    text1
    status
    expiresAt
  }
  area
}`) as unknown as TypedDocumentString<AlertReachQuery, AlertReachQueryVariables>;
export const AlertUpdateReachDocument = new TypedDocumentString(`
    query AlertUpdateReach($id: Int!, $input: AlertUpdateInput!) {
  alertUpdateReach(id: $id, input: $input) {
    ...Reach
  }
}
    fragment Reach on AlertReach {
  one
  two
  three
  againOne
  againTwo
  againThree
  alreadyTold
  stale
  coarse
  withDevice
  byProvider {
    provider
    users
  }
  overlapping {
    alertId
    title
    text1
    status
    expiresAt
  }
  area
}`) as unknown as TypedDocumentString<AlertUpdateReachQuery, AlertUpdateReachQueryVariables>;
export const WhyNotifiedDocument = new TypedDocumentString(`
    query WhyNotified($alertId: Int!, $userId: Int!) {
  whyNotified(alertId: $alertId, userId: $userId) {
    rule
    level
    latitude
    longitude
    takenAt
    age
    accuracy
    distance1
    distance2
    distance3
  }
}
    `) as unknown as TypedDocumentString<WhyNotifiedQuery, WhyNotifiedQueryVariables>;
export const UserRightsDocument = new TypedDocumentString(`
    mutation UserRights($id: Int!, $input: UserRightsInput!) {
  userRights(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<UserRightsMutation, UserRightsMutationVariables>;
export const UserTrainingDocument = new TypedDocumentString(`
    mutation UserTraining($id: Int!, $isTraining: Boolean!) {
  userTraining(id: $id, isTraining: $isTraining) {
    id
  }
}
    `) as unknown as TypedDocumentString<UserTrainingMutation, UserTrainingMutationVariables>;
export const UserPasswordResetDocument = new TypedDocumentString(`
    mutation UserPasswordReset($id: Int!, $input: UserPasswordEdit!) {
  userPasswordReset(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<UserPasswordResetMutation, UserPasswordResetMutationVariables>;
export const AlertsNowDocument = new TypedDocumentString(`
    query AlertsNow($state: AlertState!, $limit: Int64!) {
  alerts(state: $state, limit: $limit) {
    id
    state
    version
    expiresAt
    reachedUsers
  }
}
    `) as unknown as TypedDocumentString<AlertsNowQuery, AlertsNowQueryVariables>;
export const SessionsDocument = new TypedDocumentString(`
    query Sessions {
  sessions(limit: 100) {
    id
    client
    createdAt
    usedAt
    isCurrent
  }
}
    `) as unknown as TypedDocumentString<SessionsQuery, SessionsQueryVariables>;
export const SessionEndDocument = new TypedDocumentString(`
    mutation SessionEnd($id: Int64!) {
  sessionEnd(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<SessionEndMutation, SessionEndMutationVariables>;
export const LogoutDocument = new TypedDocumentString(`
    mutation Logout {
  logout {
    id
  }
}
    `) as unknown as TypedDocumentString<LogoutMutation, LogoutMutationVariables>;
export const PublicationHoldDocument = new TypedDocumentString(`
    mutation PublicationHold($input: PublicationInput!) {
  publicationHold(input: $input) {
    ...Held
  }
}
    fragment Held on HeldPublication {
  id
  state
  secondsLeft
  alertId
  reason
}`) as unknown as TypedDocumentString<PublicationHoldMutation, PublicationHoldMutationVariables>;
export const PublicationTakeBackDocument = new TypedDocumentString(`
    mutation PublicationTakeBack($id: Int!) {
  publicationTakeBack(id: $id) {
    ...Held
  }
}
    fragment Held on HeldPublication {
  id
  state
  secondsLeft
  alertId
  reason
}`) as unknown as TypedDocumentString<PublicationTakeBackMutation, PublicationTakeBackMutationVariables>;
export const HeldPublicationNowDocument = new TypedDocumentString(`
    query HeldPublicationNow($id: Int!) {
  heldPublication(id: $id) {
    ...Held
  }
}
    fragment Held on HeldPublication {
  id
  state
  secondsLeft
  alertId
  reason
}`) as unknown as TypedDocumentString<HeldPublicationNowQuery, HeldPublicationNowQueryVariables>;
export const PublishStepDocument = new TypedDocumentString(`
    query PublishStep {
  publishStep {
    confirmAbove
    takeBackTime
  }
}
    `) as unknown as TypedDocumentString<PublishStepQuery, PublishStepQueryVariables>;
export const AlertsSearchDocument = new TypedDocumentString(`
    query AlertsSearch($search: String, $state: AlertState, $status: AlertStatus, $publishedSince: Int64, $publishedBefore: Int64, $limit: Int!, $offset: Int!) {
  alertsSearch(
    search: $search
    state: $state
    status: $status
    publishedSince: $publishedSince
    publishedBefore: $publishedBefore
    limit: $limit
    offset: $offset
  ) {
    total
    alerts {
      id
      title
      state
      status
      createdAt
      expiresAt
      cancelledAt
      reachedUsers
    }
  }
}
    `) as unknown as TypedDocumentString<AlertsSearchQuery, AlertsSearchQueryVariables>;
export const AlertStatisticsDocument = new TypedDocumentString(`
    query AlertStatistics($months: Int!) {
  alertStatistics(months: $months) {
    beganAt
    status
    alerts
    told
    seen
    toldAfterMedian
  }
}
    `) as unknown as TypedDocumentString<AlertStatisticsQuery, AlertStatisticsQueryVariables>;
export const AlertTimelineDocument = new TypedDocumentString(`
    query AlertTimeline($id: Int!) {
  alerts(id: $id) {
    timeline {
      beganAt
      duration
      told
      pushed
      seen
    }
  }
}
    `) as unknown as TypedDocumentString<AlertTimelineQuery, AlertTimelineQueryVariables>;
export const SavedAreasDocument = new TypedDocumentString(`
    query SavedAreas($limit: Int64!, $offset: Int64!) {
  savedAreas(limit: $limit, offset: $offset) {
    id
    name
    version
    updatedAt
    user {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<SavedAreasQuery, SavedAreasQueryVariables>;
export const SavedAreaDocument = new TypedDocumentString(`
    query SavedArea($id: Int!) {
  savedAreas(id: $id) {
    areaGeoJson
  }
}
    `) as unknown as TypedDocumentString<SavedAreaQuery, SavedAreaQueryVariables>;
export const NewSavedAreaDocument = new TypedDocumentString(`
    mutation NewSavedArea($input: SavedAreaInput!) {
  newSavedArea(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<NewSavedAreaMutation, NewSavedAreaMutationVariables>;
export const SavedAreaEditDocument = new TypedDocumentString(`
    mutation SavedAreaEdit($id: Int!, $input: SavedAreaEdit!) {
  savedAreaEdit(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<SavedAreaEditMutation, SavedAreaEditMutationVariables>;
export const SavedAreaRemoveDocument = new TypedDocumentString(`
    mutation SavedAreaRemove($id: Int!) {
  savedAreaRemove(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<SavedAreaRemoveMutation, SavedAreaRemoveMutationVariables>;
export const AlertTemplatesDocument = new TypedDocumentString(`
    query AlertTemplates($limit: Int64!, $id: Int) {
  alertTemplates(limit: $limit, id: $id) {
    ...Template
  }
}
    fragment Template on AlertTemplate {
  id
  name
  version
  title
  text1
  text2
  text3
  allClear
  correction
  language
  event
  severity
  urgency
  certainty
  status
  level2Distance
  level3Distance
  duration
}`) as unknown as TypedDocumentString<AlertTemplatesQuery, AlertTemplatesQueryVariables>;
export const NewAlertTemplateDocument = new TypedDocumentString(`
    mutation NewAlertTemplate($input: AlertTemplateInput!) {
  newAlertTemplate(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<NewAlertTemplateMutation, NewAlertTemplateMutationVariables>;
export const AlertTemplateEditDocument = new TypedDocumentString(`
    mutation AlertTemplateEdit($id: Int!, $input: AlertTemplateInput!, $expectedVersion: Int!) {
  alertTemplateEdit(id: $id, input: $input, expectedVersion: $expectedVersion) {
    id
  }
}
    `) as unknown as TypedDocumentString<AlertTemplateEditMutation, AlertTemplateEditMutationVariables>;
export const AlertTemplateRemoveDocument = new TypedDocumentString(`
    mutation AlertTemplateRemove($id: Int!) {
  alertTemplateRemove(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<AlertTemplateRemoveMutation, AlertTemplateRemoveMutationVariables>;
export const SharedDraftsDocument = new TypedDocumentString(`
    query SharedDrafts($limit: Int64!) {
  sharedDrafts(limit: $limit) {
    ...SharedDraftState
  }
}
    fragment SharedDraftState on SharedDraft {
  id
  name
  version
  updatedAt
  isTraining
  user {
    name
  }
  editor {
    id
    name
  }
  editingUntil
}`) as unknown as TypedDocumentString<SharedDraftsQuery, SharedDraftsQueryVariables>;
export const SharedDraftDocument = new TypedDocumentString(`
    query SharedDraft($id: Int!) {
  sharedDrafts(id: $id) {
    name
    version
    content
  }
}
    `) as unknown as TypedDocumentString<SharedDraftQuery, SharedDraftQueryVariables>;
export const NewSharedDraftDocument = new TypedDocumentString(`
    mutation NewSharedDraft($input: SharedDraftInput!) {
  newSharedDraft(input: $input) {
    id
    version
  }
}
    `) as unknown as TypedDocumentString<NewSharedDraftMutation, NewSharedDraftMutationVariables>;
export const SharedDraftEditDocument = new TypedDocumentString(`
    mutation SharedDraftEdit($id: Int!, $input: SharedDraftEdit!) {
  sharedDraftEdit(id: $id, input: $input) {
    version
  }
}
    `) as unknown as TypedDocumentString<SharedDraftEditMutation, SharedDraftEditMutationVariables>;
export const SharedDraftMarkDocument = new TypedDocumentString(`
    mutation SharedDraftMark($id: Int!, $isEditing: Boolean!) {
  sharedDraftMark(id: $id, isEditing: $isEditing) {
    ...SharedDraftState
  }
}
    fragment SharedDraftState on SharedDraft {
  id
  name
  version
  updatedAt
  isTraining
  user {
    name
  }
  editor {
    id
    name
  }
  editingUntil
}`) as unknown as TypedDocumentString<SharedDraftMarkMutation, SharedDraftMarkMutationVariables>;
export const SharedDraftRemoveDocument = new TypedDocumentString(`
    mutation SharedDraftRemove($id: Int!) {
  sharedDraftRemove(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<SharedDraftRemoveMutation, SharedDraftRemoveMutationVariables>;
export const AuditEntriesDocument = new TypedDocumentString(`
    query AuditEntries($actorId: Int, $action: AuditAction, $createdSince: Int64, $createdBefore: Int64, $limit: Int64!, $offset: Int64!) {
  auditEntries(
    actorId: $actorId
    action: $action
    createdSince: $createdSince
    createdBefore: $createdBefore
    limit: $limit
    offset: $offset
  ) {
    id
    createdAt
    actorId
    sessionId
    requestId
    action
    objectType
    objectId
    facts
  }
}
    `) as unknown as TypedDocumentString<AuditEntriesQuery, AuditEntriesQueryVariables>;
export const InvitationIsOpenDocument = new TypedDocumentString(`
    query InvitationIsOpen($secret: String!) {
  invitationIsOpen(secret: $secret)
}
    `) as unknown as TypedDocumentString<InvitationIsOpenQuery, InvitationIsOpenQueryVariables>;
export const InvitationTakeDocument = new TypedDocumentString(`
    mutation InvitationTake($input: InvitationTakeInput!) {
  invitationTake(input: $input) {
    accessToken
    userId
  }
}
    `) as unknown as TypedDocumentString<InvitationTakeMutation, InvitationTakeMutationVariables>;
export const ReachabilityDocument = new TypedDocumentString(`
    query Reachability {
  me {
    emailVerified
  }
  devices {
    provider
    leftAt
  }
  lastReportedAt
  webPushPublicKey
}
    `) as unknown as TypedDocumentString<ReachabilityQuery, ReachabilityQueryVariables>;
export const DeviceKeyAddDocument = new TypedDocumentString(`
    mutation DeviceKeyAdd($name: String!) {
  deviceKeyAdd(name: $name) {
    key
  }
}
    `) as unknown as TypedDocumentString<DeviceKeyAddMutation, DeviceKeyAddMutationVariables>;
export const InvitationsDocument = new TypedDocumentString(`
    query Invitations($limit: Int!, $offset: Int!) {
  invitations(limit: $limit, offset: $offset) {
    id
    name
    places
    used
    madeBy
    expiresAt
    revokedAt
  }
}
    `) as unknown as TypedDocumentString<InvitationsQuery, InvitationsQueryVariables>;
export const InvitationAddDocument = new TypedDocumentString(`
    mutation InvitationAdd($input: InvitationInput!) {
  invitationAdd(input: $input) {
    id
    name
    secret
    places
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<InvitationAddMutation, InvitationAddMutationVariables>;
export const InvitationRevokeDocument = new TypedDocumentString(`
    mutation InvitationRevoke($id: Int!) {
  invitationRevoke(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<InvitationRevokeMutation, InvitationRevokeMutationVariables>;
export const PasswordForgottenDocument = new TypedDocumentString(`
    mutation PasswordForgotten($email: String!) {
  passwordForgotten(email: $email)
}
    `) as unknown as TypedDocumentString<PasswordForgottenMutation, PasswordForgottenMutationVariables>;
export const EmailVerifyDocument = new TypedDocumentString(`
    mutation EmailVerify($token: String!) {
  emailVerify(token: $token)
}
    `) as unknown as TypedDocumentString<EmailVerifyMutation, EmailVerifyMutationVariables>;
export const EmailVerificationSendDocument = new TypedDocumentString(`
    mutation EmailVerificationSend {
  emailVerificationSend {
    id
  }
}
    `) as unknown as TypedDocumentString<EmailVerificationSendMutation, EmailVerificationSendMutationVariables>;
export const MailServerDocument = new TypedDocumentString(`
    query MailServer {
  mailServer {
    state
    reason
    since
  }
}
    `) as unknown as TypedDocumentString<MailServerQuery, MailServerQueryVariables>;
export const PersonCursorsDocument = new TypedDocumentString(`
    query PersonCursors {
  newestNotificationCursor
  newestAlertCursor
}
    `) as unknown as TypedDocumentString<PersonCursorsQuery, PersonCursorsQueryVariables>;
export const PersonToldDocument = new TypedDocumentString(`
    query PersonTold($limit: Int64!, $offset: Int64!) {
  notifications(limit: $limit, offset: $offset) {
    ...Told
  }
}
    fragment PersonAlert on Alert {
  id
  createdAt
  expiresAt
  cancelledAt
  state
  status
  version
  language
  title
  text1
  text2
  text3
  allClear
  audioUrl1
  audioUrl2
  audioUrl3
  cursor
}
fragment Told on Notification {
  id
  cursor
  kind
  level
  version
  createdAt
  seen
  latitude
  longitude
  placeKept
  alert {
    ...PersonAlert
  }
}`) as unknown as TypedDocumentString<PersonToldQuery, PersonToldQueryVariables>;
export const PersonChangesDocument = new TypedDocumentString(`
    query PersonChanges($notifications: String!, $alerts: String!, $limit: Int64!) {
  notifications(since: $notifications, limit: $limit) {
    ...Told
  }
  alerts(since: $alerts, limit: $limit) {
    ...PersonAlert
  }
}
    fragment PersonAlert on Alert {
  id
  createdAt
  expiresAt
  cancelledAt
  state
  status
  version
  language
  title
  text1
  text2
  text3
  allClear
  audioUrl1
  audioUrl2
  audioUrl3
  cursor
}
fragment Told on Notification {
  id
  cursor
  kind
  level
  version
  createdAt
  seen
  latitude
  longitude
  placeKept
  alert {
    ...PersonAlert
  }
}`) as unknown as TypedDocumentString<PersonChangesQuery, PersonChangesQueryVariables>;
export const PersonAlertNowDocument = new TypedDocumentString(`
    query PersonAlertNow($id: Int!) {
  alerts(id: $id) {
    ...PersonAlert
  }
}
    fragment PersonAlert on Alert {
  id
  createdAt
  expiresAt
  cancelledAt
  state
  status
  version
  language
  title
  text1
  text2
  text3
  allClear
  audioUrl1
  audioUrl2
  audioUrl3
  cursor
}`) as unknown as TypedDocumentString<PersonAlertNowQuery, PersonAlertNowQueryVariables>;
export const PersonZonesDocument = new TypedDocumentString(`
    query PersonZones($id: Int!) {
  alerts(id: $id) {
    id
    version
    areaGeoJson
    areaLevel2GeoJson
    areaLevel3GeoJson
  }
}
    `) as unknown as TypedDocumentString<PersonZonesQuery, PersonZonesQueryVariables>;
export const AlertsHereDocument = new TypedDocumentString(`
    query AlertsHere($latitude: Float!, $longitude: Float!) {
  activeAlertsAt(latitude: $latitude, longitude: $longitude) {
    alertId
    level
    distance
  }
}
    `) as unknown as TypedDocumentString<AlertsHereQuery, AlertsHereQueryVariables>;
export const DeviceKeysDocument = new TypedDocumentString(`
    query DeviceKeys {
  deviceKeys {
    id
    name
    createdAt
    lastUsedAt
  }
  devices {
    id
    provider
    createdAt
    leftAt
  }
}
    `) as unknown as TypedDocumentString<DeviceKeysQuery, DeviceKeysQueryVariables>;
export const DeviceKeyRevokeDocument = new TypedDocumentString(`
    mutation DeviceKeyRevoke($id: Int!) {
  deviceKeyRevoke(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<DeviceKeyRevokeMutation, DeviceKeyRevokeMutationVariables>;
export const SessionBeginDocument = new TypedDocumentString(`
    mutation SessionBegin($input: LoginCredentials!) {
  sessionBegin(input: $input) {
    ...Tokens
  }
}
    fragment Tokens on SessionBody {
  accessToken
  refreshToken
  expiresIn
  userId
}`) as unknown as TypedDocumentString<SessionBeginMutation, SessionBeginMutationVariables>;
export const SessionRefreshDocument = new TypedDocumentString(`
    mutation SessionRefresh($refreshToken: String!) {
  sessionRefresh(refreshToken: $refreshToken) {
    ...Tokens
  }
}
    fragment Tokens on SessionBody {
  accessToken
  refreshToken
  expiresIn
  userId
}`) as unknown as TypedDocumentString<SessionRefreshMutation, SessionRefreshMutationVariables>;