import type { RideBooking, RideTracking } from '@ambit/contract'
import type { Say } from '../texts/catalogue.ts'
import type { Times } from '../texts/times.ts'

type Words = { say: Say; times: Times }

/** A ride as its passenger sees it, or those who follow it by a link. */
export type Followed = RideBooking | RideTracking

type Window = { lower_bound: string; upper_bound: string }

const MINUTE_MS = 60_000
/** A position is called old from this age on. ms */
const OLD_MS = 60_000

/** What is expected, or else was promised, of one end of the ride. */
const rangeOf = (
  expected: { from: string; to: string } | null,
  { lower_bound, upper_bound }: Window,
  { clock }: Times,
): { from: string; to: string } => ({
  from: clock(expected?.from ?? lower_bound),
  to: clock(expected?.to ?? upper_bound),
})

/** Whether it is somebody else's ride that is looked at. */
export const isShared = (ride: Followed): boolean => 'purpose' in ride && ride.purpose === 'track'

/** What happens now, in one sentence. */
export const happening = (ride: Followed, words: Words): string =>
  isShared(ride) ? toOthers(ride, words) : toPassenger(ride, words)

const toPassenger = (ride: Followed, { say, times }: Words): string => {
  const comes = rangeOf(ride.expected_pickup, ride.pickup, times)
  switch (ride.phase) {
    case 'waiting':
      return say('says_waiting', comes)
    case 'planned':
      return say('says_planned', comes)
    case 'coming':
      return ride.stops_before === null || ride.stops_before === 0
        ? say('says_planned', comes)
        : say('says_stops', { n: ride.stops_before })
    case 'arriving':
      return say('says_arriving')
    case 'here':
      return ride.waits_until === null
        ? say('says_here')
        : say('says_here_until', { time: times.clock(ride.waits_until) })
    case 'on_board':
      return say('says_on_board_range', rangeOf(ride.expected_dropoff, ride.dropoff, times))
    case 'completed':
      return ride.dropped_off_at === null
        ? say('says_over')
        : say('says_completed', { time: times.clock(ride.dropped_off_at) })
    case 'no_show':
      return say('says_no_show')
    case 'cancelled':
      return say('says_cancelled')
    case 'not_served':
      return say('says_not_served')
  }
}

const toOthers = (ride: Followed, { say, times }: Words): string => {
  const comes = rangeOf(ride.expected_pickup, ride.pickup, times)
  switch (ride.phase) {
    case 'waiting':
      return say('sees_waiting', comes)
    case 'planned':
      return say('sees_planned', comes)
    case 'coming':
      return ride.stops_before === null || ride.stops_before === 0
        ? say('sees_planned', comes)
        : say('sees_stops', { n: ride.stops_before })
    case 'arriving':
      return say('sees_arriving')
    case 'here':
      return ride.waits_until === null
        ? say('sees_here')
        : say('sees_here_until', { time: times.clock(ride.waits_until) })
    case 'on_board':
      return say('sees_on_board_range', rangeOf(ride.expected_dropoff, ride.dropoff, times))
    case 'completed':
      return ride.dropped_off_at === null
        ? say('says_over')
        : say('sees_completed', { time: times.clock(ride.dropped_off_at) })
    case 'no_show':
      return say('sees_no_show')
    case 'cancelled':
      return say('says_cancelled')
    case 'not_served':
      return say('sees_not_served')
  }
}

const isAhead = ({ phase }: Pick<RideBooking, 'phase'>): boolean =>
  phase === 'waiting' || phase === 'planned' || phase === 'coming' || phase === 'arriving'

/** Whether the ride may still change by itself. */
export const isOpen = (ride: Pick<RideBooking, 'phase'>): boolean =>
  isAhead(ride) || ride.phase === 'here' || ride.phase === 'on_board'

/** The expected time beside the sentence, and whether it is the plan's alone; null: nothing is expected. */
export const expectedOf = (ride: Followed, { say, times }: Words): { label: string; range: string } | null => {
  const expected = ride.phase === 'on_board' ? ride.expected_dropoff : isAhead(ride) ? ride.expected_pickup : null
  if (expected === null) return null
  const range = say('between', { from: times.clock(expected.from), to: times.clock(expected.to) })
  return { label: say(ride.by_plan_only ? 'planned' : 'expected'), range }
}

/** How many full minutes old the vehicle's position is; null: it is current, or there is none. */
export const minutesOld = ({ vehicle }: Pick<Followed, 'vehicle'>, now: number): number | null => {
  const at = vehicle?.position?.at
  if (at === undefined) return null
  const age = now - Date.parse(at)
  return age <= OLD_MS ? null : Math.floor(age / MINUTE_MS)
}

/** What there is to pay, and how. */
export const dueOf = (ride: RideBooking, { say, times }: Words): string => {
  const price = times.money(ride.total_price, ride.currency)
  switch (ride.payment_status) {
    case 'free':
      return say('nothing_to_pay')
    case 'charged':
      return say('paid', { price })
    case 'paid_in_cash':
    case 'paid_by_terminal':
      return say(ride.payment_status, { price })
    case 'waived':
      return say('waived')
    case 'failed':
      // What can be done about it stands above.
      return ride.to_pay === undefined ? say('card_failed', { price }) : price
    case 'refunding':
      return say('refunding', { price })
    case 'refund_failed':
      return say('refund_failed', { price })
    case 'refunded':
      return say('refunded', { price })
    case 'not_charged':
    case 'charging':
      if (ride.total_price === 0 || ride.phase === 'cancelled' || ride.phase === 'not_served')
        return say('nothing_to_pay')
      return say(ride.payment_method === 'card' ? 'pay_by_card' : 'pay_on_board', { price })
  }
}
