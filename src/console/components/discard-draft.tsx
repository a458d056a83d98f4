import { Dialog } from "./dialog.tsx";

/** Asks before a draft is discarded, because nothing brings it back. */
export function DiscardDraft({ discard, onClose }: { discard: () => void; onClose: () => void }) {
  return (
    <Dialog label="Discard this draft?" onClose={onClose}>
      <h2>Discard this draft?</h2>
      <p>Its area and its texts are gone then. Nothing that was published changes.</p>
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
