import type { MessageLanguage } from '@ambit/contract'

type Sender = { service: string; phone: string | null }
type Answers = {
  stop: (sender: Sender) => string
  start: (sender: Sender) => string
  help: (sender: Sender) => string
  where: (sender: Sender, range: string) => string
  nowhere: (sender: Sender) => string
}

const call = (phone: string | null, words: string): string => (phone === null ? '' : ` ${words} ${phone}`)

/** What a reply is answered with. Names nobody and no place: the phone may be another's. */
export const answers: Readonly<Record<MessageLanguage, Answers>> = {
  en: {
    stop: ({ service }) =>
      `${service}: You get no more SMS about your rides, unless we have to cancel one. To get them again reply START.`,
    start: ({ service }) => `${service}: You get SMS about your rides again. To end them reply STOP.`,
    help: ({ service, phone }) =>
      `${service}: Reply WHERE for your next ride, STOP to end SMS, START to get them again.${call(phone, 'Questions? Call')}`,
    where: ({ service }, range) => `${service}: Your next pick-up: ${range}.`,
    nowhere: ({ service, phone }) => `${service}: You have no ride booked.${call(phone, 'Questions? Call')}`,
  },
  de: {
    stop: ({ service }) =>
      `${service}: Sie bekommen keine SMS mehr zu Ihren Fahrten, es sei denn, wir müssen eine absagen. Wieder anmelden: START.`,
    start: ({ service }) => `${service}: Sie bekommen wieder SMS zu Ihren Fahrten. Abmelden: STOP.`,
    help: ({ service, phone }) =>
      `${service}: WO nennt Ihre nächste Fahrt, STOP beendet die SMS, START bringt sie wieder.${call(phone, 'Fragen?')}`,
    where: ({ service }, range) => `${service}: Ihre nächste Abholung: ${range}.`,
    nowhere: ({ service, phone }) => `${service}: Sie haben keine Fahrt gebucht.${call(phone, 'Fragen?')}`,
  },
  es: {
    stop: ({ service }) =>
      `${service}: Ya no recibe SMS sobre sus viajes, salvo si tenemos que cancelar uno. Para volver a recibirlos: START.`,
    start: ({ service }) => `${service}: Vuelve a recibir SMS sobre sus viajes. Para no recibirlos: STOP.`,
    help: ({ service, phone }) =>
      `${service}: DONDE indica su próximo viaje, STOP termina los SMS, START los activa.${call(phone, 'Preguntas:')}`,
    where: ({ service }, range) => `${service}: Su próxima recogida: ${range}.`,
    nowhere: ({ service, phone }) => `${service}: No tiene ningún viaje reservado.${call(phone, 'Preguntas:')}`,
  },
}
