import { endpoint, idParams, many, one } from '../endpoint.ts'
import { Conduct, Miss, MissJudgement, RideContestInput, RideMiss } from '../records/misses.ts'

/** What of rides was cancelled late, or left without the passenger, and how that compares. */
export const conduct = {
  show: endpoint('conduct.show', 'GET', '/travelers/:id/conduct', {
    summary:
      'How often a passenger cancelled late or did not come, beside the average of the region, with what shows it',
    access: 'TravellerManagement:conduct:canRead',
    params: idParams,
    answer: one(Conduct),
  }),
}

export const misses = {
  /** 409 where the miss stands so already, or does not count by itself */
  judge: endpoint('misses.judge', 'POST', '/misses/:id/judge', {
    summary: 'Record that a miss was beyond the passenger’s control, or that it counts after all, with the reason',
    access: 'TravellerManagement:conduct:canUpdate',
    params: idParams,
    body: MissJudgement,
    answer: one(Miss),
    keyed: true,
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
