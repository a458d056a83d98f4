/** Chooses a file. The same one can be chosen again when it is corrected. */
export function ChooseFile(props: {
  label: string;
  /** The endings of the names that are offered. */
  accept: string;
  onChoose: (file: File) => void;
}) {
  return (
    <input
      type="file"
      accept={props.accept}
      aria-label={props.label}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        if (file) props.onChoose(file);
        currentTarget.value = "";
      }}
    />
  );
}
