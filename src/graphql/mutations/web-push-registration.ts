import { context, list, sideEffect } from "postgraphile/grafast";
import { wrapPlans } from "postgraphile/utils";
import { looksLikeSubscription, parseSubscription } from "../../delivery/push/web-push.ts";
import { isAllowed } from "../../limits/allowed-hosts.ts";
import { AppError } from "../../ops/app-error.ts";

/** Several times what browsers send. Longer texts take longer to parse. */
const MAX_TEXT_CHARACTERS = 4096;

/** Refuses a subscription that Web Push will never post to. The database refuses other malformed tokens. */
function checkToken(token: string, hosts: string[]): void {
  if (!looksLikeSubscription(token)) return;
  if (token.length > MAX_TEXT_CHARACTERS) {
    throw new AppError(
      "BAD_USER_INPUT",
      "token is a Web Push subscription of more than 4,096 characters: send the JSON of PushSubscription.toJSON() and nothing else.",
      { reason: "TOKEN_FORM" },
    );
  }
  const subscription = parseSubscription(token);
  if (subscription && !isAllowed(subscription.endpoint, hosts)) {
    throw new AppError(
      "BAD_USER_INPUT",
      "token is a Web Push subscription of an unknown push service: the endpoint must be https:// at one of the hosts in WEB_PUSH_HOSTS.",
      { reason: "TOKEN_HOST" },
    );
  }
}

/** Checks Web Push subscriptions in `registerDevice` by the same rule as sending does. */
export const makeWebPushRegistrationPlugin = (hosts: string[]) =>
  wrapPlans({
    Mutation: {
      registerDevice(plan, _$root, args) {
        const token = args.getRaw(["input", "token"]);
        sideEffect(list([context().get("request"), token]), ([{ identity }, token]) => {
          // Without an identity, the mutation is refused anyway.
          if (identity) checkToken(token as string, hosts);
        });
        return plan();
      },
    },
  });
