import type { Letter, MessageLanguage, RestsOn } from '@ambit/contract'
import { dateIn, daysFromDecision, daysFromLetter, momentAt } from '@ambit/domain'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { languageOf, localeOf } from '../messages/languages.ts'
import { shownSettings } from '../settings/shown.ts'
import type { StepRow } from './queries.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import type { LetterTexts } from './texts/letter-texts.ts'

const texts: Record<MessageLanguage, LetterTexts> = { en, de, es }
const NOON = 12 * 60

type On = { now: Date; today: string }
type Written = Letter & { traveler_id: number }

/** Who writes to whom, and how dates are written for them. */
const writing = async ({ config }: Deps, db: Kysely<DB>, { traveler_id, region_id, time_zone }: StepRow) => {
  const found = await db
    .selectFrom('travelers as t')
    .innerJoin('regions as g', (join) => join.on('g.id', '=', region_id))
    .where('t.id', '=', traveler_id)
    .select(['t.locale as own', 'g.message_language', 'g.name as region', 'g.contact_phone', 'g.contact_email'])
    .executeTakeFirstOrThrow()
  const { locale, brand } = await shownSettings(db, config)
  const language: MessageLanguage = found.own ?? found.message_language ?? languageOf(locale)
  const written = localeOf(language, locale)
  const long = { day: 'numeric', month: 'long', year: 'numeric' } as const
  const day = (date: string): string =>
    new Intl.DateTimeFormat(written, { timeZone: time_zone, weekday: 'long', ...long }).format(
      momentAt(time_zone, date, NOON),
    )
  const moment = (at: string, timeZone: string, parts: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(written, { timeZone, ...parts }).format(new Date(at))
  const words = texts[language]
  const contact = words.contact(found.contact_phone, found.contact_email)
  const ride = ({ window_from, window_to, time_zone: zone, place, kind, evidence }: RestsOn): string => {
    const clock = { hour: 'numeric', minute: '2-digit' } as const
    const [from, to] = [moment(window_from, zone, clock), moment(window_to, zone, clock)]
    return `${words.ride(moment(window_from, zone, { weekday: 'long', ...long }), from, to, place)} ${words.evidence(kind, evidence)}`
  }
  return { language, words, day, ride, contact, region: found.region, sender: `${brand}, ${found.region}` }
}

/** What a passenger is told of a step. Before it is sent it says what it would if it were sent today. */
export const letterOf = async (deps: Deps, db: Kysely<DB>, step: StepRow, { today }: On): Promise<Written> => {
  const { language, words, day, ride, contact, region, sender } = await writing(deps, db, step)
  const planned = daysFromLetter(today, step.days)
  const until = step.object_until ?? planned.object_until
  const [from, to] = [step.begins_on ?? planned.begins_on, step.ends_on ?? planned.ends_on]
  const sentOn = step.letter_sent_at === null ? today : dateIn(step.time_zone, step.letter_sent_at)
  const { letter } = words
  return {
    traveler_id: step.traveler_id,
    language,
    recipient: step.traveler_name,
    title: step.kind === 'letter' ? letter.warning : letter.suspension,
    date: day(sentOn),
    before: [
      letter.why(region),
      step.kind === 'letter' || step.days === null || from === null || to === null
        ? letter.warns
        : letter.suspends(step.days, day(from), day(to)),
      letter.rides,
    ],
    rides: step.rests_on.map(ride),
    after: [
      letter.object(day(until), contact),
      ...(step.kind === 'letter' ? [] : [letter.holds, letter.costsNothing]),
      letter.hearing,
    ],
    sender,
  }
}

/** What a passenger is told of how an objection was decided; null: it was not. */
export const decisionOf = async (
  deps: Deps,
  db: Kysely<DB>,
  step: StepRow,
  { now, today }: On,
): Promise<Written | null> => {
  const { objection_outcome: outcome, objection_reasons: reasons, objected_on, decision_sent_at, kind, days } = step
  if (outcome === null || objected_on === null) return null
  const { language, words, day, contact, sender } = await writing(deps, db, step)
  const { begins_on: from, ends_on: to } =
    decision_sent_at === null ? daysFromDecision(today, step.begins_on, days) : step
  const { decision } = words
  const decidedOn = dateIn(step.time_zone, step.objection_decided_at ?? now)
  return {
    traveler_id: step.traveler_id,
    language,
    recipient: step.traveler_name,
    title: decision.title,
    date: day(decidedOn),
    before: [decision.opening(day(objected_on)), decision.outcomes[outcome]],
    rides: [],
    after: [
      decision.reasons(reasons ?? ''),
      ...(outcome === 'upheld' || kind === 'letter' || days === null || from === null || to === null
        ? []
        : [words.letter.suspends(days, day(from), day(to))]),
      decision.ask(contact),
    ],
    sender,
  }
}

/** The same as lines of an e-mail. */
export const asText = ({ recipient, date, before, rides, after, sender }: Letter): string =>
  [date, recipient, ...before, ...rides.map((ride) => `• ${ride}`), ...after, sender].join('\n\n')
