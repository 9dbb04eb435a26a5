import type { MessageLanguage } from '@ambit/contract'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { mailServerOf } from '../settings/mail-server.ts'
import { shownSettings } from '../settings/shown.ts'
import { languageOf, localeOf } from './languages.ts'
import { mailAddressOf } from './mail-address.ts'
import { noteTexts, type NoteTexts } from './note-texts.ts'

type Whom = {
  traveler_id: number
  /** whose contact is named */
  zone_id: number
  /** IANA, by which moments are written */
  time_zone: string
}

/** How days and times are written for the passenger. */
type Written = { day: (at: Date) => string; time: (at: Date) => string }
type Note = { subject: string; lines: readonly string[] }

/**
 * Tells a passenger of something that is about no booking, in their language, by e-mail. Answers whether it goes there: who
 * has no address, or no smartphone, is to be called, as is everybody where no mail can leave.
 */
export const mailNote = async (
  { config, mailer }: Pick<Deps, 'config' | 'mailer'>,
  tx: Transaction<DB>,
  { traveler_id, zone_id, time_zone }: Whom,
  say: (words: NoteTexts, written: Written) => Note,
): Promise<boolean> => {
  if ((await mailServerOf(tx, config)) === null) return false
  const who = await tx
    .selectFrom('travelers as t')
    .innerJoin('zones as z', (join) => join.on('z.id', '=', zone_id))
    .innerJoin('regions as g', 'g.id', 'z.region_id')
    .where('t.id', '=', traveler_id)
    .select(['t.low_tech', 't.locale', 'g.message_language', 'g.name as region', 'g.contact_phone', 'g.contact_email'])
    .executeTakeFirst()
  if (who === undefined || who.low_tech) return false
  const to = await mailAddressOf(tx, traveler_id)
  if (to === null) return false
  const { locale, brand } = await shownSettings(tx, config)
  const language: MessageLanguage = who.locale ?? who.message_language ?? languageOf(locale)
  const writes = (parts: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(localeOf(language, locale), { timeZone: time_zone, ...parts })
    return (at: Date): string => format.format(at)
  }
  const words = noteTexts[language]
  const { subject, lines } = say(words, {
    day: writes({ weekday: 'long', day: 'numeric', month: 'long' }),
    time: writes({ hour: 'numeric', minute: '2-digit' }),
  })
  const text = [...lines, words.contact(who.contact_phone, who.contact_email), `${brand}, ${who.region}`].join('\n\n')
  await mailer.send(tx, { to, traveler_id, expires_at: null, subject, text })
  return true
}
