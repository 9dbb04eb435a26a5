import { api, type WaitlistState } from '@ambit/contract'
import type { Random } from '@ambit/random'
import { untilServed } from '../access/until-served.ts'
import type { RequestRecord } from '../riders/ledger.ts'
import { HOUR } from '../timeline/timeline.ts'
import type { Actor } from '../timeline/timeline.ts'
import { readAll } from '../town/town.ts'
import { type Office, unlessRefused } from './office.ts'

/** The shares of refused riders who want to wait for room, and of these who want it booked without being asked. */
const WAITS = 0.6
const BOOK_IT = 0.8

/** A refused rider may go on the waiting list, for an hour either side. */
export const waitForRoom = async (
  actor: Actor,
  office: Office,
  random: Random,
  { rider, refused_search, requested_at }: RequestRecord,
): Promise<void> => {
  if (refused_search === null || !random.chance(WAITS)) return
  const body = {
    service_availability_search_id: refused_search,
    earliest_at: new Date(requested_at - HOUR).toISOString(),
    latest_at: new Date(requested_at + HOUR).toISOString(),
    mode: random.chance(BOOK_IT) ? ('book' as const) : ('ask' as const),
    payment_method: 'cash' as const,
  }
  const put = () =>
    office.desk.call(api.waitlistEntries.create, { body, idempotencyKey: `wait ${office.seed} ${rider}` })
  await unlessRefused(office, rider, () => untilServed(actor, put))
}

/** How the entries of the run stand. */
export const readWaiting = async ({ desk }: Office): Promise<Record<WaitlistState, number>> => {
  const entries = await readAll((page) => desk.call(api.waitlistEntries.list, { query: { ...page, sort: 'id' } }))
  const counts = { waiting: 0, booked: 0, withdrawn: 0, given_up: 0 }
  for (const { state } of entries) counts[state] += 1
  return counts
}
