import { createHash, generateKeyPairSync, sign } from "node:crypto";

/** A certificate that no client trusts by default. */
export interface SelfSigned {
  /** Key and certificate in PEM. */
  key: string;
  cert: string;
  /** SHA-256 of its public key in base64. Chromium can be told to trust it. */
  fingerprint: string;
}

const ECDSA_WITH_SHA256 = Buffer.from("06082a8648ce3d040302", "hex");
const COMMON_NAME = Buffer.from("0603550403", "hex");
const [INTEGER, BIT_STRING, UTF8, UTC_TIME, SEQUENCE, SET] = [2, 3, 12, 23, 0x30, 0x31];

/** A value in DER, up to 64 KiB. */
function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** A BIT STRING of whole bytes. */
const bits = (content: Buffer) => der(BIT_STRING, Buffer.from([0]), content);

/** Makes a certificate for a name, valid from 2020 to 2049, with a new key. */
export function selfSigned(name: string): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const spki = publicKey.export({ type: "spki", format: "der" });
  const algorithm = der(SEQUENCE, ECDSA_WITH_SHA256);
  const subject = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, name))));
  const validity = der(SEQUENCE, der(UTC_TIME, "200101000000Z"), der(UTC_TIME, "491231235959Z"));
  const serial = der(INTEGER, Buffer.from([1]));
  const content = der(SEQUENCE, serial, algorithm, subject, validity, subject, spki);
  const certificate = der(SEQUENCE, content, algorithm, bits(sign("sha256", content, privateKey)));
  const lines = certificate.toString("base64").replaceAll(/.{64}/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    fingerprint: createHash("sha256").update(spki).digest("base64"),
  };
}
