import type { MessageLanguage } from '@ambit/contract'

type Words = { name: string; days: number }
type Letter = { subject: string; lines: readonly string[] }

/** What a passenger is written whose account is removed for want of journeys, by language. */
export const endingTexts: Readonly<Record<MessageLanguage, (words: Words) => Letter>> = {
  en: ({ name, days }) => ({
    subject: 'Your account ends in a month',
    lines: [
      `Hello ${name},`,
      `you have not travelled with us for a long time. In ${days} days we remove your account with all that we know of you.`,
      'To keep it, book a journey before then.',
    ],
  }),
  de: ({ name, days }) => ({
    subject: 'Ihr Konto endet in einem Monat',
    lines: [
      `Guten Tag ${name},`,
      `Sie sind lange nicht mit uns gefahren. In ${days} Tagen entfernen wir Ihr Konto mit allem, was wir von Ihnen wissen.`,
      'Um es zu behalten, buchen Sie bis dahin eine Fahrt.',
    ],
  }),
  es: ({ name, days }) => ({
    subject: 'Su cuenta termina dentro de un mes',
    lines: [
      `Hola, ${name}:`,
      `hace mucho que no viaja con nosotros. Dentro de ${days} días borraremos su cuenta con todo lo que sabemos de usted.`,
      'Para conservarla, reserve un viaje antes.',
    ],
  }),
}
