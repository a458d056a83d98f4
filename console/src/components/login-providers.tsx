import { useEffect } from "preact/hooks";
import { hostUrl } from "../api/host-url.ts";
import { OidcSessionDocument, type TokensFragment } from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { hostSettings } from "../state/host-settings.ts";
import { inWords } from "../words/refusals.ts";
import "../words/login-refusals.ts";
import { t } from "../words/translate.ts";
import { Problem } from "./problem.tsx";
import { useAction } from "./use-action.ts";

/** Marks the tab where a login began. Without it, a link could log somebody in as another. */
const BEGUN = "oidc";

/** A button for each OpenID provider. Ends the login of whoever comes back from one. */
export function LoginProviders(props: { enter: (tokens: TokensFragment) => Promise<void> }) {
  const { run, problem } = useAction(async () => {
    const [, ticket = ""] = /^#\/oidc\/(.+)/.exec(location.hash) ?? [];
    if (!ticket || !sessionStorage.getItem(BEGUN)) return;
    sessionStorage.removeItem(BEGUN);
    history.replaceState(null, "", "#/");
    if (ticket.startsWith("OIDC_")) {
      throw new RequestError("UNAUTHENTICATED", inWords({ message: "", reason: ticket }));
    }
    const { oidcSession } = await request(OidcSessionDocument, { ticket }, { token: "" });
    if (oidcSession) await props.enter(oidcSession);
  });
  useEffect(() => void run(), []);
  return (
    <>
      {hostSettings.value?.loginProviders?.map((name) => (
        <button
          key={name}
          type="button"
          onClick={() => {
            sessionStorage.setItem(BEGUN, name);
            location.href = hostUrl(`oidc/${name}`).href;
          }}
        >
          {t("Log in with {name}", { name })}
        </button>
      ))}
      <Problem text={problem} />
    </>
  );
}
