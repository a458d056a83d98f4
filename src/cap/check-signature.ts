import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import type { XmlElement } from "libxml2-wasm";
import { Refusal } from "../limits/fetch-outside.ts";
import { childrenOf, parseXml } from "./parse-xml.ts";

const DSIG = "http://www.w3.org/2000/09/xmldsig#";
const MORE = "http://www.w3.org/2001/04/xmldsig-more#";
const ENC = "http://www.w3.org/2001/04/xmlenc#";
const CANONICAL = [
  "http://www.w3.org/2001/10/xml-exc-c14n#",
  "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
];
const TRANSFORMS = [`${DSIG}enveloped-signature`, ...CANONICAL];

/** Makes an algorithm of xml-crypto. It takes the key of the source, which must be of its own kind. */
function algorithm(name: string, kind: "rsa" | "ec", hash: string) {
  return class {
    getAlgorithmName = () => name;
    getSignature = (): string => {
      throw new Error("This only verifies.");
    };
    verifySignature = (signed: string, given: unknown, value: string): boolean => {
      const key = given as KeyObject;
      if (key.asymmetricKeyType !== kind) return false;
      const way = { key, dsaEncoding: "ieee-p1363" } as const;
      return verify(hash, Buffer.from(signed), way, Buffer.from(value, "base64"));
    };
  };
}
function digest(name: string, hash: string) {
  return class {
    getAlgorithmName = () => name;
    getHash = (xml: string) => createHash(hash).update(xml, "utf8").digest("base64");
  };
}
const byName = <Made extends { new (): { getAlgorithmName(): string } }>(made: Made[]) =>
  Object.fromEntries(made.map((Class) => [new Class().getAlgorithmName(), Class]));
const SIGNATURES = byName(
  ["256", "384", "512"].flatMap((bits) => [
    algorithm(`${MORE}rsa-sha${bits}`, "rsa", `sha${bits}`),
    algorithm(`${MORE}ecdsa-sha${bits}`, "ec", `sha${bits}`),
  ]),
);
const DIGESTS = byName([
  digest(`${ENC}sha256`, "sha256"),
  digest(`${MORE}sha384`, "sha384"),
  digest(`${ENC}sha512`, "sha512"),
]);

/** Says why a signature has a form in which it could sign something else than what is read. Undefined if it has not. */
function findFault(root: XmlElement, found: XmlElement[]): string | undefined {
  const [signature] = found;
  if (!signature || found.length > 1) return `${found.length} signatures`;
  if (!signature.parent?.isSameNode(root)) return "the signature is not at the root";
  const elements = (parent: XmlElement) => parent.find("./*") as XmlElement[];
  const named = elements(signature).map(({ name, namespaceUri }) => namespaceUri === DSIG && name);
  if (!/^SignedInfo,SignatureValue(,KeyInfo)?$/.test(named.join()))
    return "other parts than expected";
  const [info] = childrenOf(signature, "SignedInfo", DSIG) as [XmlElement];
  const names = elements(info)
    .map(({ name }) => name)
    .join();
  if (names !== "CanonicalizationMethod,SignatureMethod,Reference") return "not one reference";
  const [canonical, method, reference] = elements(info) as [XmlElement, XmlElement, XmlElement];
  if (reference.attr("URI")?.value !== "") return "it does not sign the whole message";
  const transforms = childrenOf(reference, "Transforms", DSIG).flatMap(elements);
  const algorithms = transforms.map((transform) => transform.attr("Algorithm")?.value ?? "");
  if (!algorithms.every((name) => TRANSFORMS.includes(name)) || algorithms.length > 3)
    return "a transform that is not allowed";
  if (!CANONICAL.includes(canonical.attr("Algorithm")?.value ?? ""))
    return "a canonical form that is not allowed";
  const by = method.attr("Algorithm")?.value ?? "";
  const hash = childrenOf(reference, "DigestMethod", DSIG)[0]?.attr("Algorithm")?.value ?? "";
  if (!Object.hasOwn(SIGNATURES, by)) return `the algorithm ${by.slice(0, 100)}`;
  return Object.hasOwn(DIGESTS, hash) ? undefined : `the digest ${hash.slice(0, 100)}`;
}

/**
 * Verifies the signature of a message.
 * @param key The public key of its source, or its certificate, as PEM. What the message says of keys is not read.
 * @returns What was signed: nothing else may be read. Undefined if the message has no signature.
 * @throws Refusal SIGNATURE if it has one that is wrong, or that signs something else.
 */
export async function checkSignature(text: string, key: string): Promise<string | undefined> {
  let own: string;
  {
    using document = await parseXml(text);
    const found = document.find("//ds:Signature", { ds: DSIG }) as XmlElement[];
    if (found.length === 0) return undefined;
    const fault = findFault(document.root, found);
    if (fault) throw new Refusal("SIGNATURE", fault);
    const { XmlC14NMode } = await import("libxml2-wasm");
    // Written with the namespaces that it inherits.
    own = (found[0] as XmlElement).canonicalizeToString({
      mode: XmlC14NMode.XML_C14N_EXCLUSIVE_1_0,
    });
  }
  const { SignedXml } = await import("xml-crypto");
  const signed = new SignedXml({ getCertFromKeyInfo: () => null });
  signed.publicCert = createPublicKey(key);
  signed.SignatureAlgorithms = SIGNATURES;
  signed.HashAlgorithms = DIGESTS;
  let isRight = false;
  try {
    signed.loadSignature(own);
    isRight = signed.checkSignature(text);
  } catch (error) {
    throw new Refusal("SIGNATURE", (error as Error).message.split(":")[0]);
  }
  const [whole, ...others] = signed.getSignedReferences();
  if (!isRight || !whole || others.length > 0) throw new Refusal("SIGNATURE", "it does not match");
  return whole;
}
