import { useEffect, useRef } from "preact/hooks";
import { NotificationSeenDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { answers, markSeen, type Told } from "./inbox.ts";

/**
 * Marks notifications as seen when their text is in view on a visible page.
 * @returns A reference for the element with the text.
 */
export function useRead(told: readonly Told[]) {
  const element = useRef<HTMLParagraphElement>(null);
  const unseen = told.filter(({ seen }) => !seen).map(({ id }) => id);
  const said = answers.value;
  useEffect(() => {
    if (!element.current || unseen.length === 0) return;
    let isInView = false;
    let isSent = false;
    const send = async () => {
      if (!isInView || document.hidden || isSent) return;
      isSent = true;
      try {
        for (const id of unseen) {
          await request(NotificationSeenDocument, { input: { id, seen: true } });
        }
        markSeen(new Set(unseen));
      } catch (error) {
        // Without a network, it is tried again when the inbox has been read.
        console.warn("Not marked:", error);
      }
    };
    const observer = new IntersectionObserver(([entry]) => {
      isInView = entry?.isIntersecting ?? false;
      void send();
    });
    observer.observe(element.current);
    const look = () => void send();
    document.addEventListener("visibilitychange", look);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", look);
    };
  }, [unseen.join(), said]);
  return element;
}
