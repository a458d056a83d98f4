import type { Outcome, Provider, ProviderName, Push } from "./provider.ts";

const FOREIGN: Outcome = { state: "failed", why: "the token belongs to another provider" };

/**
 * Keeps a provider from getting the tokens of another. The database chooses the provider by the same forms, so this
 * only matters if the two ever disagree: a Web Push subscription holds keys that no third party may see.
 * @param detect Returns the provider that a token's form names; undefined for a bare token, which any provider may get.
 */
export function ownTokensOnly(
  provider: Provider,
  detect: (token: string) => ProviderName | undefined,
): Provider {
  const isOwn = ({ token }: Push) => (detect(token) ?? provider.name) === provider.name;
  return {
    ...provider,
    async send(pushes) {
      if (pushes.every(isOwn)) return provider.send(pushes);
      const outcomes = await provider.send(pushes.filter(isOwn));
      return pushes.map((push) => (isOwn(push) ? (outcomes.shift() as Outcome) : FOREIGN));
    },
  };
}
