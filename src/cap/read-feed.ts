import type { XmlElement } from "libxml2-wasm";
import { Refusal } from "../limits/fetch-outside.ts";
import { childrenOf, parseXml, textOf } from "./parse-xml.ts";
import { isCap, timeOf } from "./read-message.ts";

/** An entry of a feed: where its message is, or the message itself. */
export interface FeedEntry {
  /** What tells it from others, and from what it was before. */
  key: string;
  link?: string;
  text?: string;
  /** When the message ends, if the entry says so. */
  expires?: string | undefined;
}

/** What an address of CAP has: one message, or a feed of them. */
export type CapDocument = { kind: "message" } | { kind: "feed"; entries: FeedEntry[] };

const MAX_ENTRIES = 5000;
const CAP_TYPE = /^(application\/(cap\+xml|common-alerting-protocol\+xml))\b/i;
const CAP_PATH = /\.(xml|cap)$/i;

/** Finds the link to the message among those of an entry: by its type, by its ending, or because it is the only one. */
function linkOf(entry: XmlElement, base: string): string | undefined {
  const links = ["link", "enclosure"]
    .flatMap((name) => childrenOf(entry, name))
    .flatMap((element) => {
      const address =
        (element.attr("href") ?? element.attr("url"))?.value ?? element.content.trim();
      const url = URL.canParse(address, base) && address ? new URL(address, base) : undefined;
      return url ? [{ url, type: element.attr("type")?.value ?? "" }] : [];
    });
  const found =
    links.find(({ type }) => CAP_TYPE.test(type)) ??
    links.find(({ url }) => CAP_PATH.test(url.pathname)) ??
    (links.length === 1 ? links[0] : undefined);
  return found?.url.href;
}

function readEntry(entry: XmlElement, base: string): FeedEntry[] {
  // Those of NOAA and of this service name the message, so that nobody gets it again.
  const updated = textOf(entry, "updated") ?? textOf(entry, "pubDate") ?? "";
  const [identifier, sent] = ["identifier", "sent"].map((name) => textOf(entry, name));
  const embedded = (entry.find(".//*[local-name()='alert']") as XmlElement[]).find(isCap);
  const expires = timeOf(textOf(entry, "expires"));
  if (embedded) {
    const text = embedded.canonicalizeToString();
    return [{ key: text, text, expires }];
  }
  const link = linkOf(entry, base);
  if (!link) return [];
  return [
    { key: identifier && sent ? `${identifier} ${sent}` : `${link} ${updated}`, link, expires },
  ];
}

/**
 * Reads what is at the address of a source.
 * @param base Where it came from: links may be relative to it.
 * @throws Refusal if it is neither a message nor a feed of Atom or RSS.
 */
export async function readFeed(text: string, base: string): Promise<CapDocument> {
  using document = await parseXml(text);
  const { root } = document;
  if (isCap(root)) return { kind: "message" };
  const parent = root.name === "rss" ? childrenOf(root, "channel")[0] : root;
  if (!parent || !["feed", "rss", "RDF"].includes(root.name))
    throw new Refusal("NOT_CAP", root.name.slice(0, 100));
  const entries = ["entry", "item"].flatMap((name) => childrenOf(parent, name));
  if (entries.length > MAX_ENTRIES)
    throw new Refusal("TOO_LARGE", `more than ${MAX_ENTRIES} entries`);
  return { kind: "feed", entries: entries.flatMap((entry) => readEntry(entry, base)) };
}
