import { api, ApiError, type SearchInput, type ServiceAvailabilitySearch } from '@ambit/contract'
import type { z } from 'zod'
import { client } from '../api/client.ts'
import { failureText } from '../api/failure-text.ts'
import { freshKey } from '../api/fresh-key.ts'
import { momentOf } from '../form/date-time.ts'
import type { Outcome, Sent, SheetRow } from './draft.ts'
import { sheetStrings as words } from './strings.ts'

type Body = z.input<typeof SearchInput>
type Found = ServiceAvailabilitySearch
type Step = { sent: Sent } | { outcome: Outcome }

const refused = (why: string, next: string | null = null): { outcome: Outcome } => ({
  outcome: { kind: 'refused', why, next },
})

/** How the row is asked for: there, and back where a return was wished for; null: it is not filled in. */
const questionsOf = (row: SheetRow, date: string, timeZone: string): [there: Body, back: Body | null] | null => {
  const { traveler, from, to, time, back, aids } = row
  if (traveler === null || from === null || to === null || time === '') return null
  const people = {
    traveler_id: traveler,
    passengers: [{ fare_type: 'adult' as const }],
    departing: true,
    ...(aids === null ? {} : { aids }),
  }
  const at = (clock: string): string => momentOf(timeZone, `${date} ${clock}`)
  return [
    { ...people, origin: from, destination: to, traveling_at: at(time) },
    back === '' ? null : { ...people, origin: to, destination: from, traveling_at: at(back) },
  ]
}

const search = async (body: Body): Promise<Found> => (await client.call(api.searches.create, { body })).data

/** The next time at which the way there can be had. */
const nextTime = async (body: Body): Promise<string | null> => {
  try {
    const { data } = await client.call(api.searches.otherTimes, { body })
    const later = data.filter(({ traveling_at }) => Date.parse(traveling_at) > Date.parse(body.traveling_at))
    return (later[0] ?? data.at(-1))?.traveling_at ?? null
  } catch {
    return null // that another time could not be asked for says nothing of the ride
  }
}

const payable = ({ service_offerings: [offering] }: Found) => {
  const payment_method = offering?.payment_methods[0]
  return offering === undefined || payment_method === undefined
    ? null
    : { service_offering_id: offering.id, payment_method }
}

/** Searches for a row's ride: what is to be confirmed, or why there is nothing. */
export const searchRow = async (row: SheetRow, date: string, timeZone: string): Promise<Step> => {
  const questions = questionsOf(row, date, timeZone)
  if (questions === null) return refused(words.missing)
  const [there, back] = questions
  if (back !== null && back.traveling_at <= there.traveling_at) return refused(words.backFirst)
  try {
    const [way, home] = await Promise.all([search(there), back === null ? null : search(back)])
    if (way.service_offerings.length === 0) return refused(way.message ?? words.noWay, await nextTime(there))
    if (home !== null && home.service_offerings.length === 0)
      return refused(words.backPart(home.message ?? words.noWay))
    const [first, second] = [payable(way), home === null ? null : payable(home)]
    if (first === null || (home !== null && second === null)) return refused(words.cardAlone)
    const { traveler_id } = there
    if (second === null) return { sent: { kind: 'one', key: freshKey(), body: { traveler_id, ...first } } }
    const body = { traveler_id, legs: [first, second], even_without_return: false }
    return { sent: { kind: 'both', key: freshKey(), body } }
  } catch (error) {
    return refused(failureText(error))
  }
}

/** Confirms what was searched for. `gone`: somebody else had the offering; `lost`: whether it was booked is not known. */
export const confirmRow = async (sent: Sent): Promise<Outcome | 'gone' | 'lost'> => {
  try {
    if (sent.kind === 'one') {
      const { data } = await client.call(api.serviceRequests.create, { body: sent.body, idempotencyKey: sent.key })
      return { kind: 'booked', pickup: data.pickup.lower_bound, back: null }
    }
    const { data } = await client.call(api.journeys.create, { body: sent.body, idempotencyKey: sent.key })
    const [way, home] = data.service_requests
    return { kind: 'booked', pickup: way?.pickup.lower_bound ?? '', back: home?.pickup.lower_bound ?? null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) return 'lost'
    if (error.errors[0]?.code === 'offer_gone') return 'gone'
    return { kind: 'refused', why: failureText(error), next: null }
  }
}
