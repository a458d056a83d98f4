import "../design/person.css";
import { render } from "preact";
import { keepDevice } from "../push/keep-device.ts";
import { language } from "../words/language.ts";
import { JoinPage } from "./join-page.tsx";

document.documentElement.lang = language;
keepDevice();
render(<JoinPage />, document.getElementById("app") as HTMLElement);
