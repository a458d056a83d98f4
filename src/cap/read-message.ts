import type { XmlElement } from "libxml2-wasm";
import { Refusal } from "../limits/fetch-outside.ts";
import { childrenOf, parseXml, textOf } from "./parse-xml.ts";

export interface ReceivedPair {
  name: string;
  value: string;
}

export interface ReceivedInfo {
  language: string;
  categories: string[];
  responseTypes: string[];
  event?: string | undefined;
  urgency?: string | undefined;
  severity?: string | undefined;
  certainty?: string | undefined;
  expires?: string | undefined;
  senderName?: string | undefined;
  headline?: string | undefined;
  description?: string | undefined;
  instruction?: string | undefined;
  web?: string | undefined;
  contact?: string | undefined;
  parameters: ReceivedPair[];
  geocodes: ReceivedPair[];
  areaDesc: string;
  /** Closed rings of [longitude, latitude]. What is within one of them is in the area. */
  polygons: [longitude: number, latitude: number][][];
  circles: [longitude: number, latitude: number, metres: number][];
}

/** A message of others, as app_private.receive_cap() takes it. */
export interface ReceivedMessage {
  identifier: string;
  sender: string;
  /** Times are in ISO 8601, UTC. */
  sent: string;
  status: string;
  msgType: string;
  references: { sender: string; identifier: string; sent: string }[];
  note?: string | undefined;
  infos: ReceivedInfo[];
}

const NAMESPACES = ["1.2", "1.1", "1.0"].map((version) =>
  version === "1.0"
    ? "http://www.incident.com/cap/1.0"
    : `urn:oasis:names:tc:emergency:cap:${version}`,
);
export const isCap = (element: XmlElement) =>
  element.name === "alert" && NAMESPACES.includes(element.namespaceUri);

const STATUSES = ["Actual", "Exercise", "System", "Test", "Draft"];
const TYPES = ["Alert", "Update", "Cancel", "Ack", "Error"];
const MAX_POINTS = 200_000;
/** In metres. A longer radius is a mistake. */
const MAX_RADIUS = 2e6;

/** Reads a time. Without an offset it is UTC. */
export function timeOf(text: string | undefined): string | undefined {
  const isPlain = text && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text);
  // The standard writes UTC as -00:00, which Date takes.
  const time = text ? new Date(isPlain ? `${text}Z` : text) : undefined;
  return time && !Number.isNaN(time.getTime()) && time.getUTCFullYear() < 10_000
    ? time.toISOString()
    : undefined;
}

function required(alert: XmlElement, name: string, among?: string[]): string {
  const text = textOf(alert, name, alert.namespaceUri);
  const found = among ? among.find((word) => word.toLowerCase() === text?.toLowerCase()) : text;
  if (!found || found.length > 500)
    throw new Refusal("NOT_CAP", `${name}: ${text?.slice(0, 100) ?? "missing"}`);
  return found;
}

/** Reads "latitude,longitude". What is no number is NaN. */
function pointOf(text: string): [number, number] {
  const [latitude = Number.NaN, longitude = Number.NaN, ...rest] = text.split(",").map(Number);
  return rest.length === 0 ? [longitude, latitude] : [Number.NaN, Number.NaN];
}

/** True if a point, and the radius of a circle in metres, are possible. */
const isPlace = ([longitude, latitude, metres = 0]: readonly number[]) =>
  Math.abs(latitude as number) <= 90 &&
  Math.abs(longitude as number) <= 360 &&
  metres >= 0 &&
  metres < MAX_RADIUS;

/** Reads the points of a polygon, and closes it. */
function ringOf(text: string): [number, number][] {
  const points = text
    .replace(/\s*,\s*/g, ",")
    .split(/\s+/)
    .filter(Boolean)
    .map(pointOf);
  const [first] = points;
  return first && String(first) !== String(points.at(-1)) ? [...points, first] : points;
}

/** Reads "latitude,longitude kilometres". */
function circleOf(text: string): [number, number, number] {
  const [centre = "", radius] = text.replace(/\s*,\s*/g, ",").split(/\s+/);
  return [...pointOf(centre), Number(radius) * 1000];
}

/** Reads what an area is drawn of. Without what cannot be read it would be another area: then it has none. */
function shapesOf(
  polygons: string[],
  circles: string[],
): Pick<ReceivedInfo, "polygons" | "circles"> {
  const points = polygons.reduce((sum, polygon) => sum + polygon.split(",").length - 1, 0);
  if (points > MAX_POINTS) throw new Refusal("TOO_LARGE", `more than ${MAX_POINTS} points`);
  const rings = polygons.map(ringOf);
  const rounds = circles.map(circleOf);
  if (![...rings.flat(), ...rounds].every(isPlace)) return { polygons: [], circles: [] };
  return { polygons: rings.filter((ring) => ring.length >= 4), circles: rounds };
}

function readInfo(info: XmlElement): ReceivedInfo {
  const ns = info.namespaceUri;
  const texts = (parent: XmlElement, name: string) =>
    childrenOf(parent, name, ns)
      .map(({ content }) => content.trim())
      .filter(Boolean);
  const pairs = (parent: XmlElement, name: string): ReceivedPair[] =>
    childrenOf(parent, name, ns).map((pair) => {
      // CAP 1.0 writes "name=value".
      const [, before = "", after = ""] = /^([^=]*)=?(.*)$/s.exec(pair.content.trim()) ?? [];
      return {
        name: textOf(pair, "valueName", ns) ?? before,
        value: textOf(pair, "value", ns) ?? after,
      };
    });
  const text = (name: string) => textOf(info, name, ns);
  const areas = childrenOf(info, "area", ns);
  const drawn = shapesOf(
    areas.flatMap((area) => texts(area, "polygon")),
    areas.flatMap((area) => texts(area, "circle")),
  );
  return {
    language: text("language") ?? "en-US",
    categories: texts(info, "category"),
    responseTypes: texts(info, "responseType"),
    event: text("event"),
    urgency: text("urgency"),
    severity: text("severity"),
    certainty: text("certainty"),
    expires: timeOf(text("expires")),
    senderName: text("senderName"),
    headline: text("headline"),
    description: text("description"),
    instruction: text("instruction"),
    web: text("web"),
    contact: text("contact"),
    parameters: pairs(info, "parameter"),
    geocodes: areas.flatMap((area) => pairs(area, "geocode")),
    areaDesc: areas.flatMap((area) => texts(area, "areaDesc")).join(", "),
    ...drawn,
  };
}

/** Reads the root of a message, wherever its elements stand. Those of other namespaces are not read. */
function readAlert(alert: XmlElement): ReceivedMessage {
  if (!isCap(alert)) throw new Refusal("NOT_CAP", alert.name.slice(0, 100));
  const ns = alert.namespaceUri;
  const sent = timeOf(required(alert, "sent"));
  if (!sent) throw new Refusal("NOT_CAP", "sent");
  const references = (textOf(alert, "references", ns) ?? "").split(/\s+/).filter(Boolean);
  const infos = childrenOf(alert, "info", ns).map(readInfo);
  return {
    identifier: required(alert, "identifier"),
    sender: required(alert, "sender"),
    sent,
    status: required(alert, "status", STATUSES),
    msgType: required(alert, "msgType", TYPES),
    references: references.flatMap((reference) => {
      const [sender = "", identifier = "", at] = reference.split(",");
      const time = timeOf(at);
      return time ? [{ sender, identifier, sent: time }] : [];
    }),
    note: textOf(alert, "note", ns),
    infos,
  };
}

/**
 * Reads a message of others: strict about what could harm or mislead, liberal about its form.
 * @throws Refusal if it is none.
 */
export async function readMessage(text: string): Promise<ReceivedMessage> {
  using document = await parseXml(text);
  return readAlert(document.root);
}
