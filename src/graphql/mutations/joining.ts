import { lambda, list, sideEffect } from "postgraphile/grafast";
import { extendSchema, gql, wrapPlans } from "postgraphile/utils";
import { tarpit } from "../../limits/tarpit.ts";
import { AppError } from "../../ops/app-error.ts";
import { hashPassword } from "../../people/passwords.ts";
import { type Caller, caller, callerPlan, hostRow } from "../requests/caller.ts";
import type { Logins } from "./login.ts";

interface InvitationTakeInput {
  secret: string;
  email: string;
  password: string;
  name: string;
  address?: string | null;
}

/** What the database says before the password is hashed. */
interface Begun {
  /** In seconds. 0 if the attempt may go on. */
  retry_after: number;
  is_open: boolean;
}

const IS_OPEN = `select app_private.invitation_is_open($1) as "isOpen"`;
const BEGIN = "select * from app_private.begin_joining($1, $2, $3)";
const TAKE = `select app_private.take_invitation($1, $2, $3, $4, $5) as id
  from set_config('app.request_id', $6, true)`;
const COUNT = "select app_private.count_attempt('join', $1::cidr::text)";

/** The error for any invitation that is unknown, revoked, over or full: strangers cannot tell which. */
const notOpen = () =>
  new AppError(
    "NOT_FOUND",
    "This invitation is over, is full, was withdrawn or is not whole: ask for a new one.",
    { reason: "INVITATION_OVER" },
  );

/** True if the client caused the error, false if it is a fault of the service. */
const isRefusal = (error: unknown) =>
  error instanceof AppError || /^(22|23|LA)/.test((error as { code?: string }).code ?? "");

/** Rethrows an error. Waits a second first if the client has tried too often. */
async function tarpitRateLimit(error: unknown): Promise<never> {
  if (error instanceof AppError && error.extensions?.code === "RATE_LIMITED") await tarpit();
  throw error;
}

/** Makes a user by an invitation, and logs them in. Nothing is hashed before the invitation is found open. */
async function join(caller: Caller, input: InvitationTakeInput, { begin: beginSession }: Logins) {
  const address = caller.request.address();
  const { secret, email, password, name } = input;
  /** Runs a function and counts its refusal, so that an address cannot try without end. */
  const counted = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    try {
      return await run();
    } catch (error) {
      if (isRefusal(error)) await hostRow(caller, COUNT, address);
      throw error;
    }
  };
  const begin = async () => {
    const begun = await counted(() => hostRow<Begun>(caller, BEGIN, secret, email, address));
    const { retry_after: retryAfter, is_open: isOpen } = begun as Begun;
    if (retryAfter > 0) {
      const message = `Too many attempts: try again in ${retryAfter} seconds.`;
      throw new AppError("RATE_LIMITED", message, { reason: "TOO_MANY_ATTEMPTS", retryAfter });
    }
    if (!isOpen) await counted(() => Promise.reject(notOpen()));
  };

  const lane = { key: address, isKnown: false };
  await begin().catch(tarpitRateLimit);
  const hash = await hashPassword(password, email.trim(), lane, begin).catch(tarpitRateLimit);
  const id = await counted(async () => {
    const taken = await hostRow<{ id: number | null }>(
      caller,
      TAKE,
      secret,
      email,
      hash,
      name,
      input.address ?? "",
      caller.request.id,
    );
    if (taken?.id == null) throw notOpen();
    return taken.id;
  });
  const user = { user_id: id, is_admin: false, password_hash: hash };
  return await beginSession(caller, user);
}

/**
 * Adds `Query.invitationIsOpen` and `Mutation.invitationTake`, by which people make their own user.
 * @param lacks The settings without which invitations are neither made nor taken; undefined if they are.
 */
export function makeJoiningPlugins(
  logins: Logins,
  lacks: string | undefined,
): GraphileConfig.Plugin[] {
  const refuse = () => {
    if (!lacks) return;
    const message = `Nobody can join, because the service does not say who warns: set ${lacks}.`;
    throw new AppError("FORBIDDEN", message, { reason: "JOINING_OFF", detail: lacks });
  };
  return [makeTakingPlugin(logins, refuse), ...(lacks ? [makeRefusingPlugin(refuse)] : [])];
}

/** Lets no invitation be made. */
const makeRefusingPlugin = (refuse: () => void) =>
  wrapPlans({
    Mutation: {
      invitationAdd(plan) {
        sideEffect(null, refuse);
        return plan();
      },
    },
  });

const makeTakingPlugin = (logins: Logins, refuse: () => void) =>
  extendSchema({
    typeDefs: gql`
    """Who joins, and by which invitation."""
    input InvitationTakeInput {
      """The secret of the invitation."""
      secret: String!
      """The email address to log in with. It is unique, whatever its case."""
      email: String!
      """The password: at least 8 characters and at most 72 bytes, and not easy to guess."""
      password: String!
      """The name."""
      name: String!
      """The postal address. Empty if left out."""
      address: String
    }
    extend type Query {
      """True if somebody can join by this invitation now. False if it is unknown, revoked, over or full. Needs no token."""
      invitationIsOpen(
        """The secret of the invitation."""
        secret: String!
      ): Boolean
    }
    extend type Mutation {
      """Makes your own user by an invitation, and logs you in. Needs no token. Error NOT_FOUND if the invitation is unknown, revoked, over or full, CONFLICT if the email is taken, RATE_LIMITED after too many refusals."""
      invitationTake(
        """Who joins, and by which invitation."""
        input: InvitationTakeInput!
      ): AuthBody
    }
  `,
    objects: {
      Query: {
        plans: {
          invitationIsOpen(_$root, args) {
            return lambda(
              list([caller(), args.getRaw("secret")]),
              async ([caller, secret]) =>
                (await hostRow<{ isOpen: boolean }>(caller, IS_OPEN, secret))?.isOpen,
            );
          },
        },
      },
      Mutation: {
        plans: {
          invitationTake: callerPlan(["input"], async (caller, input: InvitationTakeInput) => {
            refuse();
            return await join(caller, input, logins);
          }),
        },
      },
    },
  });
