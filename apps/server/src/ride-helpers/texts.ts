import { INVITED_DAYS, type MessageLanguage } from '@ambit/contract'

type Words = { brand: string; name: string; code: string; link: string }
type Letter = { subject: string; text: string }

const texts: Readonly<Record<MessageLanguage, (words: Words) => Letter>> = {
  en: ({ brand, name, code, link }) => ({
    subject: `${name} asks for your help with ${brand}`,
    text: `${name} asks you to help with rides of ${brand}. Sign in at ${link} with this address or number and enter the code ${code} there. It works for ${INVITED_DAYS} days.`,
  }),
  de: ({ brand, name, code, link }) => ({
    subject: `${name} bittet um Ihre Hilfe bei ${brand}`,
    text: `${name} bittet Sie, bei Fahrten mit ${brand} zu helfen. Melden Sie sich unter ${link} mit dieser Adresse oder Nummer an und geben Sie dort den Code ${code} ein. Er gilt ${INVITED_DAYS} Tage.`,
  }),
  es: ({ brand, name, code, link }) => ({
    subject: `${name} le pide ayuda con ${brand}`,
    text: `${name} le pide ayuda con sus viajes de ${brand}. Entre en ${link} con esta dirección o este número e indique allí el código ${code}. Sirve durante ${INVITED_DAYS} días.`,
  }),
}

export const invitationIn = (language: MessageLanguage, words: Words): Letter => texts[language](words)
