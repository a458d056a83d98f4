import { createHash } from "node:crypto";
import { ApiError, type Graphql } from "../phone/graphql.ts";
import { DemoError } from "./options.ts";
import { each } from "./pace.ts";
import type { Traveller } from "./travellers.ts";

/** bcrypt takes a core for a tenth of a second. More logins at once would slow down other clients. */
const LOGINS_AT_ONCE = 3;

const LOGIN = `mutation ($input: LoginCredentials!) { login(input: $input) { accessToken userId } }`;
const NEW_USER = `mutation ($input: NewUserInput!) { newUser(input: $input) { id } }`;
const REGISTER_DEVICE = `mutation ($input: RegisterNotificationToken!) { registerDevice(input: $input) { id } }`;

/** A traveller who is logged in. */
export interface Participant {
  traveller: Traveller;
  token: string;
}

/** Logs in, and returns the access token. */
export async function login(graphql: Graphql, email: string, password: string): Promise<string> {
  const data = await graphql<{ login: { accessToken: string } }>(LOGIN, {
    input: { email, password },
  });
  return data.login.accessToken;
}

/** The email and password of a demo user, the same in every run with a seed. */
function credentials(seed: number, number: number) {
  const email = `demo-${seed}-${number}@example.org`;
  return { email, password: createHash("sha256").update(email).digest("base64url").slice(0, 20) };
}

/** Makes the demo's users unless they exist, logs them in, and registers a device for each. */
export async function joinAll(
  graphql: Graphql,
  adminToken: string,
  seed: number,
  travellers: readonly Traveller[],
  signal: AbortSignal,
  joined: (participant: Participant) => void,
): Promise<void> {
  await each(travellers, LOGINS_AT_ONCE, signal, async (traveller) => {
    const { email, password } = credentials(seed, traveller.number);
    const name = `Demo ${seed}, ${traveller.number}`;
    const input = { email, password, name, address: "Paris", isAdmin: false };
    await graphql(NEW_USER, { input }, adminToken).catch((error: unknown) => {
      // The user exists from an earlier run.
      if (!(error instanceof ApiError && error.code === "CONFLICT")) throw error;
    });
    const token = await login(graphql, email, password).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.code === "UNAUTHENTICATED")) throw error;
      throw new DemoError(`${email} exists, but with another password: choose another --seed.`);
    });
    await graphql(
      REGISTER_DEVICE,
      { input: { token: `demo-device-${seed}-${traveller.number}` } },
      token,
    );
    joined({ traveller, token });
  });
}
