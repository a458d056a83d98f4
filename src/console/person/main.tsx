import "../styles/person.css";
import { render } from "preact";
import { loadHostSettings } from "../api/load-host-settings.ts";
import { keepDevice } from "../push/keep-device.ts";
import { language } from "../words/language.ts";
import { keepPage } from "./keep-page.ts";
import { PersonPage } from "./person-page.tsx";

document.documentElement.lang = language;
void loadHostSettings();
keepDevice();
keepPage();
render(<PersonPage />, document.getElementById("app") as HTMLElement);
