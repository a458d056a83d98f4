/**
 * Italian, in the words of civil protection: alert is "allerta", all-clear "fine allerta", to warn "avvisare", live
 * "reale", exercise "esercitazione", test "prova", in training "in addestramento", template "modello", draft "bozza".
 * Apostrophes are ’, because ICU's format gives ' a meaning.
 */
const messages = {
  "The service does not answer. Check the connection and try again: nothing that you entered is lost.":
    "Il servizio non risponde. Controlla la connessione e riprova: nulla di ciò che hai inserito è perso.",
  "Try again; if it stays, tell whoever runs the service.":
    "Riprova; se il problema persiste, informa chi gestisce il servizio.",
  "Something went wrong in this page. Reload it: what you entered is kept.":
    "Si è verificato un errore in questa pagina. Ricaricala: ciò che hai inserito è conservato.",
  "A file": "Un file",
  "A message in CAP, the format of weather services and of neighbours.":
    "Un messaggio CAP, il formato dei servizi meteo e dei vicini.",
  "Address of its CAP feed": "Indirizzo del suo elenco CAP",
  "As it came: {language}": "Come è arrivato: {language}",
  "Asked every": "Interrogata ogni",
  "Chosen: {name}": "Scelto: {name}",
  "Contact": "Contatto",
  "Description": "Descrizione",
  "For": "Per",
  "From {sender} by {source}, sent {time}.": "Da {sender} tramite {source}, inviato {time}.",
  "From {sender}, sent {time}.": "Da {sender}, inviato {time}.",
  "Headline": "Titolo di chi lo invia",
  "Instruction": "Istruzioni",
  "It breaks the rules of its format. Compare the draft with it.":
    "Non rispetta le regole del suo formato. Confronta la bozza con il messaggio.",
  "It changes a warning that has not come here.": "Cambia un avviso che qui non è arrivato.",
  "It has expired.": "È scaduto.",
  "It has no area that can be drawn. Draw it.": "Non ha un’area che si possa disegnare. Disegnala.",
  "It is an exercise or a test.": "È un’esercitazione o una prova.",
  "It is asked for the first time.": "Viene interrogata per la prima volta.",
  "It is not asked any more. Its drafts stay.": "Non viene più interrogata. Le sue bozze restano.",
  "It is over, says its sender: end the alert, or remove the draft.":
    "È finito, dice chi lo ha inviato: termina l’avviso, o elimina la bozza.",
  "It reaches beyond the area of your authority. Only what is inside is drawn.":
    "Va oltre l’area della tua autorità. È disegnato solo ciò che è all’interno.",
  "Its last answer: {when}.": "Ultima risposta: {when}.",
  "Its last warning: {when}.": "Ultimo avviso: {when}.",
  "Its public key, if it signs": "La sua chiave pubblica, se firma",
  "Neighbouring city": "Città vicina",
  "New source": "Nuova fonte",
  "No signature says who sent it. Ask the sender if in doubt.":
    "Nessuna firma dice chi lo ha inviato. Nel dubbio, chiedi a chi lo invia.",
  "Open a warning of others": "Apri un avviso di altri",
  "Open a warning of others…": "Apri un avviso di altri…",
  "Open it as a draft": "Aprilo come bozza",
  "Or its address": "O il suo indirizzo",
  "Page": "Pagina",
  "Paused": "In pausa",
  "Refused {when}:": "Rifiutato {when}:",
  "Sender": "Mittente",
  "The service asks these sources. What they warn of becomes a draft, and never an alert by itself.":
    "Il servizio interroga queste fonti. Ciò di cui avvisano diventa una bozza, e mai un avviso da sé.",
  "Warning of others": "Avviso di altri",
  "Warnings of others": "Avvisi di altri",
  "What its update changes": "Che cosa cambia il suo aggiornamento",
  "What touches": "Ciò che tocca",
  "the area of the authority": "l’area dell’autorità",
  "the same area as before": "la stessa area di prima",
  "{number, plural, one {# warning} other {# warnings}} outside of the area":
    "{number, plural, one {# avviso} other {# avvisi}} fuori dall’area",
  "It does not answer": "Non risponde",
  "It does not answer in time": "Non risponde in tempo",
  "It answers with an error": "Risponde con un errore",
  "Its address is not public": "Il suo indirizzo non è pubblico",
  "Its address does not begin with https": "Il suo indirizzo non comincia con https",
  "Its address cannot be used": "Il suo indirizzo non si può usare",
  "It redirects too often": "Rimanda altrove troppe volte",
  "It is too large": "È troppo grande",
  "Its characters cannot be read": "I suoi caratteri non si leggono",
  "It has a document type, which could hide an attack":
    "Ha un tipo di documento, che potrebbe nascondere un attacco",
  "It is not XML": "Non è XML",
  "It is no CAP message, and no feed of them": "Non è un messaggio CAP, né un elenco di messaggi",
  "Its signature is wrong": "La sua firma è sbagliata",
  "50 of its drafts wait. Publish or remove some":
    "50 delle sue bozze attendono. Pubblicane o eliminane qualcuna",
  "Something went wrong on our side": "Qualcosa non ha funzionato da parte nostra",
  "This message makes no draft: it ends another one, was replaced or published already, or is no alert.":
    "Questo messaggio non diventa una bozza: ne chiude un altro, è già stato sostituito o pubblicato, o non è un avviso.",
  "The address looks like https://alerts.example.org/alerts.atom.":
    "L'indirizzo somiglia a https://alerts.example.org/alerts.atom.",
  "Choose from 10 seconds to an hour.": "Scegli da 10 secondi a un'ora.",
  "A key begins with -----BEGIN PUBLIC KEY----- or -----BEGIN CERTIFICATE-----.":
    "Una chiave comincia con -----BEGIN PUBLIC KEY----- o -----BEGIN CERTIFICATE-----.",
  "Log in again": "Accedi di nuovo",
  "The map's streets could not be loaded. Load the page again, or ask your operator.":
    "Impossibile caricare le strade della mappa. Ricarica la pagina, o chiedi a chi gestisce il servizio.",
  "This map has no streets. Your operator can add them (MAP_FILE or MAP_URL).":
    "Questa mappa non ha strade. Chi gestisce il servizio può aggiungerle (MAP_FILE o MAP_URL).",
  "Where": "Dove",
  "far from any known place": "lontano da ogni luogo conosciuto",
  "{distance} from {place}": "a {distance} da {place}",
  "A circle": "Un cerchio",
  "Latitude": "Latitudine",
  "Longitude": "Longitudine",
  "Radius, m": "Raggio, m",
  "Enter latitude (-90 to 90), longitude (-180 to 180) and a radius in whole metres.":
    "Inserisci latitudine (da -90 a 90), longitudine (da -180 a 180) e un raggio in metri, senza decimali.",
  "Enter two opposite corners, latitude first: 44.48, 11.32 and 44.51, 11.36. They must differ in both.":
    "Inserisci due vertici opposti, prima la latitudine: 44.48, 11.32 e 44.51, 11.36. Devono essere diverse entrambe le coordinate.",
  "Take the map's middle": "Usa il centro della mappa",
  "GeoJSON or well-known text": "GeoJSON o well-known text",
  "Paste it here, or drop a file on the map":
    "Incolla qui il testo, oppure trascina un file sulla mappa",
  "Without drawing: coordinates, GeoJSON, files": "Senza disegnare: coordinate, GeoJSON, file",
  "country": "paese",
  "saved|area": "salvata",
  "template": "modello",
  "Start from a template or an area": "Inizia da un modello o da un’area",
  "Add an area": "Aggiungi un’area",
  "By name": "Per nome",
  "{number, number} found: write more of the name.":
    "{number, number} risultati: scrivi una parte più lunga del nome.",
  "Nothing found.": "Nessun risultato.",
  "Countries are those of the offline map: kilometres off at their borders.":
    "I paesi sono quelli della mappa offline: ai confini sbagliano di chilometri.",
  "Found": "Risultati",
  "Remove “{name}”?": "Rimuovere “{name}”?",
  "It is gone for your colleagues too then. Nothing that was published changes.":
    "Non sarà più disponibile nemmeno per i tuoi colleghi. Ciò che è già pubblicato non cambia.",
  "Remove it": "Rimuovi",
  "Keep it": "Conserva",
  "Nothing is published yet. It goes out even if you close this page.":
    "Non è ancora stato pubblicato nulla. La pubblicazione avviene anche se chiudi questa pagina.",
  "Goes out in {seconds} s": "Pubblicazione fra {seconds} s",
  "Going out…": "Pubblicazione in corso…",
  "Take it back": "Ritira",
  "Its area and its texts are gone then. Nothing that was published changes.":
    "L’area e i testi andranno persi. Ciò che è già pubblicato non cambia.",
  "{level} {place}, up to": "{level} {place}, fino a",
  "Metres that zone {level} reaches": "Metri fino a cui arriva la zona {level}",
  "Corners": "Vertici",
  "Click corner by corner; click the first one or press Enter to finish.":
    "Fai clic su un vertice dopo l’altro; per finire fai clic sul primo o premi Invio.",
  "Rectangle": "Rettangolo",
  "Click one corner, then the opposite one.": "Fai clic su un vertice, poi su quello opposto.",
  "Circle": "Cerchio",
  "Click the middle, then where the circle ends.":
    "Fai clic sul centro, poi sul punto in cui il cerchio finisce.",
  "Hole": "Foro",
  "Click the corners of what to leave out; finish it like an area.":
    "Fai clic sui vertici della parte da escludere; finisci come per un’area.",
  "Edit": "Modifica",
  "Click an area or hole; drag it, its corners or points between; Delete removes it.":
    "Fai clic su un’area o su un foro; trascinalo, o trascina i vertici o i punti intermedi; Canc lo elimina.",
  "Drawing": "Disegno",
  "Undo": "Annulla",
  "Redo": "Ripeti",
  "Delete": "Elimina",
  "The area is unusual. Tick what is right:": "L’area è insolita. Spunta ciò che è giusto:",
  "Part of it is only {length} across.": "Una sua parte è larga solo {length}.",
  "It is {size} large.": "È grande {size}.",
  "It is at sea, by the offline map.": "È in mare, secondo la mappa offline.",
  "Nobody who reports is within {distance} of it.":
    "Nessuno di coloro che comunicano la posizione è entro {distance} da essa.",
  "Nobody is in its zones now.": "Ora nelle sue zone non c’è nessuno.",
  "Clear": "Svuota",
  "Show all": "Mostra tutto",
  "Fill in": "Da completare",
  "From a file": "Da un file",
  "GeoJSON, KML, or a shapefile packed as ZIP.": "GeoJSON, KML o uno shapefile compresso come ZIP.",
  "File with areas": "File con le aree",
  "No text yet": "Ancora senza testo",
  "Changed {time}": "Modificata: {time}",
  "Update of alert id {id}": "Aggiornamento dell’allerta id {id}",
  "Only you see it": "La vedi solo tu",
  "Drafts": "Bozze",
  "This screen cannot be loaded. Try again: nothing that you entered is lost.":
    "Questa schermata non può essere caricata. Riprova: nulla di ciò che hai inserito è perso.",
  "Cancel": "Annulla",
  "Map": "Mappa",
  "Alerts": "Allerte",
  "Templates": "Modelli",
  "Users": "Utenti",
  "Me": "Io",
  "New alert": "Nuova allerta",
  "Screens": "Schermate",
  "Situation": "Situazione",
  "First steps": "Primi passi",
  "Invite people": "Invita le persone",
  "Publish an exercise": "Pubblica un’esercitazione",
  "Hide": "Nascondi",
  "done|step": "fatto",
  "Your operator turns on pushes, mail and streets by settings.":
    "Il gestore attiva notifiche, posta e strade con le impostazioni.",
  "Push": "Push",
  "Mail": "Posta",
  "Streets": "Strade",
  "Channels": "Canali",
  "on|channel": "attivo",
  "off|channel": "spento",
  "failing|channel": "guasto",
  "Log out": "Esci",
  "The connection is lost: numbers are from {time}. Connecting again…":
    "La connessione è interrotta: i numeri risalgono a {time}. Nuovo tentativo in corso…",
  "Pages": "Pagine",
  "Newer": "Più recenti",
  "Page {page, number} of {pages, number}": "Pagina {page, number} di {pages, number}",
  "Older": "Meno recenti",
  "The places could not be loaded. Try again, or enter coordinates.":
    "Le località non possono essere caricate. Riprova, oppure inserisci le coordinate.",
  "coordinates": "coordinate",
  "Nothing found: no place or street begins with “{text}”. Coordinates work too: 44.49, 11.34.":
    "Nessun risultato: nessuna località o via inizia con “{text}”. Valgono anche le coordinate: 44.49, 11.34.",
  "Nothing found: no place begins with “{text}”. Coordinates work too: 44.49, 11.34.":
    "Nessun risultato: nessuna località inizia con “{text}”. Valgono anche le coordinate: 44.49, 11.34.",
  "Go to a place or coordinates": "Vai a una località o a coordinate",
  "Go to a place…": "Vai a…",
  "Places found": "Località trovate",
  "Try again": "Riprova",
  "One moment…": "Un momento…",
  "Not yet": "Non ancora",
  "Location alerts · now": "Allerte per zona · adesso",
  "Write the text to see it here.": "Scrivi il testo per vederlo qui.",
  "Whether pushes go out is not known now.":
    "Al momento non si sa se le notifiche push vengono inviate.",
  "Whether pushes go out": "Stato dell’invio delle notifiche push",
  "I know that no phone will ring": "So che non suonerà nessun telefono",
  "They have no device, or quiet hours hold their pushes back: warn them in another way.":
    "Non hanno un dispositivo, oppure le ore di silenzio trattengono le notifiche push: avvisale in un altro modo.",
  "Nobody is in the zones now. Who comes in while it lasts is warned then.":
    "Al momento non c’è nessuno nelle zone. Chi entra prima della fine sarà avvisato allora.",
  "No tester is in the zones now. Under Users, tick who is a tester.":
    "Ora nelle zone non c’è nessun tester. In Utenti, indica chi è tester.",
  "How many phones will ring is not known now.": "Al momento non si sa quanti telefoni suoneranno.",
  "{people, plural, one {# person} other {#}} in the zones · {phones, plural, one {# phone} other {# phones}} will ring":
    "{people, plural, one {# persona} other {# persone}} nelle zone · {phones, plural, one {suonerà # telefono} other {suoneranno # telefoni}}",
  "{people, plural, one {# person} other {#}} in the zones":
    "{people, plural, one {# persona} other {# persone}} nelle zone",
  "{newly, number} for the first time, {again, number} again.":
    "{newly, number} per la prima volta, {again, number} di nuovo.",
  "{number, plural, one {# person} other {# people}} told before will not be told again.":
    "{number, plural, one {# persona già avvisata non sarà avvisata} other {# persone già avvisate non saranno avvisate}} di nuovo.",
  "{cell}: {people}": "{cell}: {people}",
  "{cell} does not answer: its people are told when it is back":
    "{cell} non risponde: le sue persone saranno avvisate quando tornerà a rispondere",
  "{cell} does not answer: {number, plural, one {its # person is} other {its # people are}} told when it is back":
    "{cell} non risponde: {number, plural, one {la sua # persona sarà avvisata} other {le sue # persone saranno avvisate}} quando tornerà a rispondere",
  "{number, number} with a device": "{number, number} con un dispositivo",
  "{number, number} passed over: position too old":
    "{number, plural, one {# esclusa} other {# escluse}}: posizione troppo vecchia",
  "reaches into {names}": "raggiunge {names}",
  "{number, number} passed over: position too coarse":
    "{number, plural, one {# esclusa} other {# escluse}}: posizione troppo imprecisa",
  "A rectangle": "Un rettangolo",
  "One corner": "Un vertice",
  "The opposite one": "Il vertice opposto",
  "{shape, select, circle {Add the circle} rectangle {Add the rectangle} other {Add the area}}":
    "{shape, select, circle {Aggiungi il cerchio} rectangle {Aggiungi il rettangolo} other {Aggiungi l’area}}",
  "{shape, select, circle {Leave the circle out} rectangle {Leave the rectangle out} other {Leave the area out}}":
    "{shape, select, circle {Escludi il cerchio} rectangle {Escludi il rettangolo} other {Escludi l’area}}",
  "Made or changed an authority": "Ha creato o modificato un’autorità",
  "Authority {id}": "Autorità {id}",
  "In training": "In addestramento",
  "Changed {time} by {name}": "Modificata: {time}, {name}",
  "{name} works on it now": "{name} ci sta lavorando",
  "Open {name}": "Apri {name}",
  "Open": "Apri",
  "Remove {name}": "Rimuovi {name}",
  "Remove…": "Rimuovi…",
  "Asking…": "Caricamento…",
  "Show more": "Mostra altri",
  "Active": "Attiva",
  "Ended": "Terminata",
  "Not written yet": "Non ancora scritto",
  "{number, number} characters too many: {most, number} at most":
    "{number, plural, one {# carattere} other {# caratteri}} di troppo: {most, number} al massimo",
  "{number, number} characters: a locked phone shows about {shown}":
    "{number, number} caratteri: un telefono bloccato ne mostra circa {shown}",
  "{number, number} of about {shown} characters that a locked phone shows":
    "{number, number} di circa {shown} caratteri visibili su un telefono bloccato",
  "In the zones": "Nelle zone",
  "Pushed": "Push inviati",
  "Seen": "Visto da",
  "How the numbers grew to {people} in {duration}. The table below has them.":
    "Andamento fino a {people} in {duration}. I dati sono nella tabella qui sotto.",
  "{duration} later": "{duration} dopo",
  "From": "Dalle",
  "Location alerts": "Allerte per zona",
  "Training.": "Addestramento.",
  "Whatever you publish is an exercise: only testers get it.":
    "Tutto ciò che pubblichi è un’esercitazione: raggiunge solo i tester.",
  "Type the number of people, {number, number}, to go on":
    "Per continuare scrivi il numero di persone: {number, number}",
  "The service does not answer. If it has got this, it goes out. Try again: nothing is published twice.":
    "Il servizio non risponde. Se ha ricevuto la richiesta, la pubblicazione avviene. Riprova: nulla viene pubblicato due volte.",
  "It was taken back: nothing was published.":
    "La pubblicazione è stata ritirata: non è stato pubblicato nulla.",
  "It was not published: try again.": "Non è stato pubblicato nulla: riprova.",
  "Find by any word of a name, or by email": "Cerca per una parola qualsiasi del nome, o per email",
  "Violet: other active alerts.": "Viola: altre allerte attive.",
  "The area on a map": "L’area su una mappa",
  "The alert's three zones": "Le tre zone dell’allerta",
  "The middle is at {place}.": "Il centro è a {place}.",
  "The file is larger than 30 MB. Export the areas that you need, with fewer corners.":
    "Il file supera 30 MB. Esporta solo le aree necessarie, con meno vertici.",
  "This file is not GeoJSON, KML, a zipped shapefile or well-known text, or it is damaged.":
    "Questo file non è GeoJSON, KML, uno shapefile ZIP o well-known text, oppure è danneggiato.",
  "The file is empty.": "Il file è vuoto.",
  "A shapefile has several parts: pack the .shp, .dbf and .prj files as one ZIP.":
    "Uno shapefile ha più parti: comprimi i file .shp, .dbf e .prj in un solo ZIP.",
  "There are only points, lines and images in the file, and no areas.":
    "Il file contiene solo punti, linee e immagini, e nessuna area.",
  "There are only links to other files in the file (NetworkLink). Open them, and save the areas as a file.":
    "Il file contiene solo collegamenti ad altri file (NetworkLink). Aprili e salva le aree come file.",
  "“{name}” is an archive in the archive: import it by itself.":
    "“{name}” è un archivio dentro l’archivio: importalo da solo.",
  "The names are in the encoding {name}, which browsers cannot read. Export the file in UTF-8.":
    "I nomi sono nella codifica {name}, che i browser non leggono. Esporta il file in UTF-8.",
  "The shapefile has surfaces in space. Export its areas as polygons.":
    "Lo shapefile contiene superfici nello spazio. Esporta le aree come poligoni.",
  "The .shp file has {shapes, number} records, and the .dbf file {rows, number}: one of them is of another export.":
    "Il file .shp ha {shapes, number} record e il file .dbf {rows, number}: uno dei due viene da un’altra esportazione.",
  "The coordinate system “{name}” is not known. Export it in WGS 84 (EPSG:4326).":
    "Il sistema di coordinate “{name}” non è noto. Esporta in WGS 84 (EPSG:4326).",
  "It is in the coordinate system {crs}: import it as a file, or enter degrees.":
    "È nel sistema di coordinate {crs}: importalo come file, oppure inserisci gradi.",
  "The corners of a part lie on one line": "I vertici di una parte sono su una linea",
  "A hole covers the whole area": "Un buco copre tutta l’area",
  "Coordinates must be numbers: degrees of longitude, then of latitude.":
    "Le coordinate devono essere numeri: gradi di longitudine, poi di latitudine.",
  "The service does not know the coordinate system “{name}”, or its datum. Export the file in WGS 84 (EPSG:4326).":
    "Il servizio non conosce il sistema di coordinate “{name}”, o il suo datum. Esporta il file in WGS 84 (EPSG:4326).",
  "Saved areas have these names already: {names}. {others, plural, =0 {} one {The other one is saved.} other {The # others are saved.}}":
    "Questi nomi hanno già un’area salvata: {names}. {others, plural, =0 {} one {L’altra è salvata.} other {Le altre # sono salvate.}}",
  "The file is not in degrees, and nothing in it says in what else. Export it in WGS 84 (EPSG:4326), or add its .prj file.":
    "Il file non è in gradi e non indica in quale altro sistema è. Esportalo in WGS 84 (EPSG:4326), oppure aggiungi il file .prj.",
  "It has more than 10,000 corners. Export it with fewer.":
    "Ha più di 10.000 vertici. Esporta l’area con meno vertici.",
  "“{name}” crosses itself at {place}. Correct it there, and export it again.":
    "Il contorno di “{name}” si incrocia a {place}. Correggilo in quel punto ed esportalo di nuovo.",
  "The file is not KML, or is damaged. Export it again.":
    "Il file non è KML, o è danneggiato. Esportalo di nuovo.",
  "There is no shapefile in the archive. Pack the .shp file together with its .dbf and .prj files.":
    "L’archivio non contiene uno shapefile. Comprimi il file .shp insieme ai file .dbf e .prj.",
  "There is no Polygon or MultiPolygon in it.": "Non contiene alcun Polygon o MultiPolygon.",
  "Coordinates must be degrees: longitude, then latitude.":
    "Le coordinate devono essere in gradi: longitudine, poi latitudine.",
  "This is neither GeoJSON nor well-known text. An area begins like {example} or POLYGON((…":
    "Questo testo non è né GeoJSON né well-known text. Un’area inizia come {example} oppure POLYGON((…",
  "An area needs three corners at least.": "Un’area ha bisogno di almeno tre vertici.",
  "The map with the alert's zones": "La mappa con le zone dell’allerta",
  "This browser cannot draw the map (it needs WebGL). Areas can still be entered by coordinates.":
    "Questo browser non può disegnare la mappa (serve WebGL). Le aree si possono comunque inserire con le coordinate.",
  "Area {size}": "Superficie {size}",
  "Radius {length}": "Raggio {length}",
  "Sides {a}, {b}": "Lati {a}, {b}",
  "Side {length}": "Lato {length}",
  "Around it {length}": "Perimetro {length}",
  "Toggle attribution": "Mostra o nascondi le fonti",
  "Zoom in": "Ingrandisci",
  "Zoom out": "Riduci",
  "S|letter of people who are still": "F",
  "F|letter of people on foot": "P",
  "B|letter of people on a bicycle": "B",
  "V|letter of people in a vehicle": "V",
  "Web Push is off at this service.": "Questo servizio non usa Web Push.",
  "Browsers take pushes from https:// addresses only, or from localhost.":
    "I browser ricevono notifiche push solo da indirizzi https://, o da localhost.",
  "This browser takes no pushes. An iPhone does once this page is on its home screen.":
    "Questo browser non riceve notifiche push. Un iPhone le riceve se questa pagina è sulla schermata Home.",
  "Notifications of this page are blocked: allow them in the browser's settings, then reload.":
    "Le notifiche di questa pagina sono bloccate: consentile nelle impostazioni del browser, poi ricarica la pagina.",
  "Notifications were not allowed: allow them, then try again.":
    "Le notifiche non sono state consentite: consentile e riprova.",
  "The browser's push service gave no subscription. Check the connection to the internet, then try again.":
    "Il servizio push del browser non ha risposto. Controlla la connessione a Internet e riprova.",
  "There is no alert id {id}: look in the list.":
    "L’allerta id {id} non esiste: cercala nell’elenco.",
  "Report of alert id {id}: {title}": "Rapporto sull’allerta id {id}: {title}",
  "Print, or save as PDF": "Stampa, o salva come PDF",
  "Download the figures as CSV": "Scarica i dati in formato CSV",
  "Back to the alert": "Torna all’allerta",
  "Published": "Pubblicata",
  "{time} by {name}": "{time}, {name}",
  "Ends": "Termina",
  "What happened": "Che cosa è successo",
  "Zones": "Zone",
  "ONE is the area, TWO reaches {two}, THREE {three} around it.":
    "UNO è l’area, DUE arriva a {two} e TRE a {three} intorno.",
  "Language": "Lingua",
  "All-clear": "Fine allerta",
  "As of": "Situazione al",
  "How fast it was": "Tempi di avviso",
  "Ends {when} ({time}).": "Termina {when} ({time}).",
  "Ended {time}": "Terminata: {time}",
  "Alert id {id}, published {time} by {name}.": "Allerta id {id}, pubblicata da {name}: {time}.",
  "Alert id {id}, published {time}.": "Allerta id {id}, pubblicata: {time}.",
  "The alert's zones, and where people were in them":
    "Le zone dell’allerta, e dove si trovavano le persone",
  "The alert": "L’allerta",
  "Alert id {id}: {title}": "Allerta id {id}: {title}",
  "TWO reaches {two}, THREE {three}.": "DUE arriva a {two}, TRE a {three}.",
  "All-clear:": "Fine allerta:",
  "Update…": "Aggiorna…",
  "End it…": "Termina…",
  "Report, to print or download": "Rapporto, da stampare o scaricare",
  "End the alert?": "Terminare l’allerta?",
  "End it now": "Termina ora",
  "The all-clear goes to everyone who was in the zones, wherever they are now.":
    "Il messaggio di fine allerta va a tutte le persone che erano nelle zone, ovunque si trovino adesso.",
  "What they see": "Che cosa vedono",
  "Why someone has a notification or not": "Perché una persona ha una notifica o no",
  "Nobody has “{text}” in the name, or an email that begins so.":
    "Nessuno ha “{text}” nel nome, o un’email che inizia così.",
  "Why {name} has a notification or not": "Perché {name} ha una notifica o no",
  "Why?": "Perché?",
  "History": "Cronologia",
  "Reach": "Diffusione",
  "Texts and versions": "Testi e versioni",
  "Ended by an all-clear": "Terminata con fine allerta",
  "Versions": "Versioni",
  "Version {number}: {what}": "Versione {number}: {what}",
  "Ends {time}.": "Termina: {time}.",
  "Show who was notified": "Mostra chi è stato avvisato",
  "a user": "un utente",
  "Waiting": "In attesa",
  "Failed": "Non riusciti",
  "People in the zones": "Persone nelle zone",
  "in the zones": "nelle zone",
  "pushed": "push inviati",
  "seen": "viste",
  "Level": "Livello",
  "half within {duration}": "metà entro {duration}",
  "Cells": "Celle",
  "Cell": "Cella",
  "complete": "completa",
  "complete, but does not answer now": "completa, ma ora non risponde",
  "publishing": "pubblicazione in corso",
  "has not got this version yet": "non ha ancora ricevuto questa versione",
  "its people": "le persone della cella",
  "does not answer: {whom} may know nothing of it":
    "non risponde: l’allerta potrebbe non essere arrivata a {whom}",
  "does not answer: {whom} may know nothing of it. Its last report was {when}.":
    "non risponde: l’allerta potrebbe non essere arrivata a {whom}. Ultimo rapporto: {when}.",
  "Each person counts once. Pushed: a push has left the service for one of their devices. Who has no device sees it in the app or on their page only.":
    "Ogni persona conta una volta. Push inviati: una notifica push è partita verso un dispositivo della persona. Chi non ha un dispositivo la vede solo nell’app o sulla propria pagina.",
  "Whether pushes go out now": "Stato attuale dell’invio delle notifiche push",
  "Why pushes did not go out": "Perché alcune notifiche push non sono partite",
  "{pushes, plural, one {# push} other {# pushes}} to {people}":
    "{pushes, plural, one {# notifica push} other {# notifiche push}} a {people}",
  "failed": "senza esito",
  "{pushes, plural, one {waits and is tried again} other {wait and are tried again}}":
    "{pushes, plural, one {in attesa di un nuovo tentativo} other {in attesa di un nuovo tentativo}}",
  "Alert {time}.": "Allerta: {time}.",
  "Update {time}.": "Aggiornamento: {time}.",
  "All-clear {time}.": "Fine allerta: {time}.",
  "Not seen yet.": "Non ancora visto.",
  "Seen {time}.": "Visto: {time}.",
  "Seen.": "Visto.",
  "User {id}": "Utente {id}",
  "Notifications": "Notifiche",
  "Nobody yet. Who comes in while it lasts is warned then.":
    "Ancora nessuno. Chi entra nelle zone prima della fine sarà avvisato allora.",
  "{shown, number} of {all, number} notifications, the newest first":
    "{shown, number} di {all, number} notifiche, dalla più recente",
  "Why {name} has a notification": "Perché {name} ha una notifica",
  "What they are told": "Che cosa viene comunicato",
  "Text {level} as speech": "Testo {level} letto ad alta voce",
  "The same as a table": "Gli stessi dati in una tabella",
  "Notification: inside a zone when it was published.":
    "Notifica: era in una zona al momento della pubblicazione.",
  "Notification: came in, or further in, while it lasted.":
    "Notifica: è entrato, o più all’interno, durante l’allerta.",
  "No notification: came in after it had ended.": "Nessuna notifica: è entrato dopo la fine.",
  "No notification: it is an exercise or a test, and this user is not a tester.":
    "Nessuna notifica: è un’esercitazione o una prova, e questa persona non è un tester.",
  "No notification: the alert ended before its publication came to them.":
    "Nessuna notifica: l’allerta è terminata prima che la pubblicazione arrivasse a questa persona.",
  "No notification yet: it is still being published.":
    "Ancora nessuna notifica: la pubblicazione è in corso.",
  "No notification: has never reported a position.":
    "Nessuna notifica: non ha mai comunicato una posizione.",
  "No notification: outside of all zones.": "Nessuna notifica: era fuori da tutte le zone.",
  "No notification: the position is too coarse to tell whether it lies in a zone.":
    "Nessuna notifica: la posizione è troppo imprecisa per dire se si trova in una zona.",
  "No notification: the last position was too old.":
    "Nessuna notifica: l’ultima posizione era troppo vecchia.",
  "inside": "all’interno",
  "{distance} away": "a {distance}",
  "{time}, {age} old when it counted": "{time}, di {age} prima quando è stata valutata",
  "{time}, {age} old": "{time}, {age} fa",
  "Position": "Posizione",
  "Taken": "Rilevata",
  "Area": "Area",
  "Zone TWO": "Zona DUE",
  "Zone THREE": "Zona TRE",
  "Close": "Chiudi",
  "State": "Stato",
  "Kind": "Tipo",
  "{number, plural, one {# alert} other {# alerts}}":
    "{number, plural, one {# allerta} other {# allerte}}",
  "Statistics": "Statistiche",
  "Alert": "Allerta",
  "Any": "Qualsiasi",
  "Ended by itself": "Scaduta",
  "Live": "Reale",
  "Exercises": "Esercitazioni",
  "Exercises and tests": "Esercitazioni e prove",
  "Tests": "Prove",
  "Search and filter": "Cerca e filtra",
  "Words": "Parole",
  "in title, texts, all-clear": "in titolo, testi, fine allerta",
  "Live or drill": "Reale o esercitazione",
  "Published from": "Pubblicata dal",
  "Published until": "Pubblicata fino al",
  "This account has no role here. Log in with another one, or ask a manager for a role.":
    "Questo utente non ha qui nessun ruolo. Accedi con un altro, o chiedi un ruolo a un responsabile.",
  "Log in again.": "Accedi di nuovo.",
  "Log in": "Accedi",
  "Log in with {name}": "Accedi con {name}",
  "Your organisation's login does not answer. Try again in a moment.":
    "L’accesso della tua organizzazione non risponde. Riprova tra un momento.",
  "The login did not work. Try again; if it stays, tell whoever runs the service.":
    "L’accesso non è riuscito. Riprova; se il problema persiste, informa chi gestisce il servizio.",
  "Your email belongs to an account of this service. Ask whoever runs it to link the two.":
    "La tua email appartiene a un account di questo servizio. Chiedi a chi lo gestisce di collegare i due.",
  "None of your groups has a role here. Ask whoever manages them.":
    "Nessuno dei tuoi gruppi ha un ruolo qui. Chiedi a chi li gestisce.",
  "You do not log in by password here. Use your organisation's login.":
    "Qui non accedi con la password. Usa l’accesso della tua organizzazione.",
  "Your session has ended. Log in again: what you drew and wrote is kept.":
    "La sessione è terminata. Accedi di nuovo: ciò che hai disegnato e scritto è conservato.",
  "For authorities: warn people where they are.":
    "Per le autorità: avvisare le persone là dove si trovano.",
  "Email": "Email",
  "Language of this page": "Lingua di questa pagina",
  "Password": "Password",
  "Log in as someone else": "Accedi con un altro utente",
  "How people move": "Come si muovono le persone",
  "Paler: an hour old; palest: a day": "Più chiaro: da un’ora; chiarissimo: da un giorno",
  "Nobody has reported a position yet.": "Nessuno ha ancora comunicato la propria posizione.",
  "{number, plural, one {# person has} other {# people have}} reported where they are.":
    "{number, plural, one {# persona ha comunicato la propria posizione} other {# persone hanno comunicato la propria posizione}}.",
  "No active alert": "Nessuna allerta attiva",
  "Active alerts": "Allerte attive",
  "{people, number} in the zones · ends {when}": "{people, number} nelle zone · termina {when}",
  "Show alert id {id} on the map": "Mostra l’allerta id {id} sulla mappa",
  "Show": "Mostra",
  "People and active alerts. Arrow keys move the map, plus and minus zoom.":
    "Persone e allerte attive. I tasti freccia spostano la mappa, più e meno cambiano l’ingrandimento.",
  "People and alerts": "Persone e allerte",
  "What I was told": "I miei avvisi",
  "Nothing yet.": "Ancora nulla.",
  "· seen": "· visto",
  "I have seen it": "L’ho visto",
  "Current password": "Password attuale",
  "New password": "Nuova password",
  "8 characters at least. It ends your sessions everywhere else.":
    "Almeno 8 caratteri. Termina le tue sessioni su tutti gli altri dispositivi.",
  "The same again": "Di nuovo la stessa",
  "The password is changed.": "La password è stata cambiata.",
  "Change the password": "Cambia la password",
  "The browser does not tell where it is: allow it, or take the map's middle.":
    "Il browser non comunica la posizione: consentilo, oppure usa il centro della mappa.",
  "Reported {place}.": "Posizione comunicata: {place}.",
  "Alerts find you by the last position that you reported:":
    "Le allerte ti raggiungono in base all’ultima posizione che hai comunicato:",
  "Report where I am": "Comunica dove mi trovo",
  "Report the map's middle": "Comunica il centro della mappa",
  "Quiet hours": "Ore di silenzio",
  "Warnings for places near you wait from {from} to {to} ({zone}).":
    "Gli avvisi per i luoghi vicini a te attendono dalle {from} alle {to} ({zone}).",
  "None: every push comes at once.": "Nessuna: ogni notifica push arriva subito.",
  "Warnings for your own place always come.": "Gli avvisi per il luogo in cui sei arrivano sempre.",
  "To": "Alle",
  "By the clock of {zone}.": "Secondo l’ora di {zone}.",
  "Set quiet hours": "Imposta le ore di silenzio",
  "End them": "Elimina le ore di silenzio",
  "Where I am logged in": "Dove ho effettuato l’accesso",
  "An unknown program": "Un programma sconosciuto",
  "Since {since} · last used {used}": "Dal {since} · ultimo uso {used}",
  "this one": "questa",
  "End it": "Termina",
  "Warnings no longer come here: turn them on again.":
    "Qui gli avvisi non arrivano più: riattivali.",
  "Warnings here are for someone else who logged in.":
    "Qui arrivano gli avvisi di un’altra persona che ha effettuato l’accesso.",
  "Warnings are off here.": "Qui gli avvisi sono disattivati.",
  "Turn off warnings": "Disattiva gli avvisi",
  "What to publish": "Che cosa pubblicare",
  "{length}, as usual": "{length}, come di consueto",
  "Lasts": "Durata",
  "Who is told": "Chi è avvisato",
  "Severity, language, age of positions": "Gravità, lingua, età delle posizioni",
  "What happens": "Che cosa succede",
  "Flood, gas leak…": "Alluvione, fuga di gas…",
  "Severity": "Gravità",
  "Urgency": "Urgenza",
  "Certainty": "Certezza",
  "Kind of event": "Tipo di evento",
  "What people should do": "Che cosa fare",
  "Earth: quake, landslide": "Terra: terremoto, frana",
  "Weather, flood": "Meteo, alluvione",
  "Public safety": "Sicurezza pubblica",
  "Police, military": "Polizia, militari",
  "Rescue": "Soccorso",
  "Fire": "Incendio",
  "Health": "Salute",
  "Pollution, environment": "Inquinamento, ambiente",
  "Transport": "Trasporti",
  "Power, water, telephone": "Luce, acqua, telefono",
  "Chemical, nuclear, explosive": "Chimico, nucleare, esplosivo",
  "Something else": "Altro",
  "Take shelter": "Mettersi al riparo",
  "Evacuate": "Evacuare",
  "Get ready": "Prepararsi",
  "Do what was planned": "Fare quanto previsto",
  "Stay away": "Stare lontano",
  "Follow the news": "Seguire le notizie",
  "Judge for themselves": "Valutare da sé",
  "Nothing": "Niente",
  "Language of the texts": "Lingua dei testi",
  "it, pt-BR…": "it, pt-BR…",
  "Chooses the voice that speaks them. Empty: {language}.":
    "Sceglie la voce che li legge. Vuoto: {language}.",
  "Title": "Titolo",
  "Gas leak in {place}": "Fuga di gas in {place}",
  "Gas leak in the Marais": "Fuga di gas in via Zamboni",
  "What happens and where: {length} of {most} characters, one line on a phone. Without it, the first line of each text is its title.":
    "Che cosa succede e dove: {length} di {most} caratteri, una riga su un telefono. Senza titolo vale la prima riga di ogni testo.",
  "What {level} sees": "Che cosa vede {level}",
  "A locked iPhone shows about four lines of 42 characters. Most Android phones show the first line until one opens it.":
    "Un iPhone bloccato mostra circa quattro righe di 42 caratteri. La maggior parte dei telefoni Android mostra la prima riga finché il messaggio non viene aperto.",
  "Show the mark": "Mostra il segno",
  "Draw the area on the map.": "Disegna l’area sulla mappa.",
  "{number, plural, one {One area is drawn.} other {# areas are drawn.}}":
    "{number, plural, one {Un’area è disegnata.} other {# aree sono disegnate.}}",
  "How many they are is being counted.": "Si sta contando quante sono.",
  "How many they are is not known now.": "Al momento non si sa quante sono.",
  "Next": "Avanti",
  "The alert's area. Arrow keys move the map, plus and minus zoom.":
    "L’area dell’allerta. I tasti freccia spostano la mappa, più e meno cambiano l’ingrandimento.",
  "Draft": "Bozza",
  "Begin another": "Inizia un’altra",
  "Remove it…": "Rimuovi…",
  "{number, plural, one {One other draft} other {# other drafts}}":
    "{number, plural, one {Un’altra bozza} other {Altre # bozze}}",
  "Against ONE:": "Rispetto a UNO:",
  "{level} for those {place}": "{level} per chi è {place}",
  "{level} gets the same text as ONE": "{level} riceve lo stesso testo di UNO",
  "hours": "ore",
  "minutes": "minuti",
  "Age of positions, at most": "Età massima delle posizioni",
  "From 1 minute to 30 days. Write thousands without a mark: {number}.":
    "Da 1 minuto a 30 giorni. Scrivi le migliaia senza segno: {number}.",
  "People whose last position is older are not told. Empty: {number} {unit}.":
    "Chi ha un’ultima posizione più vecchia non è avvisato. Vuoto: {number} {unit}.",
  "Hours or minutes": "Ore o minuti",
  "People": "Persone",
  "Who comes in while it lasts is warned then.": "Chi entra prima della fine sarà avvisato allora.",
  "Overlaps": "Sovrapposizioni",
  "{status} alert id {id}, ends {when}: “{title}”":
    "{status}, allerta id {id}, termina {when}: “{title}”",
  "no other alert": "nessun’altra allerta",
  "An earlier try of this alert was published after all. Update it with what you changed.":
    "Un tentativo precedente di pubblicare questa allerta è andato a buon fine. Aggiornala con le tue modifiche.",
  "Published as alert id {id}": "Pubblicata come allerta id {id}",
  "What you published": "Che cosa hai pubblicato",
  "The all-clear of alert id {id}": "La fine allerta dell’allerta id {id}",
  "The update of alert id {id}": "L’aggiornamento dell’allerta id {id}",
  "You are in training now, so this would be an exercise. Nothing was published: check it again.":
    "Ora sei in addestramento, quindi questa sarebbe un’esercitazione. Non è stato pubblicato nulla: ricontrollala.",
  "Publish the alert?": "Pubblicare l’allerta?",
  "Publish now": "Pubblica l’allerta",
  "Publish the exercise?": "Pubblicare l’esercitazione?",
  "Publish the exercise": "Pubblica l’esercitazione",
  "Publish the test?": "Pubblicare la prova?",
  "Publish the test": "Pubblica la prova",
  "Check…": "Controlla…",
  "These areas together have more than 10,000 corners. Choose fewer of them.":
    "Queste aree hanno insieme più di 10.000 vertici. Scegline di meno.",
  "Add these areas": "Aggiungi queste aree",
  "Save this area…": "Salva quest’area…",
  "Save this area": "Salva quest’area",
  "Reno valley, airport…": "Valle del Reno, aeroporto…",
  "Your colleagues can make alerts from it.": "I tuoi colleghi possono usarla per un’allerta.",
  "Replace it": "Sostituisci",
  "Save": "Salva",
  "“{name}” is saved already. This replaces its outline.":
    "“{name}” è già salvata. Il suo contorno viene sostituito.",
  "Share this draft": "Condividi questa bozza",
  "Flood of the Reno": "Piena del Reno",
  "Your colleagues can change it, and publish it if their role allows that. Users never see it.":
    "I tuoi colleghi possono modificarla, e pubblicarla se il loro ruolo lo permette. Gli utenti non la vedono mai.",
  "Share": "Condividi",
  "Gone": "Non più disponibile",
  "Look among the alerts before you publish yours.":
    "Controlla fra le allerte prima di pubblicare la tua.",
  "Keep it as a draft of my own": "Conservala come bozza solo mia",
  "Conflict": "Conflitto",
  "{name} has changed this draft meanwhile, and so have you.":
    "{name} ha modificato questa bozza nel frattempo, e anche tu.",
  "Someone else": "Un’altra persona",
  "Take theirs, keep mine as another draft":
    "Prendi la versione altrui, conserva la mia come un’altra bozza",
  "Save mine over theirs": "Salva la mia al posto di quella altrui",
  "Share it with your colleagues…": "Condividila con i tuoi colleghi…",
  "Shared as “{name}”.": "Condivisa come “{name}”.",
  "Saved.": "Salvata.",
  "Name, email and address": "Nome, email e indirizzo",
  "It is saved.": "Salvato.",
  "This browser cannot keep your changes: its storage is full or off. Stay here until they are saved.":
    "Questo browser non può conservare le tue modifiche: la sua memoria è piena o disattivata. Resta qui finché non sono salvate.",
  "This draft belongs to the user who was logged in here before.":
    "Questa bozza è di chi aveva effettuato l’accesso qui prima.",
  "Mine: “{mine}”. Theirs: “{theirs}”.": "La mia: “{mine}”. L’altra: “{theirs}”.",
  "Mine differs from theirs.": "La mia è diversa dall’altra.",
  "Distances": "Distanze",
  "Other choices": "Altre scelte",
  "This browser keeps your changes until the connection is back.":
    "Questo browser conserva le tue modifiche finché torna la connessione.",
  "Saving…": "Salvataggio…",
  "{name} works on it now.": "{name} ci sta lavorando.",
  "Take the template's correction": "Usa la correzione del modello",
  "Tell them again": "Avvisare di nuovo",
  "They get the corrected text.": "Ricevono il testo corretto.",
  "Do not tell them again": "Non avvisare di nuovo",
  "They keep the old text, unless they come closer.":
    "Restano con il testo precedente, salvo che si avvicinino.",
  "You corrected a text. People in the zones may know the old one.":
    "Hai corretto un testo. Nelle zone può esserci chi conosce quello precedente.",
  "You corrected a text. {number, plural, one {# person} other {# people}} in the zones know the old one.":
    "Hai corretto un testo. Nelle zone {number, plural, one {# persona conosce} other {# persone conoscono}} quello precedente.",
  "{newly, number} for the first time, {again, number} again":
    "{newly, number} per la prima volta, {again, number} di nuovo",
  "Set your password": "Imposta la password",
  "8 characters at least.": "Almeno 8 caratteri.",
  "Set the password": "Imposta la password",
  "{number, plural, one {# month} other {# months}}":
    "{number, plural, one {# mese} other {# mesi}}",
  "{number, plural, one {# year} other {# years}}": "{number, plural, one {# anno} other {# anni}}",
  "The last": "Periodo",
  "No alert was published in this time.":
    "In questo periodo non è stata pubblicata alcuna allerta.",
  "Month": "Mese",
  "Half within": "Metà entro",
  "Each person counts once for each alert. Half within: the time from publication in which half of the pushes had left; who came in later does not count there. Months are in UTC.":
    "Ogni persona conta una volta per ogni allerta. Metà entro: il tempo dalla pubblicazione in cui metà delle notifiche push è partita; chi è entrato dopo non è compreso. I mesi sono in UTC.",
  "New alert from {name}": "Nuova allerta da {name}",
  "Edit {name}": "Modifica {name}",
  "There is no template yet.": "Non c’è ancora alcun modello.",
  "New template": "Nuovo modello",
  "Rename “{name}”": "Rinomina “{name}”",
  "Alerts that were made from it do not change.": "Le allerte create con quest’area non cambiano.",
  "Rename": "Rinomina",
  "Rename {name}": "Rinomina {name}",
  "Rename…": "Rinomina…",
  "Saved areas": "Aree salvate",
  "No area is saved yet. Draw one for an alert, or import a file.":
    "Nessuna area è ancora salvata. Disegnane una per un’allerta, o importa un file.",
  "Saved by {name}": "Salvata da {name}",
  "New alert for {name}": "Nuova allerta per {name}",
  "Save these areas": "Salva queste aree",
  "as usual": "come di consueto",
  "Edit “{name}”": "Modifica “{name}”",
  "Write {place}, or any other word in braces, for what differs each time: it is asked for once, for the alert and its all-clear. {end} is when the alert ends.":
    "Scrivi {place}, o un’altra parola fra parentesi graffe, per ciò che cambia ogni volta: viene richiesto una volta sola, per l’allerta e per la sua fine. {end} è il momento in cui l’allerta termina.",
  "Texts": "Testi",
  "Afterwards, and the rest": "Dopo l’allerta, e altri dati",
  "Correction of a false alert": "Correzione di una falsa allerta",
  "TWO, metres": "DUE, metri",
  "THREE, metres": "TRE, metri",
  "Write the distances in whole metres, with digits only, such as 1500.":
    "Scrivi le distanze in metri interi, con sole cifre, per esempio 1500.",
  "as before": "come prima",
  "Someone else has updated this alert meanwhile. Nothing of yours was published, and nothing is lost: read what has changed, and publish again.":
    "Un’altra persona ha aggiornato questa allerta nel frattempo. Nulla di tuo è stato pubblicato, e nulla è perso: leggi che cosa è cambiato, e pubblica di nuovo.",
  "An earlier try went out after all: read what it has changed. Publish again only what is still missing.":
    "Un tentativo precedente è stato pubblicato: leggi che cosa ha cambiato. Pubblica di nuovo solo ciò che manca ancora.",
  "Changed meanwhile": "Modifiche nel frattempo",
  "Your own changes are below. They go on top of these.":
    "Le tue modifiche sono qui sotto. Si aggiungono a queste.",
  "Publish the update?": "Pubblicare l’aggiornamento?",
  "Publish the update": "Pubblica l’aggiornamento",
  "Leave it as it was": "Lascia com’era",
  "What to update": "Che cosa aggiornare",
  "Update alert id {id}": "Aggiorna l’allerta id {id}",
  "{length} from now": "{length} da adesso",
  "Tell those again who were told before": "Avvisa di nuovo chi è già stato avvisato",
  "The first {number, number}: there are more": "I primi {number, number}: ce ne sono altri",
  "{number, plural, one {# user} other {# users}}":
    "{number, plural, one {# utente} other {# utenti}}",
  "Has a device": "Ha un dispositivo",
  "No device": "Senza dispositivo",
  "never reported": "nessuna posizione comunicata",
  "reported {when}": "posizione comunicata {when}",
  "Administrator": "Amministratore",
  "Tester": "Tester",
  "No password yet": "Ancora senza password",
  "Password link for {name}": "Link per la password di {name}",
  "Password link…": "Link per la password…",
  "New user": "Nuovo utente",
  "Import…": "Importa…",
  "Links for these {people}…": "Link per queste {people}…",
  "{number, plural, one {# person is} other {# people are}} imported.":
    "{number, plural, one {# persona è stata importata} other {# persone sono state importate}}.",
  "Empty leaves it as it is. A new one ends their sessions: tell it to them.":
    "Se vuota, resta quella attuale. Una nuova password termina le sessioni della persona: comunicagliela.",
  "{number, plural, one {One line needs a correction.} other {# lines need a correction.}} Nobody was imported.":
    "{number, plural, one {Una riga va corretta.} other {# righe vanno corrette.}} Nessuno è stato importato.",
  "{number, plural, one {One person is a user already, by their email, and is skipped:} other {# people are users already, by their emails, and are skipped:}}":
    "{number, plural, one {Una persona è già un utente, secondo la sua email, e viene saltata:} many {# persone sono già utenti, secondo le loro email, e vengono saltate:} other {# persone sono già utenti, secondo le loro email, e vengono saltate:}}",
  "Line {line}: {fault}": "Riga {line}: {fault}",
  "And {number, number} more.": "{number, plural, one {E un altro.} other {E altri #.}}",
  "Import people": "Importa persone",
  "Choose a CSV file, as spreadsheets write it, or paste it. Its first line names the columns: name, email, and if you like address and tester (yes or no).":
    "Scegli un file CSV, come lo scrivono i fogli di calcolo, o incollane il contenuto. La prima riga contiene i nomi delle colonne: nome, email e, se vuoi, indirizzo e tester (sì o no).",
  "CSV file": "File CSV",
  "The file cannot be read. Choose it again, or paste its text.":
    "Il file non si può leggere. Sceglilo di nuovo, o incolla il suo testo.",
  "name,email\nRita Levi,rita@example.org": "nome,email\nRita Levi,rita@example.org",
  "{number, plural, one {# person} other {# people}} can be imported. Nothing is wrong.":
    "{number, plural, one {# persona può essere importata} other {# persone possono essere importate}}. Non ci sono errori.",
  "The service does not answer. These people may have been imported all the same: look in the list before you try again.":
    "Il servizio non risponde. Queste persone potrebbero essere state importate lo stesso: guarda nell’elenco prima di riprovare.",
  "Import {people}": "Importa {people}",
  "Check": "Controlla",
  "Make the user": "Crea l’utente",
  "8 characters at least. Tell it to them; they can change it.":
    "Almeno 8 caratteri. Comunicala alla persona, che potrà cambiarla.",
  "Hand each person their link. It works once, until {time}. The links cannot be shown again, but you can make new ones.":
    "Consegna a ogni persona il suo link. Vale una sola volta, fino a: {time}. I link non possono essere mostrati di nuovo, ma puoi crearne altri.",
  "Link of {name}": "Link di {name}",
  "{number, plural, one {Download the link as CSV} other {Download # links as CSV}}":
    "{number, plural, one {Scarica il link in formato CSV} other {Scarica # link in formato CSV}}",
  "Links made for {name}": "Link creati per {name}",
  "The session has ended.": "La sessione è terminata.",
  "Links to set a password": "Link per impostare la password",
  "Without a password nobody can log in. Make a link for {name}? Earlier links of theirs no longer work then.":
    "Senza password nessuno può accedere. Creare un link per {name}? I link precedenti non saranno più validi.",
  "Make the link": "Crea il link",
  "Make the links": "Crea i link",
  "Not now": "Non ora",
  "Oldest first": "Dal meno recente",
  "Newest first": "Dal più recente",
  "Name": "Nome",
  "Last report": "Ultima posizione",
  "Everyone": "Tutti",
  "Testers": "Tester",
  "With or without": "Con o senza",
  "Has none": "Senza dispositivo",
  "Whenever": "Indifferente",
  "In the last hour": "Nell’ultima ora",
  "In the last day": "Nell’ultimo giorno",
  "In the last week": "Nell’ultima settimana",
  "Not for a day": "Non da un giorno",
  "Not for a week": "Non da una settimana",
  "Device": "Dispositivo",
  "Reported": "Posizione",
  "Sort by": "Ordina per",
  "Address": "Indirizzo",
  "Your own password": "La tua password",
  "To change an email or a password.": "Per cambiare un’email o una password.",
  "Administrator: may warn people, and see where they are":
    "Amministratore: può avvisare le persone e vedere dove si trovano",
  "Tester: exercises and tests reach them": "Tester: riceve esercitazioni e prove",
  "In training: every alert they publish is an exercise":
    "In addestramento: ogni sua allerta è un’esercitazione",
  "The outline crosses itself: move a corner at the mark.":
    "Il contorno si incrocia: sposta un vertice nel punto segnato.",
  "Shorten the title to {most} characters.": "Abbrevia il titolo a {most} caratteri.",
  "The language is a short code, such as it, en or pt-BR.":
    "La lingua è un codice breve, come it, en o pt-BR.",
  "Finish the shape on the map first, or choose Edit to leave it out.":
    "Prima completa la forma sulla mappa, oppure scegli Modifica per lasciarla fuori.",
  "Draw the area first.": "Prima disegna l’area.",
  "Write the three texts.": "Scrivi i tre testi.",
  "Write the texts that are missing.": "Scrivi i testi che mancano.",
  "Shorten text {levels}.": "Abbrevia il testo {levels}.",
  "Positions may be from 1 minute to 30 days old.":
    "Le posizioni possono avere da 1 minuto a 30 giorni.",
  "Say what happens in 200 characters at most.":
    "Indica che cosa succede in 200 caratteri al massimo.",
  "Change something first.": "Prima cambia qualcosa.",
  "Another program has written this draft: it cannot be opened here.":
    "Questa bozza è stata scritta da un altro programma: non può essere aperta qui.",
  "Fill in {names}.": "Completa {names}.",
  "The map shows {people} and whoever moves; there are more.":
    "La mappa mostra {people} e chi si muove; ce ne sono altre.",
  "name|column of a CSV file": "nome",
  "email|column of a CSV file": "email",
  "address|column of a CSV file": "indirizzo",
  "tester|column of a CSV file": "tester",
  "yes|in a cell of a CSV file": "sì",
  "no|in a cell of a CSV file": "no",
  "The first line must name the columns: name and email, and if you like address and tester.":
    "La prima riga deve contenere i nomi delle colonne: nome ed email e, se vuoi, indirizzo e tester.",
  "Write yes or no in the column tester.": "Scrivi sì o no nella colonna tester.",
  "A quotation mark that opens here has no end, or text follows its end. Correct the marks, because cells of other people may be inside.":
    "Le virgolette che si aprono qui non si chiudono, o sono seguite da altro testo. Correggile, perché possono contenere celle di altre persone.",
  "There are more cells than headings. A cell with a comma or semicolon in it must stand in quotation marks.":
    "Ci sono più celle che intestazioni. Una cella che contiene una virgola o un punto e virgola deve stare tra virgolette.",
  "Two columns mean the same: {heading}.": "Due colonne hanno lo stesso significato: {heading}.",
  "{number, plural, one {# person} other {# people}} can be imported without {columns}: there is no such field. Do you want that? If not, change the heading, or move the cells into a column that is imported.":
    "{number, plural, one {# persona può essere importata} other {# persone possono essere importate}} senza {columns}: non esiste un campo simile. Va bene così? Altrimenti cambia l’intestazione, o sposta le celle in una colonna che viene importata.",
  "Import {people} without {columns}": "Importa {people} senza {columns}",
  "There is nobody in the file.": "Il file non contiene nessuna persona.",
  "Someone has removed this area meanwhile.": "Qualcuno ha rimosso quest’area nel frattempo.",
  "This draft was published or removed meanwhile.":
    "Questa bozza è stata pubblicata o rimossa nel frattempo.",
  "The draft has changed, or could not be saved: close this to see why.":
    "La bozza è cambiata, o non è stato possibile salvarla: chiudi per vedere perché.",
  "This draft is being published now: wait a moment.":
    "Questa bozza è in corso di pubblicazione: attendi un momento.",
  "A user": "Un utente",
  "Still": "Ferma",
  "On foot": "A piedi",
  "On a bicycle": "In bicicletta",
  "In a vehicle": "In un veicolo",
  "Unknown": "Sconosciuto",
  "Everyone (real)": "Tutti (reale)",
  "EXERCISE": "ESERCITAZIONE",
  "Testers (exercise)": "Tester (esercitazione)",
  "TEST": "PROVA",
  "Testers (test)": "Tester (prova)",
  "LIVE": "REALE",
  "For everyone. This is real.": "Per tutti. È un’allerta reale.",
  "For testers only. Not real.": "Solo per i tester. Non è reale.",
  "Not said": "Non indicata",
  "Extreme": "Estrema",
  "Severe": "Grave",
  "Moderate": "Moderata",
  "Minor": "Lieve",
  "Now": "Immediata",
  "Within the hour": "Entro un’ora",
  "Later": "Più avanti",
  "Past": "Passata",
  "Observed": "Osservata",
  "Likely": "Probabile",
  "Possible": "Possibile",
  "Unlikely": "Improbabile",
  "{number, plural, one {# hour} other {# hours}}": "{number, plural, one {# ora} other {# ore}}",
  "{number, plural, one {# day} other {# days}}":
    "{number, plural, one {# giorno} other {# giorni}}",
  "{number, plural, one {# week} other {# weeks}}":
    "{number, plural, one {# settimana} other {# settimane}}",
  "Ended it: “{text}”": "Terminata: “{text}”",
  "Published it": "Pubblicata",
  "no title": "nessun titolo",
  "the title: “{text}”": "il titolo: “{text}”",
  "text {level}: “{text}”": "testo {level}: “{text}”",
  "the area": "l’area",
  "TWO to {distance}": "DUE a {distance}",
  "THREE to {distance}": "TRE a {distance}",
  "its end to {time}": "la fine: {time}",
  "sent to everyone again": "inviata di nuovo a tutti",
  "Changed {changes}": "Modifiche: {changes}",
  "Published it again as it was": "Pubblicata di nuovo senza modifiche",
  "the service's own": "quella del servizio",
  "ONE": "UNO",
  "TWO": "DUE",
  "THREE": "TRE",
  "inside the area": "dentro l’area",
  "near it": "nelle vicinanze",
  "further around": "più lontano",
  "{number, plural, one {# person} other {# people}}":
    "{number, plural, one {# persona} other {# persone}}",
  "{number} m": "{number} m",
  "{number} km": "{number} km",
  "{number} m²": "{number} m²",
  "{number} km²": "{number} km²",
  "The two new passwords differ. Write the same one twice.":
    "Le due nuove password sono diverse. Scrivi due volte la stessa.",
  "Browsers": "Browser",
  "App pushes (Expo)": "Notifiche push all’app (Expo)",
  "App pushes (Firebase)": "Notifiche push all’app (Firebase)",
  "Browser pushes": "Notifiche push ai browser",
  "Alerts by email": "Avvisi per email",
  "Pushes by ntfy": "Notifiche push di ntfy",
  "Alerts by SMS": "Avvisi per SMS",
  "Your number got no SMS, and was removed. Add one again. {reason}":
    "Il tuo numero non ha ricevuto un SMS ed è stato tolto. Aggiungine uno di nuovo. {reason}",
  "Confirm the number": "Conferma il numero",
  "Send me a code": "Mandami un codice",
  "Another number, or another code": "Un altro numero, o un altro codice",
  "The six digits of the SMS.": "Le sei cifre dell’SMS.",
  "Mobile number": "Numero di cellulare",
  "Mobile number, in place of this one": "Numero di cellulare, al posto di questo",
  "This code is wrong. Look again.": "Questo codice è sbagliato. Guarda di nuovo.",
  "This service translates nothing. Write the texts yourself.":
    "Questo servizio non traduce. Scrivi tu i testi.",
  "No translation came. Write the texts yourself, and tell whoever runs the service: {fault}.":
    "Non è arrivata nessuna traduzione. Scrivi tu i testi e avvisa chi gestisce il servizio: {fault}.",
  "This service sends no SMS.": "Questo servizio non manda SMS.",
  "Write the number with a plus sign and its country, such as +39 011 000000.":
    "Scrivi il numero con il più e il prefisso del paese, per esempio +39 011 000000.",
  "Three codes were sent within an hour. Try again in an hour.":
    "In un’ora sono stati mandati tre codici. Riprova tra un’ora.",
  "This code no longer works. Ask for another one.":
    "Questo codice non vale più. Chiedine un altro.",
  "{number, plural, one {# SMS segment} other {# SMS segments}}":
    "{number, plural, one {# segmento di SMS} other {# segmenti di SMS}}",
  "{most, number} SMS segments, without the end of the text":
    "{most, number} segmenti di SMS, senza la fine del testo",
  "By the app ntfy": "Con l’app ntfy",
  "Install ntfy and open this link on the phone, or scan it. Whoever has the link reads my warnings.":
    "Installa ntfy e apri questo link sul telefono, o inquadralo. Chi ha il link legge i miei avvisi.",
  "The link of ntfy": "Il link di ntfy",
  "Make a link for ntfy": "Crea un link per ntfy",
  "{number, number} by email": "{number, number} per email",
  "while nothing else warns me": "finché nient’altro mi avvisa",
  "always": "sempre",
  "never": "mai",
  "Alerts come by email": "Gli avvisi arrivano per email",
  "Not before the email is confirmed.": "Non prima che l’email sia confermata.",
  "The mail server refused {email}, so no alert comes by email. Change the email, or choose again. {reason}":
    "Il server di posta ha rifiutato {email}, quindi nessun avviso arriva per email. Cambia l’email, o scegli di nuovo. {reason}",
  "Mails": "Email",
  "ask your operator ({settings})": "chiedi a chi gestisce il servizio ({settings})",
  "✓ {channel} are on": "✓ {channel}: attive",
  "✕ {channel} are off: {reason}": "✕ {channel}: non attive; {reason}",
  "! {channel} are failing: {reason}": "! {channel}: invio non riuscito; {reason}",
  "! {channel} are failing since {time}: {reason}":
    "! {channel}: invio non riuscito, {time}; {reason}",
  "The outline crosses itself": "Il contorno si incrocia",
  "The outline touches itself": "Il contorno si tocca",
  "A hole lies outside of the area": "Un foro si trova fuori dall’area",
  "A hole lies in another hole": "Un foro si trova in un altro foro",
  "One part of the area lies in another": "Una parte dell’area si trova in un’altra",
  "A hole cuts the area into parts": "Un foro divide l’area in parti",
  "Draw an area of less than half the globe that holds no pole.":
    "Disegna un’area minore di metà del globo e senza un polo.",
  "The area cannot be read. Draw it, or export the file again.":
    "L’area non può essere letta. Disegnala, o esporta di nuovo il file.",
  "{fault} at {place}. Move a corner there.": "{fault} a {place}. Sposta un vertice in quel punto.",
  "The outline is not closed": "Il contorno non è chiuso",
  "The outline is faulty. Draw it again.": "Il contorno non è valido. Disegnalo di nuovo.",
  "An edge of the area spans half the globe. Add corners along it.":
    "Un lato dell’area attraversa metà del globo. Aggiungi vertici lungo il lato.",
  "The outline of the area is too long. Draw a simpler one.":
    "Il contorno dell’area è troppo lungo. Disegnane uno più semplice.",
  "The area goes round a pole.": "L’area circonda un polo.",
  "The area is too large.": "L’area è troppo grande.",
  "The corners of the area lie on one line. Move one of them.":
    "I vertici dell’area sono su una sola linea. Spostane uno.",
  "The area has more than 10,000 corners. Draw a simpler one.":
    "L’area ha più di 10.000 vertici. Disegnane una più semplice.",
  "A corner of the area lies off the map. Draw it again.":
    "Un vertice dell’area è fuori dalla mappa. Disegnala di nuovo.",
  "The area or a zone around it comes too close to a pole. Draw a smaller area, or shorten the distances.":
    "L’area o una zona intorno è troppo vicina a un polo. Disegna un’area più piccola, o riduci le distanze.",
  "THREE must reach further than TWO, and 100 km at most. Change the distances.":
    "TRE deve arrivare più lontano di DUE, e a 100 km al massimo. Cambia le distanze.",
  "The end must lie within the next year. Choose how long the alert lasts.":
    "La fine deve essere entro un anno. Scegli quanto dura l’allerta.",
  "Shorten the title to 60 characters.": "Abbrevia il titolo a 60 caratteri.",
  "An alert has at most 20 other languages. Remove some.":
    "Un’allerta ha al massimo altre 20 lingue. Togline qualcuna.",
  "Choose each other language once.": "Scegli ogni altra lingua una volta sola.",
  "Write all texts of each language, in 10,000 characters at most, and its title in 60.":
    "Scrivi tutti i testi di ogni lingua, in 10.000 caratteri al massimo, e il titolo in 60.",
  "Fill in what the template left open, in each language.":
    "Completa in ogni lingua quello che il modello lascia aperto.",
  "Write text ONE, in 10,000 characters at most.":
    "Scrivi il testo UNO, in 10.000 caratteri al massimo.",
  "Write text TWO, in 10,000 characters at most.":
    "Scrivi il testo DUE, in 10.000 caratteri al massimo.",
  "Write text THREE, in 10,000 characters at most.":
    "Scrivi il testo TRE, in 10.000 caratteri al massimo.",
  "Write that the danger is over, in 10,000 characters at most.":
    "Scrivi che il pericolo è passato, in 10.000 caratteri al massimo.",
  "This alert was published already, with other content. Look in the list.":
    "Questa allerta è già stata pubblicata con un altro contenuto. Cercala nell’elenco.",
  "Someone else has updated this alert meanwhile. Open it to see what has changed.":
    "Un’altra persona ha aggiornato questa allerta nel frattempo. Aprila per vedere che cosa è cambiato.",
  "This alert does not exist. Look in the list.": "Questa allerta non esiste. Cercala nell’elenco.",
  "This alert or this user does not exist any more.":
    "Questa allerta o questo utente non esiste più.",
  "This user does not exist any more. Load the list again.":
    "Questo utente non esiste più. Ricarica l’elenco.",
  "This device does not exist any more.": "Questo dispositivo non esiste più.",
  "This notification does not exist any more.": "Questa notifica non esiste più.",
  "This session does not exist any more.": "Questa sessione non esiste più.",
  "This password repeats a few characters: choose another one.":
    "Questa password ripete pochi caratteri: scegline un’altra.",
  "This password is the email address: choose another one.":
    "Questa password è l’indirizzo email: scegline un’altra.",
  "This password is one of the most common ones: choose another one.":
    "Questa password è fra le più comuni: scegline un’altra.",
  "This email comes twice in the list: leave one of them out.":
    "Questa email compare due volte nell’elenco: toglila da una riga.",
  "The email must look like name@example.org, in 254 characters at most.":
    "L’email deve essere come nome@example.org, in 254 caratteri al massimo.",
  "Another saved area has this name. Choose another one.":
    "Un’altra area salvata ha questo nome. Scegline un altro.",
  "Another template has this name. Choose another one.":
    "Un altro modello ha questo nome. Scegline un altro.",
  "A text or the title still has a word in braces, such as {example}. Fill it in.":
    "Un testo o il titolo ha ancora una parola fra parentesi graffe, come {example}. Completala.",
  "An alert lasts from a minute to a year.": "Un’allerta dura da un minuto a un anno.",
  "Another shared draft has this name. Choose another one.":
    "Un’altra bozza condivisa ha questo nome. Scegline un altro.",
  "You have too many drafts of your own. Discard one first.":
    "Hai troppe bozze solo tue. Prima eliminane una.",
  "The area is too detailed to share. Draw a simpler one.":
    "L’area è troppo dettagliata per essere condivisa. Disegnane una più semplice.",
  "Someone has removed this meanwhile.": "Qualcuno l’ha rimosso nel frattempo.",
  "Write a name, in 200 characters at most.": "Scrivi un nome, in 200 caratteri al massimo.",
  "Write a name, in 100 characters at most.": "Scrivi un nome, in 100 caratteri al massimo.",
  "Language of alerts": "Lingua delle allerte",
  Otherwise: "Altrimenti",
  "Or else": "Oppure",
  "Alerts in my languages": "Allerte nelle mie lingue",
  "You read each alert in the first of these in which it is written, or else as it was written first.":
    "Leggi ogni allerta nella prima di queste lingue in cui è scritta, altrimenti come è stata scritta per prima.",
  "that of this device": "quella di questo dispositivo",
  none: "nessuna",
  "Write the texts in {language}.": "Scrivi i testi in {language}.",
  "older than the alert": "più vecchia dell’allerta",
  "Older than the alert: {languages}.": "Più vecchie dell’allerta: {languages}.",
  "Title in {language}": "Titolo in {language}",
  "{level} in {language}": "{level} in {language}",
  "Translate": "Traduci",
  "A machine wrote this. Read it, then confirm.":
    "L’ha scritto una macchina. Leggilo, poi conferma.",
  "I have read it": "L’ho letto",
  "Read and confirm what a machine wrote: {languages}.":
    "Leggi e conferma ciò che ha scritto una macchina: {languages}.",
  "It still says the same": "Dice ancora lo stesso",
  "Other languages": "Altre lingue",
  "All-clear in {language}": "Fine allerta in {language}",
  "Who reads {languages} gets it in {language}.": "Chi legge {languages} lo riceve in {language}.",
  "other languages": "le altre lingue",
  "Add a language": "Aggiungi una lingua",
  "Each person gets the first of their languages that the alert has, or else its own.":
    "Ognuno riceve la prima delle sue lingue che l’allerta ha, altrimenti quella dell’allerta.",
  "{language}: {people}": "{language}: {people}",
  "{language}, though they read {wanted}: {people}":
    "{language}, anche se leggono {wanted}: {people}",
  "Choose at most ten languages.": "Scegli al massimo dieci lingue.",
  "Shorten the address to 500 characters.": "Abbrevia l’indirizzo a 500 caratteri.",
  "The list has more than 5,000 people. Split it.": "L’elenco ha più di 5.000 persone. Dividilo.",
  "Choose 5,000 people at most.": "Scegli 5.000 persone al massimo.",
  "The two passwords differ. Write the same one twice.":
    "Le due password sono diverse. Scrivi due volte la stessa.",
  "Write the password that you log in with.": "Scrivi la password con cui accedi.",
  "The password that you log in with is wrong.": "La password con cui accedi è sbagliata.",
  "The password is too long. Choose a shorter one.":
    "La password è troppo lunga. Scegline una più breve.",
  "The password contains a character that cannot be typed.":
    "La password contiene un carattere che non può essere digitato.",
  "Quiet hours must begin and end at different times.":
    "Le ore di silenzio devono iniziare e finire in momenti diversi.",
  "The service does not know your time zone. Set another one on this computer.":
    "Il servizio non conosce il tuo fuso orario. Impostane un altro su questo computer.",
  "The service cannot push to this browser. Ask whoever runs it.":
    "Il servizio non può inviare notifiche push a questo browser. Chiedi a chi lo gestisce.",
  "Something went wrong in this page. Reload it and try again.":
    "Si è verificato un errore in questa pagina. Ricaricala e riprova.",
  "The position is off the map, or not of today.":
    "La posizione è fuori dalla mappa, o non è di oggi.",
  "A text contains a character that cannot be stored. Write it again.":
    "Un testo contiene un carattere che non può essere salvato. Scrivilo di nuovo.",
  "Only administrators may do this. Log in as one.":
    "Solo gli amministratori possono farlo. Accedi come amministratore.",
  "Changes of positions are shown to authorities without an area only. Load the page again.":
    "I cambiamenti di posizione si mostrano solo alle autorità senza un’area. Ricarica la pagina.",
  "Your role does not allow this. Ask a manager of your authority.":
    "Il tuo ruolo non lo consente. Chiedi a un responsabile della tua autorità.",
  "A second person has to approve this. Propose it.":
    "Serve l’approvazione di una seconda persona. Proponilo.",
  "This is your own proposal. A second person has to decide.":
    "Questa è una tua proposta. Deve decidere una seconda persona.",
  "This was decided or taken back meanwhile.":
    "Nel frattempo è stata presa una decisione, o la proposta è stata ritirata.",
  "What would be published has changed since you looked. Look again.":
    "Quello che verrebbe pubblicato è cambiato. Controlla di nuovo.",
  "Whoever approved it may not approve any more. Propose it again.":
    "Chi lo ha approvato non può più farlo. Proponilo di nuovo.",
  "The time to publish has passed, is more than a year away, or is after the end.":
    "L’ora di pubblicazione è passata, è oltre un anno, o è dopo la fine.",
  "Write why it cannot wait, in 500 characters at most.":
    "Scrivi perché non può aspettare, in 500 caratteri al massimo.",
  "Write what is wrong with it, in 500 characters at most.":
    "Scrivi che cosa non va, in 500 caratteri al massimo.",
  "Write a number of people, from 0 on.": "Scrivi un numero di persone, da 0 in su.",
  "Your role does not allow you to publish this. Ask an approver of its authority.":
    "Il tuo ruolo non ti consente di pubblicarlo. Chiedi a chi può pubblicare per quell’autorità.",
  "This is for the authority of the alert only.": "È riservato all’autorità dell’allerta.",
  "Only managers of the authority above may do this. Ask one of them.":
    "Possono farlo solo i responsabili dell’autorità superiore. Chiedi a uno di loro.",
  "An authority lies within the one above, and holds those below. Change the area.":
    "Un’autorità sta dentro quella superiore e contiene quelle inferiori. Cambia l’area.",
  "Another authority has this name. Choose another one.":
    "Un’altra autorità ha questo nome. Scegline un altro.",
  "Authorities": "Autorità",
  "Each authority warns in its area, and sees the people there.":
    "Ogni autorità avvisa nella propria area, e vede le persone che vi si trovano.",
  "New authority": "Nuova autorità",
  "City of Bologna": "Comune di Bologna",
  "Below": "Sotto",
  "It warns in the area on the map: {size}.": "Avvisa nell’area sulla mappa: {size}.",
  "Draw the area in which it warns. Without one, it warns everywhere.":
    "Disegna l’area in cui avvisa. Senza un’area avvisa ovunque.",
  "The authority's area. Arrow keys move the map, plus and minus zoom.":
    "L’area dell’autorità. I tasti freccia spostano la mappa, più e meno cambiano l’ingrandimento.",
  "Members…": "Membri…",
  "Members of {name}": "Membri: {name}",
  "{number, plural, one {# member} other {# members}}":
    "{number, plural, one {# membro} other {# membri}}",
  "Role of {name}": "Ruolo di {name}",
  "No role any more": "Nessun ruolo più",
  "Add someone: find them by any word of a name, or by email":
    "Aggiungi qualcuno: cercalo per una parola del nome, o per email",
  "Add": "Aggiungi",
  "Add {name}": "Aggiungi {name}",
  "Viewer": "Osservatore",
  "Author": "Autore",
  "Approver": "Approvatore",
  "Manager": "Responsabile",
  "Everywhere": "Ovunque",
  "Who warns": "Chi avvisa",
  "Who warns?": "Chi avvisa?",
  "Is this service for one authority or for several?":
    "Questo servizio è per una sola autorità o per più di una?",
  "For one…": "Per una…",
  "For several": "Per più di una",
  "One authority, or several": "Una sola autorità, o più di una",
  "People read it above each alert.": "Le persone lo leggono sopra ogni allerta.",
  "It must lie within the dashed line, where the authority may warn.":
    "Deve stare dentro la linea tratteggiata, dove l’autorità può avvisare.",
  "An authority grants its own area, or a part of it. Draw the part within it.":
    "Un’autorità concede la propria area o una sua parte. Disegna la parte al suo interno.",
  "Mutual aid ends within a year. Choose another end.":
    "Il mutuo soccorso finisce entro un anno. Scegli un’altra fine.",
  "This mutual aid has ended, or is not yours to end.":
    "Questo mutuo soccorso è finito, o non spetta a te terminarlo.",
  "Choose another authority, which receives the mutual aid.":
    "Scegli un’altra autorità, che riceve il mutuo soccorso.",
  "The area leaves the area of your authority. Draw it inside: the outer zones may reach beyond.":
    "L’area esce da quella della tua autorità. Disegnala all’interno: le zone esterne possono andare oltre.",
  "You are in training: another administrator has to change this.":
    "Sei in addestramento: questa modifica spetta a un altro amministratore.",
  "You are in training: you cannot change or end a real alert.":
    "Sei in addestramento: non puoi modificare o terminare un’allerta reale.",
  "This is the last administrator who is not in training: make another one first.":
    "È l’ultimo amministratore non in addestramento: prima creane un altro.",
  "This is the last administrator: make another user an administrator first.":
    "È l’ultimo amministratore: prima dai i diritti di amministratore a un altro utente.",
  "This user already has a password: give them a new one instead.":
    "Questo utente ha già una password: dagliene una nuova.",
  "There is no held publication with this id.": "La pubblicazione in attesa non esiste.",
  "It is too late to take it back, because it has been published: correct it, or end it with an all-clear.":
    "È troppo tardi per ritirarla, perché è già stata pubblicata: correggila, o terminala con un messaggio di fine allerta.",
  "The service was not running when it was due, and it is too late now: publish it again.":
    "Il servizio non era attivo al momento previsto, e ora è troppo tardi: pubblica di nuovo.",
  "Its author is no longer an administrator.": "L’autore non è più un amministratore.",
  "The training of its author began or ended meanwhile: publish it again.":
    "Nel frattempo l’addestramento dell’autore è iniziato o finito: pubblica di nuovo.",
  "An earlier try with other content may have gone out. Look at the alert, and begin again.":
    "Un tentativo precedente con un altro contenuto potrebbe essere stato pubblicato. Controlla l’allerta, e ricomincia.",
  "This draft was published or removed meanwhile: look among the alerts.":
    "Questa bozza è stata pubblicata o rimossa nel frattempo: controlla fra le allerte.",
  "Someone else has saved this meanwhile: look at what is new, and change that.":
    "Nel frattempo qualcun altro ha salvato: guarda che cosa è cambiato, e modifica quello.",
  "Only the head, the service from which this alert came, can change or end it.":
    "Solo il capofila, il servizio da cui è arrivata questa allerta, può modificarla o terminarla.",
  "This user stands for the head of this cell, and cannot log in.":
    "Questo utente rappresenta il capofila di questa cella, e non può accedere.",
  "This alert is already cancelled: publish a new one.":
    "Questa allerta è già revocata: pubblicane una nuova.",
  "This alert has expired: publish a new one.": "Questa allerta è scaduta: pubblicane una nuova.",
  "This email is taken: use another one.": "Questa email è già in uso: usane un’altra.",
  "The title has more than 200 characters: write what happens and where, in a few words.":
    "Il titolo ha più di 200 caratteri: scrivi che cosa succede e dove, in poche parole.",
  "A text of the template has more than 10,000 characters: shorten it.":
    "Un testo del modello ha più di 10.000 caratteri: abbrevialo.",
  "This link was used, has expired or is not whole: ask an administrator for a new one.":
    "Questo link è già stato usato, è scaduto o non è completo: chiedine uno nuovo a un amministratore.",
  "This invitation is over, is full, was withdrawn or is not whole: ask for a new one.":
    "Questo invito è scaduto, esaurito, ritirato o incompleto: chiedine uno nuovo.",
  "The end of an invitation is not within the next year: choose another one.":
    "La fine di un invito non è entro il prossimo anno: scegline un’altra.",
  "This invitation was revoked already. Load the list again.":
    "Questo invito è già stato revocato. Ricarica l’elenco.",
  "Say how many people may join, from 1 to 100,000.":
    "Indica quante persone possono iscriversi, da 1 a 100.000.",
  "Too many attempts: try again in {number} seconds.":
    "Troppi tentativi: riprova tra {number} secondi.",
  "The email or the password is wrong.": "L’email o la password è sbagliata.",
  "A password needs at least {number} characters.":
    "Una password ha bisogno di almeno {number} caratteri.",
  "The service is busy: try again in a moment.": "Il servizio è occupato: riprova fra un momento.",
  "Nothing was saved or published: the service cannot write, for example because its disk is full. Tell whoever runs it at once, and warn people in another way. The error's id in its log is {id}.":
    "Nulla è stato salvato o pubblicato: il servizio non può scrivere, per esempio perché il suo disco è pieno. Avvisa subito chi lo gestisce e allerta le persone in un altro modo. Il codice dell’errore nel suo registro è {id}.",
  "It has not gone out: the service does not answer or cannot write, for example because its disk is full. Tell whoever runs it at once, and warn people in another way.":
    "Non è partito: il servizio non risponde o non può scrivere, per esempio perché il suo disco è pieno. Avvisa subito chi lo gestisce e allerta le persone in un altro modo.",
  "Something went wrong on our side. Its id in our log is {id}.":
    "Si è verificato un errore nel servizio. Il suo codice nel registro è {id}.",
  "{number} s": "{number} s",
  "{number} min": "{number} min",
  "{number} h": "{number} h",
  "{number} d": "{number} g",
  "in {duration}": "fra {duration}",
  "{duration} ago": "{duration} fa",
  "Update {number}": "Aggiornamento {number}",
  "Audit log": "Registro di audit",
  "Who did what, the newest first. Views of people are recorded too. Whoever runs the service can verify that no entry was changed: npm run audit -- verify":
    "Chi ha fatto cosa, dal più recente. Anche le consultazioni di persone sono registrate. Chi gestisce il servizio può verificare che nessuna voce sia stata modificata: npm run audit -- verify",
  "All but views of people": "Tutto tranne le consultazioni di persone",
  "Anyone, perhaps": "Forse chiunque",
  "There is no such entry.": "Non c’è nessuna voce di questo tipo.",
  "{number, plural, one {# entry} other {# entries}}…":
    "{number, plural, one {# voce} other {# voci}}…",
  "The file has {number, plural, one {# entry} other {# entries}}.":
    "Il file contiene {number, plural, one {# voce} other {# voci}}.",
  "The file has the newest {number, number} entries. Choose days, or ask whoever runs the service for all of them.":
    "Il file contiene le {number, number} voci più recenti. Scegli dei giorni, oppure chiedi l’intero registro a chi gestisce il servizio.",
  "Download as CSV": "Scarica come CSV",
  "Download as JSON lines": "Scarica come righe JSON",
  "When": "Quando",
  "Who": "Chi",
  "What": "Che cosa",
  "To what": "Oggetto",
  "Details": "Dettagli",
  "From|a day": "Dal",
  "Until|a day": "Fino al",
  "Who: any word of a name, or an email": "Chi: una parola qualsiasi del nome, o l’email",
  "By {name}": "Operazioni di {name}",
  "By everyone": "Di tutti",
  "What {name} did": "Le operazioni di {name}",
  "Choose": "Scegli",
  "notifications": "notifiche",
  "positions": "posizioni",
  "reach": "persone raggiunte",
  "users": "utenti",
  "why someone has a notification or not": "perché una persona ha una notifica o no",
  "name": "nome",
  "email": "email",
  "address": "indirizzo",
  "last position only": "solo l’ultima posizione",
  "users {ids} and {number} more": "utenti {ids} e altri {number}",
  "users {ids}": "utenti {ids}",
  "version {number}": "versione {number}",
  "session {id}": "sessione {id}",
  "{number, plural, one {# session} other {# sessions}}":
    "{number, plural, one {# sessione} other {# sessioni}}",
  "administrator": "amministratore",
  "not an administrator": "non amministratore",
  "tester": "tester",
  "no tester": "non tester",
  "in training": "in addestramento",
  "not in training": "non in addestramento",
  "for {people}": "per {people}",
  "invitation {id}": "invito {id}",
  "mutual aid {id}": "mutuo soccorso {id}",
  "in authority {id}": "nell’autorità {id}",
  "for authority {id}": "per l’autorità {id}",
  "ended": "terminato",
  "reaches into authorities {ids}": "raggiunge le autorità {ids}",
  "Invitation {id}": "Invito {id}",
  "device keys": "chiavi di dispositivo",
  "device key {id}": "chiave di dispositivo {id}",
  "because it was published": "perché è stata pubblicata",
  "up to place {place}": "fino alla posizione {place}",
  "Logged in": "Accesso",
  "Gave a wrong password or second factor": "Password o secondo fattore errato",
  "Ended a session": "Sessione terminata",
  "Ended sessions by a new password": "Sessioni terminate da una nuova password",
  "Changed their own password": "Propria password cambiata",
  "Changed a user’s password": "Password di un utente cambiata",
  "Made an invitation": "Invito creato",
  "Revoked an invitation": "Invito revocato",
  "Joined by an invitation": "Iscrizione con un invito",
  "Made a password link": "Link per la password creato",
  "Added a second factor": "Secondo fattore aggiunto",
  "Removed a second factor": "Secondo fattore rimosso",
  "Made recovery codes": "Codici di recupero creati",
  "Published without the second factor": "Pubblicazione senza secondo fattore",
  "Confirm with your second factor.": "Conferma con il tuo secondo fattore.",
  "Confirm with your second factor first.": "Prima conferma con il tuo secondo fattore.",
  "Your role has no second factor at this service.":
    "In questo servizio il tuo ruolo non ha un secondo fattore.",
  "This code is wrong, or was used. Enter the next one.":
    "Questo codice è errato o già usato. Inserisci il prossimo.",
  "This passkey is not known here. Try again, or use another one.":
    "Questa passkey non è conosciuta qui. Riprova, o usane un’altra.",
  "Passkeys do not work at this address. Tell whoever runs the service.":
    "Le passkey non funzionano a questo indirizzo. Informa chi gestisce il servizio.",
  "This took more than five minutes. Begin again.":
    "Sono passati più di cinque minuti. Ricomincia.",
  "This second factor does not exist any more.": "Questo secondo fattore non esiste più.",
  "You have an authenticator app already. Remove it first.":
    "Hai già un’app di autenticazione. Prima rimuovila.",
  "You have this passkey already.": "Hai già questa passkey.",
  "Set their password by a link": "Password impostata con un link",
  "Created a user": "Utente creato",
  "Imported a user": "Utente importato",
  "Edited a user": "Utente modificato",
  "Removed a user": "Utente rimosso",
  "Erased a person": "Persona cancellata",
  "Data…": "Dati…",
  "Data of {name}": "Dati di {name}",
  "My positions": "Le mie posizioni",
  "My last position is kept, and a history of those before it.":
    "Si conservano la mia ultima posizione e lo storico di quelle precedenti.",
  "Only my last position is kept: where I was before, nobody can see.":
    "Si conserva solo la mia ultima posizione: nessuno può vedere dove sono stato prima.",
  "If the service keeps nobody’s history, it keeps none of mine either.":
    "Se il servizio non conserva lo storico di nessuno, non conserva nemmeno il mio.",
  "Keep only my last position…": "Conserva solo la mia ultima posizione…",
  "Keep only my last position?": "Conservare solo la mia ultima posizione?",
  "All my earlier positions are deleted, and no new history is kept. That cannot be undone. Alerts reach me as before.":
    "Tutte le mie posizioni precedenti vengono eliminate e non si conserva più uno storico. Non si può annullare. Le allerte mi raggiungono come prima.",
  "Delete my history": "Elimina il mio storico",
  "Keep a history from now on": "Conserva lo storico d’ora in poi",
  "This person chose that only their last position is kept. Only they can change that, under Me of their own page.":
    "Questa persona ha scelto di conservare solo la sua ultima posizione. Solo lei può cambiarlo, in Io della sua pagina.",
  "A history of their positions is kept, unless the service keeps nobody’s. Only they can choose otherwise, under Me of their own page.":
    "Si conserva lo storico delle sue posizioni, a meno che il servizio non conservi quello di nessuno. Solo questa persona può scegliere diversamente, in Io della sua pagina.",
  "My data": "I miei dati",
  "Everything that the service holds of me, as one file.":
    "Tutto ciò che il servizio conserva su di me, in un unico file.",
  "Everything that the service holds of this person, as one file, if they ask for it. The download is in the audit log.":
    "Tutto ciò che il servizio conserva su questa persona, in un unico file, se lo chiede. Il download è nel registro delle attività.",
  "Download it": "Scarica",
  "The download begins.": "Il download inizia.",
  "Erase me…": "Cancellami…",
  "Erase me?": "Cancellare i miei dati?",
  "Erase me": "Cancellami",
  "Erase {name}": "Cancella {name}",
  "My email, name, positions, devices and sessions are deleted at once, and I am logged out. This cannot be undone. That I was told of alerts stays on record, without my name and place.":
    "La mia email, il nome, le posizioni, i dispositivi e le sessioni vengono eliminati subito, e vengo disconnesso. Non si può annullare. Resta registrato che sono stato avvisato degli allarmi, senza il mio nome e il luogo.",
  "Their email, name, positions, devices and sessions are deleted at once. This cannot be undone. That somebody was told of alerts stays on record, without name and place.":
    "Email, nome, posizioni, dispositivi e sessioni vengono eliminati subito. Non si può annullare. Resta registrato che qualcuno è stato avvisato degli allarmi, senza nome né luogo.",
  "Type {name} to erase this person": "Scrivi {name} per cancellare questa persona",
  "Exported all data of a person": "Tutti i dati di una persona esportati",
  "{number, plural, one {# position deleted} other {# positions deleted}}":
    "{number, plural, one {# posizione eliminata} other {# posizioni eliminate}}",
  "{number, plural, one {# notification kept} other {# notifications kept}}":
    "{number, plural, one {# notifica conservata} other {# notifiche conservate}}",
  "Changed a user’s rights": "Diritti di un utente cambiati",
  "Changed a user’s training": "Addestramento di un utente cambiato",
  "Made a device key": "Chiave di dispositivo creata",
  "Revoked a device key": "Chiave di dispositivo revocata",
  "Published an alert": "Allerta pubblicata",
  "Updated an alert": "Allerta aggiornata",
  "Ended an alert": "Allerta terminata",
  "Published to everyone in the zones": "Pubblicata per tutte le persone nelle zone",
  "Ended before it was published to everyone": "Terminata prima di essere pubblicata per tutti",
  "Began to publish": "Pubblicazione avviata",
  "Took a publication back": "Pubblicazione ritirata",
  "It waits.": "È in attesa.",
  "Propose": "Proponi",
  "Publish then": "Pubblica a quell’ora",
  "A second person has to approve this before it goes out.":
    "Una seconda persona deve approvarlo prima che parta.",
  "It cannot wait: publish it alone. All other approvers are told.":
    "Non può aspettare: pubblica senza approvazione. Tutti gli altri che approvano vengono avvisati.",
  "Why it cannot wait": "Perché non può aspettare",
  "Publish later": "Pubblica più tardi",
  "When to publish it": "Quando pubblicarlo",
  "goes out {time}": "parte {time}",
  "without approval: {reason}": "senza approvazione: {reason}",
  "Waits for approval": "Attende approvazione",
  "Approved": "Approvato",
  "Rejected: {reason}": "Respinto: {reason}",
  "Returned for changes: {reason}": "Restituito per modifiche: {reason}",
  "Waits for its time": "Attende la sua ora",
  "Reject or return it?": "Respingerlo o restituirlo?",
  "Return it": "Restituisci",
  "Reject it": "Respingi",
  "What is wrong with it": "Che cosa non va",
  "Its author may change it and propose it again":
    "Chi lo ha proposto può modificarlo e proporlo di nuovo",
  "Decided.": "Deciso.",
  "Approve “{title}”?": "Approvare «{title}»?",
  "Approve": "Approva",
  "Approved: it goes out.": "Approvato: parte.",
  "Proposed by {name}": "Proposto da {name}",
  "Reject or return it…": "Respingi o restituisci…",
  "Decide…": "Decidi…",
  "Decide on “{title}”": "Decidi su «{title}»",
  "Take back “{title}”": "Ritira «{title}»",
  "Your own": "Tuo",
  "What waits for a second person or for its time.":
    "Ciò che attende una seconda persona o la sua ora.",
  "Nothing waits.": "Nulla è in attesa.",
  nothing: "niente",
  "what reaches many people": "ciò che raggiunge molte persone",
  everything: "tutto",
  "Approval in {name}": "Approvazione in {name}",
  "What a second person approves": "Che cosa approva una seconda persona",
  "Above how many people": "Oltre quante persone",
  "Exercises and tests too": "Anche esercitazioni e prove",
  "An all-clear and a smaller area never wait. What authors propose always does.":
    "La fine dell’allerta e un’area più piccola non aspettano mai. Ciò che propone un autore aspetta sempre.",
  "Approval…": "Approvazione…",
  "Proposed a publication": "Pubblicazione proposta",
  "Approved a publication": "Pubblicazione approvata",
  "Rejected or returned a publication": "Pubblicazione respinta o restituita",
  "Published without approval": "Pubblicato senza approvazione",
  "Shared a draft": "Bozza condivisa",
  "Edited a shared draft": "Bozza condivisa modificata",
  "Removed a shared draft": "Bozza condivisa rimossa",
  "Saved a template": "Modello salvato",
  "Edited a template": "Modello modificato",
  "Removed a template": "Modello rimosso",
  "Saved an area": "Area salvata",
  "Edited a saved area": "Area salvata modificata",
  "Removed a saved area": "Area salvata rimossa",
  "Looked at people": "Dati di persone consultati",
  "Followed people live": "Persone seguite in tempo reale",
  "Changed the settings": "Impostazioni cambiate",
  "Deleted old entries": "Vecchie voci eliminate",
  "Alert id {id}": "Allerta id {id}",
  "Saved area {id}": "Area salvata {id}",
  "Shared draft {id}": "Bozza condivisa {id}",
  "Held publication {id}": "Pubblicazione in attesa {id}",
  "Template {id}": "Modello {id}",
  "Somebody": "Una persona sconosciuta",
  "The service or its operator": "Il servizio o chi lo gestisce",
  "Invitations": "Inviti",
  "Join": "Iscriviti",
  "Joined": "Iscritto",
  "Fell silent": "Non comunica più",
  "Cannot be reached": "Non raggiungibile",
  "reported {when} by {app}": "posizione {when} con {app}",
  "Be warned where you are": "Farsi avvisare dove ci si trova",
  "You were invited to join. Your phone reports where it is, and you are warned if a danger concerns that place.":
    "Hai ricevuto un invito. Il telefono comunica dove si trova e ricevi un avviso se un pericolo riguarda quel luogo.",
  "If you like.": "Facoltativo.",
  "I have joined already": "Mi sono già iscritto",
  "To join, you need an invitation: scan its code, or open its link.":
    "Per iscriversi serve un invito: scansiona il codice o apri il link.",
  "You will be warned.": "Riceverai gli avvisi.",
  "You would not be warned yet.": "Per ora non verresti avvisato.",
  "No position of yours has arrived yet.": "Non è ancora arrivata nessuna tua posizione.",
  "Your position was known {when}.": "La tua posizione era nota {when}.",
  "No warning can reach you yet: turn on warnings, below.":
    "Per ora non ti si può avvisare: attiva gli avvisi, qui sotto.",
  "Set up": "Configurazione",
  "Or report by an app": "Oppure comunica con un’app",
  "An app reports in the background too, when this page is closed. It only reports: the warnings come to this browser.":
    "Un’app comunica anche in background, quando questa pagina è chiusa. Comunica soltanto: gli avvisi arrivano in questo browser.",
  "Use {app}": "Usa {app}",
  "Install {app} from the phone’s store.": "Installa {app} dallo store del telefono.",
  "Set up {app} on this phone": "Configura {app} su questo telefono",
  "Let it find the phone’s position always, and start it.":
    "Consenti sempre la posizione e avviala.",
  "For another phone, scan this code in the settings of {app}:":
    "Per un altro telefono, scansiona questo codice nelle impostazioni di {app}:",
  "For another phone that has {app}, scan this code with its camera:":
    "Per un altro telefono con {app}, scansiona questo codice con la fotocamera:",
  "Code that sets up {app}": "Codice che configura {app}",
  "The link and the code hold a key of yours: show them to nobody else.":
    "Il link e il codice contengono una tua chiave: non mostrarli a nessun altro.",
  "This browser": "Questo browser",
  "Warnings come to this browser, also when this page is closed.":
    "Gli avvisi arrivano in questo browser, anche quando questa pagina è chiusa.",
  "Turn on warnings": "Attiva gli avvisi",
  "This page reports where you are, as long as it is open.":
    "Questa pagina comunica dove ti trovi finché è aperta.",
  "Report where I am while this page is open":
    "Comunica dove mi trovo finché questa pagina è aperta",
  "The browser does not tell where it is: allow it, or use an app.":
    "Il browser non dice dove si trova: consentilo o usa un’app.",
  "Revoked {time}": "Revocato {time}",
  "Over since {time}": "Scaduto dal {time}",
  "Full": "Esaurito",
  "Open until {time}": "Aperto fino al {time}",
  "{used, number} of {places, number} joined":
    "{used, plural, one {# iscritto} other {# iscritti}} su {places, number}",
  "Made by {name}": "Creato da {name}",
  "Revoke {name}": "Revoca {name}",
  "Revoke": "Revoca",
  "By an invitation, people make their own user and set up their phone.":
    "Con un invito le persone creano il proprio utente e configurano il telefono.",
  "New invitation": "Nuovo invito",
  "There is no invitation yet.": "Non c’è ancora nessun invito.",
  "For you and your colleagues, such as where its poster hangs.":
    "Per te e i tuoi colleghi, ad esempio dove è appeso il manifesto.",
  "How many people": "Quante persone",
  "For how many days": "Per quanti giorni",
  "Make the invitation": "Crea l’invito",
  "Invitation {name}": "Invito {name}",
  "Scan this code with your phone, and follow what it says.":
    "Scansiona questo codice con il telefono e segui le istruzioni.",
  "Code to join": "Codice per iscriversi",
  "For {people}, until {time}": "Per {people}, fino al {time}",
  "The link cannot be shown again. Copy it or print it now, or make another one later.":
    "Il link non può essere mostrato di nuovo. Copialo o stampalo ora, oppure creane un altro più tardi.",
  "Phones cannot scan or open this: the service does not know its public address.":
    "I telefoni non possono scansionarlo né aprirlo: il servizio non conosce il suo indirizzo pubblico.",
  "Phones cannot scan or open this: its address is one of this computer or network.":
    "I telefoni non possono scansionarlo né aprirlo: il suo indirizzo vale solo in questo computer o in questa rete.",
  "Ask whoever runs the service to set PUBLIC_URL to the address by which phones reach it.":
    "Chiedi a chi gestisce il servizio di impostare PUBLIC_URL con l’indirizzo a cui lo raggiungono i telefoni.",
  "Nobody who joins can be warned: all pushes are off. Ask whoever runs the service to turn one on.":
    "Chi aderisce non può essere avvisato: tutte le notifiche push sono spente. Chiedi a chi gestisce il servizio di accenderne una.",
  "Nobody can join, because the service does not say who warns. Whoever runs it has to set {settings}.":
    "Nessuno può aderire, perché il servizio non dice chi avvisa. Chi lo gestisce deve impostare {settings}.",
  "Privacy notice": "Informativa sulla privacy",
  "Then you set up your phone, and are warned where you are.":
    "Poi prepari il telefono e vieni avvisato dove ti trovi.",
  "Print as a poster": "Stampa come manifesto",
  "Copy the link": "Copia il link",
  "Copy the address": "Copia l'indirizzo",
  "Other services read the alerts at {address}": "Altri servizi leggono le allerte da {address}",
  "iPhone, Android": "iPhone, Android",
  "Traccar Client": "Traccar Client",
  Overland: "Overland",
  "Confirmed their email": "Email confermata",
  "This link was used, has expired or is not whole: ask for a new mail.":
    "Questo link è già stato usato, è scaduto o incompleto: chiedi una nuova email.",
  "Mail is off at this service: ask an administrator for a new password.":
    "Questo servizio non invia email: chiedi una nuova password a un amministratore.",
  "Your email is confirmed already.": "La tua email è già confermata.",
  "Write your email first.": "Scrivi prima la tua email.",
  "If somebody has this email, a mail with a link is on its way.":
    "Se qualcuno ha questa email, riceverà un messaggio con un link.",
  "I forgot my password": "Ho dimenticato la password",
  "Your own page: what concerns you, and your data":
    "La tua pagina: ciò che ti riguarda e i tuoi dati",
  "The mail is on its way.": "L’email è in arrivo.",
  "Confirm your email by the link that was mailed to you.":
    "Conferma la tua email con il link che hai ricevuto.",
  "Send it again": "Invia di nuovo",
  "Confirm your email": "Conferma la tua email",
  "{email} is confirmed.": "{email} è confermata.",
  "Go on": "Continua",
  "Confirm": "Conferma",
  "Stop": "Ferma",
  "Listen": "Ascolta",
  "Open the console": "Apri la console",
  "Messages": "Messaggi",
  "Messages ({number, number})": "Messaggi ({number, number})",
  "active": "in corso",
  "over": "terminata",
  "new": "nuovo",
  "Loading…": "Caricamento…",
  "Saved: {name}": "Salvato: {name}",
  "Removed: {name}": "Rimosso: {name}",
  "Erased: {name}": "Cancellato: {name}",
  "Revoked: {name}": "Revocato: {name}",
  "No alert concerns you": "Nessuna allerta ti riguarda",
  "{number, plural, one {An alert concerns you} other {# alerts concern you}}":
    "{number, plural, one {Un’allerta ti riguarda} many {# allerte ti riguardano} other {# allerte ti riguardano}}",
  "Alerts find you by it: report where you are.":
    "Le allerte ti trovano grazie ad essa: comunica dove sei.",
  "No warning can reach you while this page is closed:": "A pagina chiusa non ti si può avvisare:",
  "turn on warnings": "attiva gli avvisi",
  "Your place is reported.": "La tua posizione è comunicata.",
  "Where I am": "Dove sono",
  "Looking where you are…": "Sto cercando dove sei…",
  "Report it again and again while this page is open":
    "Comunicala regolarmente finché questa pagina è aperta",
  "You are inside the area": "Sei dentro l’area",
  "You are near the area": "Sei vicino all’area",
  "You are in the wider surroundings": "Sei nei dintorni dell’area",
  "Extreme danger.": "Pericolo estremo.",
  "Severe danger.": "Pericolo grave.",
  "Moderate danger.": "Pericolo moderato.",
  "Minor danger.": "Pericolo lieve.",
  "Act now.": "Agisci subito.",
  "Act within the hour.": "Agisci entro un’ora.",
  "Act soon.": "Agisci presto.",
  "You were inside the area": "Eri dentro l’area",
  "You were near the area": "Eri vicino all’area",
  "You were in the wider surroundings": "Eri nei dintorni dell’area",
  "You are outside now. You were told before.": "Ora sei fuori. Sei stato avvisato prima.",
  "You were told": "Sei stato avvisato",
  "Last news": "Ultima novità",
  "It lasts until": "Dura fino a",
  "It was over": "È terminata",
  "It is over": "È finita",
  "Update": "Aggiornamento",
  "All messages": "Tutti i messaggi",
  "This alert is active": "Questa allerta è in corso",
  "You were not told of this alert.": "Non sei stato avvisato di questa allerta.",
  "My devices": "I miei dispositivi",
  "Devices that warn me": "Dispositivi che mi avvisano",
  "None yet.": "Ancora niente.",
  "Devices that report my position": "Dispositivi che comunicano la mia posizione",
  "since {time}": "dal {time}",
  "since {time}, never used": "dal {time}, mai usata",
  "since {time}, last used {used}": "dal {time}, usata l’ultima volta {used}",
  "Set up an app that reports": "Configura un’app che comunica la posizione",
  "It cannot be spoken here.": "Qui non si può ascoltare.",
  "What you see is from {time}, {ago}.": "Ciò che vedi è delle {time}, {ago}.",
  "Alert id {id, number, ::group-off}": "Allerta id {id, number, ::group-off}",
  "Open my page": "Apri la mia pagina",
  "{distance} to the north": "{distance} a nord",
  "{distance} to the north-east": "{distance} a nord-est",
  "{distance} to the east": "{distance} a est",
  "{distance} to the south-east": "{distance} a sud-est",
  "{distance} to the south": "{distance} a sud",
  "{distance} to the south-west": "{distance} a sud-ovest",
  "{distance} to the west": "{distance} a ovest",
  "{distance} to the north-west": "{distance} a nord-ovest",
  "Inside, {distance} from its border": "Dentro, a {distance} dal bordo",
  "You": "Tu",
  "The area and its zones on a map.": "L’area e le sue zone su una mappa.",
  "The area": "L’area",
  "From where you were {ago}.": "Da dove eri {ago}.",
  "There is no connection to the service.": "Non c’è connessione con il servizio.",
  "We cannot tell now": "Ora non possiamo dirlo",
  "We do not know where you are": "Non sappiamo dove sei",
  "It should be over. There is no connection to ask.":
    "Dovrebbe essere finita. Non c’è connessione per chiederlo.",
  "Pushed to this browser, {time}": "Inviata a questo browser, {time}",
  "Now|screen": "Adesso",
  "asking…": "un momento…",
  "Is it you?": "Sei tu?",
  "This needs your second factor again. What you drew and wrote is kept.":
    "Serve di nuovo il tuo secondo fattore. Ciò che hai disegnato e scritto è conservato.",
  "Code": "Codice",
  "The six digits that your app shows, or a recovery code.":
    "Le sei cifre che mostra la tua app, oppure un codice di recupero.",
  "My phone": "Il mio telefono",
  "Add an authenticator app": "Aggiungi un’app di autenticazione",
  "Add an authenticator app…": "Aggiungi un’app di autenticazione…",
  "Scan this with the app, or type the key. Then write its code.":
    "Inquadra questo con l’app, oppure scrivi la chiave. Poi scrivi il suo codice.",
  "The key of the app": "La chiave dell’app",
  "Code of the app": "Codice dell’app",
  "Name to know it by": "Nome per riconoscerla",
  "Recovery codes": "Codici di recupero",
  "Print them, and keep them apart from the phone: each logs you in once. They are not shown again.":
    "Stampali, e conservali lontano dal telefono: ciascuno ti fa accedere una volta. Non vengono mostrati di nuovo.",
  "I have them": "Li ho",
  "Second factor": "Secondo fattore",
  "With one, a stolen password is not enough to log in, or to publish in your name.":
    "Con un secondo fattore, una password rubata non basta per accedere, né per pubblicare a tuo nome.",
  "Your role demands one from {time}: without it you lose your rights then.":
    "Il tuo ruolo lo richiede da {time}: senza, da allora perdi i tuoi diritti.",
  "Add it": "Aggiungila",
  "New recovery codes ({number} are left)…": "Nuovi codici di recupero (ne restano {number})…",
  "The browser has shown no passkey. Try again.":
    "Il browser non ha mostrato nessuna passkey. Riprova.",
  "Use a passkey": "Usa una passkey",
  "Add a passkey": "Aggiungi una passkey",
  "Add a passkey…": "Aggiungi una passkey…",
  "This device": "Questo dispositivo",
  "Whoever wants one": "Chi lo vuole",
  "Nobody": "Nessuno",
  "Not spoken: no voice for {languages}.": "Senza audio: nessuna voce per {languages}.",
  "Who has a second factor": "Chi ha un secondo fattore",
  "A demand holds a day later. Whoever has none then has no rights until they add one.":
    "Un obbligo vale dal giorno dopo. Chi allora non ne ha uno non ha diritti finché non lo aggiunge.",
  "from {time}": "da {time}",
  "{name} has taken the test.": "{name} ha ricevuto la prova.",
  "Choose what it is told of.": "Scegli di che cosa viene informato.",
  "Copy the secret": "Copia il segreto",
  "Give it to the receiver now: it is not shown again.":
    "Dallo ora al destinatario: non viene mostrato di nuovo.",
  "how many were notified": "quante persone sono state avvisate",
  "It has no secret yet, and is told nothing.": "Non ha ancora un segreto, e non riceve nulla.",
  "It is paused or has no secret: end the pause, or make one.":
    "È in pausa o non ha un segreto: termina la pausa, o creane uno.",
  "It is told of": "Viene informato di",
  "It signs each message. A secret from before is good for another day.":
    "Firma ogni messaggio. Un segreto precedente vale ancora per un giorno.",
  "Its secret cannot be read any more: make a new one":
    "Il suo segreto non è più leggibile: creane uno nuovo",
  "Make a secret": "Crea un segreto",
  "new alerts": "nuove allerte",
  "New secret of {name}": "Nuovo segreto di {name}",
  "New secret…": "Nuovo segreto…",
  "New webhook": "Nuovo webhook",
  "Send a test": "Invia una prova",
  "Send a test to {name}": "Invia una prova a {name}",
  "Sirens, signs, chats and other tools are told of alerts here.":
    "Da qui sirene, pannelli, chat e altri strumenti vengono informati delle allerte.",
  "The address looks like https://siren.example.org/hook.":
    "L’indirizzo ha la forma https://siren.example.org/hook.",
  "the end of alerts": "fine delle allerte",
  "The test waits: look here again in a moment.":
    "La prova è in attesa: guarda di nuovo qui tra poco.",
  "What it misses is sent again for four days.":
    "Ciò che non riceve viene inviato di nuovo per quattro giorni.",
  updates: "aggiornamenti",
  Webhooks: "Webhook",
};

/** The translations of the console's messages, which are in English in the code. */
export type Messages = Record<keyof typeof messages, string>;

export default messages satisfies Messages;
