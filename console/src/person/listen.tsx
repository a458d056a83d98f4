import { useEffect, useState } from "preact/hooks";
import type { LevelAlert } from "../api/operations.ts";
import { Problem } from "../components/problem.tsx";
import { t } from "../words/translate.ts";
import type { PersonAlert } from "./inbox.ts";
import { speak, type Voice } from "./speech.ts";

/** A button that speaks a text, and stops. */
export function Listen(props: { alert: PersonAlert; level: LevelAlert; text: string }) {
  const { alert, level, text } = props;
  const [voice, setVoice] = useState<Voice>();
  const [problem, setProblem] = useState("");
  useEffect(() => () => voice?.stop(), [voice]);
  const listen = () => {
    setProblem("");
    const begun = speak(alert, level, text);
    setVoice(begun);
    begun.done
      .catch(() => setProblem(t("It cannot be spoken here.")))
      .finally(() => setVoice((now) => (now === begun ? undefined : now)));
  };
  return (
    <>
      <button type="button" class="listen" onClick={() => (voice ? setVoice(undefined) : listen())}>
        <span aria-hidden="true">{voice ? "■ " : "▶ "}</span>
        {voice ? t("Stop") : t("Listen")}
      </button>
      <Problem text={problem} />
    </>
  );
}
