import { api, ApiError, createClient } from '@ambit/contract'
import { nothingBroken } from './nothing-broken.ts'
import type { SmallTown } from './small-town.ts'

const GUESTS = 200
/** How often a guest asks who is told to try again: on a slow machine the last of them wait too long for their turn. */
const ATTEMPTS = 5

/** Two hundred passengers hold offerings for the same ten seats and confirm at once, spread over the servers. */
export const sellTenOfTwoHundred = async (
  town: SmallTown,
  serverFor: (guest: number) => string,
): Promise<{ sold: number; gone: number }> => {
  const token = await town.server.token('dispatcher')
  const offers: { who: number; id: number }[] = []
  const first = await town.search({ who: await town.passenger('Guest 0'), from: 'Market', to: 'Hospital', at: '09:00' })
  // One search is enough: the others' are its copies, so that the test spends its time on confirming.
  for (let guest = 0; guest < GUESTS; guest++) {
    const who = guest === 0 ? first.traveler_id : await town.passenger(`Guest ${guest}`)
    offers.push({ who, id: guest === 0 ? first.service_offerings[0]!.id : await copyOffer(town, first.id, who) })
  }
  const results = await Promise.allSettled(
    offers.map(({ who, id }, guest) => {
      const client = createClient({ origin: serverFor(guest), token: () => token })
      const body = { service_offering_id: id, traveler_id: who, payment_method: 'cash' } as const
      return untilAnswered(() => client.call(api.serviceRequests.create, { body }))
    }),
  )
  await nothingBroken(town.server)
  return {
    sold: results.filter(({ status }) => status === 'fulfilled').length,
    gone: results.filter(
      (result) => result.status === 'rejected' && result.reason instanceof ApiError && result.reason.status === 409,
    ).length,
  }
}

const untilAnswered = async <T>(ask: () => Promise<T>, attempts = ATTEMPTS): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    if (attempts > 1 && error instanceof ApiError && error.status === 503) return await untilAnswered(ask, attempts - 1)
    throw error
  }
}

const copyOffer = async ({ server: { deps } }: SmallTown, searchId: number, who: number): Promise<number> => {
  const { db } = deps
  const { id: _id, ...search } = await db
    .selectFrom('service_availability_searches')
    .where('id', '=', searchId)
    .selectAll()
    .executeTakeFirstOrThrow()
  const copy = await db
    .insertInto('service_availability_searches')
    .values({
      ...search,
      traveler_id: who,
      passengers: JSON.stringify(search.passengers),
      aids: JSON.stringify(search.aids),
      own_times: null,
      reasons: JSON.stringify(search.reasons),
      nearest_change: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: _offer, ...offer } = await db
    .selectFrom('service_offerings')
    .where('service_availability_search_id', '=', searchId)
    .selectAll()
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const made = await db
    .insertInto('service_offerings')
    .values({ ...offer, service_availability_search_id: copy.id, reasons: JSON.stringify(offer.reasons) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}
