import { useId, useState } from "preact/hooks";
import { UsersImportDocument } from "../../api/operations.ts";
import { RequestError, request } from "../../api/request.ts";
import { ChooseFile } from "../../components/choose-file.tsx";
import { FormDialog } from "../../components/form.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { type Entry, type LineFault, type ReadFile, readPeople } from "../../state/read-people.ts";
import { readText } from "../../state/read-text.ts";
import { listed, people } from "../../words/numbers.ts";
import { inWords } from "../../words/refusals.ts";
import { t } from "../../words/translate.ts";
import type { LinkOwner } from "./password-links.tsx";

/** The ids of new users, or what is wrong with the entries. */
interface Imported {
  userIds: number[];
  faults: LineFault[];
}

const MAY_BE_IMPORTED = t(
  "The service does not answer. These people may have been imported all the same: look in the list before you try again.",
);

/** Returns the error to show: an import without an answer may have succeeded. */
function importError(error: unknown): unknown {
  const { code } = error as RequestError;
  return code === "UNREACHABLE" ? new RequestError(code, MAY_BE_IMPORTED) : error;
}

/** Imports people, all of them or nobody. A dry run only checks them. */
export async function importPeople(entries: Entry[], dryRun: boolean): Promise<Imported> {
  const users = entries.map(({ user }) => user);
  const asked = request(UsersImportDocument, { users, dryRun });
  const { usersImport } = await asked.catch((error) => {
    throw dryRun ? error : importError(error);
  });
  const userIds: number[] = [];
  const faults: LineFault[] = [];
  for (const { index, userId, error, reason } of usersImport ?? []) {
    if (userId !== null) userIds.push(userId);
    if (error === null) continue;
    const fault = inWords({ message: error, reason });
    faults.push({ line: entries[index]?.line ?? 0, fault, isKnown: reason === "USERS_EMAIL_KEY" });
  }
  return { userIds, faults };
}

const UNREADABLE = t("The file cannot be read. Choose it again, or paste its text.");

/** Chooses a CSV file, and reads its text. */
function ChooseCsv({ onRead }: { onRead: (text: string) => void }) {
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

const MAX_FAULTS = 50;

/** Lists lines of a file, and what is said of each. */
function Lines({ lines }: { lines: LineFault[] }) {
  return (
    <>
      <ul>
        {lines.slice(0, MAX_FAULTS).map(({ line, fault }) => (
          <li key={`${line} ${fault}`}>{t("Line {line}: {fault}", { line, fault })}</li>
        ))}
      </ul>
      {lines.length > MAX_FAULTS && (
        <p>{t("And {number, number} more.", { number: lines.length - MAX_FAULTS })}</p>
      )}
    </>
  );
}

/** Imports people from a CSV file: checks it first, and imports all of them or nobody. */
export function ImportUsers(props: {
  onClose: () => void;
  /** Gets the people when they are imported. */
  onImported: (owners: LinkOwner[]) => void;
}) {
  const id = useId();
  const [text, setText] = useState("");
  const [last, setLast] = useState<ReadFile & { text: string; known: Entry[] }>();
  // The text may have been changed while the service checked it.
  const checked = last?.text === text ? last : undefined;
  /** Keeps what was found. If all else is right, lines of people who are users already are left out. */
  function keep(read: ReadFile & { known?: Entry[] }, found: LineFault[]): void {
    const faults = [...read.faults, ...found].sort((a, b) => a.line - b.line);
    const lines = new Set(
      faults.every(({ isKnown }) => isKnown) ? faults.map(({ line }) => line) : [],
    );
    const [known, entries] = [true, false].map((is) =>
      read.entries.filter(({ line }) => lines.has(line) === is),
    ) as [Entry[], Entry[]];
    setLast({
      ...read,
      text,
      entries,
      known: [...(read.known ?? []), ...known],
      faults: lines.size > 0 ? [] : faults,
    });
  }
  async function submit(): Promise<void> {
    if (!checked || checked.faults.length > 0) {
      const read = readPeople(text);
      const { faults } =
        read.entries.length > 0 ? await importPeople(read.entries, true) : { faults: [] };
      keep(read, faults);
      return;
    }
    const { userIds, faults } = await importPeople(checked.entries, false);
    if (faults.length > 0) {
      keep(checked, faults);
      return;
    }
    props.onImported(
      checked.entries.map(({ user }, index) => ({ ...user, id: userIds[index] as number })),
    );
  }
  const isReady = checked && checked.faults.length === 0;
  const leftOut = isReady && listed(checked.leftOut.map((heading) => `“${heading}”`));
  return (
    <FormDialog
      title={t("Import people")}
      action={
        leftOut
          ? t("Import {people} without {columns}", {
              people: people(checked.entries.length),
              columns: leftOut,
            })
          : isReady
            ? t("Import {people}", { people: people(checked.entries.length) })
            : t("Check")
      }
      isReady={text.trim() !== "" && !(isReady && checked.entries.length === 0)}
      submit={submit}
      onClose={props.onClose}
    >
      <p>
        {t(
          "Choose a CSV file, as spreadsheets write it, or paste it. Its first line names the columns: name, email, and if you like address and tester (yes or no).",
        )}
      </p>
      <ChooseCsv onRead={setText} />
      <div class="field">
        <label for={id}>{t("People")}</label>
        <textarea
          id={id}
          rows={6}
          spellcheck={false}
          placeholder={t("name,email\nRita Levi,rita@example.org")}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      {checked && checked.faults.length > 0 && (
        <div role="alert" class="problem">
          <p>
            {t(
              "{number, plural, one {One line needs a correction.} other {# lines need a correction.}} Nobody was imported.",
              { number: checked.faults.length },
            )}
          </p>
          <Lines lines={checked.faults} />
        </div>
      )}
      {checked && checked.known.length > 0 && (
        <div role="status">
          <p>
            {t(
              "{number, plural, one {One person is a user already, by their email, and is skipped:} other {# people are users already, by their emails, and are skipped:}}",
              { number: checked.known.length },
            )}
          </p>
          <Lines
            lines={checked.known.map(({ line, user }) => ({
              line,
              fault: `${user.name} (${user.email})`,
            }))}
          />
        </div>
      )}
      <p role="status">
        {isReady &&
          !leftOut &&
          checked.entries.length > 0 &&
          t(
            "{number, plural, one {# person} other {# people}} can be imported. Nothing is wrong.",
            { number: checked.entries.length },
          )}
        {leftOut &&
          t(
            "{number, plural, one {# person} other {# people}} can be imported without {columns}: there is no such field. Do you want that? If not, change the heading, or move the cells into a column that is imported.",
            { number: checked.entries.length, columns: leftOut },
          )}
      </p>
    </FormDialog>
  );
}
