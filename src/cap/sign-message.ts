import { type KeyObject, sign } from "node:crypto";

const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";

/** Signs a message as a whole, with a signature as its last child: RSA or ECDSA by the kind of the key, with SHA-256. */
export async function signMessage(message: string, privateKey: KeyObject): Promise<string> {
  const { SignedXml } = await import("xml-crypto");
  const kind = privateKey.asymmetricKeyType === "ec" ? "ecdsa" : "rsa";
  const signatureAlgorithm = `http://www.w3.org/2001/04/xmldsig-more#${kind}-sha256`;
  const signed = new SignedXml({
    privateKey,
    signatureAlgorithm,
    canonicalizationAlgorithm: EXCLUSIVE,
  });
  // The library has no ECDSA.
  signed.SignatureAlgorithms[signatureAlgorithm] = class {
    getAlgorithmName = () => signatureAlgorithm;
    getSignature = (info: unknown) => {
      const key = { key: privateKey, dsaEncoding: "ieee-p1363" } as const;
      return sign("sha256", Buffer.from(info as string), key).toString("base64");
    };
    verifySignature = () => false;
  };
  signed.addReference({
    xpath: "/*",
    isEmptyUri: true,
    digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
    transforms: ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", EXCLUSIVE],
  });
  signed.computeSignature(message, { location: { reference: "/*", action: "append" } });
  return signed.getSignedXml();
}
