/** Shows what went wrong and what to do, which screen readers read out at once. Shows nothing without a text. */
export function Problem({ text, retry }: { text: string; retry?: () => void }) {
  return (
    <div role="alert" class={text ? "problem" : undefined}>
      {text}
      {text && retry && (
        <button type="button" class="plain" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
