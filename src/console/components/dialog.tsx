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
  return (
    <dialog ref={dialog} aria-label={props.label} onClose={props.onClose}>
      <OfflineMark />
      {props.children}
    </dialog>
  );
}
