import { readFileSync } from "node:fs";
import { invalid } from "./setting.ts";

/** A provider of logins by OpenID Connect. */
export interface OidcProvider {
  /** What its button says, and its part of the addresses. */
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  /** The claim with the groups of a user. */
  groupsClaim: string;
  /** What each group may do. */
  groups: Record<string, { authority: number; role: string }>;
  /** More parameters of the request for a login. */
  parameters: Record<string, string>;
}

const ROLES = ["VIEWER", "AUTHOR", "APPROVER", "MANAGER"];
const matches = (form: RegExp) => (value: unknown) => typeof value === "string" && form.test(value);
const isText = matches(/./);
const CHECKS: Record<keyof OidcProvider, (value: unknown) => boolean> = {
  name: matches(/^[\w-]{1,40}$/),
  // Only the machine itself is reached without TLS.
  issuer: matches(/^https:\/\/.|^http:\/\/(localhost|127\.0\.0\.1)[:/]/),
  clientId: isText,
  clientSecret: isText,
  scopes: isText,
  groupsClaim: isText,
  groups: (value) =>
    Object.values(value ?? [0]).every(
      (one) => Number.isSafeInteger(one?.authority) && ROLES.includes(one.role),
    ),
  parameters: (value) => Object.values(value ?? [0]).every(isText),
};

/** The providers as JSON, or its file. An error never quotes it, because it holds secrets. */
export function oidcProviders(text: string, name: string): OidcProvider[] {
  const refuse = (why: string) => invalid(name, `a list of providers in JSON, or its file: ${why}`);
  let given: Partial<OidcProvider>[];
  try {
    given = JSON.parse(text.startsWith("[") ? text : readFileSync(text, "utf8"));
  } catch {
    throw refuse("it is not JSON, or the file cannot be read");
  }
  if (!Array.isArray(given)) throw refuse("it is no list");
  const scopes = "openid email profile offline_access";
  const base = { scopes, groupsClaim: "groups", parameters: {} };
  const providers = given.map((one) => ({ ...base, ...one }) as OidcProvider);
  for (const [at, provider] of providers.entries()) {
    const fields = Object.keys({ ...CHECKS, ...provider }) as (keyof OidcProvider)[];
    const wrong = fields.find((field) => !CHECKS[field]?.(provider[field]));
    if (wrong) throw refuse(`${wrong} of provider ${at + 1} is missing, wrong or unknown`);
    if (
      providers.some(
        (one, i) => i < at && (one.name === provider.name || one.issuer === provider.issuer),
      )
    )
      throw refuse(`provider ${at + 1} has the name or the issuer of another`);
  }
  return providers;
}
