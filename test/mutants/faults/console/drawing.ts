import { inFile } from "../../fault.ts";

const DRAWING = ["test/console/screens/drawing.test.ts"];

/** Faults in how the pointer draws and edits the draft's area on the map. */
export const faults = [
  ...inFile("src/console/map/drawing.ts", DRAWING, [
    [
      "a hole that the map does not take is lost",
      "if (added.every(({ valid }) => valid)) return;",
      "if (added.some(({ valid }) => valid)) return;",
    ],
    ["a shape that the map does not take is lost", "    refused.push(shape);\n", ""],
    [
      "a shape of which the map takes a part is there twice",
      "    draw.removeFeatures(added.flatMap(({ id, valid }) => (valid && id ? [id] : [])));\n",
      "",
    ],
    [
      "a shape is unfinished though the map was cleared",
      "      isDrawing.value = false;\n      pointerMeasure.value = [];\n      refused",
      "      pointerMeasure.value = [];\n      refused",
    ],
    [
      "measures stay at the pointer when the map is cleared",
      "      isDrawing.value = false;\n      pointerMeasure.value = [];\n      refused",
      "      isDrawing.value = false;\n      refused",
    ],
    ["what the map did not take stays for ever", "      refused = [];\n", ""],
    [
      "an area that is there cannot be edited at first",
      'draft.peek().shapes.length > 0 ? "select" : "polygon"',
      '"polygon"',
    ],
    ["a hole is cut from nothing", "hole ? cutOut(drawn, [hole]) : drawn", "drawn"],
    [
      "a hole that was cut cannot be edited",
      '    if (tool.peek() === "hole") showShapes(draft.peek().shapes);\n',
      "",
    ],
    ["a drawn area cannot be edited at once", '    tool.value = "select";\n', ""],
    ["a drawn area is not selected", "    if (draw.hasFeature(id)) draw.selectFeature(id);\n", ""],
    [
      "an unfinished area is in the draft",
      "else previewShapes(allShapes());",
      "else setShapes(allShapes());",
    ],
    ["an unfinished area is not on the map", "    else previewShapes(allShapes());\n", ""],
    [
      "a deleted area stays in the draft",
      'if (type === "delete" && !isDrawing.value && draw.getMode() === "select") saveShapes();\n    else ',
      "",
    ],
    ["a hole stays where its area was", "    changeMap(holes.follow);\n", ""],
    ["a hole of a draft stays where its area was", "      holes.remember();\n", ""],
    [
      "a text that is typed ends the selection",
      "const draftShapes = shapes.value;",
      "const draftShapes = draft.value.shapes;",
    ],
    [
      "a drag ends the selection",
      "if (!isWritingDraft) showShapes(draftShapes);",
      "showShapes(draftShapes);",
    ],
    [
      "what comes from elsewhere is not on the map",
      "if (!isWritingDraft) showShapes(draftShapes);",
      "if (isWritingDraft) showShapes(draftShapes);",
    ],
    [
      "a chosen tool is not used",
      "if (draw.getMode() !== tool.value) draw.setMode(tool.value);",
      "void tool.value;",
    ],
    ["shapes are drawn on the other side of the earth", "shape, -adapter.meridian)", "shape, 0)"],
    [
      "shapes across the 180th meridian cannot be edited",
      "Math.abs(map.getCenter().lng) > 90 ? 180 : 0",
      "0",
    ],
    [
      "west of the 180th meridian nothing can be edited",
      "Math.abs(map.getCenter().lng) > 90",
      "map.getCenter().lng > 90",
    ],
    [
      "an unfinished area is lost when the map turns",
      'meridian === adapter.meridian || draw.getModeState() === "drawing"',
      "meridian === adapter.meridian",
    ],
    [
      "undo leaves an unfinished area alone",
      'if (draw.getModeState() === "drawing" && draw.canUndo()) draw.undo();\n      else undoShapes();',
      "undoShapes();",
    ],
    [
      "redo leaves an unfinished area alone",
      'if (draw.getModeState() === "drawing" && draw.canRedo()) draw.redo();\n      else redoShapes();',
      "redoShapes();",
    ],
    [
      "a drawing that has stopped is unfinished",
      "      followDraft();\n      following.unsubscribe();\n      isDrawing.value = false;\n",
      "      followDraft();\n      following.unsubscribe();\n",
    ],
    [
      "measures stay at the pointer when the drawing stops",
      "      pointerMeasure.value = [];\n      draw.stop();\n",
      "      draw.stop();\n",
    ],
    ["a drawing that has stopped draws", "      draw.stop();\n", ""],
    ["a drawing that has stopped follows the draft", "      followDraft();\n", ""],
    ["a drawing that has stopped follows the tool", "      followTool();\n", ""],
    ["a drawing that has stopped follows the map", "      following.unsubscribe();\n", ""],
  ]),
  ...inFile("src/console/map/topmost-select-mode.ts", DRAWING, [
    [
      "the area around a hole is selected instead",
      "sizeOf(b) - sizeOf(a)",
      "sizeOf(a) - sizeOf(b)",
    ],
  ]),
  ...inFile("src/console/map/turned-adapter.ts", DRAWING, [
    [
      "corners beyond the 180th meridian cannot be taken",
      "nearestTurn(longitude + this.meridian, this.#map.getCenter().lng)",
      "longitude + this.meridian",
    ],
    [
      "what is drawn beyond the 180th meridian is refused",
      "lng: nearestTurn(lng - this.meridian, 0)",
      "lng: lng - this.meridian",
    ],
  ]),
  ...inFile(
    "src/console/map/crossing-layers.ts",
    ["test/console/map-layers.test.ts"],
    [
      ["the edge of a mark covers it", '"circle-stroke-width": 6', '"circle-stroke-width": 2'],
      ["a mark hides the crossing", '"circle-opacity": 0', '"circle-opacity": 1'],
    ],
  ),
  ...inFile(
    "src/console/map/crossing-layers.ts",
    ["test/console/screens/drawing.test.ts"],
    [["no crossing is marked", "draftCrossings.value.map", "draftCrossings.peek().map"]],
  ),
  ...inFile(
    "src/console/map/drawing.ts",
    ["test/console/screens/drawing.test.ts"],
    [
      ["a rectangle cannot be edited at once", "          rectangle: byCorners,\n", ""],
      [
        "a circle cannot be dragged",
        "circle: { feature: { draggable: true,",
        "circle: { feature: { draggable: false,",
      ],
      ["a circle cannot be resized", ', coordinates: { resizable: "center-fixed" }', ""],
      ["a circle moves while it is resized", 'resizable: "center-fixed"', 'resizable: "opposite"'],
      ["no corner is added between two others", "midpoints: { draggable: true }, ", ""],
      ["no corner is removed", "draggable: true, deletable: true", "draggable: true"],
      ["an area with holes is filled", "(properties.hasHoles ? 0 : 0.1)", "0.1"],
      [
        "a selected area is filled otherwise",
        "          selectedPolygonFillOpacity: fillOpacity,\n",
        "",
      ],
      [
        "all shapes have all holes",
        "shapesToShow.forEach(add);",
        "for (const shape of shapesToShow) add(shape, 0);",
      ],
      [
        "the map's own change is one of the pointer",
        'if (isWritingMap || type === "styling") return;',
        'if (type === "styling") return;',
      ],
      ["areas have no red edge", "outlineColor: RED, outlineWidth: 3", "outlineWidth: 3"],
      ["areas are filled in another colour", "fillColor: RED, fillOpacity", "fillOpacity"],
      ["a second hole cannot be drawn, nor are corners seen", ", showCoordinatePoints: true", ""],
      ["a selected area has another edge", "          selectedPolygonOutlineColor: RED,\n", ""],
      ["a selected area has another colour", "          selectedPolygonColor: RED,\n", ""],
      ["a selected area has a thin edge", "          selectedPolygonOutlineWidth: 3,\n", ""],
    ],
  ),
  ...inFile(
    "src/console/map/turned-adapter.ts",
    ["test/console/screens/drawing.test.ts"],
    [
      [
        "areas beyond the 180th meridian are drawn elsewhere",
        "this.meridian === 0 ? features : features.map((feature) => onMap(feature, this.meridian))",
        "features",
      ],
      [
        "new areas beyond the 180th meridian are drawn elsewhere",
        "        created: turned(changes.created),\n",
        "",
      ],
      [
        "edited areas beyond the 180th meridian are drawn elsewhere",
        "        updated: turned(changes.updated),\n",
        "",
      ],
      [
        "the other areas beyond the 180th meridian are drawn elsewhere",
        "        unchanged: turned(changes.unchanged),\n",
        "",
      ],
      [
        "corners beyond the 180th meridian are drawn elsewhere",
        "const [coordinates] = movedEast([geometry.coordinates], meridian) as [Position];",
        "const { coordinates } = geometry;",
      ],
    ],
  ),
  ...inFile(
    "src/console/map/pointer-measure.ts",
    ["test/console/pointer-measure.test.ts"],
    [
      [
        "a rectangle has one side twice",
        "lengthOf([second, third ?? second])",
        "lengthOf([first, second])",
      ],
      ["the side at the pointer is the first one", "corners.slice(-2)", "corners.slice(0, 2)"],
    ],
  ),
];
