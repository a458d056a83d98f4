import { createPrivateKey } from "node:crypto";

/** The fields of a service account's JSON file that FCM needs. */
export interface ServiceAccount {
  projectId: string;
  clientEmail: string;
  /** In PEM. */
  privateKey: string;
  /** The address that gives access tokens. */
  tokenUri: string;
}

/**
 * Reads the JSON of a service account, as the Firebase console gives it.
 * @throws Error that says what is wrong. It never quotes the JSON, which holds a secret.
 */
export function parseServiceAccount(json: string): ServiceAccount {
  let parsed: Record<string, unknown> | null;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new Error("it is not JSON");
  }
  const field = (name: string, fallback?: string): string => {
    const value = parsed?.[name] ?? fallback;
    if (typeof value !== "string" || !value) throw new Error(`it has no ${name}`);
    return value;
  };
  const account = {
    projectId: field("project_id"),
    clientEmail: field("client_email"),
    privateKey: field("private_key"),
    tokenUri: field("token_uri", "https://oauth2.googleapis.com/token"),
  };
  if (!URL.canParse(account.tokenUri)) throw new Error("its token_uri is not a URL");
  try {
    createPrivateKey(account.privateKey);
  } catch {
    throw new Error("its private_key is not a key in PEM");
  }
  return account;
}
