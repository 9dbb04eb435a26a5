import type { MessageLanguage } from '@ambit/contract'

/** What passengers are told that is about no booking; moments are written already. Places stay out: lists of mails show the text. */
export type NoteTexts = {
  waitlist: Readonly<
    Record<
      'given_up' | 'withdrawn',
      { subject: string; text: (day: string, time: string, departing: boolean) => string }
    >
  >
  /** the nearest change that works */
  works: (day: string, time: string, departing: boolean) => string
  nothingWorks: string
  /** rides of a recurring journey that are left out; `name`: of the special day */
  leftOut: {
    subject: string
    why: string
    ride: (day: string, time: string, departing: boolean, name: string | null) => string
    others: string
  }
  contact: (phone: string | null, email: string | null) => string
}

const en: NoteTexts = {
  waitlist: {
    given_up: {
      subject: 'We found no ride for you',
      text: (day, time, departing) =>
        `You asked for a ride on ${day}, ${departing ? 'leaving' : 'arriving'} at ${time}. We found none, and no longer look for one.`,
    },
    withdrawn: {
      subject: 'Your ride is off the waiting list',
      text: (day, time, departing) =>
        `You asked for a ride on ${day}, ${departing ? 'leaving' : 'arriving'} at ${time}. It is no longer on the waiting list.`,
    },
  },
  works: (day, time, departing) =>
    `At this time it works now: ${departing ? 'leaving' : 'arriving'} on ${day} at ${time}. It is not booked yet.`,
  nothingWorks: 'No other time near it works at the moment.',
  leftOut: {
    subject: 'A ride of yours does not take place',
    why: 'There is no service at the time of your recurring ride, so it is left out:',
    ride: (day, time, departing, name) =>
      `${day}, ${departing ? 'leaving' : 'arriving'} at ${time}${name === null ? '' : ` (${name})`}`,
    others: 'Your other rides stay as they are.',
  },
  contact: (phone, email) =>
    phone === null && email === null
      ? 'Please answer this mail if you would like to book another ride.'
      : `To book another ride, please ${[phone === null ? [] : [`call ${phone}`], email === null ? [] : [`write to ${email}`]].flat().join(' or ')}.`,
}

const de: NoteTexts = {
  waitlist: {
    given_up: {
      subject: 'Wir haben keine Fahrt für Sie gefunden',
      text: (day, time, departing) =>
        `Sie wünschten eine Fahrt am ${day}, ${departing ? 'Abfahrt' : 'Ankunft'} um ${time}. Wir haben keine gefunden und suchen nicht weiter.`,
    },
    withdrawn: {
      subject: 'Ihre Fahrt steht nicht mehr auf der Warteliste',
      text: (day, time, departing) =>
        `Sie wünschten eine Fahrt am ${day}, ${departing ? 'Abfahrt' : 'Ankunft'} um ${time}. Sie steht nicht mehr auf der Warteliste.`,
    },
  },
  works: (day, time, departing) =>
    `Zu dieser Zeit geht es jetzt: ${departing ? 'Abfahrt' : 'Ankunft'} am ${day} um ${time}. Es ist noch nichts gebucht.`,
  nothingWorks: 'Zurzeit geht es zu keiner anderen Zeit in der Nähe.',
  leftOut: {
    subject: 'Eine Ihrer Fahrten entfällt',
    why: 'Zur Zeit Ihrer regelmäßigen Fahrt fahren wir nicht, deshalb entfällt sie:',
    ride: (day, time, departing, name) =>
      `${day}, ${departing ? 'Abfahrt' : 'Ankunft'} um ${time}${name === null ? '' : ` (${name})`}`,
    others: 'Ihre anderen Fahrten bleiben, wie sie sind.',
  },
  contact: (phone, email) =>
    phone === null && email === null
      ? 'Bitte antworten Sie auf diese E-Mail, wenn Sie eine andere Fahrt buchen möchten.'
      : `Für eine andere Fahrt ${[phone === null ? [] : [`rufen Sie bitte ${phone} an`], email === null ? [] : [`schreiben Sie bitte an ${email}`]].flat().join(' oder ')}.`,
}

const es: NoteTexts = {
  waitlist: {
    given_up: {
      subject: 'No hemos encontrado ningún viaje para usted',
      text: (day, time, departing) =>
        `Usted pidió un viaje para el ${day}, con ${departing ? 'salida' : 'llegada'} a las ${time}. No hemos encontrado ninguno y ya no lo buscamos.`,
    },
    withdrawn: {
      subject: 'Su viaje ya no está en la lista de espera',
      text: (day, time, departing) =>
        `Usted pidió un viaje para el ${day}, con ${departing ? 'salida' : 'llegada'} a las ${time}. Ya no está en la lista de espera.`,
    },
  },
  works: (day, time, departing) =>
    `A esta hora es posible ahora: ${departing ? 'salida' : 'llegada'} el ${day} a las ${time}. Todavía no está reservado.`,
  nothingWorks: 'Por el momento no es posible a ninguna otra hora cercana.',
  leftOut: {
    subject: 'Uno de sus viajes no se realiza',
    why: 'A la hora de su viaje periódico no hay servicio, por lo que no se realiza:',
    ride: (day, time, departing, name) =>
      `${day}, ${departing ? 'salida' : 'llegada'} a las ${time}${name === null ? '' : ` (${name})`}`,
    others: 'Sus demás viajes no cambian.',
  },
  contact: (phone, email) =>
    phone === null && email === null
      ? 'Responda a este correo si desea reservar otro viaje.'
      : `Para reservar otro viaje, ${[phone === null ? [] : [`llame al ${phone}`], email === null ? [] : [`escriba a ${email}`]].flat().join(' o ')}.`,
}

export const noteTexts: Readonly<Record<MessageLanguage, NoteTexts>> = { en, de, es }
