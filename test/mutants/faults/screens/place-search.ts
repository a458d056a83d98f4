import { inFile } from "../../fault.ts";

const SEARCH = ["test/console/screens/place-search.test.ts"];

/** Faults in the search that moves the map. */
export const faults = [
  ...inFile("src/console/components/place-search.tsx", SEARCH, [
    [
      "nobody sees that nothing is found",
      'class={problem ? "nothing-found" : "unseen"}',
      'class={problem ? "unseen" : "nothing-found"}',
    ],
    [
      "one letter finds nothing, with a message",
      "if (places.length === 0 && typed.trim().length >= SHORTEST_SEARCH)\n",
      "if (places.length === 0)\n",
    ],
    ["places that cannot be loaded are not there", "      said = NOT_LOADED;\n", ""],
    [
      "a slow search replaces a later one",
      "    if (!isNewest()) return;\n    setFound(places);",
      "    setFound(places);",
    ],
    ["a search that was closed opens again", '    newest.current = "";\n', ""],
    ["what was found is open after a click", "    setFound([]);\n", ""],
    [
      "a message of nothing found stays after Escape",
      '    setFound([]);\n    setProblem("");\n',
      "    setFound([]);\n",
    ],
    ["any key closes the search", 'key === "Escape" && close()', "key && close()"],
    ["a place's name is not in the field", "    setText(name);\n", ""],
    ["Enter reloads the page", "          event.preventDefault();\n", ""],
    [
      "places wait for the host's streets",
      "        if (isNewest()) setFound(places.slice(0, MOST_BESIDE_STREETS));\n",
      "",
    ],
    [
      "streets hide the places",
      "places = [...places.slice(0, MOST_BESIDE_STREETS), ...streets];",
      "places = streets;",
    ],
    ["a village is shown from afar", "inhabitants > 5e4 ? 12 : STREETS", "12"],
    ["a city is shown by its streets", "inhabitants > 1e6 ? 10", "inhabitants > 1e7 ? 10"],
    ["a street is shown by its house numbers", "isAddress ? HOUSES : STREET", "HOUSES"],
    [
      "the map moves to the wrong side of the equator",
      "center: [longitude, latitude],\n    zoom: zoomFor",
      "center: [latitude, longitude],\n    zoom: zoomFor",
    ],
  ]),
];
