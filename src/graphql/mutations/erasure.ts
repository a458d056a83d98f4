import { extendSchema, gql } from "postgraphile/utils";
import type { Erasures } from "../../people/erasures.ts";
import { type Caller, callerPlan, callerRow } from "../requests/caller.ts";
import { confirmPassword } from "./current-password.ts";

interface Erased {
  userId: number;
  erasedAt: string;
  positions: number;
  notifications: number;
}

const ANSWER = `e.user_id as "userId", floor(extract(epoch from e.erased_at))::bigint::text as "erasedAt", e.positions, e.notifications`;

/** Erases a user, and returns when the erasure is listed outside the database. */
async function erase(
  caller: Caller,
  erasures: Erasures | undefined,
  text: string,
  ...values: unknown[]
): Promise<Erased> {
  // An erasure that is not listed would not survive a restore, so it is refused if it cannot be listed.
  await erasures?.requireList();
  const erased = await callerRow<Erased>(caller, text, ...values);
  await erasures?.list();
  return erased as Erased;
}

/** Adds `Mutation.eraseMe` and `Mutation.userErase`. */
export const makeErasurePlugin = (
  requiresCurrentPassword: boolean,
  erasures: Erasures | undefined,
) =>
  extendSchema({
    typeDefs: gql`
      """What an erasure did."""
      type Erasure {
        """The id that the user had. No one else gets it."""
        userId: Int!
        """When the user was erased."""
        erasedAt: Int64!
        """How many positions of the history were deleted."""
        positions: Int!
        """How many notifications stay, without their places, as proof that somebody was told."""
        notifications: Int!
      }
      extend type Mutation {
        """Erases you: your email, name, address, password, positions, devices, device keys, sessions and quiet hours are deleted, and you are logged out. Your notifications stay without your place. This cannot be undone. Error BAD_USER_INPUT if the password is wrong, CONFLICT for the last administrator."""
        eraseMe(
          """The password that you log in with."""
          currentPassword: String!
        ): Erasure
        """Erases a person, as eraseMe does. For administrators who are not in training. Error NOT_FOUND for an unknown or erased user, CONFLICT for the last administrator."""
        userErase(
          """The id of the user."""
          id: Int!
          """Your own password. The service may require it."""
          currentPassword: String
        ): Erasure
      }
    `,
    objects: {
      Mutation: {
        plans: {
          eraseMe: callerPlan(["currentPassword"], async (caller, password: string) => {
            await confirmPassword(caller, password, true);
            return await erase(caller, erasures, `select ${ANSWER} from app_private.erase_me() e`);
          }),
          userErase: callerPlan(
            ["id", "currentPassword"],
            async (caller, id: number, password: string | null | undefined) => {
              await confirmPassword(caller, password, requiresCurrentPassword);
              const text = `select ${ANSWER} from app_public.require_admin(), app_private.user_erase($1) e`;
              return await erase(caller, erasures, text, id);
            },
          ),
        },
      },
    },
  });
