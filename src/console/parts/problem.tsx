/** What went wrong and what to do, read out at once; nothing where nothing did. */
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
