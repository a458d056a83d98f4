import { list, sideEffect } from "postgraphile/grafast";
import { extendSchema, gql, wrapPlans } from "postgraphile/utils";
import { type Caller, caller } from "../requests/caller.ts";
import { confirmPassword } from "./current-password.ts";

interface UserEdit {
  email?: string | null;
  currentPassword?: string | null;
}

/** True if an edit changes the email of a user that the caller may see. */
async function changesEmail(
  { withPgClient, request }: Caller,
  id: number,
  { email }: UserEdit,
): Promise<boolean> {
  if (email == null) return false;
  const { rows } = await withPgClient(request, (client) =>
    client.query({
      text: "select from app_public.users where id = $1 and email <> $2",
      values: [id, email],
    }),
  );
  return rows.length > 0;
}

/** Adds `currentPassword` to `userEdit`. Clients that send the email unchanged do not need it. */
export function makeUserEditPlugins(requiresCurrentPassword: boolean): GraphileConfig.Plugin[] {
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
        userEdit(plan, _$root, args) {
          sideEffect(
            list([caller(), args.getRaw("id"), args.getRaw("input")]),
            async ([caller, id, input]) => {
              if (!caller.request.identity) return;
              const edit = input as UserEdit;
              const isRequired =
                requiresCurrentPassword && (await changesEmail(caller, id as number, edit));
              await confirmPassword(caller, edit.currentPassword, isRequired);
            },
          );
          return plan();
        },
      },
    }),
  ];
}
