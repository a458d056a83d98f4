import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { OfflineMark } from "./offline-mark.tsx";

/** A modal dialog. It keeps the keyboard's focus, and Escape closes it. */
export function Dialog(props: {
  label: string;
  onClose: () => void;
  /** True while Escape must not close it. */
  staysOpen?: boolean;
  /** Called when Escape is pressed while the dialog stays open, possibly twice. */
  onEscape?: () => void;
  isWide?: boolean;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // A large dialog is read from its beginning, and does not scroll to its first field.
    if (props.isWide) {
      element?.focus();
      element?.scrollTo(0, 0);
    }
    return () => element?.close();
  }, []);
  function cancel(event: Event): void {
    if (!props.staysOpen) return;
    event.preventDefault();
    props.onEscape?.();
  }
  function close(): void {
    // The event of a dialog that is gone must not close the dialog that took its place.
    if (!dialog.current) return;
    if (props.staysOpen) {
      // Browsers close the dialog without asking when Escape is pressed again.
      dialog.current.showModal();
      props.onEscape?.();
    } else props.onClose();
  }
  return (
    <dialog
      ref={dialog}
      class={props.isWide ? "wide" : undefined}
      tabIndex={props.isWide ? -1 : undefined}
      aria-label={props.label}
      onCancel={cancel}
      onClose={close}
    >
      <OfflineMark />
      {props.children}
    </dialog>
  );
}
