import type { Messages } from "./it.ts";

/**
 * Spanish, in the words of civil protection: alert is "alerta", all-clear "fin de la alerta", to warn "avisar", a
 * warning "aviso", live "real", exercise "simulacro", test "prueba", in training "en formación", template "plantilla",
 * draft "borrador". The reader is "usted"; buttons are infinitives.
 */
const messages: Messages = {
  "The service does not answer. Check the connection and try again: nothing that you entered is lost.":
    "El servicio no responde. Compruebe la conexión e inténtelo de nuevo: no se pierde nada de lo que ha escrito.",
  "Try again; if it stays, tell whoever runs the service.":
    "Inténtelo de nuevo; si el problema sigue, avise a quien gestiona el servicio.",
  "Something went wrong in this page. Reload it: what you entered is kept.":
    "Se ha producido un error en esta página. Vuelva a cargarla: lo que ha escrito se conserva.",
  "A file": "Un archivo",
  "A message in CAP, the format of weather services and of neighbours.":
    "Un mensaje CAP, el formato de los servicios meteorológicos y de los vecinos.",
  "Address of its CAP feed": "Dirección de su canal CAP",
  "As it came: {language}": "Tal como llegó: {language}",
  "Asked every": "Se consulta cada",
  "Chosen: {name}": "Elegido: {name}",
  "Contact": "Contacto",
  "Description": "Descripción",
  "For": "Para",
  "From {sender} by {source}, sent {time}.": "De {sender} a través de {source}, enviado el {time}.",
  "From {sender}, sent {time}.": "De {sender}, enviado el {time}.",
  "Headline": "Titular",
  "Instruction": "Instrucciones",
  "It breaks the rules of its format. Compare the draft with it.":
    "No cumple las reglas de su formato. Compare el borrador con el mensaje.",
  "It changes a warning that has not come here.": "Modifica un aviso que no ha llegado aquí.",
  "It has expired.": "Ha caducado.",
  "It has no area that can be drawn. Draw it.":
    "No tiene ningún área que se pueda dibujar. Dibújela.",
  "It is an exercise or a test.": "Es un simulacro o una prueba.",
  "It is asked for the first time.": "Se consulta por primera vez.",
  "It is not asked any more. Its drafts stay.": "Ya no se consulta. Sus borradores se conservan.",
  "It is over, says its sender: end the alert, or remove the draft.":
    "Su remitente dice que ha terminado: finalice la alerta o elimine el borrador.",
  "It reaches beyond the area of your authority. Only what is inside is drawn.":
    "Se sale del área de su autoridad. Solo se dibuja lo que queda dentro.",
  "Its last answer: {when}.": "Última respuesta: {when}.",
  "Its last warning: {when}.": "Último aviso: {when}.",
  "Its public key, if it signs": "Su clave pública, si firma",
  "Neighbouring city": "Ciudad vecina",
  "New source": "Nueva fuente",
  "No signature says who sent it. Ask the sender if in doubt.":
    "Ninguna firma acredita quién lo envió. En caso de duda, pregunte al remitente.",
  "Open a warning of others": "Abrir un aviso de otros",
  "Open a warning of others…": "Abrir un aviso de otros…",
  "Open it as a draft": "Abrirlo como borrador",
  "Or its address": "O su dirección",
  "Page": "Página",
  "Paused": "En pausa",
  "Refused {when}:": "Rechazado {when}:",
  "Sender": "Remitente",
  "The service asks these sources. What they warn of becomes a draft, and never an alert by itself.":
    "El servicio consulta estas fuentes. Sus avisos se convierten en borradores, nunca en alertas por sí solos.",
  "Warning of others": "Aviso de otros",
  "Warnings of others": "Avisos de otros",
  "What its update changes": "Qué cambia su actualización",
  "What touches": "Lo que afecte a",
  "the area of the authority": "el área de la autoridad",
  "the same area as before": "la misma área que antes",
  "{number, plural, one {# warning} other {# warnings}} outside of the area":
    "{number, plural, one {# aviso} other {# avisos}} fuera del área",
  "It does not answer": "No responde",
  "It does not answer in time": "No responde a tiempo",
  "It answers with an error": "Responde con un error",
  "Its address is not public": "Su dirección no es pública",
  "Its address does not begin with https": "Su dirección no empieza por https",
  "Its address cannot be used": "Su dirección no se puede usar",
  "It redirects too often": "Redirige demasiadas veces",
  "It is too large": "Es demasiado grande",
  "Its characters cannot be read": "Sus caracteres no se pueden leer",
  "It has a document type, which could hide an attack":
    "Tiene un tipo de documento, que podría ocultar un ataque",
  "It is not XML": "No es XML",
  "It is no CAP message, and no feed of them": "No es un mensaje CAP ni un canal de ellos",
  "Its signature is wrong": "Su firma no es correcta",
  "50 of its drafts wait. Publish or remove some":
    "Hay 50 borradores suyos en espera. Publique o elimine alguno",
  "Something went wrong on our side": "Algo ha fallado por nuestra parte",
  "This message makes no draft: it ends another one, was replaced or published already, or is no alert.":
    "Este mensaje no se convierte en borrador: pone fin a otro, ya se ha sustituido o publicado, o no es una alerta.",
  "The address looks like https://alerts.example.org/alerts.atom.":
    "La dirección tiene esta forma: https://alerts.example.org/alerts.atom.",
  "Choose from 10 seconds to an hour.": "Elija entre 10 segundos y una hora.",
  "A key begins with -----BEGIN PUBLIC KEY----- or -----BEGIN CERTIFICATE-----.":
    "Una clave empieza por -----BEGIN PUBLIC KEY----- o -----BEGIN CERTIFICATE-----.",
  "Log in again": "Volver a iniciar sesión",
  "The map's streets could not be loaded. Load the page again, or ask your operator.":
    "No se han podido cargar las calles del mapa. Vuelva a cargar la página o consulte a su operador.",
  "This map has no streets. Your operator can add them (MAP_FILE or MAP_URL).":
    "Este mapa no tiene calles. Su operador puede añadirlas (MAP_FILE o MAP_URL).",
  "Where": "Dónde",
  "far from any known place": "lejos de cualquier lugar conocido",
  "{distance} from {place}": "a {distance} de {place}",
  "A circle": "Un círculo",
  "Latitude": "Latitud",
  "Longitude": "Longitud",
  "Radius, m": "Radio, m",
  "Enter latitude (-90 to 90), longitude (-180 to 180) and a radius in whole metres.":
    "Indique la latitud (de -90 a 90), la longitud (de -180 a 180) y un radio en metros, sin decimales.",
  "Enter two opposite corners, latitude first: 44.48, 11.32 and 44.51, 11.36. They must differ in both.":
    "Indique dos vértices opuestos, primero la latitud: 44.48, 11.32 y 44.51, 11.36. Ambas coordenadas deben ser distintas.",
  "Take the map's middle": "Usar el centro del mapa",
  "GeoJSON or well-known text": "GeoJSON o well-known text",
  "Paste it here, or drop a file on the map": "Péguelo aquí o arrastre un archivo al mapa",
  "Without drawing: coordinates, GeoJSON, files": "Sin dibujar: coordenadas, GeoJSON, archivos",
  "country": "país",
  "saved|area": "guardada",
  "template": "plantilla",
  "Start from a template or an area": "Partir de una plantilla o de un área",
  "Add an area": "Añadir un área",
  "By name": "Por nombre",
  "{number, number} found: write more of the name.":
    "{number, plural, one {# resultado} other {# resultados}}: escriba más letras del nombre.",
  "Nothing found.": "Sin resultados.",
  "Countries are those of the offline map: kilometres off at their borders.":
    "Los países son los del mapa sin conexión: en las fronteras pueden errar en kilómetros.",
  "Found": "Resultados",
  "Remove “{name}”?": "¿Eliminar «{name}»?",
  "It is gone for your colleagues too then. Nothing that was published changes.":
    "Dejará de estar disponible también para sus compañeros. Lo ya publicado no cambia.",
  "Remove it": "Eliminar",
  "Keep it": "Conservar",
  "Nothing is published yet. It goes out even if you close this page.":
    "Todavía no se ha publicado nada. Se publicará aunque cierre esta página.",
  "Goes out in {seconds} s": "Se publica dentro de {seconds} s",
  "Going out…": "Publicando…",
  "Take it back": "Retirar",
  "Its area and its texts are gone then. Nothing that was published changes.":
    "Se perderán su área y sus textos. Lo ya publicado no cambia.",
  "{level} {place}, up to": "{level} {place}, hasta",
  "Metres that zone {level} reaches": "Metros que alcanza la zona {level}",
  "Corners": "Vértices",
  "Click corner by corner; click the first one or press Enter to finish.":
    "Haga clic vértice a vértice; para terminar, haga clic en el primero o pulse Intro.",
  "Rectangle": "Rectángulo",
  "Click one corner, then the opposite one.": "Haga clic en un vértice y después en el opuesto.",
  "Circle": "Círculo",
  "Click the middle, then where the circle ends.":
    "Haga clic en el centro y después donde termina el círculo.",
  "Hole": "Hueco",
  "Click the corners of what to leave out; finish it like an area.":
    "Haga clic en los vértices de lo que quiere excluir; termine como en un área.",
  "Edit": "Editar",
  "Click an area or hole; drag it, its corners or points between; Delete removes it.":
    "Haga clic en un área o en un hueco; arrástrelo, o arrastre sus vértices o los puntos intermedios; Supr lo elimina.",
  "Drawing": "Dibujo",
  "Undo": "Deshacer",
  "Redo": "Rehacer",
  "Delete": "Eliminar",
  "The area is unusual. Tick what is right:":
    "El área es poco habitual. Marque lo que sea correcto:",
  "Part of it is only {length} across.": "Una parte tiene solo {length} de ancho.",
  "It is {size} large.": "Mide {size}.",
  "It is at sea, by the offline map.": "Está en el mar, según el mapa sin conexión.",
  "Nobody who reports is within {distance} of it.":
    "Nadie que comunique su posición está a menos de {distance}.",
  "Nobody is in its zones now.": "Ahora no hay nadie en sus zonas.",
  "Clear": "Vaciar",
  "Show all": "Ver todo",
  "Fill in": "Datos por completar",
  "From a file": "De un archivo",
  "GeoJSON, KML, or a shapefile packed as ZIP.": "GeoJSON, KML o un shapefile comprimido como ZIP.",
  "File with areas": "Archivo con áreas",
  "No text yet": "Aún sin texto",
  "Changed {time}": "Modificado el {time}",
  "Update of alert id {id}": "Actualización de la alerta id {id}",
  "Only you see it": "Solo lo ve usted",
  "Drafts": "Borradores",
  "This screen cannot be loaded. Try again: nothing that you entered is lost.":
    "No se puede cargar esta pantalla. Inténtelo de nuevo: no se pierde nada de lo que ha escrito.",
  "Cancel": "Cancelar",
  "Map": "Mapa",
  "Alerts": "Alertas",
  "Templates": "Plantillas",
  "Users": "Usuarios",
  "Me": "Mi cuenta",
  "New alert": "Nueva alerta",
  "Screens": "Pantallas",
  "Situation": "Situación",
  "First steps": "Primeros pasos",
  "Invite people": "Invitar a personas",
  "Publish an exercise": "Publicar un simulacro",
  "Hide": "Ocultar",
  "done|step": "hecho",
  "Your operator turns on pushes, mail and streets by settings.":
    "Su operador activa los avisos push, el correo y las calles en la configuración.",
  "Push": "Push",
  "Mail": "Correo",
  "Streets": "Calles",
  "Channels": "Canales",
  "on|channel": "activo",
  "off|channel": "inactivo",
  "failing|channel": "con fallos",
  "Log out": "Cerrar sesión",
  "The connection is lost: numbers are from {time}. Connecting again…":
    "Se ha perdido la conexión: las cifras son del {time}. Conectando de nuevo…",
  "Pages": "Páginas",
  "Newer": "Más recientes",
  "Page {page, number} of {pages, number}": "Página {page, number} de {pages, number}",
  "Older": "Más antiguas",
  "The places could not be loaded. Try again, or enter coordinates.":
    "No se han podido cargar los lugares. Inténtelo de nuevo o escriba las coordenadas.",
  "coordinates": "coordenadas",
  "Nothing found: no place or street begins with “{text}”. Coordinates work too: 44.49, 11.34.":
    "Sin resultados: ningún lugar ni calle empieza por «{text}». También valen las coordenadas: 44.49, 11.34.",
  "Nothing found: no place begins with “{text}”. Coordinates work too: 44.49, 11.34.":
    "Sin resultados: ningún lugar empieza por «{text}». También valen las coordenadas: 44.49, 11.34.",
  "Go to a place or coordinates": "Ir a un lugar o a unas coordenadas",
  "Go to a place…": "Ir a un lugar…",
  "Places found": "Lugares encontrados",
  "Try again": "Volver a intentarlo",
  "One moment…": "Un momento…",
  "Not yet": "Todavía no",
  "Location alerts · now": "Alertas por zona · ahora",
  "Write the text to see it here.": "Escriba el texto para verlo aquí.",
  "Whether pushes go out is not known now.":
    "En este momento no se sabe si se envían los avisos push.",
  "Whether pushes go out": "Estado del envío de los avisos push",
  "I know that no phone will ring": "Sé que no sonará ningún teléfono",
  "They have no device, or quiet hours hold their pushes back: warn them in another way.":
    "No tienen dispositivo, o sus horas de silencio retienen los avisos push: avíselas de otro modo.",
  "Nobody is in the zones now. Who comes in while it lasts is warned then.":
    "Ahora no hay nadie en las zonas. Quien entre mientras dure recibirá el aviso entonces.",
  "No tester is in the zones now. Under Users, tick who is a tester.":
    "Ahora no hay ningún tester en las zonas. En Usuarios, indique quién es tester.",
  "How many phones will ring is not known now.":
    "En este momento no se sabe cuántos teléfonos sonarán.",
  "{people, plural, one {# person} other {#}} in the zones · {phones, plural, one {# phone} other {# phones}} will ring":
    "{people, plural, one {# persona} other {# personas}} en las zonas · {phones, plural, one {sonará # teléfono} other {sonarán # teléfonos}}",
  "{people, plural, one {# person} other {#}} in the zones":
    "{people, plural, one {# persona} other {# personas}} en las zonas",
  "{newly, number} for the first time, {again, number} again.":
    "{newly, number} por primera vez, {again, number} de nuevo.",
  "{number, plural, one {# person} other {# people}} told before will not be told again.":
    "{number, plural, one {# persona ya avisada no recibirá} other {# personas ya avisadas no recibirán}} otro aviso.",
  "{cell}: {people}": "{cell}: {people}",
  "{cell} does not answer: its people are told when it is back":
    "{cell} no responde: se avisará a sus personas cuando vuelva",
  "{cell} does not answer: {number, plural, one {its # person is} other {its # people are}} told when it is back":
    "{cell} no responde: se avisará a {number, plural, one {su # persona} other {sus # personas}} cuando vuelva",
  "{number, number} with a device": "{number, number} con dispositivo",
  "{number, number} passed over: position too old":
    "{number, plural, one {# excluida} other {# excluidas}}: posición demasiado antigua",
  "reaches into {names}": "llega hasta {names}",
  "{number, number} passed over: position too coarse":
    "{number, plural, one {# excluida} other {# excluidas}}: posición demasiado imprecisa",
  "A rectangle": "Un rectángulo",
  "One corner": "Un vértice",
  "The opposite one": "El vértice opuesto",
  "{shape, select, circle {Add the circle} rectangle {Add the rectangle} other {Add the area}}":
    "{shape, select, circle {Añadir el círculo} rectangle {Añadir el rectángulo} other {Añadir el área}}",
  "{shape, select, circle {Leave the circle out} rectangle {Leave the rectangle out} other {Leave the area out}}":
    "{shape, select, circle {Excluir el círculo} rectangle {Excluir el rectángulo} other {Excluir el área}}",
  "Made or changed an authority": "Creó o modificó una autoridad",
  "Authority {id}": "Autoridad {id}",
  "In training": "En formación",
  "Changed {time} by {name}": "Modificado el {time} por {name}",
  "{name} works on it now": "{name} está trabajando en él",
  "Open {name}": "Abrir {name}",
  "Open": "Abrir",
  "Remove {name}": "Eliminar {name}",
  "Remove…": "Eliminar…",
  "Asking…": "Cargando…",
  "Show more": "Ver más",
  "Active": "Activa",
  "Ended": "Finalizada",
  "Not written yet": "Aún sin escribir",
  "{number, number} characters too many: {most, number} at most":
    "{number, plural, one {Sobra # carácter} other {Sobran # caracteres}}: {most, number} como máximo",
  "{number, number} characters: a locked phone shows about {shown}":
    "{number, number} caracteres: un teléfono bloqueado muestra unos {shown}",
  "{number, number} of about {shown} characters that a locked phone shows":
    "{number, number} de unos {shown} caracteres visibles en un teléfono bloqueado",
  "In the zones": "En las zonas",
  "Pushed": "Con push",
  "Seen": "Vista por",
  "How the numbers grew to {people} in {duration}. The table below has them.":
    "Cómo crecieron las cifras hasta {people} en {duration}. Están en la tabla de abajo.",
  "{duration} later": "{duration} después",
  "From": "Desde",
  "Location alerts": "Alertas por zona",
  "Training.": "Formación.",
  "Whatever you publish is an exercise: only testers get it.":
    "Todo lo que publique es un simulacro: solo lo reciben los testers.",
  "Type the number of people, {number, number}, to go on":
    "Para continuar, escriba el número de personas: {number, number}",
  "The service does not answer. If it has got this, it goes out. Try again: nothing is published twice.":
    "El servicio no responde. Si ha recibido esto, se publicará. Inténtelo de nuevo: nada se publica dos veces.",
  "It was taken back: nothing was published.": "Se ha retirado: no se ha publicado nada.",
  "It was not published: try again.": "No se ha publicado: inténtelo de nuevo.",
  "Find by any word of a name, or by email": "Busque por cualquier palabra del nombre o por correo",
  "Violet: other active alerts.": "Violeta: otras alertas activas.",
  "The area on a map": "El área en un mapa",
  "The alert's three zones": "Las tres zonas de la alerta",
  "The middle is at {place}.": "El centro está en {place}.",
  "The file is larger than 30 MB. Export the areas that you need, with fewer corners.":
    "El archivo supera los 30 MB. Exporte las áreas que necesite, con menos vértices.",
  "This file is not GeoJSON, KML, a zipped shapefile or well-known text, or it is damaged.":
    "Este archivo no es GeoJSON, KML, un shapefile en ZIP ni well-known text, o está dañado.",
  "The file is empty.": "El archivo está vacío.",
  "A shapefile has several parts: pack the .shp, .dbf and .prj files as one ZIP.":
    "Un shapefile tiene varias partes: comprima los archivos .shp, .dbf y .prj en un solo ZIP.",
  "There are only points, lines and images in the file, and no areas.":
    "En el archivo solo hay puntos, líneas e imágenes, y ningún área.",
  "There are only links to other files in the file (NetworkLink). Open them, and save the areas as a file.":
    "En el archivo solo hay enlaces a otros archivos (NetworkLink). Ábralos y guarde las áreas como archivo.",
  "“{name}” is an archive in the archive: import it by itself.":
    "«{name}» es un archivo comprimido dentro de otro: impórtelo por separado.",
  "The names are in the encoding {name}, which browsers cannot read. Export the file in UTF-8.":
    "Los nombres están en la codificación {name}, que los navegadores no leen. Exporte el archivo en UTF-8.",
  "The shapefile has surfaces in space. Export its areas as polygons.":
    "El shapefile contiene superficies en el espacio. Exporte sus áreas como polígonos.",
  "The .shp file has {shapes, number} records, and the .dbf file {rows, number}: one of them is of another export.":
    "El archivo .shp tiene {shapes, number} registros y el .dbf {rows, number}: uno de los dos es de otra exportación.",
  "The coordinate system “{name}” is not known. Export it in WGS 84 (EPSG:4326).":
    "No se conoce el sistema de coordenadas «{name}». Expórtelo en WGS 84 (EPSG:4326).",
  "It is in the coordinate system {crs}: import it as a file, or enter degrees.":
    "Está en el sistema de coordenadas {crs}: impórtelo como archivo o indique grados.",
  "The corners of a part lie on one line": "Los vértices de una parte están en una misma línea",
  "A hole covers the whole area": "Un hueco cubre toda el área",
  "Coordinates must be numbers: degrees of longitude, then of latitude.":
    "Las coordenadas deben ser números: grados de longitud y después de latitud.",
  "The service does not know the coordinate system “{name}”, or its datum. Export the file in WGS 84 (EPSG:4326).":
    "El servicio no conoce el sistema de coordenadas «{name}» o su datum. Exporte el archivo en WGS 84 (EPSG:4326).",
  "Saved areas have these names already: {names}. {others, plural, =0 {} one {The other one is saved.} other {The # others are saved.}}":
    "Ya hay áreas guardadas con estos nombres: {names}. {others, plural, =0 {} one {La otra se ha guardado.} other {Las otras # se han guardado.}}",
  "The file is not in degrees, and nothing in it says in what else. Export it in WGS 84 (EPSG:4326), or add its .prj file.":
    "El archivo no está en grados, y nada en él dice en qué está. Expórtelo en WGS 84 (EPSG:4326) o añada su archivo .prj.",
  "It has more than 10,000 corners. Export it with fewer.":
    "Tiene más de 10.000 vértices. Expórtelo con menos.",
  "“{name}” crosses itself at {place}. Correct it there, and export it again.":
    "El contorno de «{name}» se cruza en {place}. Corríjalo ahí y expórtelo de nuevo.",
  "The file is not KML, or is damaged. Export it again.":
    "El archivo no es KML o está dañado. Expórtelo de nuevo.",
  "There is no shapefile in the archive. Pack the .shp file together with its .dbf and .prj files.":
    "No hay ningún shapefile en el archivo comprimido. Comprima el archivo .shp junto con los .dbf y .prj.",
  "There is no Polygon or MultiPolygon in it.": "No contiene ningún Polygon ni MultiPolygon.",
  "Coordinates must be degrees: longitude, then latitude.":
    "Las coordenadas deben ser grados: longitud y después latitud.",
  "This is neither GeoJSON nor well-known text. An area begins like {example} or POLYGON((…":
    "Esto no es GeoJSON ni well-known text. Un área empieza como {example} o POLYGON((…",
  "An area needs three corners at least.": "Un área necesita al menos tres vértices.",
  "The map with the alert's zones": "El mapa con las zonas de la alerta",
  "This browser cannot draw the map (it needs WebGL). Areas can still be entered by coordinates.":
    "Este navegador no puede dibujar el mapa (hace falta WebGL). Las áreas se pueden indicar por coordenadas.",
  "Area {size}": "Superficie {size}",
  "Radius {length}": "Radio {length}",
  "Sides {a}, {b}": "Lados {a}, {b}",
  "Side {length}": "Lado {length}",
  "Around it {length}": "Perímetro {length}",
  "Toggle attribution": "Mostrar u ocultar las fuentes",
  "Zoom in": "Acercar",
  "Zoom out": "Alejar",
  "S|letter of people who are still": "Q",
  "F|letter of people on foot": "P",
  "B|letter of people on a bicycle": "B",
  "V|letter of people in a vehicle": "V",
  "Web Push is off at this service.": "Web Push no está activado en este servicio.",
  "Browsers take pushes from https:// addresses only, or from localhost.":
    "Los navegadores solo reciben avisos push de direcciones https:// o de localhost.",
  "This browser takes no pushes. An iPhone does once this page is on its home screen.":
    "Este navegador no recibe avisos push. Un iPhone sí, cuando esta página está en su pantalla de inicio.",
  "Notifications of this page are blocked: allow them in the browser's settings, then reload.":
    "Las notificaciones de esta página están bloqueadas: permítalas en los ajustes del navegador y vuelva a cargarla.",
  "Notifications were not allowed: allow them, then try again.":
    "No se han permitido las notificaciones: permítalas e inténtelo de nuevo.",
  "The browser's push service gave no subscription. Check the connection to the internet, then try again.":
    "El servicio push del navegador no ha dado una suscripción. Compruebe la conexión a internet e inténtelo de nuevo.",
  "There is no alert id {id}: look in the list.":
    "No hay ninguna alerta con id {id}: búsquela en la lista.",
  "Report of alert id {id}: {title}": "Informe de la alerta id {id}: {title}",
  "Print, or save as PDF": "Imprimir o guardar como PDF",
  "Download the figures as CSV": "Descargar las cifras en CSV",
  "Back to the alert": "Volver a la alerta",
  "Published": "Publicada",
  "{time} by {name}": "{time}, por {name}",
  "Ends": "Finaliza",
  "What happened": "Qué ocurrió",
  "Zones": "Zonas",
  "ONE is the area, TWO reaches {two}, THREE {three} around it.":
    "UNO es el área, DOS alcanza {two} y TRES {three} a su alrededor.",
  "Language": "Idioma",
  "All-clear": "Fin de la alerta",
  "As of": "Datos a fecha de",
  "How fast it was": "Rapidez del aviso",
  "Ends {when} ({time}).": "Finaliza {when} ({time}).",
  "Ended {time}": "Finalizada el {time}",
  "Alert id {id}, published {time} by {name}.": "Alerta id {id}, publicada el {time} por {name}.",
  "Alert id {id}, published {time}.": "Alerta id {id}, publicada el {time}.",
  "The alert's zones, and where people were in them":
    "Las zonas de la alerta y dónde estaban las personas",
  "The alert": "La alerta",
  "Alert id {id}: {title}": "Alerta id {id}: {title}",
  "TWO reaches {two}, THREE {three}.": "DOS alcanza {two}, TRES {three}.",
  "All-clear:": "Fin de la alerta:",
  "Update…": "Actualizar…",
  "End it…": "Finalizar…",
  "Report, to print or download": "Informe, para imprimir o descargar",
  "End the alert?": "¿Finalizar la alerta?",
  "End it now": "Finalizar ahora",
  "The all-clear goes to everyone who was in the zones, wherever they are now.":
    "El fin de la alerta se comunica a todas las personas que estuvieron en las zonas, dondequiera que estén ahora.",
  "What they see": "Lo que ven",
  "Why someone has a notification or not": "Por qué alguien tiene o no una notificación",
  "Nobody has “{text}” in the name, or an email that begins so.":
    "Nadie tiene «{text}» en el nombre ni un correo que empiece así.",
  "Why {name} has a notification or not": "Por qué {name} tiene o no una notificación",
  "Why?": "¿Por qué?",
  "History": "Historial",
  "Reach": "Alcance",
  "Texts and versions": "Textos y versiones",
  "Ended by an all-clear": "Finalizada con aviso de fin",
  "Versions": "Versiones",
  "Version {number}: {what}": "Versión {number}: {what}",
  "Ends {time}.": "Finaliza el {time}.",
  "Show who was notified": "Ver a quién se ha notificado",
  "a user": "un usuario",
  "Waiting": "En espera",
  "Failed": "Con fallo",
  "People in the zones": "Personas en las zonas",
  "in the zones": "en las zonas",
  "pushed": "con push",
  "seen": "la han visto",
  "Level": "Nivel",
  "half within {duration}": "la mitad en {duration}",
  "Cells": "Celdas",
  "Cell": "Celda",
  "complete": "completa",
  "complete, but does not answer now": "completa, pero ahora no responde",
  "publishing": "publicando",
  "has not got this version yet": "aún no ha recibido esta versión",
  "its people": "las personas de la celda",
  "does not answer: {whom} may know nothing of it":
    "no responde: puede que la alerta no haya llegado a {whom}",
  "does not answer: {whom} may know nothing of it. Its last report was {when}.":
    "no responde: puede que la alerta no haya llegado a {whom}. Último informe: {when}.",
  "Each person counts once. Pushed: a push has left the service for one of their devices. Who has no device sees it in the app or on their page only.":
    "Cada persona cuenta una vez. Con push: ha salido del servicio un aviso push hacia alguno de sus dispositivos. Quien no tiene dispositivo solo la ve en la aplicación o en su página.",
  "Whether pushes go out now": "Estado actual del envío de los avisos push",
  "Why pushes did not go out": "Por qué no han salido algunos avisos push",
  "{pushes, plural, one {# push} other {# pushes}} to {people}":
    "{pushes, plural, one {# aviso push} other {# avisos push}} a {people}",
  "failed": "sin éxito",
  "{pushes, plural, one {waits and is tried again} other {wait and are tried again}}":
    "{pushes, plural, one {espera y se reintenta} other {esperan y se reintentan}}",
  "Alert {time}.": "Alerta: {time}.",
  "Update {time}.": "Actualización: {time}.",
  "All-clear {time}.": "Fin de la alerta: {time}.",
  "Not seen yet.": "Aún sin ver.",
  "Seen {time}.": "Visto: {time}.",
  "Seen.": "Visto.",
  "User {id}": "Usuario {id}",
  "Notifications": "Notificaciones",
  "Nobody yet. Who comes in while it lasts is warned then.":
    "Aún nadie. Quien entre mientras dure recibirá el aviso entonces.",
  "{shown, number} of {all, number} notifications, the newest first":
    "{shown, number} de {all, number} notificaciones, las más recientes primero",
  "Why {name} has a notification": "Por qué {name} tiene una notificación",
  "What they are told": "Lo que se comunica",
  "Text {level} as speech": "Texto {level} leído en voz alta",
  "The same as a table": "Los mismos datos en una tabla",
  "Notification: inside a zone when it was published.":
    "Con notificación: estaba en una zona cuando se publicó.",
  "Notification: came in, or further in, while it lasted.":
    "Con notificación: entró, o se acercó más, mientras duraba.",
  "No notification: came in after it had ended.":
    "Sin notificación: entró cuando ya había terminado.",
  "No notification: it is an exercise or a test, and this user is not a tester.":
    "Sin notificación: es un simulacro o una prueba, y este usuario no es tester.",
  "No notification: the alert ended before its publication came to them.":
    "Sin notificación: la alerta finalizó antes de que su publicación llegara a esta persona.",
  "No notification yet: it is still being published.": "Aún sin notificación: se está publicando.",
  "No notification: has never reported a position.":
    "Sin notificación: nunca ha comunicado una posición.",
  "No notification: outside of all zones.": "Sin notificación: fuera de todas las zonas.",
  "No notification: the position is too coarse to tell whether it lies in a zone.":
    "Sin notificación: la posición es demasiado imprecisa para saber si está en una zona.",
  "No notification: the last position was too old.":
    "Sin notificación: la última posición era demasiado antigua.",
  "inside": "dentro",
  "{distance} away": "a {distance}",
  "{time}, {age} old when it counted": "{time}, {age} antes de tenerse en cuenta",
  "{time}, {age} old": "{time}, hace {age}",
  "Position": "Posición",
  "Taken": "Tomada",
  "Area": "Área",
  "Zone TWO": "Zona DOS",
  "Zone THREE": "Zona TRES",
  "Close": "Cerrar",
  "State": "Estado",
  "Kind": "Tipo",
  "{number, plural, one {# alert} other {# alerts}}":
    "{number, plural, one {# alerta} other {# alertas}}",
  "Statistics": "Estadísticas",
  "Alert": "Alerta",
  "Any": "Cualquiera",
  "Ended by itself": "Caducada",
  "Live": "Real",
  "Exercises": "Simulacros",
  "Exercises and tests": "Simulacros y pruebas",
  "Tests": "Pruebas",
  "Search and filter": "Buscar y filtrar",
  "Words": "Palabras",
  "in title, texts, all-clear": "en título, textos, fin de la alerta",
  "Live or drill": "Real o simulacro",
  "Published from": "Publicada desde",
  "Published until": "Publicada hasta",
  "This account has no role here. Log in with another one, or ask a manager for a role.":
    "Esta cuenta no tiene ningún rol aquí. Inicie sesión con otra o pida un rol a un responsable.",
  "Log in again.": "Vuelva a iniciar sesión.",
  "Log in": "Iniciar sesión",
  "Log in with {name}": "Iniciar sesión con {name}",
  "Your organisation's login does not answer. Try again in a moment.":
    "El acceso de su organización no responde. Inténtelo de nuevo en un momento.",
  "The login did not work. Try again; if it stays, tell whoever runs the service.":
    "No se ha podido iniciar la sesión. Inténtelo de nuevo; si el problema sigue, avise a quien gestiona el servicio.",
  "Your email belongs to an account of this service. Ask whoever runs it to link the two.":
    "Su correo pertenece a una cuenta de este servicio. Pida a quien lo gestiona que vincule ambos accesos.",
  "None of your groups has a role here. Ask whoever manages them.":
    "Ninguno de sus grupos tiene un rol aquí. Consulte a quien los gestiona.",
  "You do not log in by password here. Use your organisation's login.":
    "Usted no inicia sesión aquí con contraseña. Use el acceso de su organización.",
  "Your session has ended. Log in again: what you drew and wrote is kept.":
    "Su sesión ha terminado. Vuelva a iniciarla: lo que ha dibujado y escrito se conserva.",
  "For authorities: warn people where they are.":
    "Para autoridades: avise a las personas allí donde están.",
  "Email": "Correo electrónico",
  "Language of this page": "Idioma de esta página",
  "Password": "Contraseña",
  "Log in as someone else": "Iniciar sesión con otro usuario",
  "How people move": "Cómo se mueven las personas",
  "Paler: an hour old; palest: a day": "Más claro: de hace una hora; el más claro: de hace un día",
  "Nobody has reported a position yet.": "Nadie ha comunicado aún su posición.",
  "{number, plural, one {# person has} other {# people have}} reported where they are.":
    "{number, plural, one {# persona ha comunicado} other {# personas han comunicado}} su posición.",
  "No active alert": "Ninguna alerta activa",
  "Active alerts": "Alertas activas",
  "{people, number} in the zones · ends {when}": "{people, number} en las zonas · finaliza {when}",
  "Show alert id {id} on the map": "Mostrar la alerta id {id} en el mapa",
  "Show": "Mostrar",
  "People and active alerts. Arrow keys move the map, plus and minus zoom.":
    "Personas y alertas activas. Las flechas mueven el mapa; más y menos lo acercan y lo alejan.",
  "People and alerts": "Personas y alertas",
  "What I was told": "Avisos recibidos",
  "Nothing yet.": "Aún nada.",
  "· seen": "· visto",
  "I have seen it": "Lo he visto",
  "Current password": "Contraseña actual",
  "New password": "Nueva contraseña",
  "8 characters at least. It ends your sessions everywhere else.":
    "Al menos 8 caracteres. Cierra sus sesiones en todos los demás sitios.",
  "The same again": "Repita la contraseña",
  "The password is changed.": "La contraseña se ha cambiado.",
  "Change the password": "Cambiar la contraseña",
  "The browser does not tell where it is: allow it, or take the map's middle.":
    "El navegador no dice dónde está: permítalo o use el centro del mapa.",
  "Reported {place}.": "Posición comunicada: {place}.",
  "Alerts find you by the last position that you reported:":
    "Las alertas le llegan según la última posición que ha comunicado:",
  "Report where I am": "Comunicar dónde estoy",
  "Report the map's middle": "Comunicar el centro del mapa",
  "Quiet hours": "Horas de silencio",
  "Warnings for places near you wait from {from} to {to} ({zone}).":
    "Los avisos de lugares cercanos a usted esperan de {from} a {to} ({zone}).",
  "None: every push comes at once.": "Ninguna: todos los avisos push llegan al momento.",
  "Warnings for your own place always come.": "Los avisos del lugar donde está llegan siempre.",
  "To": "Hasta",
  "By the clock of {zone}.": "Según la hora de {zone}.",
  "Set quiet hours": "Fijar horas de silencio",
  "End them": "Quitarlas",
  "Where I am logged in": "Dónde tengo la sesión iniciada",
  "An unknown program": "Un programa desconocido",
  "Since {since} · last used {used}": "Desde el {since} · último uso: {used}",
  "this one": "esta",
  "End it": "Cerrarla",
  "Warnings no longer come here: turn them on again.":
    "Aquí ya no llegan los avisos: vuelva a activarlos.",
  "Warnings here are for someone else who logged in.":
    "Los avisos de aquí son para otra persona que inició sesión.",
  "Warnings are off here.": "Aquí los avisos están desactivados.",
  "Turn off warnings": "Desactivar los avisos",
  "What to publish": "Qué publicar",
  "{length}, as usual": "{length}, lo habitual",
  "Lasts": "Duración",
  "Who is told": "A quién se avisa",
  "Severity, language, age of positions": "Gravedad, idioma, antigüedad de las posiciones",
  "What happens": "Qué ocurre",
  "Flood, gas leak…": "Inundación, fuga de gas…",
  "Severity": "Gravedad",
  "Urgency": "Urgencia",
  "Certainty": "Certeza",
  "Kind of event": "Tipo de suceso",
  "What people should do": "Qué debe hacer la población",
  "Earth: quake, landslide": "Terremoto, deslizamiento",
  "Weather, flood": "Meteorología, inundación",
  "Public safety": "Seguridad pública",
  "Police, military": "Policía, ejército",
  "Rescue": "Rescate",
  "Fire": "Incendio",
  "Health": "Salud",
  "Pollution, environment": "Contaminación, medio ambiente",
  "Transport": "Transporte",
  "Power, water, telephone": "Luz, agua, teléfono",
  "Chemical, nuclear, explosive": "Químico, nuclear, explosivo",
  "Something else": "Otro",
  "Take shelter": "Ponerse a cubierto",
  "Evacuate": "Evacuar",
  "Get ready": "Prepararse",
  "Do what was planned": "Hacer lo previsto",
  "Stay away": "No acercarse",
  "Follow the news": "Seguir las noticias",
  "Judge for themselves": "Valorarlo por sí misma",
  "Nothing": "Nada",
  "Language of the texts": "Idioma de los textos",
  "it, pt-BR…": "es, pt-BR…",
  "Chooses the voice that speaks them. Empty: {language}.":
    "Determina la voz que los lee. Vacío: {language}.",
  "Title": "Título",
  "Gas leak in {place}": "Fuga de gas en {place}",
  "Gas leak in the Marais": "Fuga de gas en Triana",
  "What happens and where: {length} of {most} characters, one line on a phone. Without it, the first line of each text is its title.":
    "Qué ocurre y dónde: {length} de {most} caracteres, una línea en un teléfono. Sin título, vale la primera línea de cada texto.",
  "What {level} sees": "Lo que ve {level}",
  "A locked iPhone shows about four lines of 42 characters. Most Android phones show the first line until one opens it.":
    "Un iPhone bloqueado muestra unas cuatro líneas de 42 caracteres. La mayoría de los teléfonos Android muestran la primera línea hasta que se abre el mensaje.",
  "Show the mark": "Mostrar la marca",
  "Draw the area on the map.": "Dibuje el área en el mapa.",
  "{number, plural, one {One area is drawn.} other {# areas are drawn.}}":
    "{number, plural, one {Hay un área dibujada.} other {Hay # áreas dibujadas.}}",
  "How many they are is being counted.": "Se está contando cuántas son.",
  "How many they are is not known now.": "En este momento no se sabe cuántas son.",
  "Next": "Siguiente",
  "The alert's area. Arrow keys move the map, plus and minus zoom.":
    "El área de la alerta. Las flechas mueven el mapa; más y menos lo acercan y lo alejan.",
  "Draft": "Borrador",
  "Begin another": "Empezar otro",
  "Remove it…": "Eliminar…",
  "{number, plural, one {One other draft} other {# other drafts}}":
    "{number, plural, one {Otro borrador} other {Otros # borradores}}",
  "Against ONE:": "Respecto a UNO:",
  "{level} for those {place}": "{level}, para quien está {place}",
  "{level} gets the same text as ONE": "{level} recibe el mismo texto que UNO",
  "hours": "horas",
  "minutes": "minutos",
  "Age of positions, at most": "Antigüedad máxima de las posiciones",
  "From 1 minute to 30 days. Write thousands without a mark: {number}.":
    "De 1 minuto a 30 días. Escriba los millares sin separador: {number}.",
  "People whose last position is older are not told. Empty: {number} {unit}.":
    "No se avisa a quien tenga una última posición más antigua. Vacío: {number} {unit}.",
  "Hours or minutes": "Horas o minutos",
  "People": "Personas",
  "Who comes in while it lasts is warned then.":
    "Quien entre mientras dure recibirá el aviso entonces.",
  "Overlaps": "Coincide con",
  "{status} alert id {id}, ends {when}: “{title}”":
    "{status}, alerta id {id}, finaliza {when}: «{title}»",
  "no other alert": "ninguna otra alerta",
  "An earlier try of this alert was published after all. Update it with what you changed.":
    "Un intento anterior de esta alerta sí se publicó. Actualícela con lo que ha cambiado.",
  "Published as alert id {id}": "Publicada como alerta id {id}",
  "What you published": "Lo que ha publicado",
  "The all-clear of alert id {id}": "El fin de la alerta id {id}",
  "The update of alert id {id}": "La actualización de la alerta id {id}",
  "You are in training now, so this would be an exercise. Nothing was published: check it again.":
    "Ahora está en formación, así que esto sería un simulacro. No se ha publicado nada: revíselo.",
  "Publish the alert?": "¿Publicar la alerta?",
  "Publish now": "Publicar ahora",
  "Publish the exercise?": "¿Publicar el simulacro?",
  "Publish the exercise": "Publicar el simulacro",
  "Publish the test?": "¿Publicar la prueba?",
  "Publish the test": "Publicar la prueba",
  "Check…": "Revisar…",
  "These areas together have more than 10,000 corners. Choose fewer of them.":
    "Estas áreas suman más de 10.000 vértices. Elija menos.",
  "Add these areas": "Añadir estas áreas",
  "Save this area…": "Guardar esta área…",
  "Save this area": "Guardar esta área",
  "Reno valley, airport…": "Vega del Guadalquivir, aeropuerto…",
  "Your colleagues can make alerts from it.": "Sus compañeros podrán crear alertas con ella.",
  "Replace it": "Sustituir",
  "Save": "Guardar",
  "“{name}” is saved already. This replaces its outline.":
    "«{name}» ya está guardada. Esto sustituye su contorno.",
  "Share this draft": "Compartir este borrador",
  "Flood of the Reno": "Crecida del Guadalquivir",
  "Your colleagues can change it, and publish it if their role allows that. Users never see it.":
    "Sus compañeros pueden modificarlo, y publicarlo si su rol lo permite. Los usuarios nunca lo ven.",
  "Share": "Compartir",
  "Gone": "Ya no existe",
  "Look among the alerts before you publish yours.":
    "Mire entre las alertas antes de publicar la suya.",
  "Keep it as a draft of my own": "Conservarlo como borrador propio",
  "Conflict": "Conflicto",
  "{name} has changed this draft meanwhile, and so have you.":
    "{name} ha modificado este borrador mientras tanto, y usted también.",
  "Someone else": "Otra persona",
  "Take theirs, keep mine as another draft": "Tomar el suyo y conservar el mío como otro borrador",
  "Save mine over theirs": "Guardar el mío en lugar del suyo",
  "Share it with your colleagues…": "Compartirlo con los compañeros…",
  "Shared as “{name}”.": "Compartido como «{name}».",
  "Saved.": "Guardado.",
  "Name, email and address": "Nombre, correo y dirección",
  "It is saved.": "Guardado.",
  "This browser cannot keep your changes: its storage is full or off. Stay here until they are saved.":
    "Este navegador no puede conservar sus cambios: su almacenamiento está lleno o desactivado. No salga de aquí hasta que se guarden.",
  "This draft belongs to the user who was logged in here before.":
    "Este borrador es de quien tenía la sesión iniciada aquí antes.",
  "Mine: “{mine}”. Theirs: “{theirs}”.": "El mío: «{mine}». El otro: «{theirs}».",
  "Mine differs from theirs.": "El mío es distinto del otro.",
  "Distances": "Distancias",
  "Other choices": "Otras opciones",
  "This browser keeps your changes until the connection is back.":
    "Este navegador conserva sus cambios hasta que vuelva la conexión.",
  "Saving…": "Guardando…",
  "{name} works on it now.": "{name} está trabajando en él.",
  "Take the template's correction": "Tomar la corrección de la plantilla",
  "Tell them again": "Avisarles de nuevo",
  "They get the corrected text.": "Reciben el texto corregido.",
  "Do not tell them again": "No avisarles de nuevo",
  "They keep the old text, unless they come closer.":
    "Se quedan con el texto anterior, salvo que se acerquen más.",
  "You corrected a text. People in the zones may know the old one.":
    "Ha corregido un texto. En las zonas puede haber quien conozca el anterior.",
  "You corrected a text. {number, plural, one {# person} other {# people}} in the zones know the old one.":
    "Ha corregido un texto. {number, plural, one {# persona conoce} other {# personas conocen}} el anterior en las zonas.",
  "{newly, number} for the first time, {again, number} again":
    "{newly, number} por primera vez, {again, number} de nuevo",
  "Set your password": "Elija su contraseña",
  "8 characters at least.": "Al menos 8 caracteres.",
  "Set the password": "Guardar la contraseña",
  "{number, plural, one {# month} other {# months}}":
    "{number, plural, one {# mes} other {# meses}}",
  "{number, plural, one {# year} other {# years}}": "{number, plural, one {# año} other {# años}}",
  "The last": "Período",
  "No alert was published in this time.": "En este período no se publicó ninguna alerta.",
  "Month": "Mes",
  "Half within": "La mitad en",
  "Each person counts once for each alert. Half within: the time from publication in which half of the pushes had left; who came in later does not count there. Months are in UTC.":
    "Cada persona cuenta una vez por alerta. La mitad en: el tiempo desde la publicación en que había salido la mitad de los avisos push; no cuenta quien entró después. Los meses son en UTC.",
  "New alert from {name}": "Nueva alerta con {name}",
  "Edit {name}": "Editar {name}",
  "There is no template yet.": "Aún no hay ninguna plantilla.",
  "New template": "Nueva plantilla",
  "Rename “{name}”": "Renombrar «{name}»",
  "Alerts that were made from it do not change.": "Las alertas que se crearon con ella no cambian.",
  "Rename": "Renombrar",
  "Rename {name}": "Renombrar {name}",
  "Rename…": "Renombrar…",
  "Saved areas": "Áreas guardadas",
  "No area is saved yet. Draw one for an alert, or import a file.":
    "Aún no hay ningún área guardada. Dibuje una para una alerta o importe un archivo.",
  "Saved by {name}": "Guardada por {name}",
  "New alert for {name}": "Nueva alerta para {name}",
  "Save these areas": "Guardar estas áreas",
  "as usual": "lo habitual",
  "Edit “{name}”": "Editar «{name}»",
  "Write {place}, or any other word in braces, for what differs each time: it is asked for once, for the alert and its all-clear. {end} is when the alert ends.":
    "Escriba {place}, o cualquier otra palabra entre llaves, para lo que cambia cada vez: se pide una sola vez, para la alerta y su fin. {end} es el momento en que finaliza la alerta.",
  "Texts": "Textos",
  "Afterwards, and the rest": "Después de la alerta, y lo demás",
  "Correction of a false alert": "Corrección de una falsa alerta",
  "TWO, metres": "DOS, metros",
  "THREE, metres": "TRES, metros",
  "Write the distances in whole metres, with digits only, such as 1500.":
    "Escriba las distancias en metros enteros, solo con cifras, por ejemplo 1500.",
  "as before": "como antes",
  "Someone else has updated this alert meanwhile. Nothing of yours was published, and nothing is lost: read what has changed, and publish again.":
    "Mientras tanto, otra persona ha actualizado esta alerta. No se ha publicado nada suyo, y no se ha perdido nada: lea lo que ha cambiado y publique de nuevo.",
  "An earlier try went out after all: read what it has changed. Publish again only what is still missing.":
    "Un intento anterior sí se publicó: lea lo que ha cambiado. Publique de nuevo solo lo que aún falte.",
  "Changed meanwhile": "Cambios hechos entretanto",
  "Your own changes are below. They go on top of these.":
    "Sus propios cambios están abajo. Se suman a estos.",
  "Publish the update?": "¿Publicar la actualización?",
  "Publish the update": "Publicar la actualización",
  "Leave it as it was": "Dejarla como estaba",
  "What to update": "Qué actualizar",
  "Update alert id {id}": "Actualizar la alerta id {id}",
  "{length} from now": "Dentro de {length}",
  "Tell those again who were told before": "Avisar de nuevo a quienes ya recibieron el aviso",
  "The first {number, number}: there are more": "Los primeros {number, number}: hay más",
  "{number, plural, one {# user} other {# users}}":
    "{number, plural, one {# usuario} other {# usuarios}}",
  "Has a device": "Con dispositivo",
  "No device": "Sin dispositivo",
  "never reported": "nunca ha comunicado su posición",
  "reported {when}": "posición comunicada {when}",
  "Administrator": "Administrador",
  "Tester": "Tester",
  "No password yet": "Aún sin contraseña",
  "Password link for {name}": "Enlace de contraseña para {name}",
  "Password link…": "Enlace de contraseña…",
  "New user": "Nuevo usuario",
  "Import…": "Importar…",
  "Links for these {people}…": "Enlaces para estas {people}…",
  "{number, plural, one {# person is} other {# people are}} imported.":
    "{number, plural, one {Se ha importado # persona.} other {Se han importado # personas.}}",
  "Empty leaves it as it is. A new one ends their sessions: tell it to them.":
    "Si la deja vacía, no cambia. Una nueva cierra las sesiones de la persona: comuníquesela.",
  "{number, plural, one {One line needs a correction.} other {# lines need a correction.}} Nobody was imported.":
    "{number, plural, one {Hay que corregir una línea.} other {Hay que corregir # líneas.}} No se ha importado a nadie.",
  "{number, plural, one {One person is a user already, by their email, and is skipped:} other {# people are users already, by their emails, and are skipped:}}":
    "{number, plural, one {Una persona ya es usuaria, según su correo, y se omite:} other {# personas ya son usuarias, según sus correos, y se omiten:}}",
  "Line {line}: {fault}": "Línea {line}: {fault}",
  "And {number, number} more.": "Y {number, number} más.",
  "Import people": "Importar personas",
  "Choose a CSV file, as spreadsheets write it, or paste it. Its first line names the columns: name, email, and if you like address and tester (yes or no).":
    "Elija un archivo CSV, como lo escriben las hojas de cálculo, o péguelo. Su primera línea da nombre a las columnas: nombre, correo y, si quiere, dirección y tester (sí o no).",
  "CSV file": "Archivo CSV",
  "The file cannot be read. Choose it again, or paste its text.":
    "No se puede leer el archivo. Elíjalo de nuevo o pegue su texto.",
  "name,email\nRita Levi,rita@example.org": "nombre,correo\nRita Levi,rita@example.org",
  "{number, plural, one {# person} other {# people}} can be imported. Nothing is wrong.":
    "{number, plural, one {Se puede importar # persona.} other {Se pueden importar # personas.}} No hay errores.",
  "The service does not answer. These people may have been imported all the same: look in the list before you try again.":
    "El servicio no responde. Puede que estas personas se hayan importado de todos modos: mire en la lista antes de volver a intentarlo.",
  "Import {people}": "Importar {people}",
  "Check": "Revisar",
  "Make the user": "Crear el usuario",
  "8 characters at least. Tell it to them; they can change it.":
    "Al menos 8 caracteres. Comuníquesela a la persona, que podrá cambiarla.",
  "Hand each person their link. It works once, until {time}. The links cannot be shown again, but you can make new ones.":
    "Entregue a cada persona su enlace. Vale una sola vez, hasta el {time}. Los enlaces no se pueden volver a mostrar, pero puede crear otros.",
  "Link of {name}": "Enlace de {name}",
  "{number, plural, one {Download the link as CSV} other {Download # links as CSV}}":
    "{number, plural, one {Descargar el enlace en CSV} other {Descargar # enlaces en CSV}}",
  "Links made for {name}": "Enlaces creados para {name}",
  "The session has ended.": "La sesión ha terminado.",
  "Links to set a password": "Enlaces para elegir la contraseña",
  "Without a password nobody can log in. Make a link for {name}? Earlier links of theirs no longer work then.":
    "Sin contraseña nadie puede iniciar sesión. ¿Crear un enlace para {name}? Los enlaces anteriores dejarán de valer.",
  "Make the link": "Crear el enlace",
  "Make the links": "Crear los enlaces",
  "Not now": "Ahora no",
  "Oldest first": "Más antiguos primero",
  "Newest first": "Más recientes primero",
  "Name": "Nombre",
  "Last report": "Última posición",
  "Everyone": "Todos",
  "Testers": "Testers",
  "With or without": "Con o sin dispositivo",
  "Has none": "Sin dispositivo",
  "Whenever": "En cualquier momento",
  "In the last hour": "En la última hora",
  "In the last day": "En el último día",
  "In the last week": "En la última semana",
  "Not for a day": "No en el último día",
  "Not for a week": "No en la última semana",
  "Device": "Dispositivo",
  "Reported": "Posición",
  "Sort by": "Ordenar por",
  "Address": "Dirección",
  "Your own password": "Su propia contraseña",
  "To change an email or a password.": "Para cambiar un correo o una contraseña.",
  "Administrator: may warn people, and see where they are":
    "Administrador: puede avisar a las personas y ver dónde están",
  "Tester: exercises and tests reach them": "Tester: recibe los simulacros y las pruebas",
  "In training: every alert they publish is an exercise":
    "En formación: toda alerta que publique es un simulacro",
  "The outline crosses itself: move a corner at the mark.":
    "El contorno se cruza: mueva un vértice en la marca.",
  "Shorten the title to {most} characters.": "Acorte el título a {most} caracteres.",
  "The language is a short code, such as it, en or pt-BR.":
    "El idioma es un código corto, como es, en o pt-BR.",
  "Finish the shape on the map first, or choose Edit to leave it out.":
    "Termine antes la figura en el mapa, o elija Editar para descartarla.",
  "Draw the area first.": "Dibuje antes el área.",
  "Write the three texts.": "Escriba los tres textos.",
  "Write the texts that are missing.": "Escriba los textos que faltan.",
  "Shorten text {levels}.": "Acorte el texto {levels}.",
  "Positions may be from 1 minute to 30 days old.":
    "Las posiciones pueden tener de 1 minuto a 30 días.",
  "Say what happens in 200 characters at most.": "Diga qué ocurre en 200 caracteres como máximo.",
  "Change something first.": "Cambie antes algo.",
  "Another program has written this draft: it cannot be opened here.":
    "Este borrador lo ha escrito otro programa: no se puede abrir aquí.",
  "Fill in {names}.": "Complete {names}.",
  "The map shows {people} and whoever moves; there are more.":
    "El mapa muestra {people} y a quien se mueve; hay más.",
  "name|column of a CSV file": "nombre",
  "email|column of a CSV file": "correo",
  "address|column of a CSV file": "dirección",
  "tester|column of a CSV file": "tester",
  "yes|in a cell of a CSV file": "sí",
  "no|in a cell of a CSV file": "no",
  "The first line must name the columns: name and email, and if you like address and tester.":
    "La primera línea debe dar nombre a las columnas: nombre y correo y, si quiere, dirección y tester.",
  "Write yes or no in the column tester.": "Escriba sí o no en la columna tester.",
  "A quotation mark that opens here has no end, or text follows its end. Correct the marks, because cells of other people may be inside.":
    "Unas comillas que se abren aquí no se cierran, o les sigue más texto. Corríjalas, porque dentro puede haber celdas de otras personas.",
  "There are more cells than headings. A cell with a comma or semicolon in it must stand in quotation marks.":
    "Hay más celdas que encabezados. Una celda que contenga una coma o un punto y coma debe ir entre comillas.",
  "Two columns mean the same: {heading}.": "Dos columnas significan lo mismo: {heading}.",
  "{number, plural, one {# person} other {# people}} can be imported without {columns}: there is no such field. Do you want that? If not, change the heading, or move the cells into a column that is imported.":
    "{number, plural, one {Se puede importar # persona} other {Se pueden importar # personas}} sin {columns}: ese campo no existe. ¿Es lo que quiere? Si no, cambie el encabezado o pase las celdas a una columna que se importe.",
  "Import {people} without {columns}": "Importar {people} sin {columns}",
  "There is nobody in the file.": "No hay nadie en el archivo.",
  "Someone has removed this area meanwhile.": "Alguien ha eliminado esta área entretanto.",
  "This draft was published or removed meanwhile.":
    "Este borrador se ha publicado o eliminado entretanto.",
  "The draft has changed, or could not be saved: close this to see why.":
    "El borrador ha cambiado o no se ha podido guardar: cierre esto para ver por qué.",
  "This draft is being published now: wait a moment.":
    "Este borrador se está publicando ahora: espere un momento.",
  "A user": "Un usuario",
  "Still": "Quieta",
  "On foot": "A pie",
  "On a bicycle": "En bicicleta",
  "In a vehicle": "En un vehículo",
  "Unknown": "Desconocido",
  "Everyone (real)": "Todos (real)",
  "EXERCISE": "SIMULACRO",
  "Testers (exercise)": "Testers (simulacro)",
  "TEST": "PRUEBA",
  "Testers (test)": "Testers (prueba)",
  "LIVE": "REAL",
  "For everyone. This is real.": "Para todos. Es una alerta real.",
  "For testers only. Not real.": "Solo para testers. No es real.",
  "Not said": "Sin indicar",
  "Extreme": "Extrema",
  "Severe": "Grave",
  "Moderate": "Moderada",
  "Minor": "Leve",
  "Now": "Inmediata",
  "Within the hour": "En menos de una hora",
  "Later": "Más adelante",
  "Past": "Pasada",
  "Observed": "Observada",
  "Likely": "Probable",
  "Possible": "Posible",
  "Unlikely": "Improbable",
  "{number, plural, one {# hour} other {# hours}}":
    "{number, plural, one {# hora} other {# horas}}",
  "{number, plural, one {# day} other {# days}}": "{number, plural, one {# día} other {# días}}",
  "{number, plural, one {# week} other {# weeks}}":
    "{number, plural, one {# semana} other {# semanas}}",
  "Ended it: “{text}”": "Finalizada: «{text}»",
  "Published it": "Publicada",
  "no title": "sin título",
  "the title: “{text}”": "el título: «{text}»",
  "text {level}: “{text}”": "texto {level}: «{text}»",
  "the area": "el área",
  "TWO to {distance}": "DOS hasta {distance}",
  "THREE to {distance}": "TRES hasta {distance}",
  "its end to {time}": "su fin: {time}",
  "sent to everyone again": "enviada de nuevo a todos",
  "Changed {changes}": "Cambios: {changes}",
  "Published it again as it was": "Publicada de nuevo sin cambios",
  "the service's own": "el del servicio",
  "ONE": "UNO",
  "TWO": "DOS",
  "THREE": "TRES",
  "inside the area": "dentro del área",
  "near it": "cerca",
  "further around": "más lejos",
  "{number, plural, one {# person} other {# people}}":
    "{number, plural, one {# persona} other {# personas}}",
  "{number} m": "{number} m",
  "{number} km": "{number} km",
  "{number} m²": "{number} m²",
  "{number} km²": "{number} km²",
  "The two new passwords differ. Write the same one twice.":
    "Las dos contraseñas nuevas son distintas. Escriba la misma dos veces.",
  "Browsers": "Navegadores",
  "App pushes (Expo)": "Avisos push a la aplicación (Expo)",
  "App pushes (Firebase)": "Avisos push a la aplicación (Firebase)",
  "Browser pushes": "Avisos push a navegadores",
  "Alerts by email": "Alertas por correo",
  "Pushes by ntfy": "Avisos push por ntfy",
  "Alerts by SMS": "Alertas por SMS",
  "Your number got no SMS, and was removed. Add one again. {reason}":
    "Su número no recibió un SMS y se quitó. Añada uno de nuevo. {reason}",
  "Confirm the number": "Confirmar el número",
  "Send me a code": "Enviarme un código",
  "Another number, or another code": "Otro número u otro código",
  "The six digits of the SMS.": "Las seis cifras del SMS.",
  "Mobile number": "Número de móvil",
  "Mobile number, in place of this one": "Número de móvil, en lugar de este",
  "This code is wrong. Look again.": "Este código no es correcto. Mírelo de nuevo.",
  "This service translates nothing. Write the texts yourself.":
    "Este servicio no traduce. Escriba usted los textos.",
  "No translation came. Write the texts yourself, and tell whoever runs the service: {fault}.":
    "No ha llegado ninguna traducción. Escriba usted los textos y avise a quien gestiona el servicio: {fault}.",
  "This service sends no SMS.": "Este servicio no envía SMS.",
  "Write the number with a plus sign and its country, such as +39 011 000000.":
    "Escriba el número con el signo más y el prefijo del país, por ejemplo +39 011 000000.",
  "Three codes were sent within an hour. Try again in an hour.":
    "En una hora se enviaron tres códigos. Inténtelo de nuevo dentro de una hora.",
  "This code no longer works. Ask for another one.": "Este código ya no vale. Pida otro.",
  "{number, plural, one {# SMS segment} other {# SMS segments}}":
    "{number, plural, one {# segmento de SMS} other {# segmentos de SMS}}",
  "{most, number} SMS segments, without the end of the text":
    "{most, number} segmentos de SMS, sin el final del texto",
  "By the app ntfy": "Con la aplicación ntfy",
  "Install ntfy and open this link on the phone, or scan it. Whoever has the link reads my warnings.":
    "Instale ntfy y abra este enlace en el teléfono, o escanéelo. Quien tenga el enlace lee mis avisos.",
  "The link of ntfy": "El enlace de ntfy",
  "Make a link for ntfy": "Crear un enlace para ntfy",
  "{number, number} by email": "{number, number} por correo",
  "while nothing else warns me": "mientras nada más me avise",
  "always": "siempre",
  "never": "nunca",
  "Alerts come by email": "Las alertas llegan por correo",
  "Not before the email is confirmed.": "No antes de confirmar el correo.",
  "The mail server refused {email}, so no alert comes by email. Change the email, or choose again. {reason}":
    "El servidor de correo ha rechazado {email}, así que ninguna alerta llega por correo. Cambie la dirección o vuelva a elegir. {reason}",
  "Mails": "Correos",
  "ask your operator ({settings})": "consulte a su operador ({settings})",
  "✓ {channel} are on": "✓ {channel}: en marcha",
  "✕ {channel} are off: {reason}": "✕ {channel}: sin activar; {reason}",
  "! {channel} are failing: {reason}": "! {channel}: con fallos; {reason}",
  "! {channel} are failing since {time}: {reason}":
    "! {channel}: con fallos desde el {time}; {reason}",
  "The outline crosses itself": "El contorno se cruza consigo mismo",
  "The outline touches itself": "El contorno se toca a sí mismo",
  "A hole lies outside of the area": "Un hueco queda fuera del área",
  "A hole lies in another hole": "Un hueco queda dentro de otro",
  "One part of the area lies in another": "Una parte del área queda dentro de otra",
  "A hole cuts the area into parts": "Un hueco corta el área en partes",
  "Draw an area of less than half the globe that holds no pole.":
    "Dibuje un área de menos de medio globo y sin ningún polo.",
  "The area cannot be read. Draw it, or export the file again.":
    "No se puede leer el área. Dibújela o exporte el archivo de nuevo.",
  "{fault} at {place}. Move a corner there.": "{fault} en {place}. Mueva un vértice ahí.",
  "The outline is not closed": "El contorno no está cerrado",
  "The outline is faulty. Draw it again.": "El contorno no es válido. Dibújelo de nuevo.",
  "An edge of the area spans half the globe. Add corners along it.":
    "Un lado del área abarca medio globo. Añada vértices a lo largo de él.",
  "The outline of the area is too long. Draw a simpler one.":
    "El contorno del área es demasiado largo. Dibuje uno más sencillo.",
  "The area goes round a pole.": "El área rodea un polo.",
  "The area is too large.": "El área es demasiado grande.",
  "The corners of the area lie on one line. Move one of them.":
    "Los vértices del área están en una misma línea. Mueva uno.",
  "The area has more than 10,000 corners. Draw a simpler one.":
    "El área tiene más de 10.000 vértices. Dibuje una más sencilla.",
  "A corner of the area lies off the map. Draw it again.":
    "Un vértice del área queda fuera del mapa. Dibújela de nuevo.",
  "The area or a zone around it comes too close to a pole. Draw a smaller area, or shorten the distances.":
    "El área o una de sus zonas se acerca demasiado a un polo. Dibuje un área más pequeña o acorte las distancias.",
  "THREE must reach further than TWO, and 100 km at most. Change the distances.":
    "TRES debe llegar más lejos que DOS, y a 100 km como máximo. Cambie las distancias.",
  "The end must lie within the next year. Choose how long the alert lasts.":
    "El fin debe estar dentro del próximo año. Elija cuánto dura la alerta.",
  "Shorten the title to 60 characters.": "Acorte el título a 60 caracteres.",
  "An alert has at most 20 other languages. Remove some.":
    "Una alerta tiene como máximo otros 20 idiomas. Quite alguno.",
  "Choose each other language once.": "Elija cada uno de los otros idiomas una sola vez.",
  "Write all texts of each language, in 10,000 characters at most, and its title in 60.":
    "Escriba todos los textos de cada idioma, en 10.000 caracteres como máximo, y su título en 60.",
  "Fill in what the template left open, in each language.":
    "Complete en cada idioma lo que la plantilla dejó abierto.",
  "Write text ONE, in 10,000 characters at most.":
    "Escriba el texto UNO, en 10.000 caracteres como máximo.",
  "Write text TWO, in 10,000 characters at most.":
    "Escriba el texto DOS, en 10.000 caracteres como máximo.",
  "Write text THREE, in 10,000 characters at most.":
    "Escriba el texto TRES, en 10.000 caracteres como máximo.",
  "Write that the danger is over, in 10,000 characters at most.":
    "Escriba que el peligro ha pasado, en 10.000 caracteres como máximo.",
  "This alert was published already, with other content. Look in the list.":
    "Esta alerta ya se ha publicado con otro contenido. Búsquela en la lista.",
  "Someone else has updated this alert meanwhile. Open it to see what has changed.":
    "Otra persona ha actualizado esta alerta entretanto. Ábrala para ver qué ha cambiado.",
  "This alert does not exist. Look in the list.": "Esta alerta no existe. Mire en la lista.",
  "This alert or this user does not exist any more.": "Esta alerta o este usuario ya no existe.",
  "This user does not exist any more. Load the list again.":
    "Este usuario ya no existe. Vuelva a cargar la lista.",
  "This device does not exist any more.": "Este dispositivo ya no existe.",
  "This notification does not exist any more.": "Esta notificación ya no existe.",
  "This session does not exist any more.": "Esta sesión ya no existe.",
  "This password repeats a few characters: choose another one.":
    "Esta contraseña repite unos pocos caracteres: elija otra.",
  "This password is the email address: choose another one.":
    "Esta contraseña es la dirección de correo: elija otra.",
  "This password is one of the most common ones: choose another one.":
    "Esta contraseña es una de las más comunes: elija otra.",
  "This email comes twice in the list: leave one of them out.":
    "Este correo aparece dos veces en la lista: quite uno.",
  "The email must look like name@example.org, in 254 characters at most.":
    "El correo debe tener la forma nombre@example.org, en 254 caracteres como máximo.",
  "Another saved area has this name. Choose another one.":
    "Otra área guardada tiene este nombre. Elija otro.",
  "Another template has this name. Choose another one.":
    "Otra plantilla tiene este nombre. Elija otro.",
  "A text or the title still has a word in braces, such as {example}. Fill it in.":
    "En un texto o en el título queda una palabra entre llaves, como {example}. Complétela.",
  "An alert lasts from a minute to a year.": "Una alerta dura de un minuto a un año.",
  "Another shared draft has this name. Choose another one.":
    "Otro borrador compartido tiene este nombre. Elija otro.",
  "You have too many drafts of your own. Discard one first.":
    "Tiene demasiados borradores propios. Descarte antes alguno.",
  "The area is too detailed to share. Draw a simpler one.":
    "El área es demasiado detallada para compartirla. Dibuje una más sencilla.",
  "Someone has removed this meanwhile.": "Alguien ha eliminado esto entretanto.",
  "Write a name, in 200 characters at most.": "Escriba un nombre, en 200 caracteres como máximo.",
  "Write a name, in 100 characters at most.": "Escriba un nombre, en 100 caracteres como máximo.",
  "Language of alerts": "Idioma de las alertas",
  "Otherwise": "Si no",
  "Or else": "Y si no",
  "Alerts in my languages": "Alertas en mis idiomas",
  "You read each alert in the first of these in which it is written, or else as it was written first.":
    "Lee cada alerta en el primero de estos idiomas en que está escrita o, si no, en el original.",
  "that of this device": "el de este dispositivo",
  "none": "ninguno",
  "Write the texts in {language}.": "Escriba los textos en {language}.",
  "older than the alert": "anterior a la alerta",
  "Older than the alert: {languages}.": "Anteriores a la alerta: {languages}.",
  "Title in {language}": "Título en {language}",
  "{level} in {language}": "{level} en {language}",
  "Translate": "Traducir",
  "A machine wrote this. Read it, then confirm.":
    "Esto lo ha escrito una máquina. Léalo y luego confírmelo.",
  "I have read it": "Lo he leído",
  "Read and confirm what a machine wrote: {languages}.":
    "Lea y confirme lo que ha escrito una máquina: {languages}.",
  "It still says the same": "Sigue diciendo lo mismo",
  "Other languages": "Otros idiomas",
  "All-clear in {language}": "Fin de la alerta en {language}",
  "Who reads {languages} gets it in {language}.": "Quien lee {languages} lo recibe en {language}.",
  "other languages": "los demás idiomas",
  "Add a language": "Añadir un idioma",
  "Each person gets the first of their languages that the alert has, or else its own.":
    "Cada persona recibe la alerta en el primero de sus idiomas que tenga o, si no, en el original.",
  "{language}: {people}": "{language}: {people}",
  "{language}, though they read {wanted}: {people}": "{language}, aunque leen {wanted}: {people}",
  "Choose at most ten languages.": "Elija diez idiomas como máximo.",
  "Shorten the address to 500 characters.": "Acorte la dirección a 500 caracteres.",
  "The list has more than 5,000 people. Split it.":
    "La lista tiene más de 5.000 personas. Divídala.",
  "Choose 5,000 people at most.": "Elija 5.000 personas como máximo.",
  "The two passwords differ. Write the same one twice.":
    "Las dos contraseñas son distintas. Escriba la misma dos veces.",
  "Write the password that you log in with.": "Escriba la contraseña con la que inicia sesión.",
  "The password that you log in with is wrong.":
    "La contraseña con la que inicia sesión no es correcta.",
  "The password is too long. Choose a shorter one.":
    "La contraseña es demasiado larga. Elija una más corta.",
  "The password contains a character that cannot be typed.":
    "La contraseña contiene un carácter que no se puede teclear.",
  "Quiet hours must begin and end at different times.":
    "Las horas de silencio deben empezar y terminar a horas distintas.",
  "The service does not know your time zone. Set another one on this computer.":
    "El servicio no conoce su zona horaria. Ponga otra en este equipo.",
  "The service cannot push to this browser. Ask whoever runs it.":
    "El servicio no puede enviar avisos push a este navegador. Consulte a quien lo gestiona.",
  "Something went wrong in this page. Reload it and try again.":
    "Se ha producido un error en esta página. Vuelva a cargarla e inténtelo de nuevo.",
  "The position is off the map, or not of today.":
    "La posición está fuera del mapa o no es de hoy.",
  "A text contains a character that cannot be stored. Write it again.":
    "Un texto contiene un carácter que no se puede guardar. Escríbalo de nuevo.",
  "Only administrators may do this. Log in as one.":
    "Esto solo pueden hacerlo los administradores. Inicie sesión como administrador.",
  "Changes of positions are shown to authorities without an area only. Load the page again.":
    "Los cambios de posición solo se muestran a autoridades sin área. Vuelva a cargar la página.",
  "Your role does not allow this. Ask a manager of your authority.":
    "Su rol no lo permite. Consulte a un responsable de su autoridad.",
  "A second person has to approve this. Propose it.":
    "Esto debe aprobarlo una segunda persona. Propóngalo.",
  "This is your own proposal. A second person has to decide.":
    "Es su propia propuesta. Debe decidir una segunda persona.",
  "This was decided or taken back meanwhile.": "Entretanto, esto se ha decidido o retirado.",
  "What would be published has changed since you looked. Look again.":
    "Lo que se publicaría ha cambiado desde que lo miró. Mírelo de nuevo.",
  "Whoever approved it may not approve any more. Propose it again.":
    "Quien lo aprobó ya no puede aprobarlo. Propóngalo de nuevo.",
  "The time to publish has passed, is more than a year away, or is after the end.":
    "La hora de publicar ha pasado, queda a más de un año o es posterior al fin.",
  "Write why it cannot wait, in 500 characters at most.":
    "Escriba por qué no puede esperar, en 500 caracteres como máximo.",
  "Write what is wrong with it, in 500 characters at most.":
    "Escriba qué está mal, en 500 caracteres como máximo.",
  "Write a number of people, from 0 on.": "Escriba un número de personas, de 0 en adelante.",
  "Your role does not allow you to publish this. Ask an approver of its authority.":
    "Su rol no le permite publicar esto. Consulte a un aprobador de su autoridad.",
  "This is for the authority of the alert only.": "Esto es solo para la autoridad de la alerta.",
  "Only managers of the authority above may do this. Ask one of them.":
    "Esto solo pueden hacerlo los responsables de la autoridad superior. Consulte a uno de ellos.",
  "An authority lies within the one above, and holds those below. Change the area.":
    "Una autoridad está dentro de la superior y contiene a las inferiores. Cambie el área.",
  "Another authority has this name. Choose another one.":
    "Otra autoridad tiene este nombre. Elija otro.",
  "Authorities": "Autoridades",
  "Each authority warns in its area, and sees the people there.":
    "Cada autoridad avisa en su área y ve a las personas que están en ella.",
  "New authority": "Nueva autoridad",
  "City of Bologna": "Ayuntamiento de Sevilla",
  "Below": "Depende de",
  "It warns in the area on the map: {size}.": "Avisa en el área del mapa: {size}.",
  "Draw the area in which it warns. Without one, it warns everywhere.":
    "Dibuje el área en la que avisa. Sin área, avisa en todas partes.",
  "The authority's area. Arrow keys move the map, plus and minus zoom.":
    "El área de la autoridad. Las flechas mueven el mapa; más y menos lo acercan y lo alejan.",
  "Members…": "Miembros…",
  "Members of {name}": "Miembros de {name}",
  "{number, plural, one {# member} other {# members}}":
    "{number, plural, one {# miembro} other {# miembros}}",
  "Role of {name}": "Rol de {name}",
  "No role any more": "Ya sin rol",
  "Add someone: find them by any word of a name, or by email":
    "Añada a alguien: búsquelo por cualquier palabra del nombre o por correo",
  "Add": "Añadir",
  "Add {name}": "Añadir a {name}",
  "Viewer": "Observador",
  "Author": "Redactor",
  "Approver": "Aprobador",
  "Manager": "Responsable",
  "Everywhere": "En todas partes",
  "Who warns": "Quién avisa",
  "Who warns?": "¿Quién avisa?",
  "Is this service for one authority or for several?":
    "¿Este servicio es para una autoridad o para varias?",
  "For one…": "Para una…",
  "For several": "Para varias",
  "One authority, or several": "Una autoridad, o varias",
  "People read it above each alert.": "Se lee encima de cada alerta.",
  "It must lie within the dashed line, where the authority may warn.":
    "Debe quedar dentro de la línea discontinua, donde la autoridad puede avisar.",
  "An authority grants its own area, or a part of it. Draw the part within it.":
    "Una autoridad concede su propia área o una parte de ella. Dibuje la parte dentro de ella.",
  "Mutual aid ends within a year. Choose another end.":
    "La ayuda mutua no puede durar más de un año. Elija otro fin.",
  "This mutual aid has ended, or is not yours to end.":
    "Esta ayuda mutua ha terminado, o no le corresponde a usted terminarla.",
  "Choose another authority, which receives the mutual aid.":
    "Elija otra autoridad, que reciba la ayuda mutua.",
  "The area leaves the area of your authority. Draw it inside: the outer zones may reach beyond.":
    "El área se sale del área de su autoridad. Dibújela dentro: las zonas exteriores pueden salirse.",
  "You are in training: another administrator has to change this.":
    "Está en formación: esto debe cambiarlo otro administrador.",
  "You are in training: you cannot change or end a real alert.":
    "Está en formación: no puede modificar ni finalizar una alerta real.",
  "This is the last administrator who is not in training: make another one first.":
    "Es el último administrador que no está en formación: cree antes otro.",
  "This is the last administrator: make another user an administrator first.":
    "Es el último administrador: haga antes administrador a otro usuario.",
  "This user already has a password: give them a new one instead.":
    "Este usuario ya tiene contraseña: dele una nueva.",
  "There is no held publication with this id.": "No hay ninguna publicación retenida con este id.",
  "It is too late to take it back, because it has been published: correct it, or end it with an all-clear.":
    "Es demasiado tarde para retirarla, porque ya se ha publicado: corríjala o comunique el fin de la alerta.",
  "The service was not running when it was due, and it is too late now: publish it again.":
    "El servicio no estaba en marcha cuando tocaba, y ahora es demasiado tarde: publique de nuevo.",
  "Its author is no longer an administrator.": "Su autor ya no es administrador.",
  "The training of its author began or ended meanwhile: publish it again.":
    "La formación de su autor ha empezado o terminado entretanto: publique de nuevo.",
  "An earlier try with other content may have gone out. Look at the alert, and begin again.":
    "Puede que se haya publicado un intento anterior con otro contenido. Mire la alerta y empiece de nuevo.",
  "This draft was published or removed meanwhile: look among the alerts.":
    "Este borrador se ha publicado o eliminado entretanto: mire entre las alertas.",
  "Someone else has saved this meanwhile: look at what is new, and change that.":
    "Otra persona ha guardado esto entretanto: mire lo nuevo y modifique eso.",
  "Only the head, the service from which this alert came, can change or end it.":
    "Solo la cabecera, el servicio del que vino esta alerta, puede modificarla o finalizarla.",
  "This user stands for the head of this cell, and cannot log in.":
    "Este usuario representa a la cabecera de esta celda y no puede iniciar sesión.",
  "This alert is already cancelled: publish a new one.":
    "Esta alerta ya se ha cancelado: publique una nueva.",
  "This alert has expired: publish a new one.": "Esta alerta ha caducado: publique una nueva.",
  "This email is taken: use another one.": "Este correo ya está en uso: use otro.",
  "The title has more than 200 characters: write what happens and where, in a few words.":
    "El título tiene más de 200 caracteres: escriba qué ocurre y dónde, en pocas palabras.",
  "A text of the template has more than 10,000 characters: shorten it.":
    "Un texto de la plantilla tiene más de 10.000 caracteres: acórtelo.",
  "This link was used, has expired or is not whole: ask an administrator for a new one.":
    "Este enlace ya se ha usado, ha caducado o no está completo: pida uno nuevo a un administrador.",
  "This invitation is over, is full, was withdrawn or is not whole: ask for a new one.":
    "Esta invitación ha terminado, está completa, se ha retirado o le falta una parte: pida una nueva.",
  "The end of an invitation is not within the next year: choose another one.":
    "El fin de una invitación no está dentro del próximo año: elija otro.",
  "This invitation was revoked already. Load the list again.":
    "Esta invitación ya se había revocado. Vuelva a cargar la lista.",
  "Say how many people may join, from 1 to 100,000.":
    "Indique cuántas personas pueden inscribirse, de 1 a 100.000.",
  "Too many attempts: try again in {number} seconds.":
    "Demasiados intentos: inténtelo de nuevo dentro de {number} segundos.",
  "The email or the password is wrong.": "El correo o la contraseña no son correctos.",
  "A password needs at least {number} characters.":
    "Una contraseña necesita al menos {number} caracteres.",
  "The service is busy: try again in a moment.":
    "El servicio está ocupado: inténtelo de nuevo en un momento.",
  "Nothing was saved or published: the service cannot write, for example because its disk is full. Tell whoever runs it at once, and warn people in another way. The error's id in its log is {id}.":
    "No se ha guardado ni publicado nada: el servicio no puede escribir, por ejemplo porque su disco está lleno. Avise enseguida a quien lo gestiona, y avise a la población de otro modo. El id del error en su registro es {id}.",
  "It has not gone out: the service does not answer or cannot write, for example because its disk is full. Tell whoever runs it at once, and warn people in another way.":
    "No ha salido: el servicio no responde o no puede escribir, por ejemplo porque su disco está lleno. Avise enseguida a quien lo gestiona, y avise a la población de otro modo.",
  "Something went wrong on our side. Its id in our log is {id}.":
    "Algo ha fallado por nuestra parte. Su id en nuestro registro es {id}.",
  "{number} s": "{number} s",
  "{number} min": "{number} min",
  "{number} h": "{number} h",
  "{number} d": "{number} d",
  "in {duration}": "dentro de {duration}",
  "{duration} ago": "hace {duration}",
  "Update {number}": "Actualización {number}",
  "Audit log": "Registro de auditoría",
  "Who did what, the newest first. Views of people are recorded too. Whoever runs the service can verify that no entry was changed: npm run audit -- verify":
    "Quién hizo qué, lo más reciente primero. También se registra quién consulta datos de personas. Quien gestiona el servicio puede verificar que no se ha cambiado ninguna entrada: npm run audit -- verify",
  "All but views of people": "Todo menos las consultas de personas",
  "Anyone, perhaps": "Quizá cualquiera",
  "There is no such entry.": "No hay ninguna entrada que coincida.",
  "{number, plural, one {# entry} other {# entries}}…":
    "{number, plural, one {# entrada} other {# entradas}}…",
  "The file has {number, plural, one {# entry} other {# entries}}.":
    "El archivo tiene {number, plural, one {# entrada} other {# entradas}}.",
  "The file has the newest {number, number} entries. Choose days, or ask whoever runs the service for all of them.":
    "El archivo tiene las {number, number} entradas más recientes. Elija días, o pídalas todas a quien gestiona el servicio.",
  "Download as CSV": "Descargar como CSV",
  "Download as JSON lines": "Descargar como líneas JSON",
  "When": "Cuándo",
  "Who": "Quién",
  "What": "Qué",
  "To what": "Sobre qué",
  "Details": "Detalles",
  "From|a day": "Desde",
  "Until|a day": "Hasta",
  "Who: any word of a name, or an email": "Quién: cualquier palabra del nombre, o el correo",
  "By {name}": "Acciones de {name}",
  "By everyone": "De todos",
  "What {name} did": "Lo que hizo {name}",
  "Choose": "Elegir",
  "notifications": "notificaciones",
  "positions": "posiciones",
  "reach": "alcance",
  "users": "usuarios",
  "why someone has a notification or not": "por qué alguien tiene o no una notificación",
  "name": "nombre",
  "email": "correo",
  "address": "dirección",
  "last position only": "solo la última posición",
  "users {ids} and {number} more": "usuarios {ids} y {number} más",
  "users {ids}": "usuarios {ids}",
  "version {number}": "versión {number}",
  "session {id}": "sesión {id}",
  "{number, plural, one {# session} other {# sessions}}":
    "{number, plural, one {# sesión} other {# sesiones}}",
  "administrator": "administrador",
  "not an administrator": "no administrador",
  "tester": "tester",
  "no tester": "no tester",
  "in training": "en formación",
  "not in training": "no en formación",
  "for {people}": "para {people}",
  "invitation {id}": "invitación {id}",
  "mutual aid {id}": "ayuda mutua {id}",
  "in authority {id}": "en la autoridad {id}",
  "for authority {id}": "para la autoridad {id}",
  "ended": "terminada",
  "reaches into authorities {ids}": "llega hasta las autoridades {ids}",
  "Invitation {id}": "Invitación {id}",
  "device keys": "claves de dispositivo",
  "device key {id}": "clave de dispositivo {id}",
  "because it was published": "porque se publicó",
  "up to place {place}": "hasta la entrada {place}",
  "Logged in": "Inició sesión",
  "Gave a wrong password or second factor": "Dio una contraseña o un segundo factor incorrectos",
  "Ended a session": "Cerró una sesión",
  "Ended sessions by a new password": "Cerró sesiones con una contraseña nueva",
  "Changed their own password": "Cambió su propia contraseña",
  "Changed a user’s password": "Cambió la contraseña de un usuario",
  "Made an invitation": "Creó una invitación",
  "Revoked an invitation": "Revocó una invitación",
  "Joined by an invitation": "Se inscribió con una invitación",
  "Made a password link": "Creó un enlace de contraseña",
  "Added a second factor": "Añadió un segundo factor",
  "Removed a second factor": "Eliminó un segundo factor",
  "Made recovery codes": "Creó códigos de recuperación",
  "Published without the second factor": "Publicó sin el segundo factor",
  "Confirm with your second factor.": "Confirme con su segundo factor.",
  "Confirm with your second factor first.": "Confirme antes con su segundo factor.",
  "Your role has no second factor at this service.":
    "Su rol no tiene segundo factor en este servicio.",
  "This code is wrong, or was used. Enter the next one.":
    "Este código no es correcto o ya se ha usado. Escriba el siguiente.",
  "This passkey is not known here. Try again, or use another one.":
    "Aquí no se conoce esta llave de acceso. Inténtelo de nuevo o use otra.",
  "Passkeys do not work at this address. Tell whoever runs the service.":
    "Las llaves de acceso no funcionan en esta dirección. Avise a quien gestiona el servicio.",
  "This took more than five minutes. Begin again.":
    "Han pasado más de cinco minutos. Empiece de nuevo.",
  "This second factor does not exist any more.": "Este segundo factor ya no existe.",
  "You have an authenticator app already. Remove it first.":
    "Ya tiene una aplicación de autenticación. Elimínela antes.",
  "You have this passkey already.": "Ya tiene esta llave de acceso.",
  "Set their password by a link": "Eligió su contraseña con un enlace",
  "Created a user": "Creó un usuario",
  "Imported a user": "Importó un usuario",
  "Edited a user": "Modificó un usuario",
  "Removed a user": "Eliminó un usuario",
  "Erased a person": "Borró los datos de una persona",
  "Data…": "Datos…",
  "Data of {name}": "Datos de {name}",
  "My positions": "Mis posiciones",
  "My last position is kept, and a history of those before it.":
    "Se conservan mi última posición y un historial de las anteriores.",
  "Only my last position is kept: where I was before, nobody can see.":
    "Solo se conserva mi última posición: nadie puede ver dónde estuve antes.",
  "If the service keeps nobody’s history, it keeps none of mine either.":
    "Si el servicio no conserva el historial de nadie, tampoco conserva el mío.",
  "Keep only my last position…": "Conservar solo mi última posición…",
  "Keep only my last position?": "¿Conservar solo mi última posición?",
  "All my earlier positions are deleted, and no new history is kept. That cannot be undone. Alerts reach me as before.":
    "Se eliminan todas mis posiciones anteriores y ya no se conserva ningún historial. No se puede deshacer. Las alertas me llegan como antes.",
  "Delete my history": "Eliminar mi historial",
  "Keep a history from now on": "Conservar un historial desde ahora",
  "This person chose that only their last position is kept. Only they can change that, under Me of their own page.":
    "Esta persona eligió que solo se conserve su última posición. Solo ella puede cambiarlo, en «Mi cuenta» de su propia página.",
  "A history of their positions is kept, unless the service keeps nobody’s. Only they can choose otherwise, under Me of their own page.":
    "Se conserva un historial de sus posiciones, salvo que el servicio no conserve el de nadie. Solo esta persona puede elegir otra cosa, en «Mi cuenta» de su propia página.",
  "My data": "Mis datos",
  "Everything that the service holds of me, as one file.":
    "Todo lo que el servicio conserva de mí, en un archivo.",
  "Everything that the service holds of this person, as one file, if they ask for it. The download is in the audit log.":
    "Todo lo que el servicio conserva de esta persona, en un archivo, si lo pide. La descarga queda en el registro de auditoría.",
  "Download it": "Descargar",
  "The download begins.": "La descarga empieza.",
  "Erase me…": "Borrar mis datos…",
  "Erase me?": "¿Borrar mis datos?",
  "Erase me": "Borrar mis datos",
  "Erase {name}": "Borrar a {name}",
  "My email, name, positions, devices and sessions are deleted at once, and I am logged out. This cannot be undone. That I was told of alerts stays on record, without my name and place.":
    "Mi correo, mi nombre, mis posiciones, mis dispositivos y mis sesiones se eliminan al momento, y se cierra mi sesión. No se puede deshacer. Queda registrado que recibí alertas, sin mi nombre ni mi lugar.",
  "Their email, name, positions, devices and sessions are deleted at once. This cannot be undone. That somebody was told of alerts stays on record, without name and place.":
    "Su correo, su nombre, sus posiciones, sus dispositivos y sus sesiones se eliminan al momento. No se puede deshacer. Queda registrado que alguien recibió alertas, sin nombre ni lugar.",
  "Type {name} to erase this person": "Escriba {name} para borrar a esta persona",
  "Exported all data of a person": "Exportó todos los datos de una persona",
  "{number, plural, one {# position deleted} other {# positions deleted}}":
    "{number, plural, one {# posición eliminada} other {# posiciones eliminadas}}",
  "{number, plural, one {# notification kept} other {# notifications kept}}":
    "{number, plural, one {# notificación conservada} other {# notificaciones conservadas}}",
  "Changed a user’s rights": "Cambió los permisos de un usuario",
  "Changed a user’s training": "Cambió la formación de un usuario",
  "Made a device key": "Creó una clave de dispositivo",
  "Revoked a device key": "Revocó una clave de dispositivo",
  "Published an alert": "Publicó una alerta",
  "Updated an alert": "Actualizó una alerta",
  "Ended an alert": "Finalizó una alerta",
  "Published to everyone in the zones": "Publicada para todos en las zonas",
  "Ended before it was published to everyone": "Finalizada antes de publicarse para todos",
  "Began to publish": "Empezó a publicar",
  "Took a publication back": "Retiró una publicación",
  "It waits.": "Está en espera.",
  "Propose": "Proponer",
  "Publish then": "Publicar a esa hora",
  "A second person has to approve this before it goes out.":
    "Una segunda persona debe aprobarlo antes de que se publique.",
  "It cannot wait: publish it alone. All other approvers are told.":
    "No puede esperar: publicar sin aprobación. Se avisa a todos los demás aprobadores.",
  "Why it cannot wait": "Por qué no puede esperar",
  "Publish later": "Publicar más tarde",
  "When to publish it": "Cuándo publicarlo",
  "goes out {time}": "se publica el {time}",
  "without approval: {reason}": "sin aprobación: {reason}",
  "Waits for approval": "En espera de aprobación",
  "Approved": "Aprobado",
  "Rejected: {reason}": "Rechazado: {reason}",
  "Returned for changes: {reason}": "Devuelto para cambios: {reason}",
  "Waits for its time": "En espera de su hora",
  "Reject or return it?": "¿Rechazarlo o devolverlo?",
  "Return it": "Devolver",
  "Reject it": "Rechazar",
  "What is wrong with it": "Qué está mal",
  "Its author may change it and propose it again": "Su autor puede cambiarlo y proponerlo de nuevo",
  "Decided.": "Decidido.",
  "Approve “{title}”?": "¿Aprobar «{title}»?",
  "Approve": "Aprobar",
  "Approved: it goes out.": "Aprobado: se publica.",
  "Proposed by {name}": "Propuesto por {name}",
  "Reject or return it…": "Rechazar o devolver…",
  "Decide…": "Decidir…",
  "Decide on “{title}”": "Decidir sobre «{title}»",
  "Take back “{title}”": "Retirar «{title}»",
  "Your own": "Propio",
  "What waits for a second person or for its time.":
    "Lo que espera a una segunda persona o a su hora.",
  "Nothing waits.": "No hay nada en espera.",
  "nothing": "nada",
  "what reaches many people": "lo que llega a muchas personas",
  "everything": "todo",
  "Approval in {name}": "Aprobación en {name}",
  "What a second person approves": "Qué aprueba una segunda persona",
  "Above how many people": "A partir de cuántas personas",
  "Exercises and tests too": "También simulacros y pruebas",
  "An all-clear and a smaller area never wait. What authors propose always does.":
    "El fin de una alerta y un área menor nunca esperan. Lo que propone un redactor, siempre.",
  "Approval…": "Aprobación…",
  "Proposed a publication": "Propuso una publicación",
  "Approved a publication": "Aprobó una publicación",
  "Rejected or returned a publication": "Rechazó o devolvió una publicación",
  "Published without approval": "Publicó sin aprobación",
  "Shared a draft": "Compartió un borrador",
  "Edited a shared draft": "Modificó un borrador compartido",
  "Removed a shared draft": "Eliminó un borrador compartido",
  "Saved a template": "Guardó una plantilla",
  "Edited a template": "Modificó una plantilla",
  "Removed a template": "Eliminó una plantilla",
  "Saved an area": "Guardó un área",
  "Edited a saved area": "Modificó un área guardada",
  "Removed a saved area": "Eliminó un área guardada",
  "Looked at people": "Consultó datos de personas",
  "Followed people live": "Siguió a personas en directo",
  "Changed the settings": "Cambió la configuración",
  "Deleted old entries": "Eliminó entradas antiguas",
  "Alert id {id}": "Alerta id {id}",
  "Saved area {id}": "Área guardada {id}",
  "Shared draft {id}": "Borrador compartido {id}",
  "Held publication {id}": "Publicación retenida {id}",
  "Template {id}": "Plantilla {id}",
  "Somebody": "Alguien",
  "The service or its operator": "El servicio o su operador",
  "Invitations": "Invitaciones",
  "Join": "Inscribirse",
  "Joined": "Por invitación",
  "Fell silent": "Ya no comunica",
  "Cannot be reached": "No se le puede avisar",
  "reported {when} by {app}": "posición comunicada {when} con {app}",
  "Be warned where you are": "Reciba avisos allí donde esté",
  "You were invited to join. Your phone reports where it is, and you are warned if a danger concerns that place.":
    "Le han invitado a inscribirse. Su teléfono comunica dónde está, y usted recibe un aviso si un peligro afecta a ese lugar.",
  "If you like.": "Opcional.",
  "I have joined already": "Ya me he inscrito",
  "To join, you need an invitation: scan its code, or open its link.":
    "Para inscribirse necesita una invitación: escanee su código o abra su enlace.",
  "You will be warned.": "Recibirá los avisos.",
  "You would not be warned yet.": "Aún no recibiría avisos.",
  "No position of yours has arrived yet.": "Aún no ha llegado ninguna posición suya.",
  "Your position was known {when}.": "Última posición conocida: {when}.",
  "No warning can reach you yet: turn on warnings, below.":
    "Aún no le puede llegar ningún aviso: active los avisos, abajo.",
  "Set up": "Configuración",
  "Or report by an app": "O comunicar con una aplicación",
  "An app reports in the background too, when this page is closed. It only reports: the warnings come to this browser.":
    "Una aplicación comunica la posición también en segundo plano, con esta página cerrada. Solo comunica: los avisos llegan a este navegador.",
  "Use {app}": "Usar {app}",
  "Install {app} from the phone’s store.": "Instale {app} desde la tienda del teléfono.",
  "Set up {app} on this phone": "Configurar {app} en este teléfono",
  "Let it find the phone’s position always, and start it.":
    "Permítale usar siempre la ubicación del teléfono e iníciela.",
  "For another phone, scan this code in the settings of {app}:":
    "Para otro teléfono, escanee este código en los ajustes de {app}:",
  "For another phone that has {app}, scan this code with its camera:":
    "Para otro teléfono que tenga {app}, escanee este código con la cámara:",
  "Code that sets up {app}": "Código que configura {app}",
  "The link and the code hold a key of yours: show them to nobody else.":
    "El enlace y el código llevan una clave suya: no se los enseñe a nadie.",
  "This browser": "Este navegador",
  "Warnings come to this browser, also when this page is closed.":
    "Los avisos llegan a este navegador, también con esta página cerrada.",
  "Turn on warnings": "Activar los avisos",
  "This page reports where you are, as long as it is open.":
    "Esta página comunica dónde está mientras esté abierta.",
  "Report where I am while this page is open":
    "Comunicar dónde estoy mientras esta página esté abierta",
  "The browser does not tell where it is: allow it, or use an app.":
    "El navegador no dice dónde está: permítalo o use una aplicación.",
  "Revoked {time}": "Revocada el {time}",
  "Over since {time}": "Terminada el {time}",
  "Full": "Completa",
  "Open until {time}": "Abierta hasta el {time}",
  "{used, number} of {places, number} joined":
    "{used, plural, one {# inscrito} other {# inscritos}} de {places, number}",
  "Made by {name}": "Creada por {name}",
  "Revoke {name}": "Revocar {name}",
  "Revoke": "Revocar",
  "By an invitation, people make their own user and set up their phone.":
    "Con una invitación, cada persona crea su usuario y configura su teléfono.",
  "New invitation": "Nueva invitación",
  "There is no invitation yet.": "Aún no hay ninguna invitación.",
  "For you and your colleagues, such as where its poster hangs.":
    "Para usted y sus compañeros, por ejemplo dónde está colgado su cartel.",
  "How many people": "Para cuántas personas",
  "For how many days": "Para cuántos días",
  "Make the invitation": "Crear la invitación",
  "Invitation {name}": "Invitación {name}",
  "Scan this code with your phone, and follow what it says.":
    "Escanee este código con el teléfono y siga las indicaciones.",
  "Code to join": "Código para inscribirse",
  "For {people}, until {time}": "Para {people}, hasta el {time}",
  "The link cannot be shown again. Copy it or print it now, or make another one later.":
    "El enlace no se puede volver a mostrar. Cópielo o imprímalo ahora, o cree otro más tarde.",
  "Phones cannot scan or open this: the service does not know its public address.":
    "Los teléfonos no pueden escanearlo ni abrirlo: el servicio no conoce su dirección pública.",
  "Phones cannot scan or open this: its address is one of this computer or network.":
    "Los teléfonos no pueden escanearlo ni abrirlo: su dirección es de este equipo o de esta red.",
  "Ask whoever runs the service to set PUBLIC_URL to the address by which phones reach it.":
    "Pida a quien gestiona el servicio que ponga en PUBLIC_URL la dirección con la que los teléfonos llegan a él.",
  "Nobody who joins can be warned: all pushes are off. Ask whoever runs the service to turn one on.":
    "No se puede avisar a quien se inscriba: todos los avisos push están desactivados. Pida a quien gestiona el servicio que active alguno.",
  "Nobody can join, because the service does not say who warns. Whoever runs it has to set {settings}.":
    "Nadie puede inscribirse, porque el servicio no dice quién avisa. Quien lo gestiona debe configurar {settings}.",
  "Privacy notice": "Aviso de privacidad",
  "Then you set up your phone, and are warned where you are.":
    "Después configura su teléfono y recibe avisos allí donde esté.",
  "Print as a poster": "Imprimir como cartel",
  "Copy the link": "Copiar el enlace",
  "Copy the address": "Copiar la dirección",
  "Other services read the alerts at {address}": "Otros servicios leen las alertas en {address}",
  "iPhone, Android": "iPhone, Android",
  "Traccar Client": "Traccar Client",
  "Overland": "Overland",
  "Confirmed their email": "Confirmó su correo",
  "This link was used, has expired or is not whole: ask for a new mail.":
    "Este enlace ya se ha usado, ha caducado o no está completo: pida un correo nuevo.",
  "Mail is off at this service: ask an administrator for a new password.":
    "Este servicio no envía correos: pida una contraseña nueva a un administrador.",
  "Your email is confirmed already.": "Su correo ya está confirmado.",
  "Write your email first.": "Escriba antes su correo.",
  "If somebody has this email, a mail with a link is on its way.":
    "Si alguien tiene este correo, recibirá un mensaje con un enlace.",
  "I forgot my password": "He olvidado mi contraseña",
  "Your own page: what concerns you, and your data": "Su página: lo que le afecta y sus datos",
  "The mail is on its way.": "El correo está en camino.",
  "Confirm your email by the link that was mailed to you.":
    "Confirme su correo con el enlace que ha recibido.",
  "Send it again": "Enviar de nuevo",
  "Confirm your email": "Confirmar su correo",
  "{email} is confirmed.": "{email} está confirmado.",
  "Go on": "Continuar",
  "Confirm": "Confirmar",
  "Stop": "Parar",
  "Listen": "Escuchar",
  "Open the console": "Abrir la consola",
  "Messages": "Mensajes",
  "Messages ({number, number})": "Mensajes ({number, number})",
  "active": "activa",
  "over": "terminada",
  "new": "nuevo",
  "Loading…": "Cargando…",
  "Saved: {name}": "Guardado: {name}",
  "Removed: {name}": "Eliminado: {name}",
  "Erased: {name}": "Borrado: {name}",
  "Revoked: {name}": "Revocado: {name}",
  "No alert concerns you": "Ninguna alerta le afecta",
  "{number, plural, one {An alert concerns you} other {# alerts concern you}}":
    "{number, plural, one {Le afecta una alerta} other {Le afectan # alertas}}",
  "Alerts find you by it: report where you are.":
    "Las alertas le llegan según su posición: comunique dónde está.",
  "No warning can reach you while this page is closed:":
    "Con esta página cerrada no le puede llegar ningún aviso:",
  "turn on warnings": "active los avisos",
  "Your place is reported.": "Su posición se ha comunicado.",
  "Where I am": "Dónde estoy",
  "Looking where you are…": "Buscando dónde está…",
  "Report it again and again while this page is open":
    "Comunicarla periódicamente mientras esta página esté abierta",
  "You are inside the area": "Está dentro del área",
  "You are near the area": "Está cerca del área",
  "You are in the wider surroundings": "Está en los alrededores del área",
  "Extreme danger.": "Peligro extremo.",
  "Severe danger.": "Peligro grave.",
  "Moderate danger.": "Peligro moderado.",
  "Minor danger.": "Peligro leve.",
  "Act now.": "Actúe ahora.",
  "Act within the hour.": "Actúe en menos de una hora.",
  "Act soon.": "Actúe pronto.",
  "You were inside the area": "Estaba dentro del área",
  "You were near the area": "Estaba cerca del área",
  "You were in the wider surroundings": "Estaba en los alrededores del área",
  "You are outside now. You were told before.": "Ahora está fuera. Recibió el aviso antes.",
  "You were told": "Aviso recibido",
  "Last news": "Última novedad",
  "It lasts until": "Dura hasta",
  "It was over": "Terminó",
  "It is over": "Ha terminado",
  "Update": "Actualización",
  "All messages": "Todos los mensajes",
  "This alert is active": "Esta alerta está activa",
  "You were not told of this alert.": "No recibió esta alerta.",
  "My devices": "Mis dispositivos",
  "Devices that warn me": "Dispositivos que me avisan",
  "None yet.": "Aún nada.",
  "Devices that report my position": "Dispositivos que comunican mi posición",
  "since {time}": "desde el {time}",
  "since {time}, never used": "desde el {time}, sin usar",
  "since {time}, last used {used}": "desde el {time}, último uso: {used}",
  "Set up an app that reports": "Configurar una aplicación que comunique la posición",
  "It cannot be spoken here.": "Aquí no se puede escuchar.",
  "What you see is from {time}, {ago}.": "Lo que ve es del {time}, {ago}.",
  "Alert id {id, number, ::group-off}": "Alerta id {id, number, ::group-off}",
  "Open my page": "Abrir mi página",
  "{distance} to the north": "{distance} al norte",
  "{distance} to the north-east": "{distance} al noreste",
  "{distance} to the east": "{distance} al este",
  "{distance} to the south-east": "{distance} al sureste",
  "{distance} to the south": "{distance} al sur",
  "{distance} to the south-west": "{distance} al suroeste",
  "{distance} to the west": "{distance} al oeste",
  "{distance} to the north-west": "{distance} al noroeste",
  "Inside, {distance} from its border": "Dentro, a {distance} del borde",
  "You": "Usted",
  "The area and its zones on a map.": "El área y sus zonas en un mapa.",
  "The area": "El área",
  "From where you were {ago}.": "Desde donde estaba {ago}.",
  "There is no connection to the service.": "No hay conexión con el servicio.",
  "We cannot tell now": "Ahora no podemos saberlo",
  "We do not know where you are": "No sabemos dónde está",
  "It should be over. There is no connection to ask.":
    "Debería haber terminado. No hay conexión para preguntarlo.",
  "Pushed to this browser, {time}": "Enviado a este navegador, {time}",
  "Now|screen": "Ahora",
  "asking…": "un momento…",
  "Is it you?": "¿Es usted?",
  "This needs your second factor again. What you drew and wrote is kept.":
    "Esto requiere otra vez su segundo factor. Lo que ha dibujado y escrito se conserva.",
  "Code": "Código",
  "The six digits that your app shows, or a recovery code.":
    "Las seis cifras que muestra su aplicación, o un código de recuperación.",
  "My phone": "Mi teléfono",
  "Add an authenticator app": "Añadir una aplicación de autenticación",
  "Add an authenticator app…": "Añadir una aplicación de autenticación…",
  "Scan this with the app, or type the key. Then write its code.":
    "Escanee esto con la aplicación, o teclee la clave. Después escriba su código.",
  "The key of the app": "La clave de la aplicación",
  "Code of the app": "Código de la aplicación",
  "Name to know it by": "Nombre para reconocerla",
  "Recovery codes": "Códigos de recuperación",
  "Print them, and keep them apart from the phone: each logs you in once. They are not shown again.":
    "Imprímalos y guárdelos lejos del teléfono: cada uno vale para iniciar sesión una vez. No se vuelven a mostrar.",
  "I have them": "Los tengo",
  "Second factor": "Segundo factor",
  "With one, a stolen password is not enough to log in, or to publish in your name.":
    "Con él, una contraseña robada no basta para iniciar sesión ni para publicar en su nombre.",
  "Your role demands one from {time}: without it you lose your rights then.":
    "Su rol lo exige desde el {time}: sin él, perderá entonces sus permisos.",
  "Add it": "Añadir",
  "New recovery codes ({number} are left)…": "Nuevos códigos de recuperación (quedan {number})…",
  "The browser has shown no passkey. Try again.":
    "El navegador no ha mostrado ninguna llave de acceso. Inténtelo de nuevo.",
  "Use a passkey": "Usar una llave de acceso",
  "Add a passkey": "Añadir una llave de acceso",
  "Add a passkey…": "Añadir una llave de acceso…",
  "This device": "Este dispositivo",
  "Whoever wants one": "Quien quiera",
  "Nobody": "Nadie",
  "Not spoken: no voice for {languages}.": "Sin audio: no hay voz para {languages}.",
  "Who has a second factor": "Quién tiene un segundo factor",
  "A demand holds a day later. Whoever has none then has no rights until they add one.":
    "La exigencia rige un día después. Quien entonces no tenga ninguno se queda sin permisos hasta que lo añada.",
  "from {time}": "desde el {time}",
  "{name} has taken the test.": "{name} ha recibido la prueba.",
  "Choose what it is told of.": "Elija de qué se le informa.",
  "Copy the secret": "Copiar el secreto",
  "Give it to the receiver now: it is not shown again.":
    "Déselo ahora al receptor: no se muestra otra vez.",
  "how many were notified": "cuántas personas han sido avisadas",
  "It has no secret yet, and is told nothing.": "Aún no tiene secreto, y no recibe nada.",
  "It is paused or has no secret: end the pause, or make one.":
    "Está en pausa o no tiene secreto: termine la pausa, o cree uno.",
  "It is told of": "Se le informa de",
  "It signs each message. A secret from before is good for another day.":
    "Firma cada mensaje. Un secreto anterior vale todavía un día.",
  "Its secret cannot be read any more: make a new one":
    "Su secreto ya no se puede leer: cree uno nuevo",
  "Make a secret": "Crear un secreto",
  "new alerts": "nuevas alertas",
  "New secret of {name}": "Nuevo secreto de {name}",
  "New secret…": "Nuevo secreto…",
  "New webhook": "Nuevo webhook",
  "Send a test": "Enviar una prueba",
  "Send a test to {name}": "Enviar una prueba a {name}",
  "Sirens, signs, chats and other tools are told of alerts here.":
    "Desde aquí se informa de las alertas a sirenas, paneles, chats y otras herramientas.",
  "The address looks like https://siren.example.org/hook.":
    "La dirección tiene la forma https://siren.example.org/hook.",
  "the end of alerts": "el fin de las alertas",
  "The test waits: look here again in a moment.":
    "La prueba está en espera: mire aquí de nuevo en un momento.",
  "What it misses is sent again for four days.":
    "Lo que no recibe se envía de nuevo durante cuatro días.",
  updates: "actualizaciones",
  Webhooks: "Webhooks",
};

export default messages;
