import { useEffect, useState } from "preact/hooks";
import { inboxProblem } from "./inbox.ts";
import { keptPushes, onPush, type Pushed } from "./pushed.ts";

/** Returns the pushes that are kept, the newest first. They may include pushes that the inbox has by now. */
export function usePushes(): readonly Pushed[] {
  const [pushes, setPushes] = useState<Pushed[]>([]);
  const problem = inboxProblem.value;
  useEffect(() => {
    const read = () => void keptPushes().then(setPushes).catch(console.warn);
    read();
    return onPush(read);
  }, [problem]);
  return pushes;
}
