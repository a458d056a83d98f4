import { useId, useState } from "preact/hooks";
import { Dialog } from "../../components/dialog.tsx";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { type Entry, type LineFault, readPeople } from "../../state/read-people.ts";
import { importPeople } from "../../state/user-import.ts";
import { count, people } from "../../words/numbers.ts";
import type { LinkOwner } from "./password-links.tsx";

/** The most faults that are listed. */
const MOST_FAULTS = 50;

/** Lists what is wrong with a file, by line. */
function Faults({ faults }: { faults: LineFault[] }) {
  return (
    <div role="alert" class="problem">
      <p>
        {faults.length === 1
          ? "One line needs a correction. Nobody was imported."
          : `${count(faults.length)} lines need a correction. Nobody was imported.`}
      </p>
      <ul>
        {faults.slice(0, MOST_FAULTS).map(({ line, fault }) => (
          <li key={`${line} ${fault}`}>
            Line {line}: {fault}
          </li>
        ))}
      </ul>
      {faults.length > MOST_FAULTS && <p>And {count(faults.length - MOST_FAULTS)} more.</p>}
    </div>
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
  const [checked, setChecked] = useState<{ entries: Entry[]; faults: LineFault[] }>();
  const edit = (changed: string) => {
    setText(changed);
    setChecked(undefined);
  };
  const { run, isBusy, problem } = useAction(async () => {
    if (!checked || checked.faults.length > 0) {
      const read = readPeople(text);
      const faults = read.entries.length > 0 ? (await importPeople(read.entries, true)).faults : [];
      setChecked({
        entries: read.entries,
        faults: [...read.faults, ...faults].sort((a, b) => a.line - b.line),
      });
      return;
    }
    const { userIds, faults } = await importPeople(checked.entries, false);
    if (faults.length > 0) {
      setChecked({ ...checked, faults });
      return;
    }
    props.onImported(
      checked.entries.map(({ user }, index) => ({ ...user, id: userIds[index] as number })),
    );
  });
  const isReady = checked && checked.faults.length === 0;
  return (
    <Dialog label="Import people" onClose={props.onClose}>
      <h2>Import people</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <p>
          Choose a CSV file, as spreadsheets write it, or paste it. Its first line names the
          columns: name, email, and if you like address and tester (yes or no).
        </p>
        <p>
          <input
            type="file"
            accept=".csv,.txt,text/csv"
            aria-label="CSV file"
            onChange={({ currentTarget }) => {
              void currentTarget.files?.[0]?.text().then(edit);
            }}
          />
        </p>
        <div class="field">
          <label for={id}>People</label>
          <textarea
            id={id}
            rows={6}
            spellcheck={false}
            placeholder={"name,email\nRita Levi,rita@example.org"}
            value={text}
            onInput={({ currentTarget }) => edit(currentTarget.value)}
          />
        </div>
        {checked && checked.faults.length > 0 && <Faults faults={checked.faults} />}
        <Problem text={problem} />
        <p role="status">
          {isReady && `${people(checked.entries.length)} can be imported. Nothing is wrong.`}
        </p>
        <div class="actions">
          <button type="submit" class="primary" disabled={isBusy || text.trim() === ""}>
            {isReady ? `Import ${people(checked.entries.length)}` : "Check"}
          </button>
          <button type="button" onClick={props.onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
