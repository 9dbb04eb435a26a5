import { CODE_MINUTES, type MessageLanguage } from '@ambit/contract'

type Words = { brand: string; code: string }
type Texts = {
  /** without the code: lists show it */
  subject: (brand: string) => string
  mail: (words: Words) => string
  sms: (words: Words) => string
}

const texts: Readonly<Record<MessageLanguage, Texts>> = {
  en: {
    subject: (brand) => `Your code for ${brand}`,
    mail: ({ brand, code }) =>
      `Hello,\n\nyour code for signing in to ${brand} is:\n\n${code}\n\nIt works once, for ${CODE_MINUTES} minutes. We never ask for it by phone. If you did not ask for it, there is nothing to do.`,
    sms: ({ brand, code }) => `${code} is your code for ${brand}. It works for ${CODE_MINUTES} minutes.`,
  },
  de: {
    subject: (brand) => `Ihr Code für ${brand}`,
    mail: ({ brand, code }) =>
      `Guten Tag,\n\nIhr Code für die Anmeldung bei ${brand} lautet:\n\n${code}\n\nEr gilt einmal, ${CODE_MINUTES} Minuten lang. Wir fragen nie am Telefon danach. Wenn Sie ihn nicht angefordert haben, ist nichts zu tun.`,
    sms: ({ brand, code }) => `${code} ist Ihr Code für ${brand}. Er gilt ${CODE_MINUTES} Minuten.`,
  },
  es: {
    subject: (brand) => `Su código para ${brand}`,
    mail: ({ brand, code }) =>
      `Hola:\n\nsu código para entrar en ${brand} es:\n\n${code}\n\nSirve una vez, durante ${CODE_MINUTES} minutos. Nunca se lo pediremos por teléfono. Si no lo ha pedido, no tiene que hacer nada.`,
    sms: ({ brand, code }) => `${code} es su código para ${brand}. Sirve durante ${CODE_MINUTES} minutos.`,
  },
}

export const mailWith = (language: MessageLanguage, words: Words): { subject: string; text: string } => ({
  subject: texts[language].subject(words.brand),
  text: texts[language].mail(words),
})

/** The last line lets the phone fill the code in, at this host alone (web.dev/articles/sms-otp-form). */
export const smsWith = (
  language: MessageLanguage,
  words: Words & { host: string },
): { subject: string; text: string } => ({
  subject: texts[language].subject(words.brand),
  text: `${texts[language].sms(words)}\n\n@${words.host} #${words.code}`,
})
