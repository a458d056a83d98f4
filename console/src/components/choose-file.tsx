/** Lets the user choose a file. The same file can be chosen again after a correction. */
export function ChooseFile(props: {
  label: string;
  /** The endings of the file names that are offered. */
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
