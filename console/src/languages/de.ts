import type { Messages } from "./it.ts";

/**
 * German, in the words of civil protection: alert and warning are "Warnung", all-clear "Entwarnung", live "Ernstfall",
 * exercise "Übung", test "Probewarnung", in training "in Ausbildung", template "Vorlage", draft "Entwurf". Readers are
 * "Sie". Apostrophes are ’, because ICU's format gives ' a meaning.
 */
const messages: Messages = {
  "The service does not answer. Check the connection and try again: nothing that you entered is lost.":
    "Der Dienst antwortet nicht. Prüfen Sie die Verbindung und versuchen Sie es erneut: Ihre Eingaben sind nicht verloren.",
  "Try again; if it stays, tell whoever runs the service.":
    "Versuchen Sie es erneut. Bleibt der Fehler, sagen Sie es dem Betreiber des Dienstes.",
  "Something went wrong in this page. Reload it: what you entered is kept.":
    "Auf dieser Seite ist ein Fehler aufgetreten. Laden Sie sie neu: Ihre Eingaben bleiben erhalten.",
  "A file": "Eine Datei",
  "A message in CAP, the format of weather services and of neighbours.":
    "Eine Nachricht in CAP, dem Format der Wetterdienste und der Nachbarn.",
  "Address of its CAP feed": "Adresse des CAP-Feeds",
  "As it came: {language}": "Wie eingegangen: {language}",
  "Asked every": "Abgefragt alle",
  "Chosen: {name}": "Gewählt: {name}",
  "Contact": "Kontakt",
  "Description": "Beschreibung",
  "For": "Für",
  "From {sender} by {source}, sent {time}.": "Von {sender} über {source}, gesendet {time}.",
  "From {sender}, sent {time}.": "Von {sender}, gesendet {time}.",
  "Headline": "Überschrift",
  "Instruction": "Anweisung",
  "It breaks the rules of its format. Compare the draft with it.":
    "Sie verletzt die Regeln ihres Formats. Vergleichen Sie den Entwurf mit ihr.",
  "It changes a warning that has not come here.":
    "Sie ändert eine Warnung, die hier nicht eingegangen ist.",
  "It has expired.": "Sie ist abgelaufen.",
  "It has no area that can be drawn. Draw it.":
    "Sie hat kein Gebiet, das sich zeichnen lässt. Zeichnen Sie es.",
  "It is an exercise or a test.": "Sie ist eine Übung oder eine Probewarnung.",
  "It is asked for the first time.": "Sie wird zum ersten Mal abgefragt.",
  "It is not asked any more. Its drafts stay.":
    "Sie wird nicht mehr abgefragt. Ihre Entwürfe bleiben.",
  "It is over, says its sender: end the alert, or remove the draft.":
    "Es ist vorbei, sagt der Absender: Beenden Sie die Warnung, oder entfernen Sie den Entwurf.",
  "It reaches beyond the area of your authority. Only what is inside is drawn.":
    "Sie reicht über das Gebiet Ihrer Behörde hinaus. Gezeichnet ist nur, was darin liegt.",
  "Its last answer: {when}.": "Letzte Antwort: {when}.",
  "Its last warning: {when}.": "Letzte Warnung: {when}.",
  "Its public key, if it signs": "Öffentlicher Schlüssel, falls sie signiert",
  "Neighbouring city": "Nachbarstadt",
  "New source": "Neue Quelle",
  "No signature says who sent it. Ask the sender if in doubt.":
    "Keine Signatur sagt, wer sie gesendet hat. Fragen Sie im Zweifel den Absender.",
  "Open a warning of others": "Warnung anderer öffnen",
  "Open a warning of others…": "Warnung anderer öffnen…",
  "Open it as a draft": "Als Entwurf öffnen",
  "Or its address": "Oder ihre Adresse",
  "Page": "Seite",
  "Paused": "Angehalten",
  "Refused {when}:": "Abgelehnt {when}:",
  "Sender": "Absender",
  "The service asks these sources. What they warn of becomes a draft, and never an alert by itself.":
    "Der Dienst fragt diese Quellen ab. Ihre Warnungen werden zu Entwürfen, nie von selbst zu Warnungen.",
  "Warning of others": "Warnung anderer",
  "Warnings of others": "Warnungen anderer",
  "What its update changes": "Was die Aktualisierung ändert",
  "What touches": "Was berührt",
  "the area of the authority": "das Gebiet der Behörde",
  "the same area as before": "dasselbe Gebiet wie zuvor",
  "{number, plural, one {# warning} other {# warnings}} outside of the area":
    "{number, plural, one {# Warnung} other {# Warnungen}} außerhalb des Gebiets",
  "It does not answer": "Sie antwortet nicht",
  "It does not answer in time": "Sie antwortet nicht rechtzeitig",
  "It answers with an error": "Sie antwortet mit einem Fehler",
  "Its address is not public": "Ihre Adresse ist nicht öffentlich",
  "Its address does not begin with https": "Ihre Adresse beginnt nicht mit https",
  "Its address cannot be used": "Ihre Adresse ist nicht verwendbar",
  "It redirects too often": "Sie leitet zu oft weiter",
  "It is too large": "Sie ist zu groß",
  "Its characters cannot be read": "Ihre Zeichen sind nicht lesbar",
  "It has a document type, which could hide an attack":
    "Sie hat einen Dokumenttyp, der einen Angriff verbergen könnte",
  "It is not XML": "Sie ist kein XML",
  "It is no CAP message, and no feed of them":
    "Sie ist weder eine CAP-Nachricht noch ein Feed davon",
  "Its signature is wrong": "Ihre Signatur ist falsch",
  "50 of its drafts wait. Publish or remove some":
    "50 ihrer Entwürfe warten. Veröffentlichen oder entfernen Sie einige",
  "Something went wrong on our side": "Auf unserer Seite ist ein Fehler aufgetreten",
  "This message makes no draft: it ends another one, was replaced or published already, or is no alert.":
    "Aus dieser Nachricht wird kein Entwurf: Sie beendet eine andere, wurde schon ersetzt oder veröffentlicht, oder ist keine Warnung.",
  "The address looks like https://alerts.example.org/alerts.atom.":
    "Die Adresse sieht so aus: https://alerts.example.org/alerts.atom.",
  "Choose from 10 seconds to an hour.": "Wählen Sie 10 Sekunden bis eine Stunde.",
  "A key begins with -----BEGIN PUBLIC KEY----- or -----BEGIN CERTIFICATE-----.":
    "Ein Schlüssel beginnt mit -----BEGIN PUBLIC KEY----- oder -----BEGIN CERTIFICATE-----.",
  "Log in again": "Erneut anmelden",
  "The map's streets could not be loaded. Load the page again, or ask your operator.":
    "Die Straßen der Karte konnten nicht geladen werden. Laden Sie die Seite neu, oder fragen Sie Ihren Betreiber.",
  "This map has no streets. Your operator can add them (MAP_FILE or MAP_URL).":
    "Diese Karte hat keine Straßen. Ihr Betreiber kann sie hinzufügen (MAP_FILE oder MAP_URL).",
  "Where": "Wo",
  "far from any known place": "weit entfernt von jedem bekannten Ort",
  "{distance} from {place}": "{distance} von {place}",
  "A circle": "Ein Kreis",
  "Latitude": "Breite",
  "Longitude": "Länge",
  "Radius, m": "Radius, m",
  "Enter latitude (-90 to 90), longitude (-180 to 180) and a radius in whole metres.":
    "Geben Sie Breite (-90 bis 90), Länge (-180 bis 180) und einen Radius in ganzen Metern ein.",
  "Enter two opposite corners, latitude first: 44.48, 11.32 and 44.51, 11.36. They must differ in both.":
    "Geben Sie zwei gegenüberliegende Ecken ein, zuerst die Breite: 44.48, 11.32 und 44.51, 11.36. Beide Werte müssen sich unterscheiden.",
  "Take the map's middle": "Mitte der Karte übernehmen",
  "GeoJSON or well-known text": "GeoJSON oder Well-known Text",
  "Paste it here, or drop a file on the map": "Hier einfügen, oder eine Datei auf die Karte ziehen",
  "Without drawing: coordinates, GeoJSON, files": "Ohne Zeichnen: Koordinaten, Dateien",
  "country": "Land",
  "saved|area": "gespeichert",
  "template": "Vorlage",
  "Start from a template or an area": "Mit Vorlage oder Gebiet beginnen",
  "Add an area": "Gebiet hinzufügen",
  "By name": "Nach Namen",
  "{number, number} found: write more of the name.":
    "{number, number} gefunden: Schreiben Sie mehr vom Namen.",
  "Nothing found.": "Nichts gefunden.",
  "Countries are those of the offline map: kilometres off at their borders.":
    "Länder sind die der Offline-Karte: an den Grenzen um Kilometer ungenau.",
  "Found": "Gefunden",
  "Remove “{name}”?": "„{name}“ entfernen?",
  "It is gone for your colleagues too then. Nothing that was published changes.":
    "Auch Ihre Kollegen haben es dann nicht mehr. Bereits Veröffentlichtes ändert sich nicht.",
  "Remove it": "Entfernen",
  "Keep it": "Behalten",
  "Nothing is published yet. It goes out even if you close this page.":
    "Noch ist nichts veröffentlicht. Es geht auch hinaus, wenn Sie diese Seite schließen.",
  "Goes out in {seconds} s": "Geht hinaus in {seconds} s",
  "Going out…": "Geht hinaus…",
  "Take it back": "Zurücknehmen",
  "Its area and its texts are gone then. Nothing that was published changes.":
    "Gebiet und Texte sind dann weg. Bereits Veröffentlichtes ändert sich nicht.",
  "{level} {place}, up to": "{level} {place}, bis",
  "Metres that zone {level} reaches": "Meter, die Zone {level} reicht",
  "Corners": "Ecken",
  "Click corner by corner; click the first one or press Enter to finish.":
    "Klicken Sie Ecke für Ecke; zum Schluss auf die erste, oder drücken Sie die Eingabetaste.",
  "Rectangle": "Rechteck",
  "Click one corner, then the opposite one.":
    "Klicken Sie auf eine Ecke, dann auf die gegenüberliegende.",
  "Circle": "Kreis",
  "Click the middle, then where the circle ends.":
    "Klicken Sie auf die Mitte, dann auf den Rand des Kreises.",
  "Hole": "Loch",
  "Click the corners of what to leave out; finish it like an area.":
    "Klicken Sie auf die Ecken dessen, was frei bleibt; schließen Sie es ab wie ein Gebiet.",
  "Edit": "Bearbeiten",
  "Click an area or hole; drag it, its corners or points between; Delete removes it.":
    "Klicken Sie auf Gebiet oder Loch; ziehen Sie es, seine Ecken oder Punkte dazwischen; Entf löscht es.",
  "Drawing": "Zeichnen",
  "Undo": "Rückgängig",
  "Redo": "Wiederholen",
  "Delete": "Löschen",
  "The area is unusual. Tick what is right:":
    "Das Gebiet ist ungewöhnlich. Kreuzen Sie an, was stimmt:",
  "Part of it is only {length} across.": "Ein Teil davon ist nur {length} breit.",
  "It is {size} large.": "Es ist {size} groß.",
  "It is at sea, by the offline map.": "Es liegt auf See, laut der Offline-Karte.",
  "Nobody who reports is within {distance} of it.":
    "Niemand, der sich meldet, ist im Umkreis von {distance}.",
  "Nobody is in its zones now.": "In seinen Zonen ist jetzt niemand.",
  "Clear": "Leeren",
  "Show all": "Alles zeigen",
  "Fill in": "Ausfüllen",
  "From a file": "Aus einer Datei",
  "GeoJSON, KML, or a shapefile packed as ZIP.": "GeoJSON, KML, oder ein Shapefile als ZIP.",
  "File with areas": "Datei mit Gebieten",
  "No text yet": "Noch kein Text",
  "Changed {time}": "Geändert: {time}",
  "Update of alert id {id}": "Aktualisierung von Warnung Nr. {id}",
  "Only you see it": "Nur Sie sehen ihn",
  "Drafts": "Entwürfe",
  "This screen cannot be loaded. Try again: nothing that you entered is lost.":
    "Diese Ansicht kann nicht geladen werden. Versuchen Sie es erneut: Ihre Eingaben sind nicht verloren.",
  "Cancel": "Abbrechen",
  "Map": "Karte",
  "Alerts": "Warnungen",
  "Templates": "Vorlagen",
  "Users": "Nutzer",
  "Me": "Ich",
  "New alert": "Neue Warnung",
  "Screens": "Ansichten",
  "Situation": "Lage",
  "First steps": "Erste Schritte",
  "Invite people": "Personen einladen",
  "Publish an exercise": "Übung veröffentlichen",
  "Hide": "Ausblenden",
  "done|step": "erledigt",
  "Your operator turns on pushes, mail and streets by settings.":
    "Ihr Betreiber schaltet Push, E-Mail und Straßen in den Einstellungen ein.",
  "Push": "Push",
  "Mail": "E-Mail",
  "Streets": "Straßen",
  "Channels": "Kanäle",
  "on|channel": "an",
  "off|channel": "aus",
  "failing|channel": "gestört",
  "Log out": "Abmelden",
  "The connection is lost: numbers are from {time}. Connecting again…":
    "Die Verbindung ist unterbrochen: Zahlen von {time}. Neuer Versuch…",
  "Pages": "Seiten",
  "Newer": "Neuere",
  "Page {page, number} of {pages, number}": "Seite {page, number} von {pages, number}",
  "Older": "Ältere",
  "The places could not be loaded. Try again, or enter coordinates.":
    "Die Orte konnten nicht geladen werden. Versuchen Sie es erneut, oder geben Sie Koordinaten ein.",
  "coordinates": "Koordinaten",
  "Nothing found: no place or street begins with “{text}”. Coordinates work too: 44.49, 11.34.":
    "Nichts gefunden: Kein Ort und keine Straße beginnt mit „{text}“. Auch Koordinaten gehen: 44.49, 11.34.",
  "Nothing found: no place begins with “{text}”. Coordinates work too: 44.49, 11.34.":
    "Nichts gefunden: Kein Ort beginnt mit „{text}“. Auch Koordinaten gehen: 44.49, 11.34.",
  "Go to a place or coordinates": "Zu einem Ort oder zu Koordinaten gehen",
  "Go to a place…": "Ort suchen…",
  "Places found": "Gefundene Orte",
  "Try again": "Erneut versuchen",
  "One moment…": "Einen Moment…",
  "Not yet": "Noch nicht",
  "Location alerts · now": "Warnungen vor Ort · jetzt",
  "Write the text to see it here.": "Schreiben Sie den Text, um ihn hier zu sehen.",
  "Whether pushes go out is not known now.":
    "Ob Push-Nachrichten hinausgehen, ist gerade nicht bekannt.",
  "Whether pushes go out": "Ob Push-Nachrichten hinausgehen",
  "I know that no phone will ring": "Ich weiß, dass kein Telefon klingeln wird",
  "They have no device, or quiet hours hold their pushes back: warn them in another way.":
    "Sie haben kein Gerät, oder ihre Ruhezeiten halten Push-Nachrichten zurück: Warnen Sie sie auf anderem Weg.",
  "Nobody is in the zones now. Who comes in while it lasts is warned then.":
    "In den Zonen ist jetzt niemand. Wer vor dem Ende hineinkommt, wird dann gewarnt.",
  "No tester is in the zones now. Under Users, tick who is a tester.":
    "In den Zonen ist jetzt kein Tester. Unter Nutzer kreuzen Sie an, wer Tester ist.",
  "How many phones will ring is not known now.":
    "Wie viele Telefone klingeln werden, ist gerade nicht bekannt.",
  "{people, plural, one {# person} other {#}} in the zones · {phones, plural, one {# phone} other {# phones}} will ring":
    "{people, plural, one {# Person} other {# Personen}} in den Zonen · {phones, plural, one {# Telefon klingelt} other {# Telefone klingeln}}",
  "{people, plural, one {# person} other {#}} in the zones":
    "{people, plural, one {# Person} other {# Personen}} in den Zonen",
  "{newly, number} for the first time, {again, number} again.":
    "{newly, number} zum ersten Mal, {again, number} erneut.",
  "{number, plural, one {# person} other {# people}} told before will not be told again.":
    "{number, plural, one {# bereits gewarnte Person wird} other {# bereits gewarnte Personen werden}} nicht erneut gewarnt.",
  "{cell}: {people}": "{cell}: {people}",
  "{cell} does not answer: its people are told when it is back":
    "{cell} antwortet nicht: Ihre Personen werden gewarnt, sobald sie wieder antwortet",
  "{cell} does not answer: {number, plural, one {its # person is} other {its # people are}} told when it is back":
    "{cell} antwortet nicht: {number, plural, one {Ihre # Person wird} other {Ihre # Personen werden}} gewarnt, sobald sie wieder antwortet",
  "{number, number} with a device": "{number, number} mit Gerät",
  "{number, number} passed over: position too old": "{number, number} übergangen: Standort zu alt",
  "reaches into {names}": "reicht bis {names}",
  "{number, number} passed over: position too coarse":
    "{number, number} übergangen: Standort zu ungenau",
  "A rectangle": "Ein Rechteck",
  "One corner": "Eine Ecke",
  "The opposite one": "Die gegenüberliegende",
  "{shape, select, circle {Add the circle} rectangle {Add the rectangle} other {Add the area}}":
    "{shape, select, circle {Kreis hinzufügen} rectangle {Rechteck hinzufügen} other {Gebiet hinzufügen}}",
  "{shape, select, circle {Leave the circle out} rectangle {Leave the rectangle out} other {Leave the area out}}":
    "{shape, select, circle {Kreis aussparen} rectangle {Rechteck aussparen} other {Gebiet aussparen}}",
  "Made or changed an authority": "Behörde angelegt oder geändert",
  "Authority {id}": "Behörde {id}",
  "In training": "In Ausbildung",
  "Changed {time} by {name}": "Geändert: {time}, {name}",
  "{name} works on it now": "{name} arbeitet gerade daran",
  "Open {name}": "{name} öffnen",
  "Open": "Öffnen",
  "Remove {name}": "{name} entfernen",
  "Remove…": "Entfernen…",
  "Asking…": "Wird abgefragt…",
  "Show more": "Mehr zeigen",
  "Active": "Aktiv",
  "Ended": "Beendet",
  "Not written yet": "Noch nicht geschrieben",
  "{number, number} characters too many: {most, number} at most":
    "{number, number} Zeichen zu viel: höchstens {most, number}",
  "{number, number} characters: a locked phone shows about {shown}":
    "{number, number} Zeichen: ein gesperrtes Telefon zeigt etwa {shown}",
  "{number, number} of about {shown} characters that a locked phone shows":
    "{number, number} von etwa {shown} Zeichen, die ein gesperrtes Telefon zeigt",
  "In the zones": "In den Zonen",
  "Pushed": "Push gesendet",
  "Seen": "Gesehen",
  "How the numbers grew to {people} in {duration}. The table below has them.":
    "Wie die Zahlen in {duration} auf {people} stiegen. Die Tabelle unten enthält sie.",
  "{duration} later": "{duration} später",
  "From": "Von",
  "Location alerts": "Warnungen vor Ort",
  "Training.": "Ausbildung.",
  "Whatever you publish is an exercise: only testers get it.":
    "Was Sie veröffentlichen, ist eine Übung: Nur Tester erhalten sie.",
  "Type the number of people, {number, number}, to go on":
    "Um fortzufahren, geben Sie die Zahl der Personen ein: {number, number}",
  "The service does not answer. If it has got this, it goes out. Try again: nothing is published twice.":
    "Der Dienst antwortet nicht. Falls es angekommen ist, geht es hinaus. Versuchen Sie es erneut: Nichts wird doppelt veröffentlicht.",
  "It was taken back: nothing was published.":
    "Es wurde zurückgenommen: Nichts wurde veröffentlicht.",
  "It was not published: try again.": "Es wurde nicht veröffentlicht: Versuchen Sie es erneut.",
  "Find by any word of a name, or by email": "Nach einem Wort des Namens oder der E-Mail suchen",
  "Violet: other active alerts.": "Violett: andere aktive Warnungen.",
  "The area on a map": "Das Gebiet auf einer Karte",
  "The alert's three zones": "Die drei Zonen der Warnung",
  "The middle is at {place}.": "Die Mitte liegt bei {place}.",
  "The file is larger than 30 MB. Export the areas that you need, with fewer corners.":
    "Die Datei ist größer als 30 MB. Exportieren Sie nur die nötigen Gebiete, mit weniger Ecken.",
  "This file is not GeoJSON, KML, a zipped shapefile or well-known text, or it is damaged.":
    "Diese Datei ist kein GeoJSON, KML, gezipptes Shapefile oder Well-known Text, oder sie ist beschädigt.",
  "The file is empty.": "Die Datei ist leer.",
  "A shapefile has several parts: pack the .shp, .dbf and .prj files as one ZIP.":
    "Ein Shapefile hat mehrere Teile: Packen Sie die Dateien .shp, .dbf und .prj in ein ZIP.",
  "There are only points, lines and images in the file, and no areas.":
    "In der Datei sind nur Punkte, Linien und Bilder, keine Gebiete.",
  "There are only links to other files in the file (NetworkLink). Open them, and save the areas as a file.":
    "In der Datei sind nur Verweise auf andere Dateien (NetworkLink). Öffnen Sie diese, und speichern Sie die Gebiete als Datei.",
  "“{name}” is an archive in the archive: import it by itself.":
    "„{name}“ ist ein Archiv im Archiv: Importieren Sie es für sich.",
  "The names are in the encoding {name}, which browsers cannot read. Export the file in UTF-8.":
    "Die Namen haben die Kodierung {name}, die Browser nicht lesen. Exportieren Sie die Datei in UTF-8.",
  "The shapefile has surfaces in space. Export its areas as polygons.":
    "Das Shapefile hat räumliche Flächen. Exportieren Sie die Gebiete als Polygone.",
  "The .shp file has {shapes, number} records, and the .dbf file {rows, number}: one of them is of another export.":
    "Die .shp-Datei hat {shapes, number} Einträge, die .dbf-Datei {rows, number}: Eine gehört zu einem anderen Export.",
  "The coordinate system “{name}” is not known. Export it in WGS 84 (EPSG:4326).":
    "Das Koordinatensystem „{name}“ ist nicht bekannt. Exportieren Sie in WGS 84 (EPSG:4326).",
  "It is in the coordinate system {crs}: import it as a file, or enter degrees.":
    "Es steht im Koordinatensystem {crs}: Importieren Sie es als Datei, oder geben Sie Grad ein.",
  "The corners of a part lie on one line": "Die Ecken eines Teils liegen auf einer Linie",
  "A hole covers the whole area": "Ein Loch bedeckt das ganze Gebiet",
  "Coordinates must be numbers: degrees of longitude, then of latitude.":
    "Koordinaten müssen Zahlen sein: Grad der Länge, dann der Breite.",
  "The service does not know the coordinate system “{name}”, or its datum. Export the file in WGS 84 (EPSG:4326).":
    "Der Dienst kennt das Koordinatensystem „{name}“ oder sein Datum nicht. Exportieren Sie die Datei in WGS 84 (EPSG:4326).",
  "Saved areas have these names already: {names}. {others, plural, =0 {} one {The other one is saved.} other {The # others are saved.}}":
    "Diese Namen haben schon gespeicherte Gebiete: {names}. {others, plural, =0 {} one {Das andere ist gespeichert.} other {Die anderen # sind gespeichert.}}",
  "The file is not in degrees, and nothing in it says in what else. Export it in WGS 84 (EPSG:4326), or add its .prj file.":
    "Die Datei ist nicht in Grad, und nichts darin sagt, worin sonst. Exportieren Sie sie in WGS 84 (EPSG:4326), oder fügen Sie ihre .prj-Datei hinzu.",
  "It has more than 10,000 corners. Export it with fewer.":
    "Es hat mehr als 10.000 Ecken. Exportieren Sie es mit weniger.",
  "“{name}” crosses itself at {place}. Correct it there, and export it again.":
    "„{name}“ kreuzt sich selbst bei {place}. Korrigieren Sie es dort, und exportieren Sie es erneut.",
  "The file is not KML, or is damaged. Export it again.":
    "Die Datei ist kein KML, oder sie ist beschädigt. Exportieren Sie sie erneut.",
  "There is no shapefile in the archive. Pack the .shp file together with its .dbf and .prj files.":
    "Im Archiv ist kein Shapefile. Packen Sie die .shp-Datei zusammen mit .dbf und .prj.",
  "There is no Polygon or MultiPolygon in it.": "Darin ist kein Polygon oder MultiPolygon.",
  "Coordinates must be degrees: longitude, then latitude.":
    "Koordinaten müssen Grad sein: Länge, dann Breite.",
  "This is neither GeoJSON nor well-known text. An area begins like {example} or POLYGON((…":
    "Das ist weder GeoJSON noch Well-known Text. Ein Gebiet beginnt so: {example} oder POLYGON((…",
  "An area needs three corners at least.": "Ein Gebiet braucht mindestens drei Ecken.",
  "The map with the alert's zones": "Die Karte mit den Zonen der Warnung",
  "This browser cannot draw the map (it needs WebGL). Areas can still be entered by coordinates.":
    "Dieser Browser kann die Karte nicht zeichnen (sie braucht WebGL). Gebiete lassen sich trotzdem als Koordinaten eingeben.",
  "Area {size}": "Fläche {size}",
  "Radius {length}": "Radius {length}",
  "Sides {a}, {b}": "Seiten {a}, {b}",
  "Side {length}": "Seite {length}",
  "Around it {length}": "Umfang {length}",
  "Toggle attribution": "Quellen ein- oder ausblenden",
  "Zoom in": "Vergrößern",
  "Zoom out": "Verkleinern",
  "S|letter of people who are still": "S",
  "F|letter of people on foot": "G",
  "B|letter of people on a bicycle": "R",
  "V|letter of people in a vehicle": "F",
  "Web Push is off at this service.": "Web Push ist bei diesem Dienst aus.",
  "Browsers take pushes from https:// addresses only, or from localhost.":
    "Browser nehmen Push-Nachrichten nur von https://-Adressen an, oder von localhost.",
  "This browser takes no pushes. An iPhone does once this page is on its home screen.":
    "Dieser Browser nimmt keine Push-Nachrichten an. Ein iPhone tut es, sobald diese Seite auf dem Home-Bildschirm liegt.",
  "Notifications of this page are blocked: allow them in the browser's settings, then reload.":
    "Benachrichtigungen dieser Seite sind blockiert: Erlauben Sie sie in den Einstellungen des Browsers, dann laden Sie neu.",
  "Notifications were not allowed: allow them, then try again.":
    "Benachrichtigungen wurden nicht erlaubt: Erlauben Sie sie, dann versuchen Sie es erneut.",
  "The browser's push service gave no subscription. Check the connection to the internet, then try again.":
    "Der Push-Dienst des Browsers gab kein Abonnement. Prüfen Sie die Internetverbindung, dann versuchen Sie es erneut.",
  "There is no alert id {id}: look in the list.":
    "Es gibt keine Warnung Nr. {id}: Suchen Sie in der Liste.",
  "Report of alert id {id}: {title}": "Bericht zu Warnung Nr. {id}: {title}",
  "Print, or save as PDF": "Drucken, oder als PDF speichern",
  "Download the figures as CSV": "Zahlen als CSV herunterladen",
  "Back to the alert": "Zurück zur Warnung",
  "Published": "Veröffentlicht",
  "{time} by {name}": "{time}, {name}",
  "Ends": "Endet",
  "What happened": "Was geschah",
  "Zones": "Zonen",
  "ONE is the area, TWO reaches {two}, THREE {three} around it.":
    "EINS ist das Gebiet, ZWEI reicht {two}, DREI {three} darum herum.",
  "Language": "Sprache",
  "All-clear": "Entwarnung",
  "As of": "Stand",
  "How fast it was": "Wie schnell es ging",
  "Ends {when} ({time}).": "Endet {when} ({time}).",
  "Ended {time}": "Beendet: {time}",
  "Alert id {id}, published {time} by {name}.": "Warnung Nr. {id}, veröffentlicht: {time}, {name}.",
  "Alert id {id}, published {time}.": "Warnung Nr. {id}, veröffentlicht: {time}.",
  "The alert's zones, and where people were in them":
    "Die Zonen der Warnung, und wo Personen darin waren",
  "The alert": "Die Warnung",
  "Alert id {id}: {title}": "Warnung Nr. {id}: {title}",
  "TWO reaches {two}, THREE {three}.": "ZWEI reicht {two}, DREI {three}.",
  "All-clear:": "Entwarnung:",
  "Update…": "Aktualisieren…",
  "End it…": "Beenden…",
  "Report, to print or download": "Bericht, zum Drucken oder Herunterladen",
  "End the alert?": "Warnung beenden?",
  "End it now": "Jetzt beenden",
  "The all-clear goes to everyone who was in the zones, wherever they are now.":
    "Die Entwarnung geht an alle, die in den Zonen waren, wo immer sie jetzt sind.",
  "What they see": "Was sie sehen",
  "Why someone has a notification or not": "Warum jemand eine Benachrichtigung hat oder nicht",
  "Nobody has “{text}” in the name, or an email that begins so.":
    "Niemand hat „{text}“ im Namen, oder eine E-Mail, die so beginnt.",
  "Why {name} has a notification or not": "Warum {name} eine Benachrichtigung hat oder nicht",
  "Why?": "Warum?",
  "History": "Verlauf",
  "Reach": "Reichweite",
  "Texts and versions": "Texte und Versionen",
  "Ended by an all-clear": "Durch Entwarnung beendet",
  "Versions": "Versionen",
  "Version {number}: {what}": "Version {number}: {what}",
  "Ends {time}.": "Ende: {time}.",
  "Show who was notified": "Zeigen, wer benachrichtigt wurde",
  "a user": "ein Nutzer",
  "Waiting": "Wartend",
  "Failed": "Gescheitert",
  "People in the zones": "Personen in den Zonen",
  "in the zones": "in den Zonen",
  "pushed": "Push gesendet",
  "seen": "gesehen",
  "Level": "Stufe",
  "half within {duration}": "die Hälfte binnen {duration}",
  "Cells": "Zellen",
  "Cell": "Zelle",
  "complete": "vollständig",
  "complete, but does not answer now": "vollständig, antwortet aber gerade nicht",
  "publishing": "wird veröffentlicht",
  "has not got this version yet": "hat diese Version noch nicht",
  "its people": "ihren Personen",
  "does not answer: {whom} may know nothing of it":
    "antwortet nicht: bei {whom} kam vielleicht nichts an",
  "does not answer: {whom} may know nothing of it. Its last report was {when}.":
    "antwortet nicht: bei {whom} kam vielleicht nichts an. Letzter Bericht: {when}.",
  "Each person counts once. Pushed: a push has left the service for one of their devices. Who has no device sees it in the app or on their page only.":
    "Jede Person zählt einmal. Push gesendet: Eine Push-Nachricht hat den Dienst zu einem ihrer Geräte verlassen. Wer kein Gerät hat, sieht sie nur in der App oder auf der eigenen Seite.",
  "Whether pushes go out now": "Ob Push-Nachrichten jetzt hinausgehen",
  "Why pushes did not go out": "Warum Push-Nachrichten nicht hinausgingen",
  "{pushes, plural, one {# push} other {# pushes}} to {people}":
    "{pushes, plural, one {# Push-Nachricht} other {# Push-Nachrichten}} an {people}",
  "failed": "gescheitert",
  "{pushes, plural, one {waits and is tried again} other {wait and are tried again}}":
    "{pushes, plural, one {wartet und wird erneut versucht} other {warten und werden erneut versucht}}",
  "Alert {time}.": "Warnung: {time}.",
  "Update {time}.": "Aktualisierung: {time}.",
  "All-clear {time}.": "Entwarnung: {time}.",
  "Not seen yet.": "Noch nicht gesehen.",
  "Seen {time}.": "Gesehen: {time}.",
  "Seen.": "Gesehen.",
  "User {id}": "Nutzer {id}",
  "Notifications": "Benachrichtigungen",
  "Nobody yet. Who comes in while it lasts is warned then.":
    "Noch niemand. Wer vor dem Ende hineinkommt, wird dann gewarnt.",
  "{shown, number} of {all, number} notifications, the newest first":
    "{shown, number} von {all, number} Benachrichtigungen, die neueste zuerst",
  "Why {name} has a notification": "Warum {name} eine Benachrichtigung hat",
  "What they are told": "Was ihnen gesagt wird",
  "Text {level} as speech": "Text {level} vorgelesen",
  "The same as a table": "Dasselbe als Tabelle",
  "Notification: inside a zone when it was published.":
    "Benachrichtigung: bei der Veröffentlichung in einer Zone.",
  "Notification: came in, or further in, while it lasted.":
    "Benachrichtigung: kam währenddessen hinein, oder weiter hinein.",
  "No notification: came in after it had ended.":
    "Keine Benachrichtigung: kam erst nach dem Ende hinein.",
  "No notification: it is an exercise or a test, and this user is not a tester.":
    "Keine Benachrichtigung: Es ist eine Übung oder Probewarnung, und diese Person ist kein Tester.",
  "No notification: the alert ended before its publication came to them.":
    "Keine Benachrichtigung: Die Warnung endete, bevor ihre Veröffentlichung diese Person erreichte.",
  "No notification yet: it is still being published.":
    "Noch keine Benachrichtigung: Die Warnung wird noch veröffentlicht.",
  "No notification: has never reported a position.":
    "Keine Benachrichtigung: hat nie einen Standort gemeldet.",
  "No notification: outside of all zones.": "Keine Benachrichtigung: außerhalb aller Zonen.",
  "No notification: the position is too coarse to tell whether it lies in a zone.":
    "Keine Benachrichtigung: Der Standort ist zu ungenau, um zu sagen, ob er in einer Zone liegt.",
  "No notification: the last position was too old.":
    "Keine Benachrichtigung: Der letzte Standort war zu alt.",
  "inside": "darin",
  "{distance} away": "{distance} entfernt",
  "{time}, {age} old when it counted": "{time}, damals {age} alt",
  "{time}, {age} old": "{time}, {age} alt",
  "Position": "Standort",
  "Taken": "Erfasst",
  "Area": "Gebiet",
  "Zone TWO": "Zone ZWEI",
  "Zone THREE": "Zone DREI",
  "Close": "Schließen",
  "State": "Zustand",
  "Kind": "Art",
  "{number, plural, one {# alert} other {# alerts}}":
    "{number, plural, one {# Warnung} other {# Warnungen}}",
  "Statistics": "Statistik",
  "Alert": "Warnung",
  "Any": "Alle",
  "Ended by itself": "Abgelaufen",
  "Live": "Ernstfall",
  "Exercises": "Übungen",
  "Exercises and tests": "Übungen und Proben",
  "Tests": "Probewarnungen",
  "Search and filter": "Suchen und filtern",
  "Words": "Wörter",
  "in title, texts, all-clear": "Titel, Texte, Entwarnung",
  "Live or drill": "Ernstfall oder Übung",
  "Published from": "Veröffentlicht ab",
  "Published until": "Veröffentlicht bis",
  "This account has no role here. Log in with another one, or ask a manager for a role.":
    "Dieses Konto hat hier keine Rolle. Melden Sie sich mit einem anderen an, oder bitten Sie einen Verwalter um eine Rolle.",
  "Log in again.": "Melden Sie sich erneut an.",
  "Log in": "Anmelden",
  "Log in with {name}": "Mit {name} anmelden",
  "Your organisation's login does not answer. Try again in a moment.":
    "Die Anmeldung Ihrer Organisation antwortet nicht. Versuchen Sie es gleich noch einmal.",
  "The login did not work. Try again; if it stays, tell whoever runs the service.":
    "Die Anmeldung ist gescheitert. Versuchen Sie es erneut. Bleibt der Fehler, sagen Sie es dem Betreiber des Dienstes.",
  "Your email belongs to an account of this service. Ask whoever runs it to link the two.":
    "Ihre E-Mail gehört zu einem Konto dieses Dienstes. Bitten Sie den Betreiber, beide zu verbinden.",
  "None of your groups has a role here. Ask whoever manages them.":
    "Keine Ihrer Gruppen hat hier eine Rolle. Fragen Sie, wer sie verwaltet.",
  "You do not log in by password here. Use your organisation's login.":
    "Sie melden sich hier nicht mit Passwort an. Verwenden Sie die Anmeldung Ihrer Organisation.",
  "Your session has ended. Log in again: what you drew and wrote is kept.":
    "Ihre Sitzung ist beendet. Melden Sie sich erneut an: Gezeichnetes und Geschriebenes bleibt erhalten.",
  "For authorities: warn people where they are.":
    "Für Behörden: Menschen dort warnen, wo sie sind.",
  "Email": "E-Mail",
  "Language of this page": "Sprache dieser Seite",
  "Password": "Passwort",
  "Log in as someone else": "Als jemand anderes anmelden",
  "How people move": "Wie Personen sich bewegen",
  "Paler: an hour old; palest: a day": "Blasser: eine Stunde alt; am blassesten: einen Tag",
  "Nobody has reported a position yet.": "Noch hat niemand einen Standort gemeldet.",
  "{number, plural, one {# person has} other {# people have}} reported where they are.":
    "{number, plural, one {# Person hat ihren Standort} other {# Personen haben ihren Standort}} gemeldet.",
  "No active alert": "Keine aktive Warnung",
  "Active alerts": "Aktive Warnungen",
  "{people, number} in the zones · ends {when}": "{people, number} in den Zonen · endet {when}",
  "Show alert id {id} on the map": "Warnung Nr. {id} auf der Karte zeigen",
  "Show": "Zeigen",
  "People and active alerts. Arrow keys move the map, plus and minus zoom.":
    "Personen und aktive Warnungen. Pfeiltasten bewegen die Karte, Plus und Minus ändern die Größe.",
  "People and alerts": "Personen und Warnungen",
  "What I was told": "Was mir gesagt wurde",
  "Nothing yet.": "Noch nichts.",
  "· seen": "· gesehen",
  "I have seen it": "Ich habe es gesehen",
  "Current password": "Aktuelles Passwort",
  "New password": "Neues Passwort",
  "8 characters at least. It ends your sessions everywhere else.":
    "Mindestens 8 Zeichen. Es beendet Ihre Sitzungen überall sonst.",
  "The same again": "Noch einmal dasselbe",
  "The password is changed.": "Das Passwort ist geändert.",
  "Change the password": "Passwort ändern",
  "The browser does not tell where it is: allow it, or take the map's middle.":
    "Der Browser sagt nicht, wo er ist: Erlauben Sie es, oder nehmen Sie die Mitte der Karte.",
  "Reported {place}.": "Gemeldet: {place}.",
  "Alerts find you by the last position that you reported:":
    "Warnungen finden Sie nach dem Standort, den Sie zuletzt gemeldet haben:",
  "Report where I am": "Meinen Standort melden",
  "Report the map's middle": "Mitte der Karte melden",
  "Quiet hours": "Ruhezeiten",
  "Warnings for places near you wait from {from} to {to} ({zone}).":
    "Warnungen für Orte in Ihrer Nähe warten von {from} bis {to} ({zone}).",
  "None: every push comes at once.": "Keine: Jede Push-Nachricht kommt sofort.",
  "Warnings for your own place always come.": "Warnungen für Ihren eigenen Ort kommen immer.",
  "To": "Bis",
  "By the clock of {zone}.": "Nach der Uhr von {zone}.",
  "Set quiet hours": "Ruhezeiten festlegen",
  "End them": "Ruhezeiten aufheben",
  "Where I am logged in": "Wo ich angemeldet bin",
  "An unknown program": "Ein unbekanntes Programm",
  "Since {since} · last used {used}": "Seit {since} · zuletzt {used}",
  "this one": "diese",
  "End it": "Beenden",
  "Warnings no longer come here: turn them on again.":
    "Hier kommen keine Warnungen mehr an: Schalten Sie sie wieder ein.",
  "Warnings here are for someone else who logged in.":
    "Die Warnungen hier gelten jemand anderem, der sich angemeldet hat.",
  "Warnings are off here.": "Warnungen sind hier aus.",
  "Turn off warnings": "Warnungen ausschalten",
  "What to publish": "Was veröffentlicht wird",
  "{length}, as usual": "{length}, wie üblich",
  "Lasts": "Dauer",
  "Who is told": "Wer gewarnt wird",
  "Severity, language, age of positions": "Schwere, Sprache, Alter der Standorte",
  "What happens": "Was geschieht",
  "Flood, gas leak…": "Hochwasser, Gasaustritt…",
  "Severity": "Schwere",
  "Urgency": "Dringlichkeit",
  "Certainty": "Gewissheit",
  "Kind of event": "Art des Ereignisses",
  "What people should do": "Was zu tun ist",
  "Earth: quake, landslide": "Erde: Beben, Erdrutsch",
  "Weather, flood": "Wetter, Hochwasser",
  "Public safety": "Öffentliche Sicherheit",
  "Police, military": "Polizei, Militär",
  "Rescue": "Rettung",
  "Fire": "Brand",
  "Health": "Gesundheit",
  "Pollution, environment": "Verschmutzung, Umwelt",
  "Transport": "Verkehr",
  "Power, water, telephone": "Strom, Wasser, Telefon",
  "Chemical, nuclear, explosive": "Chemisch, nuklear, explosiv",
  "Something else": "Etwas anderes",
  "Take shelter": "Schutz suchen",
  "Evacuate": "Gebiet räumen",
  "Get ready": "Sich vorbereiten",
  "Do what was planned": "Tun, was geplant war",
  "Stay away": "Fernbleiben",
  "Follow the news": "Nachrichten verfolgen",
  "Judge for themselves": "Selbst abwägen",
  "Nothing": "Nichts",
  "Language of the texts": "Sprache der Texte",
  "it, pt-BR…": "de, pt-BR…",
  "Chooses the voice that speaks them. Empty: {language}.":
    "Bestimmt die Stimme, die sie spricht. Leer: {language}.",
  "Title": "Titel",
  "Gas leak in {place}": "Gasaustritt in {place}",
  "Gas leak in the Marais": "Gasaustritt in der Altstadt",
  "What happens and where: {length} of {most} characters, one line on a phone. Without it, the first line of each text is its title.":
    "Was wo geschieht: {length} von {most} Zeichen, eine Zeile auf dem Telefon. Ohne Titel gilt die erste Zeile jedes Textes.",
  "What {level} sees": "Was {level} sieht",
  "A locked iPhone shows about four lines of 42 characters. Most Android phones show the first line until one opens it.":
    "Ein gesperrtes iPhone zeigt etwa vier Zeilen zu 42 Zeichen. Die meisten Android-Telefone zeigen die erste Zeile, bis man die Nachricht öffnet.",
  "Show the mark": "Stelle zeigen",
  "Draw the area on the map.": "Zeichnen Sie das Gebiet auf der Karte.",
  "{number, plural, one {One area is drawn.} other {# areas are drawn.}}":
    "{number, plural, one {Ein Gebiet ist gezeichnet.} other {# Gebiete sind gezeichnet.}}",
  "How many they are is being counted.": "Wie viele es sind, wird gerade gezählt.",
  "How many they are is not known now.": "Wie viele es sind, ist gerade nicht bekannt.",
  "Next": "Weiter",
  "The alert's area. Arrow keys move the map, plus and minus zoom.":
    "Das Gebiet der Warnung. Pfeiltasten bewegen die Karte, Plus und Minus ändern die Größe.",
  "Draft": "Entwurf",
  "Begin another": "Anderen beginnen",
  "Remove it…": "Entfernen…",
  "{number, plural, one {One other draft} other {# other drafts}}":
    "{number, plural, one {Ein anderer Entwurf} other {# andere Entwürfe}}",
  "Against ONE:": "Verglichen mit EINS:",
  "{level} for those {place}": "{level} für alle {place}",
  "{level} gets the same text as ONE": "{level} erhält denselben Text wie EINS",
  "hours": "Stunden",
  "minutes": "Minuten",
  "Age of positions, at most": "Höchstalter der Standorte",
  "From 1 minute to 30 days. Write thousands without a mark: {number}.":
    "Von 1 Minute bis 30 Tage. Schreiben Sie Tausender ohne Zeichen: {number}.",
  "People whose last position is older are not told. Empty: {number} {unit}.":
    "Wessen letzter Standort älter ist, wird nicht gewarnt. Leer: {number} {unit}.",
  "Hours or minutes": "Stunden oder Minuten",
  "People": "Personen",
  "Who comes in while it lasts is warned then.": "Wer vor dem Ende hineinkommt, wird dann gewarnt.",
  "Overlaps": "Überschneidungen",
  "{status} alert id {id}, ends {when}: “{title}”":
    "{status} Warnung Nr. {id}, endet {when}: „{title}“",
  "no other alert": "keine andere Warnung",
  "An earlier try of this alert was published after all. Update it with what you changed.":
    "Ein früherer Versuch dieser Warnung wurde doch veröffentlicht. Aktualisieren Sie sie mit Ihren Änderungen.",
  "Published as alert id {id}": "Veröffentlicht als Warnung Nr. {id}",
  "What you published": "Was Sie veröffentlicht haben",
  "The all-clear of alert id {id}": "Die Entwarnung zu Warnung Nr. {id}",
  "The update of alert id {id}": "Die Aktualisierung von Warnung Nr. {id}",
  "You are in training now, so this would be an exercise. Nothing was published: check it again.":
    "Sie sind jetzt in Ausbildung, also wäre dies eine Übung. Nichts wurde veröffentlicht: Prüfen Sie es noch einmal.",
  "Publish the alert?": "Warnung veröffentlichen?",
  "Publish now": "Jetzt veröffentlichen",
  "Publish the exercise?": "Übung veröffentlichen?",
  "Publish the exercise": "Übung veröffentlichen",
  "Publish the test?": "Probewarnung veröffentlichen?",
  "Publish the test": "Probewarnung veröffentlichen",
  "Check…": "Prüfen…",
  "These areas together have more than 10,000 corners. Choose fewer of them.":
    "Diese Gebiete haben zusammen mehr als 10.000 Ecken. Wählen Sie weniger.",
  "Add these areas": "Diese Gebiete hinzufügen",
  "Save this area…": "Dieses Gebiet speichern…",
  "Save this area": "Dieses Gebiet speichern",
  "Reno valley, airport…": "Elbtal, Flughafen…",
  "Your colleagues can make alerts from it.": "Ihre Kollegen können daraus Warnungen machen.",
  "Replace it": "Ersetzen",
  "Save": "Speichern",
  "“{name}” is saved already. This replaces its outline.":
    "„{name}“ ist schon gespeichert. Dies ersetzt den Umriss.",
  "Share this draft": "Entwurf teilen",
  "Flood of the Reno": "Hochwasser der Elbe",
  "Your colleagues can change it, and publish it if their role allows that. Users never see it.":
    "Ihre Kollegen können ihn ändern, und veröffentlichen, wenn ihre Rolle das erlaubt. Nutzer sehen ihn nie.",
  "Share": "Teilen",
  "Gone": "Nicht mehr da",
  "Look among the alerts before you publish yours.":
    "Sehen Sie bei den Warnungen nach, bevor Sie Ihre veröffentlichen.",
  "Keep it as a draft of my own": "Als eigenen Entwurf behalten",
  "Conflict": "Konflikt",
  "{name} has changed this draft meanwhile, and so have you.":
    "{name} hat diesen Entwurf inzwischen geändert, und Sie auch.",
  "Someone else": "Jemand anderes",
  "Take theirs, keep mine as another draft": "Anderen nehmen, meinen als weiteren Entwurf behalten",
  "Save mine over theirs": "Meinen an Stelle des anderen speichern",
  "Share it with your colleagues…": "Mit Ihren Kollegen teilen…",
  "Shared as “{name}”.": "Geteilt als „{name}“.",
  "Saved.": "Gespeichert.",
  "Name, email and address": "Name, E-Mail und Anschrift",
  "It is saved.": "Gespeichert.",
  "This browser cannot keep your changes: its storage is full or off. Stay here until they are saved.":
    "Dieser Browser kann Ihre Änderungen nicht aufbewahren: Sein Speicher ist voll oder aus. Bleiben Sie hier, bis sie gespeichert sind.",
  "This draft belongs to the user who was logged in here before.":
    "Dieser Entwurf gehört dem Nutzer, der hier zuvor angemeldet war.",
  "Mine: “{mine}”. Theirs: “{theirs}”.": "Meiner: „{mine}“. Der andere: „{theirs}“.",
  "Mine differs from theirs.": "Meiner unterscheidet sich vom anderen.",
  "Distances": "Entfernungen",
  "Other choices": "Weitere Angaben",
  "This browser keeps your changes until the connection is back.":
    "Dieser Browser bewahrt Ihre Änderungen auf, bis die Verbindung wieder da ist.",
  "Saving…": "Wird gespeichert…",
  "{name} works on it now.": "{name} arbeitet gerade daran.",
  "Take the template's correction": "Korrektur der Vorlage übernehmen",
  "Tell them again": "Erneut warnen",
  "They get the corrected text.": "Sie erhalten den korrigierten Text.",
  "Do not tell them again": "Nicht erneut warnen",
  "They keep the old text, unless they come closer.":
    "Sie behalten den alten Text, außer wenn sie näher kommen.",
  "You corrected a text. People in the zones may know the old one.":
    "Sie haben einen Text korrigiert. Personen in den Zonen kennen vielleicht den alten.",
  "You corrected a text. {number, plural, one {# person} other {# people}} in the zones know the old one.":
    "Sie haben einen Text korrigiert. {number, plural, one {# Person in den Zonen kennt} other {# Personen in den Zonen kennen}} den alten.",
  "{newly, number} for the first time, {again, number} again":
    "{newly, number} zum ersten Mal, {again, number} erneut",
  "Set your password": "Ihr Passwort festlegen",
  "8 characters at least.": "Mindestens 8 Zeichen.",
  "Set the password": "Passwort festlegen",
  "{number, plural, one {# month} other {# months}}":
    "{number, plural, one {# Monat} other {# Monate}}",
  "{number, plural, one {# year} other {# years}}":
    "{number, plural, one {# Jahr} other {# Jahre}}",
  "The last": "Zeitraum",
  "No alert was published in this time.": "In dieser Zeit wurde keine Warnung veröffentlicht.",
  "Month": "Monat",
  "Half within": "Hälfte binnen",
  "Each person counts once for each alert. Half within: the time from publication in which half of the pushes had left; who came in later does not count there. Months are in UTC.":
    "Jede Person zählt je Warnung einmal. Hälfte binnen: die Zeit ab Veröffentlichung, in der die Hälfte der Push-Nachrichten hinausging; wer später hineinkam, zählt dabei nicht. Monate in UTC.",
  "New alert from {name}": "Neue Warnung aus {name}",
  "Edit {name}": "{name} bearbeiten",
  "There is no template yet.": "Es gibt noch keine Vorlage.",
  "New template": "Neue Vorlage",
  "Rename “{name}”": "„{name}“ umbenennen",
  "Alerts that were made from it do not change.": "Daraus entstandene Warnungen ändern sich nicht.",
  "Rename": "Umbenennen",
  "Rename {name}": "{name} umbenennen",
  "Rename…": "Umbenennen…",
  "Saved areas": "Gespeicherte Gebiete",
  "No area is saved yet. Draw one for an alert, or import a file.":
    "Noch ist kein Gebiet gespeichert. Zeichnen Sie eines für eine Warnung, oder importieren Sie eine Datei.",
  "Saved by {name}": "Gespeichert von {name}",
  "New alert for {name}": "Neue Warnung für {name}",
  "Save these areas": "Diese Gebiete speichern",
  "as usual": "wie üblich",
  "Edit “{name}”": "„{name}“ bearbeiten",
  "Write {place}, or any other word in braces, for what differs each time: it is asked for once, for the alert and its all-clear. {end} is when the alert ends.":
    "Schreiben Sie {place} oder ein anderes Wort in geschweiften Klammern für das, was jedes Mal anders ist: Es wird einmal erfragt, für Warnung und Entwarnung. {end} ist das Ende der Warnung.",
  "Texts": "Texte",
  "Afterwards, and the rest": "Danach, und Weiteres",
  "Correction of a false alert": "Korrektur einer falschen Warnung",
  "TWO, metres": "ZWEI, Meter",
  "THREE, metres": "DREI, Meter",
  "Write the distances in whole metres, with digits only, such as 1500.":
    "Schreiben Sie die Entfernungen in ganzen Metern, nur mit Ziffern, etwa 1500.",
  "as before": "wie zuvor",
  "Someone else has updated this alert meanwhile. Nothing of yours was published, and nothing is lost: read what has changed, and publish again.":
    "Jemand anderes hat diese Warnung inzwischen aktualisiert. Nichts von Ihnen wurde veröffentlicht, und nichts ist verloren: Lesen Sie, was sich geändert hat, und veröffentlichen Sie erneut.",
  "An earlier try went out after all: read what it has changed. Publish again only what is still missing.":
    "Ein früherer Versuch ging doch hinaus: Lesen Sie, was er geändert hat. Veröffentlichen Sie nur, was noch fehlt.",
  "Changed meanwhile": "Inzwischen geändert",
  "Your own changes are below. They go on top of these.":
    "Ihre eigenen Änderungen stehen unten. Sie kommen zu diesen hinzu.",
  "Publish the update?": "Aktualisierung veröffentlichen?",
  "Publish the update": "Aktualisierung veröffentlichen",
  "Leave it as it was": "Unverändert lassen",
  "What to update": "Was aktualisiert wird",
  "Update alert id {id}": "Warnung Nr. {id} aktualisieren",
  "{length} from now": "{length} ab jetzt",
  "Tell those again who were told before": "Bereits Gewarnte erneut warnen",
  "The first {number, number}: there are more": "Die ersten {number, number}: Es gibt mehr",
  "{number, plural, one {# user} other {# users}}":
    "{number, plural, one {# Nutzer} other {# Nutzer}}",
  "Has a device": "Hat ein Gerät",
  "No device": "Kein Gerät",
  "never reported": "nie gemeldet",
  "reported {when}": "gemeldet {when}",
  "Administrator": "Administrator",
  "Tester": "Tester",
  "No password yet": "Noch kein Passwort",
  "Password link for {name}": "Passwort-Link für {name}",
  "Password link…": "Passwort-Link…",
  "New user": "Neuer Nutzer",
  "Import…": "Importieren…",
  "Links for these {people}…": "Links für diese {people}…",
  "{number, plural, one {# person is} other {# people are}} imported.":
    "{number, plural, one {# Person ist} other {# Personen sind}} importiert.",
  "Empty leaves it as it is. A new one ends their sessions: tell it to them.":
    "Leer bleibt es, wie es ist. Ein neues beendet alle Sitzungen: Teilen Sie es der Person mit.",
  "{number, plural, one {One line needs a correction.} other {# lines need a correction.}} Nobody was imported.":
    "{number, plural, one {Eine Zeile braucht eine Korrektur.} other {# Zeilen brauchen eine Korrektur.}} Niemand wurde importiert.",
  "{number, plural, one {One person is a user already, by their email, and is skipped:} other {# people are users already, by their emails, and are skipped:}}":
    "{number, plural, one {Eine Person ist nach ihrer E-Mail schon Nutzer und wird übersprungen:} other {# Personen sind nach ihren E-Mails schon Nutzer und werden übersprungen:}}",
  "Line {line}: {fault}": "Zeile {line}: {fault}",
  "And {number, number} more.": "Und {number, number} mehr.",
  "Import people": "Personen importieren",
  "Choose a CSV file, as spreadsheets write it, or paste it. Its first line names the columns: name, email, and if you like address and tester (yes or no).":
    "Wählen Sie eine CSV-Datei aus einer Tabellenkalkulation, oder fügen Sie sie ein. Die erste Zeile nennt die Spalten: name, email, und wenn Sie möchten adresse und tester (ja oder nein).",
  "CSV file": "CSV-Datei",
  "The file cannot be read. Choose it again, or paste its text.":
    "Die Datei ist nicht lesbar. Wählen Sie sie erneut, oder fügen Sie ihren Text ein.",
  "name,email\nRita Levi,rita@example.org": "name,email\nRita Levi,rita@example.org",
  "{number, plural, one {# person} other {# people}} can be imported. Nothing is wrong.":
    "{number, plural, one {# Person kann} other {# Personen können}} importiert werden. Alles ist in Ordnung.",
  "The service does not answer. These people may have been imported all the same: look in the list before you try again.":
    "Der Dienst antwortet nicht. Vielleicht wurden diese Personen trotzdem importiert: Sehen Sie in der Liste nach, bevor Sie es erneut versuchen.",
  "Import {people}": "{people} importieren",
  "Check": "Prüfen",
  "Make the user": "Nutzer anlegen",
  "8 characters at least. Tell it to them; they can change it.":
    "Mindestens 8 Zeichen. Teilen Sie es der Person mit; sie kann es ändern.",
  "Hand each person their link. It works once, until {time}. The links cannot be shown again, but you can make new ones.":
    "Geben Sie jeder Person ihren Link. Er gilt einmal, bis {time}. Die Links können nicht noch einmal gezeigt werden, aber Sie können neue machen.",
  "Link of {name}": "Link von {name}",
  "{number, plural, one {Download the link as CSV} other {Download # links as CSV}}":
    "{number, plural, one {Link als CSV herunterladen} other {# Links als CSV herunterladen}}",
  "Links made for {name}": "Links angelegt für {name}",
  "The session has ended.": "Die Sitzung ist beendet.",
  "Links to set a password": "Links zum Festlegen eines Passworts",
  "Without a password nobody can log in. Make a link for {name}? Earlier links of theirs no longer work then.":
    "Ohne Passwort kann sich niemand anmelden. Einen Link für {name} anlegen? Frühere Links gelten dann nicht mehr.",
  "Make the link": "Link anlegen",
  "Make the links": "Links anlegen",
  "Not now": "Nicht jetzt",
  "Oldest first": "Älteste zuerst",
  "Newest first": "Neueste zuerst",
  "Name": "Name",
  "Last report": "Letzte Meldung",
  "Everyone": "Alle",
  "Testers": "Tester",
  "With or without": "Mit oder ohne",
  "Has none": "Hat keines",
  "Whenever": "Jederzeit",
  "In the last hour": "In der letzten Stunde",
  "In the last day": "Am letzten Tag",
  "In the last week": "In der letzten Woche",
  "Not for a day": "Seit einem Tag nicht",
  "Not for a week": "Seit einer Woche nicht",
  "Device": "Gerät",
  "Reported": "Gemeldet",
  "Sort by": "Sortieren nach",
  "Address": "Anschrift",
  "Your own password": "Ihr eigenes Passwort",
  "To change an email or a password.": "Um E-Mail oder Passwort zu ändern.",
  "Administrator: may warn people, and see where they are":
    "Administrator: darf warnen, und sieht, wo Personen sind",
  "Tester: exercises and tests reach them": "Tester: Übungen und Probewarnungen erreichen sie",
  "In training: every alert they publish is an exercise":
    "In Ausbildung: Jede ihrer Warnungen ist eine Übung",
  "The outline crosses itself: move a corner at the mark.":
    "Der Umriss kreuzt sich selbst: Verschieben Sie eine Ecke an der markierten Stelle.",
  "Shorten the title to {most} characters.": "Kürzen Sie den Titel auf {most} Zeichen.",
  "The language is a short code, such as it, en or pt-BR.":
    "Die Sprache ist ein kurzer Code, etwa de, en oder pt-BR.",
  "Finish the shape on the map first, or choose Edit to leave it out.":
    "Beenden Sie zuerst die Form auf der Karte, oder wählen Sie Bearbeiten, um sie wegzulassen.",
  "Draw the area first.": "Zeichnen Sie zuerst das Gebiet.",
  "Write the three texts.": "Schreiben Sie die drei Texte.",
  "Write the texts that are missing.": "Schreiben Sie die fehlenden Texte.",
  "Shorten text {levels}.": "Kürzen Sie Text {levels}.",
  "Positions may be from 1 minute to 30 days old.":
    "Standorte dürfen 1 Minute bis 30 Tage alt sein.",
  "Say what happens in 200 characters at most.":
    "Sagen Sie in höchstens 200 Zeichen, was geschieht.",
  "Change something first.": "Ändern Sie zuerst etwas.",
  "Another program has written this draft: it cannot be opened here.":
    "Ein anderes Programm hat diesen Entwurf geschrieben: Er lässt sich hier nicht öffnen.",
  "Fill in {names}.": "Füllen Sie {names} aus.",
  "The map shows {people} and whoever moves; there are more.":
    "Die Karte zeigt {people} und wer sich bewegt; es gibt mehr.",
  "name|column of a CSV file": "name",
  "email|column of a CSV file": "email",
  "address|column of a CSV file": "adresse",
  "tester|column of a CSV file": "tester",
  "yes|in a cell of a CSV file": "ja",
  "no|in a cell of a CSV file": "nein",
  "The first line must name the columns: name and email, and if you like address and tester.":
    "Die erste Zeile muss die Spalten nennen: name und email, und wenn Sie möchten adresse und tester.",
  "Write yes or no in the column tester.": "Schreiben Sie ja oder nein in die Spalte tester.",
  "A quotation mark that opens here has no end, or text follows its end. Correct the marks, because cells of other people may be inside.":
    "Ein Anführungszeichen, das hier beginnt, endet nicht, oder nach seinem Ende folgt Text. Korrigieren Sie die Zeichen, denn Zellen anderer Personen könnten darin stehen.",
  "There are more cells than headings. A cell with a comma or semicolon in it must stand in quotation marks.":
    "Es gibt mehr Zellen als Überschriften. Eine Zelle mit Komma oder Semikolon muss in Anführungszeichen stehen.",
  "Two columns mean the same: {heading}.": "Zwei Spalten bedeuten dasselbe: {heading}.",
  "{number, plural, one {# person} other {# people}} can be imported without {columns}: there is no such field. Do you want that? If not, change the heading, or move the cells into a column that is imported.":
    "{number, plural, one {# Person kann} other {# Personen können}} ohne {columns} importiert werden: Ein solches Feld gibt es nicht. Möchten Sie das? Falls nicht, ändern Sie die Überschrift, oder verschieben Sie die Zellen in eine Spalte, die importiert wird.",
  "Import {people} without {columns}": "{people} ohne {columns} importieren",
  "There is nobody in the file.": "In der Datei ist niemand.",
  "Someone has removed this area meanwhile.": "Jemand hat dieses Gebiet inzwischen entfernt.",
  "This draft was published or removed meanwhile.":
    "Dieser Entwurf wurde inzwischen veröffentlicht oder entfernt.",
  "The draft has changed, or could not be saved: close this to see why.":
    "Der Entwurf hat sich geändert, oder konnte nicht gespeichert werden: Schließen Sie dies, um zu sehen, warum.",
  "This draft is being published now: wait a moment.":
    "Dieser Entwurf wird gerade veröffentlicht: Warten Sie einen Moment.",
  "A user": "Ein Nutzer",
  "Still": "Steht",
  "On foot": "Geht",
  "On a bicycle": "Rad",
  "In a vehicle": "Fahrzeug",
  "Unknown": "Unbekannt",
  "Everyone (real)": "Alle (Ernstfall)",
  "EXERCISE": "ÜBUNG",
  "Testers (exercise)": "Tester (Übung)",
  "TEST": "PROBE",
  "Testers (test)": "Tester (Probe)",
  "LIVE": "ERNSTFALL",
  "For everyone. This is real.": "Für alle. Dies ist der Ernstfall.",
  "For testers only. Not real.": "Nur für Tester. Kein Ernstfall.",
  "Not said": "Keine Angabe",
  "Extreme": "Extrem",
  "Severe": "Schwer",
  "Moderate": "Mäßig",
  "Minor": "Gering",
  "Now": "Sofort",
  "Within the hour": "Binnen einer Stunde",
  "Later": "Später",
  "Past": "Vorbei",
  "Observed": "Beobachtet",
  "Likely": "Wahrscheinlich",
  "Possible": "Möglich",
  "Unlikely": "Unwahrscheinlich",
  "{number, plural, one {# hour} other {# hours}}":
    "{number, plural, one {# Stunde} other {# Stunden}}",
  "{number, plural, one {# day} other {# days}}": "{number, plural, one {# Tag} other {# Tage}}",
  "{number, plural, one {# week} other {# weeks}}":
    "{number, plural, one {# Woche} other {# Wochen}}",
  "Ended it: “{text}”": "Beendet: „{text}“",
  "Published it": "Veröffentlicht",
  "no title": "kein Titel",
  "the title: “{text}”": "Titel: „{text}“",
  "text {level}: “{text}”": "Text {level}: „{text}“",
  "the area": "das Gebiet",
  "TWO to {distance}": "ZWEI auf {distance}",
  "THREE to {distance}": "DREI auf {distance}",
  "its end to {time}": "Ende: {time}",
  "sent to everyone again": "erneut an alle gesendet",
  "Changed {changes}": "Geändert: {changes}",
  "Published it again as it was": "Unverändert erneut veröffentlicht",
  "the service's own": "die des Dienstes",
  "ONE": "EINS",
  "TWO": "ZWEI",
  "THREE": "DREI",
  "inside the area": "im Gebiet",
  "near it": "in der Nähe",
  "further around": "weiter außen",
  "{number, plural, one {# person} other {# people}}":
    "{number, plural, one {# Person} other {# Personen}}",
  "{number} m": "{number} m",
  "{number} km": "{number} km",
  "{number} m²": "{number} m²",
  "{number} km²": "{number} km²",
  "The two new passwords differ. Write the same one twice.":
    "Die zwei neuen Passwörter sind verschieden. Schreiben Sie zweimal dasselbe.",
  "Browsers": "Browser",
  "App pushes (Expo)": "App-Push (Expo)",
  "App pushes (Firebase)": "App-Push (Firebase)",
  "Browser pushes": "Browser-Push",
  "Alerts by email": "Warnungen per E-Mail",
  "Pushes by ntfy": "Push über ntfy",
  "Alerts by SMS": "Warnungen per SMS",
  "Your number got no SMS, and was removed. Add one again. {reason}":
    "Ihre Nummer hat keine SMS bekommen und wurde entfernt. Geben Sie wieder eine an. {reason}",
  "Confirm the number": "Nummer bestätigen",
  "Send me a code": "Code senden",
  "Another number, or another code": "Andere Nummer oder neuer Code",
  "The six digits of the SMS.": "Die sechs Ziffern aus der SMS.",
  "Mobile number": "Mobilnummer",
  "Mobile number, in place of this one": "Mobilnummer, statt dieser",
  "This code is wrong. Look again.": "Dieser Code ist falsch. Sehen Sie noch einmal nach.",
  "This service translates nothing. Write the texts yourself.":
    "Dieser Dienst übersetzt nicht. Schreiben Sie die Texte selbst.",
  "No translation came. Write the texts yourself, and tell whoever runs the service: {fault}.":
    "Es kam keine Übersetzung. Schreiben Sie die Texte selbst und melden Sie es dem Betreiber des Dienstes: {fault}.",
  "This service sends no SMS.": "Dieser Dienst sendet keine SMS.",
  "Write the number with a plus sign and its country, such as +39 011 000000.":
    "Schreiben Sie die Nummer mit Plus und Landesvorwahl, zum Beispiel +39 011 000000.",
  "Three codes were sent within an hour. Try again in an hour.":
    "In einer Stunde wurden drei Codes gesendet. Versuchen Sie es in einer Stunde wieder.",
  "This code no longer works. Ask for another one.":
    "Dieser Code gilt nicht mehr. Fordern Sie einen neuen an.",
  "{number, plural, one {# SMS segment} other {# SMS segments}}":
    "{number, plural, one {# SMS-Teil} other {# SMS-Teile}}",
  "{most, number} SMS segments, without the end of the text":
    "{most, number} SMS-Teile, ohne das Ende des Textes",
  "By the app ntfy": "Über die App ntfy",
  "Install ntfy and open this link on the phone, or scan it. Whoever has the link reads my warnings.":
    "Installieren Sie ntfy und öffnen Sie diesen Link auf dem Telefon, oder scannen Sie ihn. Wer den Link hat, liest Ihre Warnungen.",
  "The link of ntfy": "Der Link für ntfy",
  "Make a link for ntfy": "Link für ntfy anlegen",
  "{number, number} by email": "{number, number} per E-Mail",
  "while nothing else warns me": "solange mich nichts anderes warnt",
  "always": "immer",
  "never": "nie",
  "Alerts come by email": "Warnungen kommen per E-Mail",
  "Not before the email is confirmed.": "Erst wenn die E-Mail bestätigt ist.",
  "The mail server refused {email}, so no alert comes by email. Change the email, or choose again. {reason}":
    "Der Mailserver hat {email} abgelehnt, also kommt keine Warnung per E-Mail. Ändern Sie die E-Mail, oder wählen Sie erneut. {reason}",
  "Mails": "E-Mails",
  "ask your operator ({settings})": "fragen Sie Ihren Betreiber ({settings})",
  "✓ {channel} are on": "✓ {channel}: an",
  "✕ {channel} are off: {reason}": "✕ {channel}: aus; {reason}",
  "! {channel} are failing: {reason}": "! {channel}: gestört; {reason}",
  "! {channel} are failing since {time}: {reason}": "! {channel}: gestört, zuerst {time}; {reason}",
  "The outline crosses itself": "Der Umriss kreuzt sich selbst",
  "The outline touches itself": "Der Umriss berührt sich selbst",
  "A hole lies outside of the area": "Ein Loch liegt außerhalb des Gebiets",
  "A hole lies in another hole": "Ein Loch liegt in einem anderen Loch",
  "One part of the area lies in another": "Ein Teil des Gebiets liegt in einem anderen",
  "A hole cuts the area into parts": "Ein Loch zerteilt das Gebiet",
  "Draw an area of less than half the globe that holds no pole.":
    "Zeichnen Sie ein Gebiet, das kleiner ist als die halbe Erde und keinen Pol enthält.",
  "The area cannot be read. Draw it, or export the file again.":
    "Das Gebiet ist nicht lesbar. Zeichnen Sie es, oder exportieren Sie die Datei erneut.",
  "{fault} at {place}. Move a corner there.":
    "{fault} bei {place}. Verschieben Sie dort eine Ecke.",
  "The outline is not closed": "Der Umriss ist nicht geschlossen",
  "The outline is faulty. Draw it again.": "Der Umriss ist fehlerhaft. Zeichnen Sie ihn neu.",
  "An edge of the area spans half the globe. Add corners along it.":
    "Eine Kante des Gebiets überspannt die halbe Erde. Setzen Sie Ecken dazwischen.",
  "The outline of the area is too long. Draw a simpler one.":
    "Der Umriss des Gebiets ist zu lang. Zeichnen Sie einen einfacheren.",
  "The area goes round a pole.": "Das Gebiet umschließt einen Pol.",
  "The area is too large.": "Das Gebiet ist zu groß.",
  "The corners of the area lie on one line. Move one of them.":
    "Die Ecken des Gebiets liegen auf einer Linie. Verschieben Sie eine davon.",
  "The area has more than 10,000 corners. Draw a simpler one.":
    "Das Gebiet hat mehr als 10.000 Ecken. Zeichnen Sie ein einfacheres.",
  "A corner of the area lies off the map. Draw it again.":
    "Eine Ecke des Gebiets liegt außerhalb der Karte. Zeichnen Sie es neu.",
  "The area or a zone around it comes too close to a pole. Draw a smaller area, or shorten the distances.":
    "Das Gebiet oder eine Zone darum kommt einem Pol zu nahe. Zeichnen Sie ein kleineres Gebiet, oder verkürzen Sie die Entfernungen.",
  "THREE must reach further than TWO, and 100 km at most. Change the distances.":
    "DREI muss weiter reichen als ZWEI, und höchstens 100 km. Ändern Sie die Entfernungen.",
  "The end must lie within the next year. Choose how long the alert lasts.":
    "Das Ende muss im nächsten Jahr liegen. Wählen Sie, wie lange die Warnung dauert.",
  "Shorten the title to 60 characters.": "Kürzen Sie den Titel auf 60 Zeichen.",
  "An alert has at most 20 other languages. Remove some.":
    "Eine Warnung hat höchstens 20 weitere Sprachen. Entfernen Sie einige.",
  "Choose each other language once.": "Wählen Sie jede weitere Sprache nur einmal.",
  "Write all texts of each language, in 10,000 characters at most, and its title in 60.":
    "Schreiben Sie alle Texte jeder Sprache, in höchstens 10.000 Zeichen, den Titel in 60.",
  "Fill in what the template left open, in each language.":
    "Füllen Sie in jeder Sprache aus, was die Vorlage offen ließ.",
  "Write text ONE, in 10,000 characters at most.":
    "Schreiben Sie Text EINS, in höchstens 10.000 Zeichen.",
  "Write text TWO, in 10,000 characters at most.":
    "Schreiben Sie Text ZWEI, in höchstens 10.000 Zeichen.",
  "Write text THREE, in 10,000 characters at most.":
    "Schreiben Sie Text DREI, in höchstens 10.000 Zeichen.",
  "Write that the danger is over, in 10,000 characters at most.":
    "Schreiben Sie, dass die Gefahr vorüber ist, in höchstens 10.000 Zeichen.",
  "This alert was published already, with other content. Look in the list.":
    "Diese Warnung wurde schon veröffentlicht, mit anderem Inhalt. Sehen Sie in der Liste nach.",
  "Someone else has updated this alert meanwhile. Open it to see what has changed.":
    "Jemand anderes hat diese Warnung inzwischen aktualisiert. Öffnen Sie sie, um zu sehen, was sich geändert hat.",
  "This alert does not exist. Look in the list.":
    "Diese Warnung gibt es nicht. Sehen Sie in der Liste nach.",
  "This alert or this user does not exist any more.":
    "Diese Warnung oder diesen Nutzer gibt es nicht mehr.",
  "This user does not exist any more. Load the list again.":
    "Diesen Nutzer gibt es nicht mehr. Laden Sie die Liste neu.",
  "This device does not exist any more.": "Dieses Gerät gibt es nicht mehr.",
  "This notification does not exist any more.": "Diese Benachrichtigung gibt es nicht mehr.",
  "This session does not exist any more.": "Diese Sitzung gibt es nicht mehr.",
  "This password repeats a few characters: choose another one.":
    "Dieses Passwort wiederholt wenige Zeichen: Wählen Sie ein anderes.",
  "This password is the email address: choose another one.":
    "Dieses Passwort ist die E-Mail: Wählen Sie ein anderes.",
  "This password is one of the most common ones: choose another one.":
    "Dieses Passwort ist eines der häufigsten: Wählen Sie ein anderes.",
  "This email comes twice in the list: leave one of them out.":
    "Diese E-Mail steht zweimal in der Liste: Lassen Sie eine davon weg.",
  "The email must look like name@example.org, in 254 characters at most.":
    "Die E-Mail muss aussehen wie name@example.org, in höchstens 254 Zeichen.",
  "Another saved area has this name. Choose another one.":
    "Ein anderes gespeichertes Gebiet heißt so. Wählen Sie einen anderen Namen.",
  "Another template has this name. Choose another one.":
    "Eine andere Vorlage heißt so. Wählen Sie einen anderen Namen.",
  "A text or the title still has a word in braces, such as {example}. Fill it in.":
    "Ein Text oder der Titel enthält noch ein Wort in geschweiften Klammern, etwa {example}. Füllen Sie es aus.",
  "An alert lasts from a minute to a year.":
    "Eine Warnung dauert von einer Minute bis zu einem Jahr.",
  "Another shared draft has this name. Choose another one.":
    "Ein anderer geteilter Entwurf heißt so. Wählen Sie einen anderen Namen.",
  "You have too many drafts of your own. Discard one first.":
    "Sie haben zu viele eigene Entwürfe. Verwerfen Sie zuerst einen.",
  "The area is too detailed to share. Draw a simpler one.":
    "Das Gebiet ist zu detailliert, um es zu teilen. Zeichnen Sie ein einfacheres.",
  "Someone has removed this meanwhile.": "Jemand hat das inzwischen entfernt.",
  "Write a name, in 200 characters at most.":
    "Schreiben Sie einen Namen, in höchstens 200 Zeichen.",
  "Write a name, in 100 characters at most.":
    "Schreiben Sie einen Namen, in höchstens 100 Zeichen.",
  "Language of alerts": "Sprache der Warnungen",
  "Otherwise": "Sonst",
  "Or else": "Oder sonst",
  "Alerts in my languages": "Warnungen in meinen Sprachen",
  "You read each alert in the first of these in which it is written, or else as it was written first.":
    "Sie lesen jede Warnung in der ersten dieser Sprachen, in der sie geschrieben ist, sonst in der ursprünglichen.",
  "that of this device": "die dieses Geräts",
  "none": "keine",
  "Write the texts in {language}.": "Schreiben Sie die Texte auf {language}.",
  "older than the alert": "älter als die Warnung",
  "Older than the alert: {languages}.": "Älter als die Warnung: {languages}.",
  "Title in {language}": "Titel auf {language}",
  "{level} in {language}": "{level} auf {language}",
  "Translate": "Übersetzen",
  "A machine wrote this. Read it, then confirm.":
    "Das hat eine Maschine geschrieben. Lesen Sie es und bestätigen Sie es dann.",
  "I have read it": "Ich habe es gelesen",
  "Read and confirm what a machine wrote: {languages}.":
    "Lesen und bestätigen Sie, was eine Maschine geschrieben hat: {languages}.",
  "It still says the same": "Sie sagt noch dasselbe",
  "Other languages": "Weitere Sprachen",
  "All-clear in {language}": "Entwarnung auf {language}",
  "Who reads {languages} gets it in {language}.":
    "Wer {languages} liest, erhält sie auf {language}.",
  "other languages": "weitere Sprachen",
  "Add a language": "Sprache hinzufügen",
  "Each person gets the first of their languages that the alert has, or else its own.":
    "Jede Person erhält die erste ihrer Sprachen, die die Warnung hat, sonst deren eigene.",
  "{language}: {people}": "{language}: {people}",
  "{language}, though they read {wanted}: {people}":
    "{language}, obwohl sie {wanted} lesen: {people}",
  "Choose at most ten languages.": "Wählen Sie höchstens zehn Sprachen.",
  "Shorten the address to 500 characters.": "Kürzen Sie die Anschrift auf 500 Zeichen.",
  "The list has more than 5,000 people. Split it.":
    "Die Liste hat mehr als 5.000 Personen. Teilen Sie sie.",
  "Choose 5,000 people at most.": "Wählen Sie höchstens 5.000 Personen.",
  "The two passwords differ. Write the same one twice.":
    "Die zwei Passwörter sind verschieden. Schreiben Sie zweimal dasselbe.",
  "Write the password that you log in with.":
    "Schreiben Sie das Passwort, mit dem Sie sich anmelden.",
  "The password that you log in with is wrong.":
    "Das Passwort, mit dem Sie sich anmelden, ist falsch.",
  "The password is too long. Choose a shorter one.":
    "Das Passwort ist zu lang. Wählen Sie ein kürzeres.",
  "The password contains a character that cannot be typed.":
    "Das Passwort enthält ein Zeichen, das man nicht tippen kann.",
  "Quiet hours must begin and end at different times.":
    "Ruhezeiten müssen zu verschiedenen Zeiten beginnen und enden.",
  "The service does not know your time zone. Set another one on this computer.":
    "Der Dienst kennt Ihre Zeitzone nicht. Stellen Sie auf diesem Computer eine andere ein.",
  "The service cannot push to this browser. Ask whoever runs it.":
    "Der Dienst kann diesem Browser keine Push-Nachrichten senden. Fragen Sie den Betreiber.",
  "Something went wrong in this page. Reload it and try again.":
    "Auf dieser Seite ist ein Fehler aufgetreten. Laden Sie sie neu, und versuchen Sie es erneut.",
  "The position is off the map, or not of today.":
    "Der Standort liegt außerhalb der Karte, oder ist nicht von heute.",
  "A text contains a character that cannot be stored. Write it again.":
    "Ein Text enthält ein Zeichen, das sich nicht speichern lässt. Schreiben Sie ihn neu.",
  "Only administrators may do this. Log in as one.":
    "Das dürfen nur Administratoren. Melden Sie sich als einer an.",
  "Changes of positions are shown to authorities without an area only. Load the page again.":
    "Änderungen von Standorten sehen nur Behörden ohne Gebiet. Laden Sie die Seite neu.",
  "Your role does not allow this. Ask a manager of your authority.":
    "Ihre Rolle erlaubt das nicht. Fragen Sie einen Verwalter Ihrer Behörde.",
  "A second person has to approve this. Propose it.":
    "Eine zweite Person muss das freigeben. Schlagen Sie es vor.",
  "This is your own proposal. A second person has to decide.":
    "Dies ist Ihr eigener Vorschlag. Eine zweite Person muss entscheiden.",
  "This was decided or taken back meanwhile.":
    "Dies wurde inzwischen entschieden oder zurückgenommen.",
  "What would be published has changed since you looked. Look again.":
    "Was veröffentlicht würde, hat sich geändert, seit Sie es sahen. Sehen Sie noch einmal nach.",
  "Whoever approved it may not approve any more. Propose it again.":
    "Wer es freigegeben hat, darf nicht mehr freigeben. Schlagen Sie es erneut vor.",
  "The time to publish has passed, is more than a year away, or is after the end.":
    "Die Zeit der Veröffentlichung ist vorbei, mehr als ein Jahr entfernt, oder nach dem Ende.",
  "Write why it cannot wait, in 500 characters at most.":
    "Schreiben Sie, warum es nicht warten kann, in höchstens 500 Zeichen.",
  "Write what is wrong with it, in 500 characters at most.":
    "Schreiben Sie, was daran falsch ist, in höchstens 500 Zeichen.",
  "Write a number of people, from 0 on.": "Schreiben Sie eine Zahl von Personen, ab 0.",
  "Your role does not allow you to publish this. Ask an approver of its authority.":
    "Ihre Rolle erlaubt Ihnen nicht, dies zu veröffentlichen. Fragen Sie einen Freigeber der Behörde.",
  "This is for the authority of the alert only.": "Das darf nur die Behörde der Warnung.",
  "Only managers of the authority above may do this. Ask one of them.":
    "Das dürfen nur Verwalter der übergeordneten Behörde. Fragen Sie einen von ihnen.",
  "An authority lies within the one above, and holds those below. Change the area.":
    "Eine Behörde liegt in der übergeordneten und umfasst die untergeordneten. Ändern Sie das Gebiet.",
  "Another authority has this name. Choose another one.":
    "Eine andere Behörde heißt so. Wählen Sie einen anderen Namen.",
  "Authorities": "Behörden",
  "Each authority warns in its area, and sees the people there.":
    "Jede Behörde warnt in ihrem Gebiet, und sieht die Personen dort.",
  "New authority": "Neue Behörde",
  "City of Bologna": "Stadt Dresden",
  "Below": "Unter",
  "It warns in the area on the map: {size}.": "Sie warnt im Gebiet auf der Karte: {size}.",
  "Draw the area in which it warns. Without one, it warns everywhere.":
    "Zeichnen Sie das Gebiet, in dem sie warnt. Ohne eines warnt sie überall.",
  "The authority's area. Arrow keys move the map, plus and minus zoom.":
    "Das Gebiet der Behörde. Pfeiltasten bewegen die Karte, Plus und Minus ändern die Größe.",
  "Members…": "Mitglieder…",
  "Members of {name}": "Mitglieder: {name}",
  "{number, plural, one {# member} other {# members}}":
    "{number, plural, one {# Mitglied} other {# Mitglieder}}",
  "Role of {name}": "Rolle von {name}",
  "No role any more": "Keine Rolle mehr",
  "Add someone: find them by any word of a name, or by email":
    "Jemanden hinzufügen: nach einem Wort des Namens oder der E-Mail suchen",
  "Add": "Hinzufügen",
  "Add {name}": "{name} hinzufügen",
  "Viewer": "Beobachter",
  "Author": "Verfasser",
  "Approver": "Freigeber",
  "Manager": "Verwalter",
  "Everywhere": "Überall",
  "Who warns": "Wer warnt",
  "Who warns?": "Wer warnt?",
  "Is this service for one authority or for several?":
    "Ist dieser Dienst für eine Behörde oder für mehrere?",
  "For one…": "Für eine…",
  "For several": "Für mehrere",
  "One authority, or several": "Eine Behörde, oder mehrere",
  "People read it above each alert.": "Personen lesen es über jeder Warnung.",
  "It must lie within the dashed line, where the authority may warn.":
    "Es muss innerhalb der gestrichelten Linie liegen, wo die Behörde warnen darf.",
  "An authority grants its own area, or a part of it. Draw the part within it.":
    "Eine Behörde gewährt ihr eigenes Gebiet, oder einen Teil davon. Zeichnen Sie den Teil darin.",
  "Mutual aid ends within a year. Choose another end.":
    "Amtshilfe endet binnen eines Jahres. Wählen Sie ein anderes Ende.",
  "This mutual aid has ended, or is not yours to end.":
    "Diese Amtshilfe ist beendet, oder Sie dürfen sie nicht beenden.",
  "Choose another authority, which receives the mutual aid.":
    "Wählen Sie eine andere Behörde, die die Amtshilfe erhält.",
  "The area leaves the area of your authority. Draw it inside: the outer zones may reach beyond.":
    "Das Gebiet verlässt das Gebiet Ihrer Behörde. Zeichnen Sie es darin: Die äußeren Zonen dürfen darüber hinausreichen.",
  "You are in training: another administrator has to change this.":
    "Sie sind in Ausbildung: Ein anderer Administrator muss das ändern.",
  "You are in training: you cannot change or end a real alert.":
    "Sie sind in Ausbildung: Sie können keine echte Warnung ändern oder beenden.",
  "This is the last administrator who is not in training: make another one first.":
    "Dies ist der letzte Administrator, der nicht in Ausbildung ist: Ernennen Sie zuerst einen anderen.",
  "This is the last administrator: make another user an administrator first.":
    "Dies ist der letzte Administrator: Ernennen Sie zuerst einen anderen Nutzer.",
  "This user already has a password: give them a new one instead.":
    "Dieser Nutzer hat schon ein Passwort: Geben Sie ihm stattdessen ein neues.",
  "There is no held publication with this id.":
    "Es gibt keine wartende Veröffentlichung mit dieser Nummer.",
  "It is too late to take it back, because it has been published: correct it, or end it with an all-clear.":
    "Zum Zurücknehmen ist es zu spät, denn sie ist veröffentlicht: Korrigieren Sie sie, oder beenden Sie sie mit einer Entwarnung.",
  "The service was not running when it was due, and it is too late now: publish it again.":
    "Der Dienst lief nicht, als sie fällig war, und jetzt ist es zu spät: Veröffentlichen Sie sie erneut.",
  "Its author is no longer an administrator.": "Ihr Verfasser ist kein Administrator mehr.",
  "The training of its author began or ended meanwhile: publish it again.":
    "Die Ausbildung ihres Verfassers begann oder endete inzwischen: Veröffentlichen Sie sie erneut.",
  "An earlier try with other content may have gone out. Look at the alert, and begin again.":
    "Ein früherer Versuch mit anderem Inhalt ging vielleicht hinaus. Sehen Sie die Warnung an, und beginnen Sie neu.",
  "This draft was published or removed meanwhile: look among the alerts.":
    "Dieser Entwurf wurde inzwischen veröffentlicht oder entfernt: Sehen Sie bei den Warnungen nach.",
  "Someone else has saved this meanwhile: look at what is new, and change that.":
    "Jemand anderes hat dies inzwischen gespeichert: Sehen Sie an, was neu ist, und ändern Sie das.",
  "Only the head, the service from which this alert came, can change or end it.":
    "Nur die Zentrale, der Dienst, von dem diese Warnung kam, kann sie ändern oder beenden.",
  "This user stands for the head of this cell, and cannot log in.":
    "Dieser Nutzer steht für die Zentrale dieser Zelle, und kann sich nicht anmelden.",
  "This alert is already cancelled: publish a new one.":
    "Diese Warnung ist schon beendet: Veröffentlichen Sie eine neue.",
  "This alert has expired: publish a new one.":
    "Diese Warnung ist abgelaufen: Veröffentlichen Sie eine neue.",
  "This email is taken: use another one.": "Diese E-Mail ist vergeben: Verwenden Sie eine andere.",
  "The title has more than 200 characters: write what happens and where, in a few words.":
    "Der Titel hat mehr als 200 Zeichen: Schreiben Sie in wenigen Worten, was wo geschieht.",
  "A text of the template has more than 10,000 characters: shorten it.":
    "Ein Text der Vorlage hat mehr als 10.000 Zeichen: Kürzen Sie ihn.",
  "This link was used, has expired or is not whole: ask an administrator for a new one.":
    "Dieser Link wurde verwendet, ist abgelaufen oder unvollständig: Bitten Sie einen Administrator um einen neuen.",
  "This invitation is over, is full, was withdrawn or is not whole: ask for a new one.":
    "Diese Einladung ist vorbei, ausgeschöpft, zurückgezogen oder unvollständig: Bitten Sie um eine neue.",
  "The end of an invitation is not within the next year: choose another one.":
    "Das Ende einer Einladung liegt nicht im nächsten Jahr: Wählen Sie ein anderes.",
  "This invitation was revoked already. Load the list again.":
    "Diese Einladung ist schon widerrufen. Laden Sie die Liste neu.",
  "Say how many people may join, from 1 to 100,000.":
    "Sagen Sie, wie viele Personen beitreten dürfen, von 1 bis 100.000.",
  "Too many attempts: try again in {number} seconds.":
    "Zu viele Versuche: Versuchen Sie es in {number} Sekunden erneut.",
  "The email or the password is wrong.": "E-Mail oder Passwort ist falsch.",
  "A password needs at least {number} characters.":
    "Ein Passwort braucht mindestens {number} Zeichen.",
  "The service is busy: try again in a moment.":
    "Der Dienst ist ausgelastet: Versuchen Sie es gleich noch einmal.",
  "Nothing was saved or published: the service cannot write, for example because its disk is full. Tell whoever runs it at once, and warn people in another way. The error's id in its log is {id}.":
    "Nichts wurde gespeichert oder veröffentlicht: Der Dienst kann nicht schreiben, etwa weil sein Speicher voll ist. Sagen Sie es sofort dem Betreiber, und warnen Sie auf anderem Weg. Der Fehler hat im Protokoll die Nummer {id}.",
  "It has not gone out: the service does not answer or cannot write, for example because its disk is full. Tell whoever runs it at once, and warn people in another way.":
    "Es ging nicht hinaus: Der Dienst antwortet nicht oder kann nicht schreiben, etwa weil sein Speicher voll ist. Sagen Sie es sofort dem Betreiber, und warnen Sie auf anderem Weg.",
  "Something went wrong on our side. Its id in our log is {id}.":
    "Auf unserer Seite ist ein Fehler aufgetreten. Er hat in unserem Protokoll die Nummer {id}.",
  "{number} s": "{number} s",
  "{number} min": "{number} min",
  "{number} h": "{number} h",
  "{number} d": "{number} Tg.",
  "in {duration}": "in {duration}",
  "{duration} ago": "vor {duration}",
  "Update {number}": "Aktualisierung {number}",
  "Audit log": "Protokoll",
  "Who did what, the newest first. Views of people are recorded too. Whoever runs the service can verify that no entry was changed: npm run audit -- verify":
    "Wer was tat, das Neueste zuerst. Auch das Ansehen von Personen steht darin. Der Betreiber kann prüfen, dass kein Eintrag geändert wurde: npm run audit -- verify",
  "All but views of people": "Alles außer dem Ansehen von Personen",
  "Anyone, perhaps": "Vielleicht jeder",
  "There is no such entry.": "Einen solchen Eintrag gibt es nicht.",
  "{number, plural, one {# entry} other {# entries}}…":
    "{number, plural, one {# Eintrag} other {# Einträge}}…",
  "The file has {number, plural, one {# entry} other {# entries}}.":
    "Die Datei hat {number, plural, one {# Eintrag} other {# Einträge}}.",
  "The file has the newest {number, number} entries. Choose days, or ask whoever runs the service for all of them.":
    "Die Datei hat die neuesten {number, number} Einträge. Wählen Sie Tage, oder bitten Sie den Betreiber um alle.",
  "Download as CSV": "Als CSV herunterladen",
  "Download as JSON lines": "Als JSON-Zeilen herunterladen",
  "When": "Wann",
  "Who": "Wer",
  "What": "Was",
  "To what": "Woran",
  "Details": "Einzelheiten",
  "From|a day": "Von",
  "Until|a day": "Bis",
  "Who: any word of a name, or an email": "Wer: ein Wort des Namens, oder eine E-Mail",
  "By {name}": "Von {name}",
  "By everyone": "Von allen",
  "What {name} did": "Was {name} tat",
  "Choose": "Wählen",
  "notifications": "Benachrichtigungen",
  "positions": "Standorte",
  "reach": "Reichweite",
  "users": "Nutzer",
  "why someone has a notification or not": "warum jemand eine Benachrichtigung hat oder nicht",
  "name": "Name",
  "email": "E-Mail",
  "address": "Anschrift",
  "last position only": "nur letzter Standort",
  "users {ids} and {number} more": "Nutzer {ids} und {number} mehr",
  "users {ids}": "Nutzer {ids}",
  "version {number}": "Version {number}",
  "session {id}": "Sitzung {id}",
  "{number, plural, one {# session} other {# sessions}}":
    "{number, plural, one {# Sitzung} other {# Sitzungen}}",
  "administrator": "Administrator",
  "not an administrator": "kein Administrator",
  "tester": "Tester",
  "no tester": "kein Tester",
  "in training": "in Ausbildung",
  "not in training": "nicht in Ausbildung",
  "for {people}": "für {people}",
  "invitation {id}": "Einladung {id}",
  "mutual aid {id}": "Amtshilfe {id}",
  "in authority {id}": "in Behörde {id}",
  "for authority {id}": "für Behörde {id}",
  "ended": "beendet",
  "reaches into authorities {ids}": "reicht bis zu den Behörden {ids}",
  "Invitation {id}": "Einladung {id}",
  "device keys": "Geräteschlüssel",
  "device key {id}": "Geräteschlüssel {id}",
  "because it was published": "weil es veröffentlicht wurde",
  "up to place {place}": "bis Stelle {place}",
  "Logged in": "Angemeldet",
  "Gave a wrong password or second factor": "Falsches Passwort oder falscher zweiter Faktor",
  "Ended a session": "Sitzung beendet",
  "Ended sessions by a new password": "Sitzungen durch neues Passwort beendet",
  "Changed their own password": "Eigenes Passwort geändert",
  "Changed a user’s password": "Passwort eines Nutzers geändert",
  "Made an invitation": "Einladung angelegt",
  "Revoked an invitation": "Einladung widerrufen",
  "Joined by an invitation": "Durch Einladung beigetreten",
  "Made a password link": "Passwort-Link angelegt",
  "Added a second factor": "Zweiten Faktor hinzugefügt",
  "Removed a second factor": "Zweiten Faktor entfernt",
  "Made recovery codes": "Wiederherstellungscodes erzeugt",
  "Published without the second factor": "Ohne zweiten Faktor veröffentlicht",
  "Confirm with your second factor.": "Bestätigen Sie mit Ihrem zweiten Faktor.",
  "Confirm with your second factor first.": "Bestätigen Sie zuerst mit Ihrem zweiten Faktor.",
  "Your role has no second factor at this service.":
    "Ihre Rolle hat bei diesem Dienst keinen zweiten Faktor.",
  "This code is wrong, or was used. Enter the next one.":
    "Dieser Code ist falsch oder wurde schon verwendet. Geben Sie den nächsten ein.",
  "This passkey is not known here. Try again, or use another one.":
    "Dieser Passkey ist hier nicht bekannt. Versuchen Sie es erneut, oder verwenden Sie einen anderen.",
  "Passkeys do not work at this address. Tell whoever runs the service.":
    "Passkeys funktionieren unter dieser Adresse nicht. Sagen Sie es dem Betreiber des Dienstes.",
  "This took more than five minutes. Begin again.":
    "Das dauerte mehr als fünf Minuten. Beginnen Sie von vorn.",
  "This second factor does not exist any more.": "Diesen zweiten Faktor gibt es nicht mehr.",
  "You have an authenticator app already. Remove it first.":
    "Sie haben schon eine Authenticator-App. Entfernen Sie diese zuerst.",
  "You have this passkey already.": "Diesen Passkey haben Sie schon.",
  "Set their password by a link": "Passwort über einen Link festgelegt",
  "Created a user": "Nutzer angelegt",
  "Imported a user": "Nutzer importiert",
  "Edited a user": "Nutzer bearbeitet",
  "Removed a user": "Nutzer entfernt",
  "Erased a person": "Person gelöscht",
  "Data…": "Daten…",
  "Data of {name}": "Daten von {name}",
  "My positions": "Meine Standorte",
  "My last position is kept, and a history of those before it.":
    "Aufbewahrt werden mein letzter Standort und der Verlauf davor.",
  "Only my last position is kept: where I was before, nobody can see.":
    "Nur mein letzter Standort wird aufbewahrt: Wo ich vorher war, sieht niemand.",
  "If the service keeps nobody’s history, it keeps none of mine either.":
    "Bewahrt der Dienst von niemandem einen Verlauf auf, dann auch von mir nicht.",
  "Keep only my last position…": "Nur meinen letzten Standort behalten…",
  "Keep only my last position?": "Nur meinen letzten Standort behalten?",
  "All my earlier positions are deleted, and no new history is kept. That cannot be undone. Alerts reach me as before.":
    "Alle meine früheren Standorte werden gelöscht, und kein neuer Verlauf entsteht. Das lässt sich nicht rückgängig machen. Warnungen erreichen mich wie bisher.",
  "Delete my history": "Meinen Verlauf löschen",
  "Keep a history from now on": "Ab jetzt einen Verlauf behalten",
  "This person chose that only their last position is kept. Only they can change that, under Me of their own page.":
    "Diese Person hat gewählt, dass nur ihr letzter Standort aufbewahrt wird. Nur sie kann das ändern, unter Ich auf ihrer eigenen Seite.",
  "A history of their positions is kept, unless the service keeps nobody’s. Only they can choose otherwise, under Me of their own page.":
    "Ein Verlauf ihrer Standorte wird aufbewahrt, falls der Dienst das überhaupt tut. Nur sie kann anders wählen, unter Ich auf ihrer eigenen Seite.",
  "My data": "Meine Daten",
  "Everything that the service holds of me, as one file.":
    "Alles, was der Dienst über mich hat, als eine Datei.",
  "Everything that the service holds of this person, as one file, if they ask for it. The download is in the audit log.":
    "Alles, was der Dienst über diese Person hat, als eine Datei, falls sie darum bittet. Das Herunterladen steht im Protokoll.",
  "Download it": "Herunterladen",
  "The download begins.": "Das Herunterladen beginnt.",
  "Erase me…": "Mich löschen…",
  "Erase me?": "Mich löschen?",
  "Erase me": "Mich löschen",
  "Erase {name}": "{name} löschen",
  "My email, name, positions, devices and sessions are deleted at once, and I am logged out. This cannot be undone. That I was told of alerts stays on record, without my name and place.":
    "Meine E-Mail, mein Name, meine Standorte, Geräte und Sitzungen werden sofort gelöscht, und ich werde abgemeldet. Das lässt sich nicht rückgängig machen. Dass ich gewarnt wurde, bleibt vermerkt, ohne Name und Ort.",
  "Their email, name, positions, devices and sessions are deleted at once. This cannot be undone. That somebody was told of alerts stays on record, without name and place.":
    "E-Mail, Name, Standorte, Geräte und Sitzungen werden sofort gelöscht. Das lässt sich nicht rückgängig machen. Dass jemand gewarnt wurde, bleibt vermerkt, ohne Name und Ort.",
  "Type {name} to erase this person": "Geben Sie {name} ein, um diese Person zu löschen",
  "Exported all data of a person": "Alle Daten einer Person exportiert",
  "{number, plural, one {# position deleted} other {# positions deleted}}":
    "{number, plural, one {# Standort gelöscht} other {# Standorte gelöscht}}",
  "{number, plural, one {# notification kept} other {# notifications kept}}":
    "{number, plural, one {# Benachrichtigung behalten} other {# Benachrichtigungen behalten}}",
  "Changed a user’s rights": "Rechte eines Nutzers geändert",
  "Changed a user’s training": "Ausbildung eines Nutzers geändert",
  "Made a device key": "Geräteschlüssel angelegt",
  "Revoked a device key": "Geräteschlüssel widerrufen",
  "Published an alert": "Warnung veröffentlicht",
  "Updated an alert": "Warnung aktualisiert",
  "Ended an alert": "Warnung beendet",
  "Published to everyone in the zones": "An alle in den Zonen veröffentlicht",
  "Ended before it was published to everyone": "Beendet, bevor alle gewarnt waren",
  "Began to publish": "Veröffentlichung begonnen",
  "Took a publication back": "Veröffentlichung zurückgenommen",
  "It waits.": "Es wartet.",
  "Propose": "Vorschlagen",
  "Publish then": "Dann veröffentlichen",
  "A second person has to approve this before it goes out.":
    "Eine zweite Person muss dies freigeben, bevor es hinausgeht.",
  "It cannot wait: publish it alone. All other approvers are told.":
    "Es kann nicht warten: allein veröffentlichen. Alle anderen Freigeber erfahren es.",
  "Why it cannot wait": "Warum es nicht warten kann",
  "Publish later": "Später veröffentlichen",
  "When to publish it": "Wann veröffentlicht wird",
  "goes out {time}": "geht hinaus {time}",
  "without approval: {reason}": "ohne Freigabe: {reason}",
  "Waits for approval": "Wartet auf Freigabe",
  "Approved": "Freigegeben",
  "Rejected: {reason}": "Abgelehnt: {reason}",
  "Returned for changes: {reason}": "Zur Änderung zurückgegeben: {reason}",
  "Waits for its time": "Wartet auf seine Zeit",
  "Reject or return it?": "Ablehnen oder zurückgeben?",
  "Return it": "Zurückgeben",
  "Reject it": "Ablehnen",
  "What is wrong with it": "Was daran falsch ist",
  "Its author may change it and propose it again":
    "Wer es verfasst hat, darf es ändern und erneut vorschlagen",
  "Decided.": "Entschieden.",
  "Approve “{title}”?": "„{title}“ freigeben?",
  "Approve": "Freigeben",
  "Approved: it goes out.": "Freigegeben: Es geht hinaus.",
  "Proposed by {name}": "Vorgeschlagen von {name}",
  "Reject or return it…": "Ablehnen oder zurückgeben…",
  "Decide…": "Entscheiden…",
  "Decide on “{title}”": "Über „{title}“ entscheiden",
  "Take back “{title}”": "„{title}“ zurücknehmen",
  "Your own": "Ihr eigener",
  "What waits for a second person or for its time.":
    "Was auf eine zweite Person oder auf seine Zeit wartet.",
  "Nothing waits.": "Nichts wartet.",
  "nothing": "nichts",
  "what reaches many people": "was viele Personen erreicht",
  "everything": "alles",
  "Approval in {name}": "Freigabe in {name}",
  "What a second person approves": "Was eine zweite Person freigibt",
  "Above how many people": "Ab mehr als so vielen Personen",
  "Exercises and tests too": "Auch Übungen und Probewarnungen",
  "An all-clear and a smaller area never wait. What authors propose always does.":
    "Eine Entwarnung und ein kleineres Gebiet warten nie. Was Verfasser vorschlagen, wartet immer.",
  "Approval…": "Freigabe…",
  "Proposed a publication": "Veröffentlichung vorgeschlagen",
  "Approved a publication": "Veröffentlichung freigegeben",
  "Rejected or returned a publication": "Veröffentlichung abgelehnt oder zurückgegeben",
  "Published without approval": "Ohne Freigabe veröffentlicht",
  "Shared a draft": "Entwurf geteilt",
  "Edited a shared draft": "Geteilten Entwurf bearbeitet",
  "Removed a shared draft": "Geteilten Entwurf entfernt",
  "Saved a template": "Vorlage gespeichert",
  "Edited a template": "Vorlage bearbeitet",
  "Removed a template": "Vorlage entfernt",
  "Saved an area": "Gebiet gespeichert",
  "Edited a saved area": "Gespeichertes Gebiet bearbeitet",
  "Removed a saved area": "Gespeichertes Gebiet entfernt",
  "Looked at people": "Personen angesehen",
  "Followed people live": "Personen live verfolgt",
  "Changed the settings": "Einstellungen geändert",
  "Deleted old entries": "Alte Einträge gelöscht",
  "Alert id {id}": "Warnung Nr. {id}",
  "Saved area {id}": "Gespeichertes Gebiet {id}",
  "Shared draft {id}": "Geteilter Entwurf {id}",
  "Held publication {id}": "Wartende Veröffentlichung {id}",
  "Template {id}": "Vorlage {id}",
  "Somebody": "Jemand",
  "The service or its operator": "Der Dienst oder sein Betreiber",
  "Invitations": "Einladungen",
  "Join": "Beitreten",
  "Joined": "Beigetreten",
  "Fell silent": "Verstummt",
  "Cannot be reached": "Nicht erreichbar",
  "reported {when} by {app}": "gemeldet {when} mit {app}",
  "Be warned where you are": "Dort gewarnt werden, wo Sie sind",
  "You were invited to join. Your phone reports where it is, and you are warned if a danger concerns that place.":
    "Sie wurden eingeladen. Ihr Telefon meldet, wo es ist, und Sie werden gewarnt, wenn dort Gefahr droht.",
  "If you like.": "Freiwillig.",
  "I have joined already": "Ich bin schon beigetreten",
  "To join, you need an invitation: scan its code, or open its link.":
    "Um beizutreten, brauchen Sie eine Einladung: Scannen Sie ihren Code, oder öffnen Sie ihren Link.",
  "You will be warned.": "Sie werden gewarnt.",
  "You would not be warned yet.": "Noch würden Sie nicht gewarnt.",
  "No position of yours has arrived yet.": "Von Ihnen ist noch kein Standort angekommen.",
  "Your position was known {when}.": "Ihr letzter Standort: {when}.",
  "No warning can reach you yet: turn on warnings, below.":
    "Noch kann keine Warnung Sie erreichen: Schalten Sie unten Warnungen ein.",
  "Set up": "Einrichten",
  "Or report by an app": "Oder mit einer App melden",
  "An app reports in the background too, when this page is closed. It only reports: the warnings come to this browser.":
    "Eine App meldet auch im Hintergrund, wenn diese Seite geschlossen ist. Sie meldet nur: Die Warnungen kommen in diesem Browser an.",
  "Use {app}": "{app} verwenden",
  "Install {app} from the phone’s store.": "Installieren Sie {app} aus dem Store des Telefons.",
  "Set up {app} on this phone": "{app} auf diesem Telefon einrichten",
  "Let it find the phone’s position always, and start it.":
    "Lassen Sie sie den Standort immer abrufen, und starten Sie sie.",
  "For another phone, scan this code in the settings of {app}:":
    "Für ein anderes Telefon scannen Sie diesen Code in den Einstellungen von {app}:",
  "For another phone that has {app}, scan this code with its camera:":
    "Für ein anderes Telefon mit {app} scannen Sie diesen Code mit der Kamera:",
  "Code that sets up {app}": "Code, der {app} einrichtet",
  "The link and the code hold a key of yours: show them to nobody else.":
    "Link und Code enthalten Ihren Schlüssel: Zeigen Sie sie niemandem.",
  "This browser": "Dieser Browser",
  "Warnings come to this browser, also when this page is closed.":
    "Warnungen kommen in diesem Browser an, auch wenn diese Seite geschlossen ist.",
  "Turn on warnings": "Warnungen einschalten",
  "This page reports where you are, as long as it is open.":
    "Diese Seite meldet, wo Sie sind, solange sie offen ist.",
  "Report where I am while this page is open":
    "Meinen Standort melden, solange diese Seite offen ist",
  "The browser does not tell where it is: allow it, or use an app.":
    "Der Browser sagt nicht, wo er ist: Erlauben Sie es, oder verwenden Sie eine App.",
  "Revoked {time}": "Widerrufen: {time}",
  "Over since {time}": "Abgelaufen: {time}",
  "Full": "Ausgeschöpft",
  "Open until {time}": "Offen bis {time}",
  "{used, number} of {places, number} joined": "{used, number} von {places, number} beigetreten",
  "Made by {name}": "Angelegt von {name}",
  "Revoke {name}": "{name} widerrufen",
  "Revoke": "Widerrufen",
  "By an invitation, people make their own user and set up their phone.":
    "Mit einer Einladung legen Personen sich selbst als Nutzer an und richten ihr Telefon ein.",
  "New invitation": "Neue Einladung",
  "There is no invitation yet.": "Es gibt noch keine Einladung.",
  "For you and your colleagues, such as where its poster hangs.":
    "Für Sie und Ihre Kollegen, etwa wo der Aushang hängt.",
  "How many people": "Für wie viele Personen",
  "For how many days": "Für wie viele Tage",
  "Make the invitation": "Einladung anlegen",
  "Invitation {name}": "Einladung {name}",
  "Scan this code with your phone, and follow what it says.":
    "Scannen Sie diesen Code mit Ihrem Telefon, und folgen Sie den Hinweisen.",
  "Code to join": "Code zum Beitreten",
  "For {people}, until {time}": "Für {people}, bis {time}",
  "The link cannot be shown again. Copy it or print it now, or make another one later.":
    "Der Link kann nicht noch einmal gezeigt werden. Kopieren oder drucken Sie ihn jetzt, oder legen Sie später einen neuen an.",
  "Phones cannot scan or open this: the service does not know its public address.":
    "Telefone können dies nicht scannen oder öffnen: Der Dienst kennt seine öffentliche Adresse nicht.",
  "Phones cannot scan or open this: its address is one of this computer or network.":
    "Telefone können dies nicht scannen oder öffnen: Die Adresse gehört zu diesem Computer oder Netz.",
  "Ask whoever runs the service to set PUBLIC_URL to the address by which phones reach it.":
    "Bitten Sie den Betreiber, PUBLIC_URL auf die Adresse zu setzen, unter der Telefone ihn erreichen.",
  "Nobody who joins can be warned: all pushes are off. Ask whoever runs the service to turn one on.":
    "Wer beitritt, kann nicht gewarnt werden: Push ist überall aus. Bitten Sie den Betreiber, einen Weg einzuschalten.",
  "Nobody can join, because the service does not say who warns. Whoever runs it has to set {settings}.":
    "Niemand kann beitreten, weil der Dienst nicht sagt, wer warnt. Der Betreiber muss {settings} setzen.",
  "Privacy notice": "Datenschutzhinweis",
  "Then you set up your phone, and are warned where you are.":
    "Dann richten Sie Ihr Telefon ein, und werden gewarnt, wo Sie sind.",
  "Print as a poster": "Als Aushang drucken",
  "Copy the link": "Link kopieren",
  "Copy the address": "Adresse kopieren",
  "Other services read the alerts at {address}":
    "Andere Dienste lesen die Warnungen unter {address}",
  "iPhone, Android": "iPhone, Android",
  "Traccar Client": "Traccar Client",
  "Overland": "Overland",
  "Confirmed their email": "E-Mail bestätigt",
  "This link was used, has expired or is not whole: ask for a new mail.":
    "Dieser Link wurde verwendet, ist abgelaufen oder unvollständig: Fordern Sie eine neue E-Mail an.",
  "Mail is off at this service: ask an administrator for a new password.":
    "E-Mail ist bei diesem Dienst aus: Bitten Sie einen Administrator um ein neues Passwort.",
  "Your email is confirmed already.": "Ihre E-Mail ist schon bestätigt.",
  "Write your email first.": "Schreiben Sie zuerst Ihre E-Mail.",
  "If somebody has this email, a mail with a link is on its way.":
    "Falls jemand diese E-Mail hat, ist eine Nachricht mit einem Link unterwegs.",
  "I forgot my password": "Passwort vergessen",
  "Your own page: what concerns you, and your data":
    "Ihre eigene Seite: was Sie betrifft, und Ihre Daten",
  "The mail is on its way.": "Die E-Mail ist unterwegs.",
  "Confirm your email by the link that was mailed to you.":
    "Bestätigen Sie Ihre E-Mail mit dem Link, den wir Ihnen geschickt haben.",
  "Send it again": "Erneut senden",
  "Confirm your email": "Ihre E-Mail bestätigen",
  "{email} is confirmed.": "{email} ist bestätigt.",
  "Go on": "Weiter",
  "Confirm": "Bestätigen",
  "Stop": "Stopp",
  "Listen": "Anhören",
  "Open the console": "Konsole öffnen",
  "Messages": "Meldungen",
  "Messages ({number, number})": "Meldungen ({number, number})",
  "active": "aktiv",
  "over": "vorbei",
  "new": "neu",
  "Loading…": "Wird geladen…",
  "Saved: {name}": "Gespeichert: {name}",
  "Removed: {name}": "Entfernt: {name}",
  "Erased: {name}": "Gelöscht: {name}",
  "Revoked: {name}": "Widerrufen: {name}",
  "No alert concerns you": "Keine Warnung betrifft Sie",
  "{number, plural, one {An alert concerns you} other {# alerts concern you}}":
    "{number, plural, one {Eine Warnung betrifft Sie} other {# Warnungen betreffen Sie}}",
  "Alerts find you by it: report where you are.":
    "Warnungen finden Sie danach: Melden Sie, wo Sie sind.",
  "No warning can reach you while this page is closed:":
    "Keine Warnung erreicht Sie, wenn diese Seite geschlossen ist:",
  "turn on warnings": "Warnungen einschalten",
  "Your place is reported.": "Ihr Standort ist gemeldet.",
  "Where I am": "Wo ich bin",
  "Looking where you are…": "Standort wird gesucht…",
  "Report it again and again while this page is open":
    "Immer wieder melden, solange diese Seite offen ist",
  "You are inside the area": "Sie sind im Gebiet",
  "You are near the area": "Sie sind nahe am Gebiet",
  "You are in the wider surroundings": "Sie sind in der weiteren Umgebung",
  "Extreme danger.": "Extreme Gefahr.",
  "Severe danger.": "Große Gefahr.",
  "Moderate danger.": "Mäßige Gefahr.",
  "Minor danger.": "Geringe Gefahr.",
  "Act now.": "Handeln Sie sofort.",
  "Act within the hour.": "Handeln Sie binnen einer Stunde.",
  "Act soon.": "Handeln Sie bald.",
  "You were inside the area": "Sie waren im Gebiet",
  "You were near the area": "Sie waren nahe am Gebiet",
  "You were in the wider surroundings": "Sie waren in der weiteren Umgebung",
  "You are outside now. You were told before.":
    "Sie sind jetzt außerhalb. Sie wurden zuvor gewarnt.",
  "You were told": "Sie wurden gewarnt",
  "Last news": "Letzte Meldung",
  "It lasts until": "Dauert bis",
  "It was over": "War vorbei",
  "It is over": "Ist vorbei",
  "Update": "Aktualisierung",
  "All messages": "Alle Meldungen",
  "This alert is active": "Diese Warnung ist aktiv",
  "You were not told of this alert.": "Vor dieser Gefahr wurden Sie nicht gewarnt.",
  "My devices": "Meine Geräte",
  "Devices that warn me": "Geräte, die mich warnen",
  "None yet.": "Noch keine.",
  "Devices that report my position": "Geräte, die meinen Standort melden",
  "since {time}": "seit {time}",
  "since {time}, never used": "seit {time}, nie verwendet",
  "since {time}, last used {used}": "seit {time}, zuletzt {used}",
  "Set up an app that reports": "Eine App einrichten, die meldet",
  "It cannot be spoken here.": "Es kann hier nicht vorgelesen werden.",
  "What you see is from {time}, {ago}.": "Was Sie sehen, ist der Stand von {time}, {ago}.",
  "Alert id {id, number, ::group-off}": "Warnung Nr. {id, number, ::group-off}",
  "Open my page": "Meine Seite öffnen",
  "{distance} to the north": "{distance} nördlich",
  "{distance} to the north-east": "{distance} nordöstlich",
  "{distance} to the east": "{distance} östlich",
  "{distance} to the south-east": "{distance} südöstlich",
  "{distance} to the south": "{distance} südlich",
  "{distance} to the south-west": "{distance} südwestlich",
  "{distance} to the west": "{distance} westlich",
  "{distance} to the north-west": "{distance} nordwestlich",
  "Inside, {distance} from its border": "Darin, {distance} vom Rand",
  "You": "Sie",
  "The area and its zones on a map.": "Das Gebiet und seine Zonen auf einer Karte.",
  "The area": "Das Gebiet",
  "From where you were {ago}.": "Von Ihrem Standort {ago}.",
  "There is no connection to the service.": "Es gibt keine Verbindung zum Dienst.",
  "We cannot tell now": "Das lässt sich gerade nicht sagen",
  "We do not know where you are": "Wir wissen nicht, wo Sie sind",
  "It should be over. There is no connection to ask.":
    "Es sollte vorbei sein. Zum Nachfragen fehlt die Verbindung.",
  "Pushed to this browser, {time}": "An diesen Browser gesendet, {time}",
  "Now|screen": "Jetzt",
  "asking…": "wird abgefragt…",
  "Is it you?": "Sind Sie es?",
  "This needs your second factor again. What you drew and wrote is kept.":
    "Dies braucht noch einmal Ihren zweiten Faktor. Gezeichnetes und Geschriebenes bleibt erhalten.",
  "Code": "Code",
  "The six digits that your app shows, or a recovery code.":
    "Die sechs Ziffern, die Ihre App zeigt, oder ein Wiederherstellungscode.",
  "My phone": "Mein Telefon",
  "Add an authenticator app": "Authenticator-App hinzufügen",
  "Add an authenticator app…": "Authenticator-App hinzufügen…",
  "Scan this with the app, or type the key. Then write its code.":
    "Scannen Sie dies mit der App, oder tippen Sie den Schlüssel. Dann schreiben Sie ihren Code.",
  "The key of the app": "Der Schlüssel der App",
  "Code of the app": "Code der App",
  "Name to know it by": "Name zum Wiedererkennen",
  "Recovery codes": "Wiederherstellungscodes",
  "Print them, and keep them apart from the phone: each logs you in once. They are not shown again.":
    "Drucken Sie sie, und bewahren Sie sie getrennt vom Telefon auf: Jeder meldet Sie einmal an. Sie werden nicht noch einmal gezeigt.",
  "I have them": "Ich habe sie",
  "Second factor": "Zweiter Faktor",
  "With one, a stolen password is not enough to log in, or to publish in your name.":
    "Damit genügt ein gestohlenes Passwort nicht, um sich anzumelden oder in Ihrem Namen zu veröffentlichen.",
  "Your role demands one from {time}: without it you lose your rights then.":
    "Ihre Rolle verlangt einen ab {time}: Ohne ihn verlieren Sie dann Ihre Rechte.",
  "Add it": "Hinzufügen",
  "New recovery codes ({number} are left)…": "Neue Wiederherstellungscodes ({number} übrig)…",
  "The browser has shown no passkey. Try again.":
    "Der Browser hat keinen Passkey gezeigt. Versuchen Sie es erneut.",
  "Use a passkey": "Passkey verwenden",
  "Add a passkey": "Passkey hinzufügen",
  "Add a passkey…": "Passkey hinzufügen…",
  "This device": "Dieses Gerät",
  "Whoever wants one": "Wer einen möchte",
  "Nobody": "Niemand",
  "Not spoken: no voice for {languages}.": "Nicht gesprochen: keine Stimme für {languages}.",
  "Who has a second factor": "Wer einen zweiten Faktor hat",
  "A demand holds a day later. Whoever has none then has no rights until they add one.":
    "Eine Pflicht gilt einen Tag später. Wer dann keinen hat, hat keine Rechte, bis er einen hinzufügt.",
  "from {time}": "ab {time}",
  "{name} has taken the test.": "{name} hat die Probe angenommen.",
  "Choose what it is told of.": "Wählen Sie, worüber er informiert wird.",
  "Copy the secret": "Geheimnis kopieren",
  "Give it to the receiver now: it is not shown again.":
    "Geben Sie es jetzt dem Empfänger: Es wird nicht noch einmal angezeigt.",
  "how many were notified": "Zahl der Benachrichtigten",
  "It has no secret yet, and is told nothing.": "Er hat noch kein Geheimnis und erhält nichts.",
  "It is paused or has no secret: end the pause, or make one.":
    "Er pausiert oder hat kein Geheimnis: Beenden Sie die Pause, oder erzeugen Sie eines.",
  "It is told of": "Informiert über",
  "It signs each message. A secret from before is good for another day.":
    "Es unterschreibt jede Nachricht. Ein früheres Geheimnis gilt noch einen Tag.",
  "Its secret cannot be read any more: make a new one":
    "Sein Geheimnis ist nicht mehr lesbar: Erzeugen Sie ein neues",
  "Make a secret": "Geheimnis erzeugen",
  "new alerts": "neue Warnungen",
  "New secret of {name}": "Neues Geheimnis von {name}",
  "New secret…": "Neues Geheimnis…",
  "New webhook": "Neuer Webhook",
  "Send a test": "Probe senden",
  "Send a test to {name}": "Probe an {name} senden",
  "Sirens, signs, chats and other tools are told of alerts here.":
    "Von hier werden Sirenen, Anzeigetafeln, Chats und andere Werkzeuge über Warnungen informiert.",
  "The address looks like https://siren.example.org/hook.":
    "Die Adresse sieht so aus: https://siren.example.org/hook.",
  "the end of alerts": "das Ende von Warnungen",
  "The test waits: look here again in a moment.":
    "Die Probe wartet: Sehen Sie gleich noch einmal hier nach.",
  "What it misses is sent again for four days.":
    "Was er verpasst, wird vier Tage lang erneut gesendet.",
  updates: "Aktualisierungen",
  Webhooks: "Webhooks",
};

export default messages;
