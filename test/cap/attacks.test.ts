import { generateKeyPairSync } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { SignedXml } from "xml-crypto";
import { checkSignature } from "../../src/cap/check-signature.ts";
import { decode } from "../../src/cap/parse-xml.ts";
import { readMessage } from "../../src/cap/read-message.ts";
import { fetchOutside, isPublic } from "../../src/limits/fetch-outside.ts";

const CAP = "urn:oasis:names:tc:emergency:cap:1.2";
const MESSAGE = `<alert xmlns="${CAP}"><identifier>a-1</identifier><sender>a@example.org</sender><sent>2026-11-30T10:00:00+01:00</sent><status>Actual</status><msgType>Alert</msgType><scope>Public</scope><note>real</note></alert>`;
const read = async (bytes: string | Uint8Array) => readMessage(decode(Buffer.from(bytes)));
const inside = (body: string) => MESSAGE.replace("real", body);
const lol = Array.from(
  { length: 10 },
  (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
);

test.each<[string, string, string | Uint8Array]>([
  [
    "billion laughs",
    "DOCTYPE",
    `<!DOCTYPE alert [<!ENTITY l0 "lol">${lol.join("")}]>${inside("&l10;")}`,
  ],
  [
    "an external entity",
    "DOCTYPE",
    `<!DOCTYPE alert [<!ENTITY x SYSTEM "file:///etc/passwd">]>${inside("&x;")}`,
  ],
  [
    "a doctype of other letters",
    "DOCTYPE",
    `<!doctype alert SYSTEM "http://169.254.169.254/">${MESSAGE}`,
  ],
  ["an entity of nobody", "NOT_XML", inside("&x;")],
  ["20,000 levels", "NOT_XML", inside("<a>".repeat(20_000) + "</a>".repeat(20_000))],
  ["a million tags", "TOO_LARGE", inside("<a/>".repeat(1_000_000))],
  [
    "a million attributes",
    "TOO_LARGE",
    inside(`<a ${Array.from({ length: 1_000_000 }, (_, at) => `b${at}=""`).join(" ")}/>`),
  ],
  [
    "a million points",
    "TOO_LARGE",
    inside(`</note><info><area><polygon>${"1,1 ".repeat(1_000_000)}</polygon></area></info><note>`),
  ],
  ["UTF-16", "NOT_UTF8", Buffer.from(`\ufeff${MESSAGE}`, "utf16le")],
  ["another encoding", "NOT_UTF8", `<?xml version="1.0" encoding="UTF-7"?>${MESSAGE}`],
  ["two roots", "NOT_XML", MESSAGE + MESSAGE],
  ["another namespace", "NOT_CAP", MESSAGE.replace(CAP, "urn:other")],
  [
    "a foreign sender only",
    "NOT_CAP",
    MESSAGE.replace("<sender>", '<x:sender xmlns:x="urn:x">').replace("</sender>", "</x:sender>"),
  ],
  ["no time", "NOT_CAP", MESSAGE.replace("2026-11-30T10:00:00+01:00", "soon")],
])("%s is refused as %s, in bounded time", async (_what, reason, text) => {
  const since = process.cpuUsage();
  await expect(read(text)).rejects.toMatchObject({ reason });
  expect(process.cpuUsage(since).user).toBeLessThan(3_000_000);
});

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = rsa.publicKey.export({ type: "spki", format: "pem" }) as string;
const C14N = "http://www.w3.org/2001/10/xml-exc-c14n#";

function sign(
  xml: string,
  by = rsa.privateKey,
  options: { uri?: string; sha1?: boolean } = {},
): string {
  const algorithm = options.sha1
    ? "http://www.w3.org/2000/09/xmldsig#rsa-sha1"
    : "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
  const signed = new SignedXml({
    privateKey: by.export({ type: "pkcs8", format: "pem" }) as string,
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: C14N,
  });
  signed.addReference({
    xpath: "/*",
    transforms: ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", C14N],
    digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
    ...(options.uri === undefined ? { isEmptyUri: true, uri: "" } : { uri: options.uri }),
  });
  signed.computeSignature(xml);
  return signed.getSignedXml();
}
const signed = sign(MESSAGE);
const signature = /<Signature.*<\/Signature>/.exec(signed)?.[0] as string;
const EVIL = MESSAGE.replace("real", "EVIL");
const put = (into: string, what: string) => into.replace("</alert>", `${what}</alert>`);

test("only what was signed by the source's key is read", async () => {
  expect(await checkSignature(MESSAGE, pem)).toBeUndefined();
  const whole = (await checkSignature(signed, pem)) as string;
  expect(await readMessage(whole)).toMatchObject({ identifier: "a-1", note: "real" });
  expect(whole).not.toContain("Signature");
});

test.each<[string, () => string]>([
  ["a changed text", () => signed.replace("real", "EVIL")],
  ["an added element", () => put(signed, "<note>EVIL</note>")],
  [
    "another's key",
    () => sign(MESSAGE, generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey),
  ],
  ["SHA-1", () => sign(MESSAGE, rsa.privateKey, { sha1: true })],
  [
    "a reference to a part",
    () => sign(MESSAGE.replace("<alert ", '<alert Id="whole" '), rsa.privateKey, { uri: "#whole" }),
  ],
  ["two signatures", () => put(signed, signature)],
  [
    "the original in an Object",
    () => {
      const by = sign(MESSAGE.replace("<alert ", '<alert Id="real" '), rsa.privateKey, {
        uri: "#real",
      });
      const own = /<Signature.*<\/Signature>/.exec(by)?.[0] as string;
      return put(
        EVIL,
        own.replace("</Signature>", `<Object>${by.replace(own, "")}</Object></Signature>`),
      );
    },
  ],
  ["the signature deeper", () => put(EVIL, `<note>${signed}</note>`)],
  ["a signature of another message", () => put(EVIL, signature)],
  [
    "an XPath transform",
    () =>
      signed.replace(
        `Algorithm="${C14N}"/></Transforms>`,
        'Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/></Transforms>',
      ),
  ],
  [
    "HMAC by the public key",
    () =>
      signed.replace(
        "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
        "http://www.w3.org/2000/09/xmldsig#hmac-sha1",
      ),
  ],
])("a signature is refused: %s", async (_what, make) => {
  const text = make();
  expect(text).not.toBe(signed);
  await expect(checkSignature(text, pem)).rejects.toMatchObject({ reason: "SIGNATURE" });
});

let sent = 0;
const answers: Record<string, (response: ServerResponse) => void> = {
  "/large": (response) => {
    const chunk = Buffer.alloc(65_536, "a");
    const more = () => {
      while (sent < 50_000_000) {
        sent += chunk.length;
        if (!response.write(chunk)) return response.once("drain", more);
      }
      return response.end();
    };
    more();
  },
  "/slow": (response) => {
    const timer = setInterval(() => response.write("a"), 20);
    response.on("close", () => clearInterval(timer));
  },
  "/metadata": (response) => response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
  "/secure": (response) => response.writeHead(302, { location: "https://169.254.169.254/" }).end(),
  "/name": (response) => response.writeHead(302, { location: `https://localhost:${port}/` }).end(),
  "/file": (response) => response.writeHead(302, { location: "file:///etc/passwd" }).end(),
  "/round": (response) => response.writeHead(302, { location: "/round" }).end(),
  "/busy": (response) => response.writeHead(503, { "retry-after": "7" }).end(),
};
const server = createServer(({ url = "" }, response) => answers[url]?.(response));
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const get = (address: string, hosts = ["127.0.0.1"]) =>
  fetchOutside(address, { hosts, timeoutMs: 500, maxBytes: 1_000_000 });

test.each([
  ["a stream of 50 MB", "/large", "TOO_LARGE"],
  ["a slow server", "/slow", "TIMEOUT"],
  ["a redirect to the metadata of a cloud", "/metadata", "NOT_HTTPS"],
  ["one by HTTPS", "/secure", "PRIVATE_ADDRESS"],
  ["one to a name that is private", "/name", "PRIVATE_ADDRESS"],
  ["one to a file", "/file", "NOT_HTTPS"],
  ["a redirect without end", "/round", "TOO_MANY_REDIRECTS"],
])("%s is refused", async (_what, path, reason) => {
  await expect(get(`http://127.0.0.1:${port}${path}`)).rejects.toMatchObject({ reason });
  expect(sent).toBeLessThan(10_000_000);
});

test("an answer may say when to come again", async () => {
  const busy = get(`http://127.0.0.1:${port}/busy`);
  await expect(busy).rejects.toMatchObject({ message: "STATUS: 503", after: 7000 });
});

test.each([
  ["http://example.org/", "NOT_HTTPS"],
  ["https://me:word@example.org/", "BAD_URL"],
  ["https://10.0.0.1/", "PRIVATE_ADDRESS"],
  ["https://[::1]/", "PRIVATE_ADDRESS"],
  ["https://[::ffff:127.0.0.1]/", "PRIVATE_ADDRESS"],
  ["https://0x7f000001/", "PRIVATE_ADDRESS"],
  ["https://localhost/", "PRIVATE_ADDRESS"],
  ["nonsense", "BAD_URL"],
])("%s is not asked", async (address, reason) => {
  await expect(get(address, [])).rejects.toMatchObject({ reason });
});

test.each([
  ["8.8.8.8", true],
  ["2606:4700::1111", true],
  ["169.254.169.254", false],
  ["100.64.0.1", false],
  ["192.168.1.1", false],
  ["fe80::1", false],
  ["fec0::1", false],
  ["fd00:ec2::254", false],
  ["64:ff9b::7f00:1", false],
  ["2002:7f00:1::", false],
])("the address %s is public: %s", (address, expected) => {
  expect(isPublic(address)).toBe(expected);
});
