import { extendSchema, gql, wrapPlans } from "postgraphile/utils";
import { callerPlan, callerRow } from "../requests/caller.ts";
import { confirmPassword } from "./current-password.ts";

interface UserEdit {
  email?: string | null;
  currentPassword?: string | null;
}

const CHANGES_EMAIL = "select from app_public.users where id = $1 and email <> $2";

/** Adds `currentPassword` to `userEdit`. Clients that send the email unchanged do not need it. */
export function makeUserEditPlugins(requiresCurrentPassword: boolean): GraphileConfig.Plugin[] {
  const confirm = callerPlan(["id", "input"], async (caller, id: number, edit: UserEdit) => {
    if (!caller.request.identity) return;
    /** True if the edit changes the email of a user that the caller may see. */
    const changesEmail = async () =>
      edit.email != null && (await callerRow(caller, CHANGES_EMAIL, id, edit.email)) !== undefined;
    const isRequired = requiresCurrentPassword && (await changesEmail());
    await confirmPassword(caller, edit.currentPassword, isRequired);
  });
  return [
    extendSchema({
      typeDefs: gql`
          extend input UserEdit {
            """Your password, to change an email. The service may require it."""
            currentPassword: String
          }
        `,
    }),
    wrapPlans({
      Mutation: {
        userEdit(plan, $root, args) {
          confirm($root, args);
          return plan();
        },
      },
    }),
  ];
}
