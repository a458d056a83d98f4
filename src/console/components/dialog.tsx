import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { OfflineMark } from "./offline-mark.tsx";

/** A modal dialog. It keeps the keyboard's focus, and Escape closes it. */
export function Dialog(props: { label: string; onClose: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  // The event of a dialog that is gone must not close the one that took its place.
  const close = () => dialog.current && props.onClose();
  return (
    <dialog ref={dialog} aria-label={props.label} onClose={close}>
      <OfflineMark />
      {props.children}
    </dialog>
  );
}
