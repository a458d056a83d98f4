import { expect, test } from "@jest/globals";
import { decode } from "../../src/cap/parse-xml.ts";
import { readFeed } from "../../src/cap/read-feed.ts";
import { readMessage } from "../../src/cap/read-message.ts";

const CAP = "urn:oasis:names:tc:emergency:cap:1.2";
const message = (parts: string, namespace = CAP) =>
  `<?xml version="1.0" encoding="UTF-8"?>
  <c:alert xmlns:c="${namespace}" xmlns="${namespace}"><msgType>Update</msgType><status>actual</status>
  <sent>2026-11-30T10:00:00+01:00</sent><sender> a@example.org </sender><identifier>0012</identifier>${parts}</c:alert>`;
const SQUARE = [
  [11, 44],
  [11, 45],
  [12, 45],
  [11, 44],
];

test.each([
  ["CAP 1.2", CAP],
  ["CAP 1.1", "urn:oasis:names:tc:emergency:cap:1.1"],
  ["CAP 1.0", "http://www.incident.com/cap/1.0"],
])("reads %s in any order, with whatever is missing", async (_what, namespace) => {
  expect(await readMessage(decode(Buffer.from(`\ufeff${message("", namespace)}`)))).toEqual({
    identifier: "0012",
    sender: "a@example.org",
    sent: "2026-11-30T09:00:00.000Z",
    status: "Actual",
    msgType: "Update",
    references: [],
    note: undefined,
    infos: [],
  });
});

test.each<[string, string, object]>([
  ["an open ring", "<area><polygon>44,11 45,11 45,12</polygon></area>", { polygons: [SQUARE] }],
  [
    "newlines and blanks",
    "<area><polygon>\n44, 11\n45 ,11  45,12\t44,11 </polygon></area>",
    { polygons: [SQUARE] },
  ],
  [
    "several areas",
    "<area><areaDesc>A</areaDesc><polygon>44,11 45,11 45,12 44,11</polygon></area><area><areaDesc>B</areaDesc><circle>44,11 1.5</circle></area>",
    { areaDesc: "A, B", polygons: [SQUARE], circles: [[11, 44, 1500]] },
  ],
  [
    "no area for one with a point that is none",
    "<area><polygon>44,11 45,11 45,12 44,11</polygon><polygon>44),11 45,11 45,12</polygon></area>",
    { polygons: [], circles: [] },
  ],
  [
    "no area for a point off the globe",
    "<area><polygon>91,0 1,1 2,2 91,0</polygon><circle>44,11 1</circle></area>",
    { polygons: [], circles: [] },
  ],
  [
    "geocodes before shapes",
    "<area><geocode><valueName>FIPS</valueName><value>1</value></geocode><polygon>44,11 45,11 45,12 44,11</polygon></area>",
    { geocodes: [{ name: "FIPS", value: "1" }], polygons: [SQUARE] },
  ],
  [
    "pairs of CAP 1.0",
    "<parameter>zone=ONE</parameter>",
    { parameters: [{ name: "zone", value: "ONE" }] },
  ],
  [
    "an event of another namespace",
    '<event xmlns="urn:x">Foreign</event><event>Flood</event>',
    { event: "Flood" },
  ],
  [
    "an end in UTC",
    "<expires>2026-11-30T10:00:00-00:00</expires>",
    { expires: "2026-11-30T10:00:00.000Z" },
  ],
  ["an end that is no time", "<expires>tomorrow</expires>", { expires: undefined }],
  [
    "marked text",
    "<description>&lt;b&gt;Go&lt;/b&gt; <![CDATA[<i>]]></description>",
    { description: "<b>Go</b> <i>" },
  ],
])("reads %s", async (_what, parts, expected) => {
  const { infos } = await readMessage(message(`<info>${parts}</info>`));
  expect(infos).toMatchObject([expected]);
});

test("reads Latin-1 as it is declared", async () => {
  const text = message("<note>Überflutung</note>").replace("UTF-8", "ISO-8859-1");
  const { note } = await readMessage(decode(Buffer.from(text, "latin1")));
  expect(note).toBe("Überflutung");
  expect(await readMessage(decode(text))).toMatchObject({ note });
});

test("reads references, but none without a time", async () => {
  const parts =
    "<references>a,1,2026-11-30T10:00:00-00:00 a,2,soon\n b,3,2026-11-30T10:00:00Z</references>";
  const { references } = await readMessage(message(parts));
  expect(references).toEqual(
    [
      ["a", "1"],
      ["b", "3"],
    ].map(([sender, identifier]) => ({ sender, identifier, sent: "2026-11-30T10:00:00.000Z" })),
  );
});

const atom = (entry: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:cap="${CAP}"><entry>${entry}<updated>T</updated></entry></feed>`;
const rss = (item: string) => `<rss><channel><link>/</link><item>${item}</item></channel></rss>`;
test.each<[string, string, object[]]>([
  [
    "the type of a link",
    atom('<link href="/page.xml"/><link type="application/cap+xml" href="m"/>'),
    [{ link: "https://a.org/m", key: "https://a.org/m T" }],
  ],
  [
    "its ending",
    atom('<link href="/page"/><link href="m.cap?a=1"/>'),
    [{ link: "https://a.org/m.cap?a=1" }],
  ],
  [
    "the only link",
    rss("<link>https://b.org/1</link><pubDate>T</pubDate>"),
    [{ link: "https://b.org/1", key: "https://b.org/1 T" }],
  ],
  [
    "an enclosure",
    rss('<link>/page</link><enclosure type="application/common-alerting-protocol+xml" url="/e"/>'),
    [{ link: "https://a.org/e" }],
  ],
  [
    "what CAP says in it",
    atom(
      '<link href="m.xml"/><cap:identifier>i</cap:identifier><cap:sent>s</cap:sent><cap:expires>2026-11-30T10:00:00-00:00</cap:expires>',
    ),
    [{ key: "i s", expires: "2026-11-30T10:00:00.000Z" }],
  ],
  ["no link", atom(""), []],
])("finds the message of an entry by %s", async (_what, text, entries) => {
  expect(await readFeed(text, "https://a.org/feed")).toMatchObject({ kind: "feed", entries });
});

test("reads a message in place of a feed, and one within an entry", async () => {
  expect(await readFeed(message(""), "https://a.org")).toEqual({ kind: "message" });
  const text = atom(`<content>${message("").replace(/^.*\n/, "")}</content>`);
  const read = await readFeed(text, "https://a.org");
  const [entry] = read.kind === "feed" ? read.entries : [];
  expect(await readMessage(entry?.text ?? "")).toMatchObject({ identifier: "0012" });
});
