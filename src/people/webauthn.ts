import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from "@simplewebauthn/server";

/** Loads the library with the first passkey, as it takes a third of a second and 30 MB. */
const load = () => import("@simplewebauthn/server");

/** A passkey as a browser asks for it. */
export interface KnownPasskey {
  id: string;
  transports: AuthenticatorTransport[];
}

/** What was asked of a browser: on which origin, and with which challenge. */
export interface Asked {
  origin: string;
  challenge: string;
}

const rpIdOf = (origin: string) => new URL(origin).hostname;
const expectationOf = ({ origin, challenge }: Asked) => ({
  expectedOrigin: origin,
  expectedRPID: rpIdOf(origin),
  expectedChallenge: challenge,
});

/** Returns the options with which a browser makes a passkey of a user. */
export async function offerOf(
  origin: string,
  rpName: string,
  user: { id: number; email: string },
  excludeCredentials: KnownPasskey[],
) {
  const { generateRegistrationOptions } = await load();
  return await generateRegistrationOptions({
    rpName,
    rpID: rpIdOf(origin),
    userID: new TextEncoder().encode(String(user.id)),
    userName: user.email,
    excludeCredentials,
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/** Returns the options with which a browser asks for one of these passkeys; for any of this service without a list. */
export async function questionOf(origin: string, allowCredentials?: KnownPasskey[]) {
  const { generateAuthenticationOptions } = await load();
  return await generateAuthenticationOptions({
    rpID: rpIdOf(origin),
    ...(allowCredentials && { allowCredentials }),
    // A passkey alone stands for a password too, so its owner unlocks it.
    userVerification: allowCredentials ? "preferred" : "required",
  });
}

/** Returns the passkey that a browser has made; undefined if its answer is not one to the question. */
export async function madePasskey(asked: Asked, passkey: unknown) {
  const { verifyRegistrationResponse } = await load();
  const made = await verifyRegistrationResponse({
    response: passkey as RegistrationResponseJSON,
    ...expectationOf(asked),
    requireUserVerification: false,
  }).catch(() => undefined);
  return made?.registrationInfo?.credential;
}

/** Returns the counter of a passkey's signature; undefined if it is not an answer to the question. */
export async function counterOf(
  asked: Asked,
  passkey: unknown,
  credential: WebAuthnCredential,
  isAlone: boolean,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await load();
  const answer = await verifyAuthenticationResponse({
    response: passkey as AuthenticationResponseJSON,
    ...expectationOf(asked),
    credential,
    requireUserVerification: isAlone,
  }).catch(() => undefined);
  return answer?.verified ? answer.authenticationInfo.newCounter : undefined;
}
