import type { Catalogue, Plural, Say } from './catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'

export const catalogues = { en, de, es } satisfies Record<string, Catalogue>
export type Language = keyof typeof catalogues
export const languages = ['en', 'de', 'es'] as const satisfies readonly Language[]

/** What a language is called by those who speak it. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', es: 'Español' }

export const isLanguage = (text: string): text is Language => languages.some((language) => language === text)

const languageOf = (tag: string): Language | undefined => languages.find((language) => language === tag.slice(0, 2))

/** The first of the device's languages that the app speaks, as its region writes it. */
export const localeOf = (
  chosen: Language | null,
  ofDevice: readonly string[],
): { language: Language; locale: string } => {
  const tag = ofDevice.find((one) => (chosen === null ? languageOf(one) !== undefined : languageOf(one) === chosen))
  const language = chosen ?? languageOf(tag ?? 'en') ?? 'en'
  return { language, locale: tag ?? language }
}

/** Says a text in the language, with its places filled; the number `n` chooses the plural form. */
export const sayIn = (language: Language, locale: string): Say => {
  const rules = new Intl.PluralRules(language)
  const figures = new Intl.NumberFormat(locale)
  const texts: Catalogue = catalogues[language]
  return (key, ...[values]) => {
    const places: Readonly<Record<string, string | number>> = values ?? {}
    const text: string | Plural = texts[key]
    const words = typeof text === 'string' ? text : (text[rules.select(Number(places['n']))] ?? text.other)
    return words.replaceAll(/\{(\w+)\}/g, (_, place: string) => {
      const value = places[place]
      return typeof value === 'number' ? figures.format(value) : (value ?? '')
    })
  }
}
