import { useEffect } from "preact/hooks";
import { SessionEndDocument, SessionsDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { loaded } from "../../state/loaded.ts";
import { moment } from "../../words/time.ts";
import { t } from "../../words/translate.ts";

const sessions = loaded((signal) => request(SessionsDocument, {}, { signal }));

/** What user agents have in them, by the names of browsers and of systems: the first that fits counts. */
const BROWSERS = {
  Edge: /Edg/,
  Firefox: /Firefox|FxiOS/,
  Chrome: /Chrom|CriOS/,
  Safari: /Safari/,
};
const SYSTEMS = {
  iPhone: /iPhone/,
  iPad: /iPad/,
  Android: /Android/,
  Windows: /Windows/,
  macOS: /Mac OS X/,
  Linux: /Linux|CrOS/,
};

/** Names a browser and its system by its user agent. Other programs are called as they call themselves. */
function clientName(agent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    (names) => Object.entries(names).find(([, pattern]) => pattern.test(agent))?.[0],
  );
  return browser && system ? `${browser}, ${system}` : agent;
}

/** Shows where the user is logged in, and ends other sessions. */
export function Sessions({ onEnd }: { onEnd?: () => void }) {
  useEffect(() => void sessions.load(), []);
  const { run, isBusy, problem } = useAction(async (id: number) => {
    await request(SessionEndDocument, { id });
    await sessions.load();
    onEnd?.();
  });
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{t("Where I am logged in")}</h2>
      <Problem text={sessions.error.value} retry={() => void sessions.load()} />
      <Problem text={problem} />
      <ul class="cards">
        {sessions.data.value?.sessions?.map(({ id, client, createdAt, usedAt, isCurrent }) => (
          <li key={id}>
            <span dir="auto">{client ? clientName(client) : t("An unknown program")}</span>
            <p class="hint">
              {t("Since {since} · last used {used}", {
                since: moment(createdAt),
                used: moment(usedAt),
              })}{" "}
              ·{" "}
              {isCurrent ? (
                t("this one")
              ) : (
                <button type="button" class="plain" disabled={isBusy} onClick={() => void run(id)}>
                  {t("End it")}
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
