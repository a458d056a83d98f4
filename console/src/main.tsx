import { render } from "preact";
import { loadHostSettings } from "./api/load-host-settings.ts";
import { App } from "./app.tsx";
import { preloadMap } from "./map/preload.ts";
import { keepDevice } from "./push/keep-device.ts";
import { language } from "./words/language.ts";

document.documentElement.lang = language;
// Almost every screen has the map, so it loads during the login too.
preloadMap();
void loadHostSettings();
keepDevice();
render(<App />, document.getElementById("app") as HTMLElement);
