export function AlertScreen({ id }: { id: number }) {
  return <main>{id}</main>;
}
