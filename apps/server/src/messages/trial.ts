import type { WrittenChannel, MessageEvent, MessageLanguage, MessagePreview } from '@ambit/contract'
import { MOST_SMS_PARTS, smsSize, templateFaults } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import { invalid } from '../http/errors.ts'
import { shownSettings } from '../settings/shown.ts'
import { type Filling, fillIn } from './fill-in.ts'
import { sampleLink } from './link.ts'
import { wholeSms } from './sms/whole.ts'
import { LONG_BOOKING, longestFacts, sampleFacts } from './sample.ts'

export type Trial = {
  event: MessageEvent
  channel: WrittenChannel
  language: MessageLanguage
  subject: string | null
  text: string
}
export type TrialRegion = { name: string; time_zone: string; contact_phone: string | null }

const EXAMPLE_BOOKING = 1234

/** A text as it would be sent, with the values of an example, and what is wrong with it. */
export const tryText = async (
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  region: TrialRegion,
  { event, channel, language, subject, text }: Trial,
): Promise<MessagePreview> => {
  const { brand: service, locale, currency } = await shownSettings(db, config)
  const sender = { service, region: region.name, region_phone: region.contact_phone, locale }
  const filling: Filling = {
    event,
    channel,
    language,
    booking: EXAMPLE_BOOKING,
    sender,
    facts: sampleFacts(clock.now(), region.time_zone, currency),
    link: sampleLink(config),
    template: { subject, text },
  }
  const as = (text: string): string =>
    channel === 'sms'
      ? wholeSms(text, language, { service, region_phone: region.contact_phone, sms: config.sms })
      : text
  const { subject: named, text: said } = fillIn(filling)
  const filled = { subject: named, text: as(said) }
  const longest = fillIn({ ...filling, booking: LONG_BOOKING, facts: { ...longestFacts, currency } })
  const sms = channel === 'sms' ? { ...smsSize(filled.text), most_parts: smsSize(as(longest.text)).parts } : null
  const faults = [
    ...(channel === 'email' ? faultsIn('subject', event, subject ?? '') : []),
    ...faultsIn('text', event, text),
  ]
  if (sms !== null && sms.most_parts > MOST_SMS_PARTS)
    faults.push({ field: 'text', index: 0, length: 0, message: tooLong(sms.most_parts) })
  return { ...filled, sms, faults }
}

const faultsIn = (field: 'subject' | 'text', event: MessageEvent, words: string): MessagePreview['faults'] =>
  templateFaults(event, words).map((fault) => ({ field, ...fault }))

const tooLong = (parts: number): string =>
  `With long values this makes ${parts} SMS, and at most ${MOST_SMS_PARTS} are sent. Please shorten it`

export const refuseFaults = ({ faults }: MessagePreview): void => {
  if (faults.length > 0) throw invalid(faults.map(({ field, message }) => ({ pointer: `/${field}`, detail: message })))
}
