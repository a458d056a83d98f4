import { context, list, sideEffect } from "postgraphile/grafast";
import { wrapPlans } from "postgraphile/utils";
import { isAllowed } from "../../channels/push/web-push/hosts.ts";
import {
  looksLikeSubscription,
  parseSubscription,
} from "../../channels/push/web-push/subscription.ts";
import { AppError } from "../../errors/app-error.ts";

/** In characters: several times what browsers give. The more, the longer it takes to read. */
const LONGEST = 4096;

/** Refuses a subscription that Web Push will never post to. Other malformed tokens are the database's to refuse. */
function checkToken(token: string, hosts: string[]): void {
  if (!looksLikeSubscription(token)) return;
  if (token.length > LONGEST) {
    throw new AppError(
      "BAD_USER_INPUT",
      "token is a Web Push subscription of more than 4,096 characters: send the JSON of PushSubscription.toJSON() and nothing else.",
    );
  }
  const subscription = parseSubscription(token);
  if (subscription && !isAllowed(subscription.endpoint, hosts)) {
    throw new AppError(
      "BAD_USER_INPUT",
      "token is a Web Push subscription of an unknown push service: the endpoint must be https:// at one of the hosts in WEB_PUSH_HOSTS.",
    );
  }
}

/** Checks Web Push subscriptions at `registerDevice` by the rule of sending. */
export const makeWebPushRegistrationPlugin = (hosts: string[]) =>
  wrapPlans({
    Mutation: {
      registerDevice(plan, _$root, args) {
        const token = args.getRaw(["input", "token"]);
        sideEffect(list([context().get("identity"), token]), ([identity, token]) => {
          // A stranger is refused in any case.
          if (identity) checkToken(token as string, hosts);
        });
        return plan();
      },
    },
  });
