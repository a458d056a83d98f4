import { hostUrl } from "../api/host-url.ts";
import { t } from "../words/translate.ts";

/** How an app is set up with a device key. */
export interface AppSetup {
  /** The link to tap on the phone that has the app. */
  link: string;
  /** The text of the code that the app or the phone scans from another screen. */
  code: string;
}

/** An app that reports positions. */
export interface ReportingApp {
  /** The name of the app, and of its device key. */
  name: string;
  runsOn: string;
  /** True if its own scanner must scan the code: the phone's would open a page. */
  scansItself: boolean;
  setUp(key: string): AppSetup;
}

/** The address that an app reports to. */
const addressFor = (protocol: string) => hostUrl(`positions/${protocol}`).href;

/** https://owntracks.org/booklet/features/remoteconfig: a configuration as base64 of its JSON. */
function ownTracks(key: string): AppSetup {
  const configuration = {
    _type: "configuration",
    // Mode 3 is HTTP.
    mode: 3,
    url: addressFor("owntracks"),
    auth: true,
    username: "phone",
    password: key,
    // Reports only significant moves, which saves the battery.
    monitoring: 1,
  };
  const inline = encodeURIComponent(btoa(JSON.stringify(configuration)));
  const link = `owntracks:///config?inline=${inline}`;
  return { link, code: link };
}

/** Traccar Client takes its settings from an address's query. With its own URL scheme it also takes the address. */
function traccarClient(key: string): AppSetup {
  const url = addressFor("osmand");
  const settings = { id: key, accuracy: "medium", distance: "75", interval: "300" };
  return {
    link: `org.traccar.client://config?${new URLSearchParams({ url, ...settings })}`,
    code: `${url}?${new URLSearchParams(settings)}`,
  };
}

/** https://github.com/aaronpk/Overland-iOS: the address and the access token. */
function overland(key: string): AppSetup {
  const link = `overland://setup?${new URLSearchParams({ url: addressFor("overland"), token: key })}`;
  return { link, code: link };
}

const BOTH = t("iPhone, Android");

/** The apps that the service takes positions from, and that can be set up by a link. */
export const APPS: readonly ReportingApp[] = [
  { name: "OwnTracks", runsOn: BOTH, scansItself: false, setUp: ownTracks },
  { name: t("Traccar Client"), runsOn: BOTH, scansItself: true, setUp: traccarClient },
  { name: t("Overland"), runsOn: "iPhone", scansItself: false, setUp: overland },
];
