import { refusal } from "./fake-service.ts";

/** A draft at the fake service. */
interface FakeRow {
  id: number;
  name: string;
  version: number;
  content: string;
  isPrivate: boolean;
  alertId: number | null;
  isTraining: boolean;
  updatedAt: number;
  user: { name: string } | null;
  editor: { id: number; name: string } | null;
  editingUntil: number;
}

const COLLEAGUE = { id: 2, name: "Colleague" };

/** Keeps drafts as the service does. `answers` answers the console's requests for them. */
export function fakeDrafts() {
  const rows = new Map<number, FakeRow>();
  let made = 4;
  const add = (fields: Partial<FakeRow> = {}): FakeRow => {
    made += 1;
    const row: FakeRow = {
      id: made,
      name: "Reno",
      version: 1,
      content: "{}",
      isPrivate: false,
      alertId: null,
      isTraining: false,
      updatedAt: Math.floor(Date.now() / 1000),
      user: { name: "Ada" },
      editor: null,
      editingUntil: 4_000_000_000,
      ...fields,
    };
    rows.set(made, row);
    return row;
  };
  const found = (id: unknown, answer: (row: FakeRow) => object) => {
    const row = rows.get(id as number);
    return row ? answer(row) : refusal("NOT_FOUND", "This draft was published or removed");
  };
  const answers = {
    SharedDrafts: () => ({ sharedDrafts: [...rows.values()] }),
    SharedDraft: ({ id }: Record<string, unknown>) => ({
      sharedDrafts: [...rows.values()].filter((row) => row.id === id),
    }),
    NewSharedDraft: ({ input }: Record<string, unknown>) => ({
      newSharedDraft: add(input as object),
    }),
    SharedDraftEdit: ({ id, input }: Record<string, unknown>) =>
      found(id, (row) => {
        const { expectedVersion, ...changes } = input as { expectedVersion: number };
        if (row.version !== expectedVersion) return refusal("CONFLICT", "Someone else has saved");
        Object.assign(row, changes, { version: row.version + 1 });
        return { sharedDraftEdit: row };
      }),
    SharedDraftMark: ({ id }: Record<string, unknown>) =>
      found(id, (sharedDraftMark) => ({ sharedDraftMark })),
    SharedDraftRemove: ({ id }: Record<string, unknown>) =>
      found(id, (sharedDraftRemove) => {
        rows.delete(id as number);
        return { sharedDraftRemove };
      }),
    HeldPublicationNow: () => ({ heldPublication: null }),
  };
  /** A colleague changes a draft. */
  const change = (id: number, fields: object) => {
    const row = rows.get(id) as FakeRow;
    const content = JSON.stringify({ ...JSON.parse(row.content), ...fields });
    Object.assign(row, { content, version: row.version + 1, user: COLLEAGUE, editor: COLLEAGUE });
  };
  return { rows, add, answers, change };
}
