import { sideEffect } from "postgraphile/grafast";
import { wrapPlans } from "postgraphile/utils";
import { isAllowed } from "../../channels/push/web-push/hosts.ts";
import {
  looksLikeSubscription,
  parseSubscription,
} from "../../channels/push/web-push/subscription.ts";
import { AppError } from "../../errors/app-error.ts";

/** Refuses a subscription that Web Push will never post to. Other malformed tokens are the database's to refuse. */
function checkToken(token: string, hosts: string[]): void {
  const subscription = looksLikeSubscription(token) ? parseSubscription(token) : undefined;
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
        sideEffect(args.getRaw(["input", "token"]), (token) => checkToken(token as string, hosts));
        return plan();
      },
    },
  });
