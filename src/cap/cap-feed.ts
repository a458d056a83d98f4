import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { shareAnswers } from "../ops/share-answers.ts";
import type { CapConfig } from "../settings/config.ts";
import { type CapFacts, element, escapeXml, oidOf } from "./write-message.ts";

/** What a feed is asked for. */
export interface FeedWish {
  name: "alerts" | "drills";
  format: "atom" | "geojson";
  /** True for the single message of each alert, in place of one for each zone. */
  isSingle: boolean;
  /** As well-known text: only alerts of this place. */
  place?: string | undefined;
}

/** A feed as it is served. */
export interface Generation {
  body: string;
  etag: string;
  updated: Date;
}

interface Row {
  path: string;
  made_at: Date;
  facts: CapFacts;
}

const READ = "select path, made_at, facts from app_private.cap_feed($1, $2, $3)";
/** Within this time all who ask share an answer, so that a million of them cost one a second. */
const LIFETIME_MS = 1_000;
/** A feed without news moves as often, which tells it from a dead one. All hosts give the same one. */
const STEP_MS = 60_000;
/** What entries say, besides their polygons, so that readers need not follow each link. */
const SHOWN = [
  ...(["identifier", "sender", "sent", "status", "msgType", "references", "category"] as const),
  ...(["event", "responseType", "urgency", "severity", "certainty", "expires"] as const),
  "areaDesc" as const,
];

const link = (rel: string, type: string, href: string) =>
  `<link rel="${rel}" type="${type}" href="${escapeXml(href)}"/>\n`;
const author = (name: string) => `<author>\n${element("name", name)}</author>\n`;

function entryOf({ facts, path }: Row, base: string): string {
  const { polygons, senderName, sender, sent } = facts;
  return `<entry>
${element("id", facts.identifier)}${element("title", facts.headline)}${element("updated", sent)}${author(senderName ?? sender)}${link("alternate", "application/cap+xml", base + path)}${element("summary", facts.description)}${SHOWN.map((name) => element(`cap:${name}`, facts[name])).join("")}${polygons.map((polygon) => element("cap:polygon", polygon) + element("georss:polygon", polygon.replaceAll(",", " "))).join("")}</entry>
`;
}

function featureOf({ facts, path }: Row, base: string) {
  const { polygons, ...properties } = facts;
  const pointOf = (pair: string) => pair.split(",").map(Number).reverse();
  const coordinates = polygons.map((polygon) => [polygon.split(" ").map(pointOf)]);
  return {
    type: "Feature",
    id: facts.identifier,
    geometry: { type: "MultiPolygon", coordinates },
    properties: { ...properties, url: base + path },
  };
}

/** Makes a function that returns feeds as they are now. */
export function makeFeeds(pool: Pool, config: CapConfig) {
  const { sender, organisation, publicUrl } = config;
  const base = publicUrl ? `${publicUrl}/` : "";
  const owner = organisation.name ?? sender;

  async function generate({ name, format, isSingle, place }: FeedWish): Promise<Generation> {
    const { rows } = await pool.query<Row>({
      name: "cap-feed",
      text: READ,
      values: [name === "drills", isSingle, place],
    });
    const messages = rows.map((row) => ({
      ...row,
      path: row.path + (isSingle ? "?zones=one" : ""),
    }));
    const step = Math.floor(Date.now() / STEP_MS) * STEP_MS;
    const updated = new Date(Math.max(step, ...rows.map(({ made_at }) => made_at.getTime())));
    const title = name === "drills" ? `${owner}: exercises and tests` : owner;
    const self = `${name}.${format}${isSingle ? "?zones=one" : ""}`;
    const body =
      format === "atom"
        ? `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:cap="urn:oasis:names:tc:emergency:cap:1.2" xmlns:georss="http://www.georss.org/georss">
${element("id", `${oidOf(sender)}#${self}`)}${element("title", title)}${element("updated", updated.toISOString())}${author(owner)}${link("self", "application/atom+xml", base + self)}${messages.map((row) => entryOf(row, base)).join("")}</feed>
`
        : JSON.stringify({
            type: "FeatureCollection",
            title,
            updated: updated.toISOString(),
            features: messages.map((row) => featureOf(row, base)),
          });
    const digest = createHash("sha256").update(body).digest("base64url").slice(0, 22);
    return { body, etag: `"${digest}"`, updated };
  }

  const shared = new Map<string, () => Promise<Generation>>();
  return async (wish: FeedWish): Promise<Generation> => {
    if (wish.place) return await generate(wish);
    const key = JSON.stringify(wish);
    const read = shared.get(key) ?? shareAnswers(() => generate(wish), LIFETIME_MS);
    shared.set(key, read);
    return await read();
  };
}
