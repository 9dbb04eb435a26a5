import { type Processing, processingKinds, type ProcessingRecords, type RetentionKind } from '@ambit/contract'
import { dateIn, endsInWords, periodInWords } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import { type Rule, rulesAt } from '../retention/rules.ts'
import { shownSettings } from '../settings/shown.ts'
import { definitions } from './definitions.ts'
import { readersNow } from './readers.ts'
import { noneOf, recipientsNow } from './recipients.ts'

/** What a period is counted from. */
const since: Readonly<Record<RetentionKind, string>> = {
  positions_thinned: 'the drive',
  positions: 'the drive',
  searches: 'the search',
  driver_actions: 'the tap',
  bookings: 'the journey',
  booking_series: 'its end',
  suspensions: 'the proposal',
  travelers: 'the last journey',
  access_events: 'the look',
  sign_ins: 'the sign-in',
  audit_events: 'the change',
  drivers: 'the last schedule or trip',
  vehicle_notes: 'the note',
  staff_mails: 'the mail',
  passenger_mails: 'the mail',
  driver_messages: 'the message',
  exceptions: 'it was raised',
  dispatch_actions: 'the action',
  vehicle_checks: 'the check',
  messages: 'the message',
  sms_replies: 'the reply',
  privacy_requests: 'the last answer',
  idempotency_keys: 'the call',
}

/** `24 months after the journey, then anonymised. As long as fares can be disputed.` */
const sentenceOf = ({ kind, period, end, reason, next }: Rule, day: (moment: Date) => string): string =>
  [
    period === null
      ? periodInWords(null)
      : `${periodInWords(period)} after ${since[kind]}, then ${endsInWords[end].toLowerCase()}`,
    ...(next === null ? [] : [`From ${day(next.from)} on ${periodInWords(next.period)}`]),
    reason.replace(/\.$/, ''),
  ].join('. ') + '.'

/** Made of what the installation is and does at the moment: rules, roles and settings. */
export const processingRecords = async (deps: Deps): Promise<ProcessingRecords> => {
  const { db, clock, config } = deps
  const now = clock.now()
  const settings = await shownSettings(db, config)
  const regions = await db
    .selectFrom('regions')
    .select(['name', 'time_zone', 'contact_email as email', 'contact_phone as phone'])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  const timeZone = regions[0]?.time_zone ?? 'UTC'
  const days = new Intl.DateTimeFormat(settings.locale, { timeZone, dateStyle: 'long' })
  const rules = new Map((await rulesAt(db, now)).map((rule) => [rule.kind, rule]))
  const readers = await readersNow(deps)
  const recipients = await recipientsNow(deps)
  const sentences = (kinds: readonly RetentionKind[]): string[] =>
    kinds.flatMap((kind) => rules.get(kind) ?? []).map((rule) => sentenceOf(rule, (moment) => days.format(moment)))
  return {
    made_at: now.toISOString(),
    made_on: dateIn(timeZone, now),
    run_by: {
      name: settings.brand,
      product: settings.appName,
      // An address may hold a password.
      address: config.publicUrl === null ? null : new URL(config.publicUrl).origin,
      regions: regions.map(({ name, email, phone }) => ({ name, email, phone })),
    },
    processings: processingKinds.flatMap((kind): Processing[] => {
      const { people, name, data, purpose, read, also, sent, rules: kinds, kept, done } = definitions[kind]
      if (done?.(config) === false) return []
      return [
        {
          kind,
          people,
          name,
          data,
          purpose,
          seen_by: read.map(readers),
          also_seen_by: also ?? null,
          sent_to: sent.flatMap((recipient) => recipients[recipient]),
          kept: [...(kept === undefined ? [] : [kept]), ...sentences(kinds)],
        },
      ]
    }),
    not_sent_to: noneOf(recipients),
  }
}
