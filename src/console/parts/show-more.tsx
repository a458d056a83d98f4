/** The way to what follows in a list. It keeps the keyboard's focus while more is on its way. */
export function ShowMore({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) {
  return (
    <button type="button" aria-busy={isBusy} onClick={onClick}>
      {isBusy ? "Asking…" : "Show more"}
    </button>
  );
}
