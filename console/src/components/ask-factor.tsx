import { asking } from "../state/second-factor.ts";
import { Later } from "./later.tsx";

const load = async () => (await import("./confirm-factor.tsx")).ConfirmFactor;

/** The dialog for the second factor, while a request waits for it. Each page has it once. */
export const AskFactor = () => (asking.value ? <Later load={load} /> : null);
