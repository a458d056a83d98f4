import { createHash } from "node:crypto";
import type { CapConfig } from "../settings/config.ts";

/** The texts of a version in a language. */
interface CapText {
  language: string;
  title: string | null;
  texts: [string, string, string];
  /** The text of the all-clear, if it ends the alert. */
  allClear: string | null;
}

/** A version of an alert, as `app_private.next_cap_version()` returns it. */
export interface CapVersion extends CapText {
  /** The texts in other languages. */
  translations: CapText[];
  alertId: number;
  version: number;
  sentAt: string;
  expiresAt: string;
  status: string;
  event: string | null;
  severity: string;
  urgency: string;
  certainty: string;
  category: string | null;
  responseType: string | null;
  /** The widths of zones TWO and THREE in metres. */
  distances: [number, number];
  /** Null for the service itself. */
  authority: string | null;
  /** A point of the area. */
  place: string;
  /** The polygons of each zone. */
  polygons: [string[], string[], string[]];
  /** Those of the single message, then those of each zone's. */
  references: (string | null)[];
}

/** What a message says, in the words of CAP. */
export type CapFacts = ReturnType<typeof factsOf>;

/** What is not in XML, which nothing could read. */
const NO_XML = /[^\t\n\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escapeXml = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(NO_XML, "")
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] as string);

/** Writes an element. Nothing if it has no value. */
export const element = (name: string, value: string | number | null | undefined): string =>
  value === undefined || value === null || value === ""
    ? ""
    : `<${name}>${escapeXml(String(value))}</${name}>\n`;

/** A time as CAP writes it: with the offset of a time zone, and -00:00 for UTC. */
export function capTime(time: string, timeZone: string): string {
  const date = new Date(time);
  const local = date.toLocaleString("sv-SE", { timeZone }).replace(" ", "T");
  const minutes = Math.round((Date.parse(`${local}Z`) - date.getTime()) / 60_000);
  const two = (number: number) => String(Math.trunc(number)).padStart(2, "0");
  const offset = Math.abs(minutes);
  return `${local}${minutes > 0 ? "+" : "-"}${two(offset / 60)}:${two(offset % 60)}`;
}

/** A number of ours in the names of objects, by X.667: no two senders have the same, and nobody must register it. */
export function oidOf(sender: string): string {
  const hash = createHash("sha256").update(sender).digest();
  hash[6] = ((hash[6] as number) & 0x0f) | 0x80;
  hash[8] = ((hash[8] as number) & 0x3f) | 0x80;
  return `urn:oid:2.25.${BigInt(`0x${hash.toString("hex", 0, 16)}`)}`;
}

/** A word of the API as CAP writes it. */
const inTitleCase = (word: string) =>
  word === "CBRNE" ? word : word.charAt(0) + word.slice(1).toLowerCase();

function shorten(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  return `${characters
    .slice(0, most - 1)
    .join("")
    .trimEnd()}…`;
}

/** The event if an alert does not name it. */
const ALERT: Record<string, string> = { de: "Warnung", es: "Alerta", fr: "Alerte", it: "Allerta" };
const LEVELS = ["ONE", "TWO", "THREE"];
// Limits of Google's profile.
const MAX_EVENT = 34;
const MAX_HEADLINE = 140;
const MAX_AREA = 49;

/** The first sentence of a text, or its first line. It differs from the text, as Google's profile wants it. */
function headlineOf(text: string, event: string): string {
  const [line = ""] = text.trim().split(/\s*[\r\n]/);
  const [sentence] = /^.*?[.!?…](?=\s|$)/.exec(line) ?? [line];
  return shorten(sentence === text.trim() ? `${event}: ${sentence}` : sentence, MAX_HEADLINE);
}

function areaOf({ authority, place, distances }: CapVersion, index: number): string {
  const metres = [0, ...distances].map(Math.round);
  const band = index === 0 ? "" : ` + ${metres[index - 1]}–${metres[index]} m`;
  const name = `${place}${band}`;
  return authority ? `${shorten(authority, MAX_AREA - name.length - 2)}, ${name}` : name;
}

function factsOf(version: CapVersion, index: number, config: CapConfig, words: CapText) {
  const { alertId, polygons } = version;
  const { allClear, language } = words;
  const { sender, organisation, publicUrl } = config;
  const [tag = ""] = language.toLowerCase().split("-");
  const event = shorten(version.event ?? ALERT[tag] ?? "Alert", MAX_EVENT);
  const text = allClear ?? (words.texts[index] as string);
  const responseType = version.responseType ? inTitleCase(version.responseType) : undefined;
  return {
    identifier: `${oidOf(sender)}.${alertId}.${version.version}.${index + 1}`,
    sender,
    sent: capTime(version.sentAt, config.timeZone),
    status: inTitleCase(version.status),
    msgType: allClear ? "Cancel" : version.version === 1 ? "Alert" : "Update",
    references: version.references[index + 1] ?? undefined,
    language,
    category: version.category ? inTitleCase(version.category) : config.category,
    event,
    responseType: allClear ? "AllClear" : responseType,
    urgency: allClear ? "Past" : inTitleCase(version.urgency),
    severity: inTitleCase(version.severity),
    certainty: inTitleCase(version.certainty),
    expires: capTime(version.expiresAt, config.timeZone),
    senderName: organisation.name,
    headline: (!allClear && words.title) || headlineOf(text, event),
    description: text,
    web: publicUrl && `${publicUrl}/#/alerts/${alertId}`,
    contact: organisation.contact,
    areaDesc: areaOf(version, index),
    polygons: polygons[index] as string[],
  };
}

const pair = (name: string, value: string | number) =>
  `<parameter>\n${element("valueName", name)}${element("value", value)}</parameter>\n`;

/** Writes an `info` in the order of the XSD. */
function infoOf(facts: CapFacts, { distances }: CapVersion, level: string): string {
  const names = [
    ...(["language", "category", "event", "responseType", "urgency", "severity"] as const),
    ...(["certainty", "expires", "senderName", "headline", "description"] as const),
    ...(["web", "contact"] as const),
  ];
  return `<info>
${names.map((name) => element(name, facts[name])).join("")}${pair("zone", level)}${pair("level2Distance", distances[0])}${pair("level3Distance", distances[1])}<area>
${element("areaDesc", facts.areaDesc)}${facts.polygons.map((polygon) => element("polygon", polygon)).join("")}</area>
</info>
`;
}

function messageOf(facts: CapFacts, alertId: number, infos: string): string {
  const isExercise = facts.status === "Exercise";
  return `<?xml version="1.0" encoding="UTF-8"?>
<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
${element("identifier", facts.identifier)}${element("sender", facts.sender)}${element("sent", facts.sent)}${element("status", facts.status)}${element("msgType", facts.msgType)}<scope>Public</scope>
${element("note", isExercise ? facts.headline : "")}${element("references", facts.references)}${element("incidents", `${oidOf(facts.sender)}.${alertId}`)}${infos}</alert>
`;
}

/** Writes the messages of a version as `app_private.cap_messages` keeps them: the single one, and one for each zone. */
export function writeMessages(version: CapVersion, config: CapConfig) {
  const languages = [version, ...version.translations];
  const infos = languages.map((words) =>
    [0, 1, 2].map((index) => {
      const facts = factsOf(version, index, config, words);
      return { facts, xml: infoOf(facts, version, LEVELS[index] as string) };
    }),
  );
  const zones = (infos[0] ?? []).map(({ facts }) => facts);
  const [one] = zones as [CapFacts];
  const single = {
    ...one,
    identifier: one.identifier.replace(/\d+$/, "0"),
    references: version.references[0] ?? undefined,
    polygons: version.polygons.flat(),
  };
  return [single, ...zones].map((facts, level) => {
    const own = infos.flatMap((zonesOf) => (level ? zonesOf.slice(level - 1, level) : zonesOf));
    const { identifier, sender, sent } = facts;
    const message = messageOf(facts, version.alertId, own.map(({ xml }) => xml).join(""));
    return { level, identifier, sender, sent, expires_at: version.expiresAt, facts, message };
  });
}
