import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { AskRemoval } from "../../components/ask-removal.tsx";
import { type Action, ListItem } from "../../components/list-item.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Select } from "../../components/select.tsx";
import type { Loaded } from "../../state/loaded.ts";
import { may, mine } from "../../state/rights.ts";
import { authorityName } from "../../words/role-words.ts";
import { t } from "../../words/translate.ts";

const REFRESH_MS = 10_000;

/** Chooses one of the authorities that the user manages, if there are several. */
export function ManagedAuthority(props: {
  label: string;
  value: number | undefined;
  onChange: (id: number) => void;
}) {
  const managed = mine("MANAGER");
  return managed.length > 1 ? (
    <Select
      label={props.label}
      value={String(props.value)}
      options={managed.map(({ id, name }) => [String(id), authorityName(name)] as const)}
      onChange={(id) => props.onChange(Number(id))}
    />
  ) : null;
}

/** A section with the services of others that authorities work with: how each one is, and what managers do with it. */
export function ManagedList<Row extends { id: number; authorityId: number }>(props: {
  of: Loaded<readonly Row[]>;
  title: string;
  about: string;
  /** The button that adds one. */
  add: string;
  nameOf: (row: Row) => string;
  edit: (row: Row | undefined, onClose: () => void) => ComponentChildren;
  remove: (row: Row) => Promise<unknown>;
  /** What a removal means, if it is not gone for all colleagues. */
  removed?: string;
  /** How it is, and whether that needs attention. */
  stateOf: (row: Row) => readonly [text: string, needsAttention: boolean];
  /** What else managers do with it. */
  actionsOf?: (row: Row) => readonly (Action | false)[];
  isBusy?: boolean;
  children: (row: Row) => ComponentChildren;
}) {
  const { of, nameOf, stateOf, actionsOf = () => [] } = props;
  const titleId = useId();
  const [edited, setEdited] = useState<{ row?: Row }>();
  const [removed, setRemoved] = useState<Row>();
  useEffect(() => {
    void of.load();
    const timer = setInterval(() => void of.load(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{props.title}</h2>
      <p>{props.about}</p>
      <button type="button" onClick={() => setEdited({})}>
        {props.add}
      </button>
      <LoadState of={of} empty={t("None yet.")} />
      <ul class="cards">
        {of.data.value?.map((row) => {
          const name = nameOf(row);
          const [state, needsAttention] = stateOf(row);
          return (
            <ListItem
              key={row.id}
              isBusy={props.isBusy}
              actions={
                may("MANAGER", row.authorityId)
                  ? [
                      [t("Edit"), t("Edit {name}", { name }), () => setEdited({ row })],
                      ...actionsOf(row),
                      [t("Remove…"), t("Remove {name}", { name }), () => setRemoved(row)],
                    ]
                  : []
              }
            >
              <strong>{name}</strong>
              <p class={needsAttention ? "hint attention" : "hint"}>{state}</p>
              {props.children(row)}
            </ListItem>
          );
        })}
      </ul>
      {edited && props.edit(edited.row, () => setEdited(undefined))}
      {removed && (
        <AskRemoval
          name={nameOf(removed)}
          result={props.removed}
          remove={async () => {
            await props.remove(removed);
            await of.load();
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </section>
  );
}
