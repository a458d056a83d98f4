import { readFileSync } from "node:fs";
import { invalid } from "./setting.ts";

const ROLES = ["VIEWER", "AUTHOR", "APPROVER", "MANAGER"];

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

const isText = (value: unknown) => typeof value === "string" && value !== "";
const isTexts = (value: unknown) =>
  value !== null && typeof value === "object" && Object.values(value).every(isText);
// Only the machine itself is reached without TLS.
const isIssuer = (value: unknown) =>
  /^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(String(value)) &&
  URL.canParse(String(value));

/** Returns a field that is wrong; undefined if all are right. */
function wrongField(provider: OidcProvider): string | undefined {
  const isRight: Record<keyof OidcProvider, boolean> = {
    name: /^[\w-]{1,40}$/.test(provider.name),
    issuer: isIssuer(provider.issuer),
    clientId: isText(provider.clientId),
    clientSecret: isText(provider.clientSecret),
    scopes: isText(provider.scopes),
    groupsClaim: isText(provider.groupsClaim),
    groups: Object.values(provider.groups ?? "?").every(
      (group) => Number.isSafeInteger(group?.authority) && ROLES.includes(group.role),
    ),
    parameters: isTexts(provider.parameters),
  };
  return Object.entries({ ...provider, ...isRight }).find(([, value]) => value !== true)?.[0];
}

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
  const providers = given.map((one) => ({
    scopes: "openid email profile offline_access",
    groupsClaim: "groups",
    parameters: {},
    ...one,
  })) as OidcProvider[];
  for (const [at, provider] of providers.entries()) {
    const wrong = wrongField(provider);
    if (wrong) throw refuse(`${wrong} of provider ${at + 1} is missing, wrong or unknown`);
  }
  for (const field of ["name", "issuer"] as const) {
    if (new Set(providers.map((one) => one[field])).size < providers.length) {
      throw refuse(`two providers have the same ${field}`);
    }
  }
  return providers;
}
