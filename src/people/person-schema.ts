type Schema = Record<string, unknown>;

const MOVING_ACTIVITIES = [
  "IN_VEHICLE",
  "ON_BICYCLE",
  "ON_FOOT",
  "RUNNING",
  "STILL",
  "TILTING",
  "UNKNOWN",
  "WALKING",
];

/** The types of the tables below. Those with a question mark have null too. */
const TYPES = new Map<string, Schema>(
  Object.entries({
    activity: { $ref: "#/$defs/movingActivity" },
    "activity?": { enum: [...MOVING_ACTIVITIES, null] },
    boolean: { type: "boolean" },
    emailUse: { enum: ["ALWAYS", "WITHOUT_DEVICE", "NEVER"] },
    integer: { type: "integer" },
    "integer?": { type: ["integer", "null"] },
    kind: { enum: ["ALERT", "UPDATE", "ALL_CLEAR"] },
    level: { enum: ["ONE", "TWO", "THREE"] },
    moment: { $ref: "#/$defs/moment" },
    "moment?": { $ref: "#/$defs/momentOrNull" },
    number: { type: "number" },
    "number?": { type: ["number", "null"] },
    provider: { enum: ["expo", "fcm", "web_push", "email", "ntfy", "sms"] },
    role: { enum: ["VIEWER", "AUTHOR", "APPROVER", "MANAGER"] },
    status: { enum: ["ACTUAL", "EXERCISE", "TEST"] },
    way: { enum: ["TOTP", "PASSKEY", "RECOVERY_CODE", "PASSWORD"] },
    text: { type: "string" },
    "text?": { type: ["string", "null"] },
    texts: { type: "array", items: { type: "string" } },
    "texts?": { type: ["array", "null"], items: { type: "string" } },
  }),
);

function field(row: string): [name: string, schema: Schema] {
  const [name = "", type = "", ...words] = row.split(/ +/);
  const schema = TYPES.get(type);
  if (!schema) throw new Error(`No type of a field: ${row}`);
  return [name, { ...schema, description: words.join(" ") }];
}

const object = (description: string, properties: Schema) => ({
  type: "object",
  description,
  required: Object.keys(properties),
  properties,
});

/** An object, as its description and a line for each of its fields, all of which it has: name, type, description. */
function item(table: string) {
  const [description = "", ...rows] = table.split(/\n +/);
  return object(description, Object.fromEntries(rows.map(field)));
}

/** The description of the whole, and below it an item. */
function described(table: string) {
  const [description] = table.split("\n", 1);
  return { description, one: item(table.replace(/^.*\n +/, "")) };
}

function itemOrNull(table: string) {
  const { description, one } = described(table);
  return { anyOf: [one, { type: "null" }], description };
}

function list(table: string) {
  const { description, one } = described(table);
  return { type: "array", description, items: one };
}

const POSITION = `createdAt      moment   When the service received it.
    takenAt        moment   When the device took it.
    latitude       number   Degrees north, WGS 84.
    longitude      number   Degrees east, WGS 84.
    accuracy       number?  The radius of its accuracy in metres. Null if the device did not report it.
    movingActivity activity How the person was moving.`;

/** The parts of a person's data that have one item, or none. */
export const SINGLE = {
  user: item(`The person.
    id                    integer  The id of the user.
    email                 text     The email address to log in with.
    name                  text     The name.
    address               text     The postal address.
    isAdmin               boolean  True for an administrator.
    isTester              boolean  True for a tester.
    isTraining            boolean  True for a training user.
    createdAt             moment   When the user was created.
    issuer                text?    The OpenID provider where the person logs in.
    subject               text?    Who the person is there. Its refresh token is left out.
    hasPassword           boolean  True if a password was set. Its hash is left out.
    passwordLinkExpiresAt moment?  Until when a link to set a password works. Null without one.
    emailLinkExpiresAt    moment?  Until when a link to confirm the email works. Null without one.
    emailVerified         boolean  True if the person has confirmed the email by a mailed link.
    alertsByEmail         emailUse When alerts come by email.
    emailRefusal          text?    Why the mail server refused the email. Null if it did not.
    smsRefusal            text?    Why the gateway of SMS refused the number. Null if it did not.
    lastPositionOnly      boolean  True if no history of positions is kept, because the person chose so.
    languages             texts    The languages that the person chose, the dearest first.
    deviceLanguage        text?    The language of the person's device. Null if it is not known.
    authorityId           integer  The id of the authority that made or invited the person.
    joinedBy              integer? The id of the invitation by which the person joined. Null without one.`),
  lastPosition: itemOrNull(`The last position. Null if none is held.
    Where the person was last.
    aliveAt        moment?  When an app last confirmed it. Null if none has.
    ${POSITION}`),
  quietHours: itemOrNull(`The quiet hours. Null without any.
    The hours in which pushes of levels TWO and THREE wait.
    from     text The time of day at which they start.
    to       text The time of day at which they end.
    timeZone text A name of the IANA time zone database.`),
};

/** The parts that have few items. */
export const SHORT = {
  memberships: list(`What the person may do for which authorities.
    A role.
    authorityId integer The id of the authority.
    authority   text    Its name.
    role        role    What the person may do.
    fromGroup   boolean True if a group at an OpenID provider gives it.`),
  sessions: list(`The logins that are valid.
    A login.
    id        integer The id of the session.
    createdAt moment  When it began.
    usedAt    moment  When a request last used it, to about an hour.
    expiresAt moment  When it ends by itself.
    isAdmin   boolean What it may do: true for an administrator.
    loginWay  way     How the person logged in.
    secondFactorAt moment? When it last showed a second factor. Null if it has shown none.
    client    text?   The program that logged in, as it named itself.`),
  secondFactors: list(`The second factors of the person. Their keys are left out.
    A second factor.
    id        integer The id of the second factor.
    kind      way     What it is.
    name      text    The name that the person gave it.
    createdAt moment  When it was added.
    usedAt    moment? When it was last shown. Null if it was not since.`),
  loginAddresses: list(`Where the person has logged in from, the last twenty.
    An internet address.
    address text   The internet address, or the /64 of an IPv6 address.
    lastAt  moment When the person last logged in from there, to a day.`),
  devices:
    list(`The devices that pushes go to. Their tokens are left out, as whoever has one may push to the device.
    A device.
    id        integer  The id of the device.
    provider  provider The provider that pushes to it.
    createdAt moment   When it was last registered.
    leftAt    moment?  When another user registered it. Null while it is this person's.`),
  deviceKeys: list(`The keys with which apps report positions. The keys themselves are not held.
    A device key.
    id         integer The id of the key.
    name       text    The name that the person gave it.
    createdAt  moment  When it was made.
    lastUsedAt moment? When an app last used it, to about a minute.`),
  alertVersions: list(`The versions of alerts that the person published.
    A version of an alert.
    alertId   integer The id of the alert.
    version   integer The version.
    createdAt moment  When it was published.`),
  heldPublications: list(`The publications that the person held or took back.
    A held publication.
    id        integer  The id of the held publication.
    createdAt moment   When it was asked for.
    dueAt     moment   When it is published.
    state     text     What became of it.
    alertId   integer? The id of the alert.`),
  sharedDrafts: list(`The drafts that the person changed last, or works on, shared or not.
    A draft.
    id        integer The id of the draft.
    name      text    Its name.
    createdAt moment  When it was made.
    updatedAt moment  When it was last changed.
    content   text    The draft as the client wrote it.`),
  alertTemplates: list(`The templates that the person saved last.
    A template.
    id        integer The id of the template.
    name      text    Its name.
    createdAt moment  When it was first saved.
    updatedAt moment  When it was last saved.`),
  savedAreas: list(`The areas that the person saved last.
    A saved area.
    id        integer The id of the area.
    name      text    Its name.
    createdAt moment  When it was first saved.
    updatedAt moment  When it was last saved.`),
  capSources: list(`The sources of CAP messages that the person saved last.
    A source.
    id   integer The id of the source.
    name text    Its name.
    url  text    Where its messages are.`),
  invitations: list(`The invitations that the person made.
    An invitation.
    id        integer The id of the invitation.
    name      text    Its name.
    places    integer How many people may join by it.
    used      integer How many people have joined by it.
    createdAt moment  When it was made.
    expiresAt moment  Until when people may join by it.
    revokedAt moment? When it was revoked. Null if it was not.`),
  mutualAids: list(`The mutual aid that the person granted.
    Mutual aid.
    id            integer The id of the mutual aid.
    authorityId   integer The id of the authority that grants it.
    toAuthorityId integer The id of the authority that receives it.
    createdAt     moment  When it was granted.
    endsAt        moment  Until when it holds.
    endedAt       moment? When it was ended before. Null if it was not.`),
};

/** The parts that are read in pages. */
export const LONG = {
  auditEntries:
    list(`What the audit log has of the person: what they did, what was done to them, and who read their data alone. Reads of lists and maps name nobody, and are left out, although they may have shown the person: an administrator can list them all (auditEntriesAbout).
    An entry of the audit log.
    id         integer  The id of the entry.
    createdAt  moment   When it was done.
    action     text     What was done, as AuditAction of the API.
    isYours    boolean  True if the person did it. False if it was done to the person, or an administrator read the person's data.
    objectType text?    What it was done to.
    objectId   integer? The id of what it was done to.
    fields     texts?   The fields that were read or edited.`),
  notifications: list(`What the person was told.
    A notification.
    id             integer   The id of the notification.
    alertId        integer   The id of the alert.
    version        integer   The version of the alert.
    kind           kind      What it says.
    level          level     How close the person was.
    createdAt      moment    When the person was notified.
    seenAt         moment?   When the person first saw it.
    title          text?     The title of the alert.
    event          text?     What happens, in a few words.
    status         status    Whether it is real.
    text           text      The text that the person got.
    toldLanguage   text?     Its language. Null if that is the alert's own.
    placeKept      boolean   False if it was cleared where the person was.
    latitude       number?   Where the person was, in degrees north. Null if it was cleared.
    longitude      number?   Where the person was, in degrees east. Null if it was cleared.
    accuracy       number?   The radius of its accuracy in metres.
    takenAt        moment?   When the device took that position.
    movingActivity activity? How the person was moving. Null if it was cleared.
    distanceClass  text?     How far from the alert's area the person was. Null while the place is kept.
    rule           text?     The rule by which the person was notified. Null while the place is kept.`),
  deliveries: list(`How the notifications went to the devices.
    A delivery.
    id             integer  The id of the delivery.
    notificationId integer  The id of the notification.
    deviceId       integer? The id of the device.
    provider       provider The provider of the device.
    state          text     What became of it.
    createdAt      moment   When it was made.
    sentAt         moment?  When it was last sent.
    acceptedAt     moment?  When the provider first took it.
    settledAt      moment?  When it was accepted or given up.
    attempts       integer  How often it was sent.
    why            text?    Why it last failed.`),
  positions: list(`The history of positions.
    A position.
    id             integer  The id of the position.
    ${POSITION}`),
};

/** The format of the file. */
export const FORMAT = "personal data of a location alert service, version 1";
/** The path of the schema on the service. */
export const SCHEMA_PATH = "/export/person.schema.json";

/** The JSON schema of the file that `personExport` writes. */
export const PERSON_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: SCHEMA_PATH,
  title: "Personal data of a location alert service, version 1",
  ...object(
    "Everything that a location alert service holds of a person. An item may have more fields than are listed here.",
    {
      format: { const: FORMAT, description: "The format of the file." },
      schema: { const: SCHEMA_PATH, description: "The path of this schema on the service." },
      exportedAt: { ...TYPES.get("moment"), description: "When the export began." },
      ...SINGLE,
      ...SHORT,
      ...LONG,
    },
  ),
  additionalProperties: false,
  $defs: {
    moment: { type: "string", format: "date-time", description: "A moment, as RFC 3339." },
    momentOrNull: {
      type: ["string", "null"],
      format: "date-time",
      description: "A moment, as RFC 3339, or null.",
    },
    movingActivity: { enum: MOVING_ACTIVITIES, description: "How a person was moving." },
  },
};
