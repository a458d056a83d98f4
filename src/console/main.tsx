import "./styles/index.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { keepDevice } from "./push/keep-device.ts";
import { language } from "./words/language.ts";

document.documentElement.lang = language;
keepDevice();
render(<App />, document.getElementById("app") as HTMLElement);
