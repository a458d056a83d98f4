import "./styles/index.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { keepDevice } from "./push/keep-device.ts";

keepDevice();
render(<App />, document.getElementById("app") as HTMLElement);
