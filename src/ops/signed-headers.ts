import { createHmac } from "node:crypto";

/**
 * Returns the headers of a message of JSON, signed as https://www.standardwebhooks.com has it.
 * @param name Identifies the message, also when it is sent again.
 * @param secrets In the form of Standard Webhooks; it is signed by each.
 */
export function signedHeaders(name: string, text: string, secrets: readonly string[]) {
  const seconds = String(Math.floor(Date.now() / 1000));
  const content = `${name}.${seconds}.${text}`;
  return {
    "content-type": "application/json",
    "webhook-id": name,
    "webhook-timestamp": seconds,
    "webhook-signature": secrets
      .map((secret) => Buffer.from(secret.replace("whsec_", ""), "base64"))
      .map((key) => `v1,${createHmac("sha256", key).update(content).digest("base64")}`)
      .join(" "),
  };
}
