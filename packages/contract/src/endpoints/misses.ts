import { endpoint, idParams, many, one } from '../endpoint.ts'
import { Miss, RideContestInput, RideMiss } from '../records/misses.ts'

/** What of rides was cancelled late, or left without the passenger. */
export const travelerMisses = {
  list: endpoint('travelerMisses.list', 'GET', '/travelers/:id/misses', {
    summary: 'Late cancellations and no-shows of a passenger in the last 12 months, newest first, with what shows them',
    access: 'TravellerManagement:traveller:canRead',
    params: idParams,
    answer: many(Miss),
  }),
}

const own = { audience: 'passenger', access: 'passenger' } as const

export const rideMisses = {
  misses: endpoint('ride.misses', 'GET', '/me/misses', {
    summary: 'Late cancellations and no-shows of the last 12 months, with what shows them and whether they count',
    ...own,
    answer: many(RideMiss),
  }),
  /** 409 where it was contested before */
  contestMiss: endpoint('ride.contestMiss', 'POST', '/me/misses/:id/contest', {
    summary: 'Tell staff, once, that a late cancellation or a no-show is not right',
    ...own,
    params: idParams,
    body: RideContestInput,
    answer: one(RideMiss),
    keyed: true,
  }),
}
