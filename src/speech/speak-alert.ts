import type { Task } from "graphile-worker";
import pg from "pg";
import type { Lane } from "../ops/room.ts";
import type { Engine } from "./engine.ts";
import { encodeMp3, MP3_FORMAT } from "./mp3.ts";

/** The lane of speech. It notes which languages are spoken. Some alerts may have been published without an engine. */
export const speechLane = (engine: Engine | undefined): Lane => ({
  concurrency: 1,
  tasks: { speak_alert: makeSpeakAlert(engine) },
  catchUp: `update app_private.settings set voices = array(
      select json_array_elements_text(${pg.escapeLiteral(JSON.stringify(engine?.languages ?? []))}));
    ${engine ? "select app_private.queue_missing_speeches()" : ""}`,
});

/** A row of app_private.texts_to_speak(). */
interface Text {
  level: "ONE" | "TWO" | "THREE";
  language: string;
  text: string;
}

const TEXTS = "select level, language, text from app_private.texts_to_speak($1)";
const KEEP = "select app_private.keep_speech($1, $2, $3, $4, $5, $6) as spoken";

/**
 * Makes the task that speaks an alert's texts. app_private.new_alert() queues it. A text is spoken once, whichever
 * alerts use it, and not at all if its language has no voice. If one text fails, the others are still spoken, and the job runs again. Without an engine it does
 * nothing.
 */
export function makeSpeakAlert(engine: Engine | undefined): Task {
  return async (payload, { query, abortSignal }) => {
    if (!engine) return;
    const { alertId } = payload as { alertId: number };

    async function speakText({ level, language, text }: Text, engine: Engine): Promise<void> {
      const found = engine.voiceFor(language);
      if (!found) return;
      const voice = `${found} ${MP3_FORMAT}`;
      const keep = (mp3: Buffer | null) =>
        query<{ spoken: boolean }>(KEEP, [alertId, level, voice, mp3, text, language]);
      const { rows } = await keep(null);
      if (rows[0]?.spoken) return;
      await keep(await encodeMp3(await engine.speak(text, language, abortSignal)));
    }

    const failures: string[] = [];
    for (const text of (await query<Text>(TEXTS, [alertId])).rows) {
      abortSignal.throwIfAborted();
      await speakText(text, engine).catch((error: Error) => {
        failures.push(`${text.level} in ${text.language}: ${error.message}`);
      });
    }
    if (failures.length > 0) throw new Error(`alert ${alertId}, ${failures.join("; ")}`);
  };
}
