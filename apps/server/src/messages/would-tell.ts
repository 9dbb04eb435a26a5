import { sql } from 'kysely'
import type { EffectCall, EffectMessage } from '@ambit/contract'
import { chooseChannel } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { writeMessages } from '../planning/change/messages.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import { shownSettings } from '../settings/shown.ts'
import { sampleLink, withoutCode } from './link.ts'
import { ownTexts } from './own-texts.ts'
import { newsOf, passengersOf, reachedBy, writerOf } from './prepare.ts'
import { placeholders } from '@ambit/domain'

export type WouldTell = { messages: EffectMessage[]; to_call: EffectCall[] }

export const keyOf = ({ event, service_request_id }: { event: string; service_request_id: number }): string =>
  `${event}:${service_request_id}`

const whyCalled: Readonly<Record<string, string>> = {
  no_channel: 'Has no channel that messages reach',
}

/**
 * Whom the changes so far would tell what, by which channel and in which words; who is to be called, because no message
 * reaches them. It writes messages, so it is for what is rolled back.
 */
export const wouldTell = async (deps: Deps, changes: readonly PlanChange[]): Promise<WouldTell> => {
  const [first] = changes
  const tellings = changes.flatMap(({ noted }) => noted.tellings)
  if (first === undefined || tellings.length === 0) return { messages: [], to_call: [] }
  const { tx, now } = first
  const { last } = await tx
    .selectFrom('messages')
    .select(sql<number>`coalesce(max(id), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  for (const { noted, zone } of changes) {
    const { strategy } = await settingsAt(deps, tx, zone)
    await writeMessages(tx, noted.tellings, { now, wait_minutes: strategy.wait_minutes })
  }
  const due = await passengersOf(tx, { now, wall: deps.clock.wall() })
    .where('m.id', '>', last)
    .where('m.helper_id', 'is', null)
    .where('m.user_id', 'is', null)
    .execute()
  const { brand: service, locale, phonePrefix } = await shownSettings(tx, deps.config)
  const wordsOf = writerOf(await ownTexts(tx, due), { service, locale, sms: deps.config.sms })
  const names = await namesOf(
    first,
    due.map(({ traveler_id }) => traveler_id),
  )
  const told: WouldTell = { messages: [], to_call: [] }
  for (const message of due) {
    const { event, service_request_id, traveler_id, phone_number } = message
    const who = { event, service_request_id, traveler_id, traveler_name: names.get(traveler_id) ?? '' }
    const chosen = chooseChannel(
      newsOf(message),
      reachedBy(message, phonePrefix, deps.config.sms.kind !== 'off'),
      message.messages_off,
    )
    if (chosen.channel === null || chosen.channel === 'call')
      told.to_call.push({
        ...who,
        phone_number: phone_number === '' ? null : phone_number,
        reason: chosen.channel === null ? (whyCalled[chosen.reason] ?? chosen.reason) : 'Is called for this',
      })
    if (chosen.channel === null) continue
    const link = placeholders[event].includes('link') ? sampleLink(deps.config) : null
    const { text, language } = wordsOf(message, chosen.channel, link)
    told.messages.push({
      ...who,
      key: keyOf(who),
      channel: chosen.channel,
      language,
      recipient: chosen.channel === 'push' ? null : chosen.recipient,
      text: withoutCode(text, link),
    })
  }
  return told
}

const namesOf = async ({ tx }: PlanChange, ids: readonly number[]): Promise<Map<number, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('travelers')
    .where('id', 'in', ids)
    .select(['id', 'first_name', 'last_name'])
    .execute()
  return new Map(rows.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]))
}
