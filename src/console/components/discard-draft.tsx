import { Dialog } from "./dialog.tsx";

/** Asks before a draft is discarded, because nothing brings it back. */
export function DiscardDraft(props: {
  discard: () => void;
  onClose: () => void;
  /** True if the other administrators keep it. */
  isShared?: boolean;
}) {
  const { discard, onClose, isShared } = props;
  return (
    <Dialog label="Discard this draft?" onClose={onClose}>
      <h2>Discard this draft?</h2>
      <p>
        {isShared
          ? "This browser forgets it. The other administrators keep the shared draft."
          : "Its area and its texts are gone then. Nothing that was published changes."}
      </p>
      <div class="actions">
        <button
          type="button"
          class="danger"
          onClick={() => {
            discard();
            onClose();
          }}
        >
          Discard it
        </button>
        <button type="button" onClick={onClose}>
          Keep it
        </button>
      </div>
    </Dialog>
  );
}
