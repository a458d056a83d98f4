import type { AlertStatus } from "../api/operations.ts";

/** The words for an exercise and for a test, by language: those of the database's `marked_text()`. */
const MARKS: Record<string, { EXERCISE: string; TEST: string }> = {
  it: { EXERCISE: "ESERCITAZIONE", TEST: "PROVA" },
  de: { EXERCISE: "ÜBUNG", TEST: "TEST" },
  fr: { EXERCISE: "EXERCICE", TEST: "ESSAI" },
  es: { EXERCISE: "SIMULACRO", TEST: "PRUEBA" },
  en: { EXERCISE: "EXERCISE", TEST: "TEST" },
};

/** A title or a text as phones show it: that of an exercise or a test says so first, in the alert's language. */
export function markedText(status: AlertStatus, language: string, text: string): string {
  if (status === "ACTUAL" || text === "") return text;
  const words = MARKS[language.toLowerCase().split("-", 1)[0] as string] ?? MARKS.en;
  return `${words?.[status]} – ${text}`;
}
