import "../design/person.css";
import { render } from "preact";
import { keepHostSettings } from "../api/load-host-settings.ts";
import { keepDevice } from "../push/keep-device.ts";
import { language } from "../words/language.ts";
import { keepPage } from "./keep-page.ts";
import { PersonPage } from "./person-page.tsx";

document.documentElement.lang = language;
keepHostSettings();
keepDevice();
keepPage();
render(<PersonPage />, document.getElementById("app") as HTMLElement);
