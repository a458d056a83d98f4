import { RequestError } from "../../api/request.ts";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { readText } from "../../state/read-text.ts";
import { t } from "../../words/translate.ts";

const UNREADABLE = t("The file cannot be read. Choose it again, or paste its text.");

/** Chooses a CSV file, and reads its text. */
export function ChooseCsv({ onRead }: { onRead: (text: string) => void }) {
  const { run, problem } = useAction(async (file: File) => {
    const text = await readText(file).catch(() => {
      throw new RequestError("UNREADABLE", UNREADABLE);
    });
    onRead(text);
  });
  return (
    <>
      <p>
        <input
          type="file"
          accept=".csv,.txt,text/csv"
          aria-label={t("CSV file")}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void run(file);
            // So that the same file can be chosen again when it is corrected.
            currentTarget.value = "";
          }}
        />
      </p>
      <Problem text={problem} />
    </>
  );
}
