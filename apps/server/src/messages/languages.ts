import type { MessageLanguage } from '@ambit/contract'

/** The installation's language, where there are texts in it. */
export const languageOf = (locale: string): MessageLanguage => {
  const [language] = locale.split('-')
  return language === 'de' || language === 'es' ? language : 'en'
}

/** The installation's own way to write, where it is of the language. */
export const localeOf = (language: MessageLanguage, locale: string): string =>
  locale.startsWith(`${language}-`) ? locale : language
