import { RequestError } from "../../api/request.ts";
import { ChooseFile } from "../../components/choose-file.tsx";
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
        <ChooseFile
          label={t("CSV file")}
          accept=".csv,.txt,text/csv"
          onChoose={(file) => void run(file)}
        />
      </p>
      <Problem text={problem} />
    </>
  );
}
