import type { WithPgClient } from "postgraphile/@dataplan/pg";
import { context, list, sideEffect } from "postgraphile/grafast";
import { extendSchema, gql, wrapPlans } from "postgraphile/utils";
import type { Identity } from "../../auth/tokens.ts";
import type { RequestSettings } from "../../database/request-adaptor.ts";
import { confirmPassword } from "./current-password.ts";

interface UserEdit {
  email?: string | null;
  currentPassword?: string | null;
}

/** True if an edit changes the email of a user whom the caller may see. */
async function changesEmail(
  withPgClient: WithPgClient,
  pgSettings: RequestSettings,
  id: number,
  { email }: UserEdit,
): Promise<boolean> {
  if (email == null) return false;
  // Its type wants settings of any name.
  const { rows } = await withPgClient(pgSettings as never, (client) =>
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
          const $context = context();
          sideEffect(
            list([
              $context.get("withPgClient"),
              $context.get("identity"),
              $context.get("address"),
              $context.get("pgSettings"),
              args.getRaw("id"),
              args.getRaw("input"),
            ]),
            async ([withPgClient, identity, address, pgSettings, id, input]) => {
              const { currentPassword } = input as UserEdit;
              if (!identity) return;
              const client = withPgClient as WithPgClient;
              const isRequired =
                requiresCurrentPassword &&
                (await changesEmail(
                  client,
                  pgSettings as RequestSettings,
                  id as number,
                  input as UserEdit,
                ));
              await confirmPassword(
                {
                  withPgClient: client,
                  identity: identity as Identity,
                  address: address as () => string,
                  currentPassword,
                },
                isRequired,
              );
            },
          );
          return plan();
        },
      },
    }),
  ];
}
