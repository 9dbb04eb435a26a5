import { CODE_MINUTES, type MessageLanguage } from '@ambit/contract'

type Letter = { subject: string; text: string }
type Words = { brand: string; code: string }
type Texts = {
  erase: (words: Words) => Letter
  contact: (words: Words) => Letter
  /** to the contact that was there before; `now`: the new one, with most of it left out */
  changed: (words: { brand: string; now: string; call: string | null }) => Letter
}

const texts: Readonly<Record<MessageLanguage, Texts>> = {
  en: {
    erase: ({ brand, code }) => ({
      subject: `Your code for deleting your account at ${brand}`,
      text: `${code} is your code for deleting your account at ${brand}. It works for ${CODE_MINUTES} minutes. If you did not ask for it, do not pass it on.`,
    }),
    contact: ({ brand, code }) => ({
      subject: `Your code for your new contact at ${brand}`,
      text: `${code} is your code for your new contact at ${brand}. It works for ${CODE_MINUTES} minutes.`,
    }),
    changed: ({ brand, now, call }) => ({
      subject: `Your contact at ${brand} has changed`,
      text: `Your contact at ${brand} is now ${now}. If this was not you, please call us${call === null ? '' : `: ${call}`}.`,
    }),
  },
  de: {
    erase: ({ brand, code }) => ({
      subject: `Ihr Code zum Löschen Ihres Kontos bei ${brand}`,
      text: `${code} ist Ihr Code zum Löschen Ihres Kontos bei ${brand}. Er gilt ${CODE_MINUTES} Minuten. Wenn Sie ihn nicht angefordert haben, geben Sie ihn nicht weiter.`,
    }),
    contact: ({ brand, code }) => ({
      subject: `Ihr Code für Ihren neuen Kontakt bei ${brand}`,
      text: `${code} ist Ihr Code für Ihren neuen Kontakt bei ${brand}. Er gilt ${CODE_MINUTES} Minuten.`,
    }),
    changed: ({ brand, now, call }) => ({
      subject: `Ihr Kontakt bei ${brand} hat sich geändert`,
      text: `Ihr Kontakt bei ${brand} ist jetzt ${now}. Wenn Sie das nicht waren, rufen Sie uns bitte an${call === null ? '' : `: ${call}`}.`,
    }),
  },
  es: {
    erase: ({ brand, code }) => ({
      subject: `Su código para borrar su cuenta en ${brand}`,
      text: `${code} es su código para borrar su cuenta en ${brand}. Sirve durante ${CODE_MINUTES} minutos. Si no lo ha pedido, no lo comparta.`,
    }),
    contact: ({ brand, code }) => ({
      subject: `Su código para su nuevo contacto en ${brand}`,
      text: `${code} es su código para su nuevo contacto en ${brand}. Sirve durante ${CODE_MINUTES} minutos.`,
    }),
    changed: ({ brand, now, call }) => ({
      subject: `Su contacto en ${brand} ha cambiado`,
      text: `Su contacto en ${brand} es ahora ${now}. Si no ha sido usted, llámenos${call === null ? '' : `: ${call}`}.`,
    }),
  },
}

/** What a passenger is written who has signed in, in their language. */
export const textsIn = (language: MessageLanguage): Texts => texts[language]
