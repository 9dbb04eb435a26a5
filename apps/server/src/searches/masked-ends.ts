import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { Door } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { maskedFor } from '../http/masks.ts'
import type { SearchQuestion } from './question.ts'

/** The search for a change: an end that comes back as it was masked is the booking's own, which the caller does not see. */
export const withOwnEnds = async (db: Kysely<DB>, input: SearchQuestion, hidden: Hidden): Promise<SearchQuestion> => {
  if (input.service_request_id == null || !hidden.has('place')) return input
  const booking = await db
    .selectFrom('service_requests')
    .select(['origin_name', 'origin_longitude', 'origin_latitude'])
    .select(['destination_name', 'destination_longitude', 'destination_latitude'])
    .where('id', '=', input.service_request_id)
    .executeTakeFirst()
  if (booking === undefined) return input
  const own = (end: 'origin' | 'destination'): SearchQuestion['origin'] => {
    const point: [number, number] = [booking[`${end}_longitude`], booking[`${end}_latitude`]]
    const door = { name: booking[`${end}_name`], point }
    return isDeepStrictEqual(input[end], maskedFor(Door, door, hidden)) ? door : input[end]
  }
  return { ...input, origin: own('origin'), destination: own('destination') }
}
