import type { CheckLabel, RequestStatus } from '@ambit/contract'

/** Why a deed cannot be done now, by the rules of the road that device and server share. Times in ms since 1970. */
export type DeedRefusal =
  /** `words`: as the rule of a trip's states says it */
  | { code: 'already_signed_on' | 'no_crew' | 'trip_over'; words: string }
  | { code: 'not_signed_on' | 'gone_on' | 'left_without' }
  | { code: 'sign_on_from'; at: number }
  | { code: 'not_next_stop' | 'already_arrived' | 'not_arrived' }
  /** `name`: the first passenger left at the stop; empty for those who did not book */
  | { code: 'not_boarded' | 'not_set_down'; name: string }
  | { code: 'not_at_pickup'; deed: 'board' | 'no_show' }
  | { code: 'not_waiting'; deed: 'board' | 'no_show'; status: RequestStatus }
  | { code: 'not_at_dropoff' }
  | { code: 'more_than_booked'; count: number }
  | { code: 'wait_until' | 'dispatch_thinks'; at: number }
  /** `item`: the first that is not answered, or has no note */
  | { code: 'check_incomplete' | 'check_needs_note' | 'vehicle_check_failed'; item: CheckLabel }
  | { code: 'on_board' | 'left_to_pick_up'; count: number; words: string }
  | { code: keyof typeof alone }

const MINUTE_MS = 60_000

/** Refusals that tell of nothing besides. */
const alone = {
  walk_ons_off: 'Passengers who did not book are not taken on this trip',
  walk_on_not_here: 'Stand at a stop of the trip to take passengers along who did not book',
  walk_on_not_ahead: 'This stop does not lie ahead of the trip',
  no_seats_left: 'There are not enough free seats all the way',
  no_spaces_left: 'There are not enough free wheelchair spaces all the way',
  ask_dispatch: 'Dispatch has to be asked before a no-show is declared',
  no_such_checklist: 'There is no such checklist for this vehicle',
  not_riding: 'A fare is taken once the passenger is aboard',
  not_on_board: 'Only a passenger on board can be set down',
  not_on_trip: 'There is no such booking on this trip',
  nothing_to_undo: 'There is nothing to undo',
  not_the_newest: 'Only the newest action can be taken back',
} as const

type Alone = Extract<DeedRefusal, { code: keyof typeof alone }>
const isAlone = (refusal: DeedRefusal): refusal is Alone => refusal.code in alone

const nameIn = ({ name }: { name: string }): string => (name === '' ? 'A passenger' : name)

/** The refusal as a sentence. `timeText`: a moment, ms since 1970, by the zone's clocks. */
export const sentenceOf = (refusal: DeedRefusal, timeText: (at: number) => string): string => {
  if (isAlone(refusal)) return alone[refusal.code]
  switch (refusal.code) {
    case 'already_signed_on':
    case 'no_crew':
    case 'trip_over':
    case 'on_board':
    case 'left_to_pick_up':
      return refusal.words
    case 'not_signed_on':
      return 'Sign on to the trip first'
    case 'sign_on_from':
      return `You can sign on from ${timeText(refusal.at)}`
    case 'not_next_stop':
      return 'This is not the next stop of the trip'
    case 'already_arrived':
      return 'You have already arrived at this stop'
    case 'not_arrived':
      return 'You have not arrived at this stop'
    case 'not_boarded':
      return `${nameIn(refusal)} has neither boarded nor been declared a no-show`
    case 'not_set_down':
      return `${nameIn(refusal)} has not been set down yet`
    case 'not_at_pickup':
      return refusal.deed === 'board'
        ? 'Arrive at the pick-up before the passenger boards'
        : 'Arrive at the pick-up before declaring a no-show'
    case 'not_waiting': {
      const status = refusal.status.replace('_', ' ')
      return `A booking that is ${status} cannot ${refusal.deed === 'board' ? 'board' : 'become a no-show'}`
    }
    case 'not_at_dropoff':
      return 'Arrive at the drop-off before setting the passenger down'
    case 'more_than_booked':
      return `Only ${refusal.count} are booked: the others ride as walk-on passengers`
    case 'wait_until':
      // A minute that has begun is not over: what may be done at 9:05:20 is possible at 9:06 by a clock without seconds.
      return `Please wait until ${timeText(Math.ceil(refusal.at / MINUTE_MS) * MINUTE_MS)} before declaring a no-show`
    case 'dispatch_thinks':
      return `Dispatch has been asked: possible at ${timeText(Math.ceil(refusal.at / MINUTE_MS) * MINUTE_MS)}`
    case 'check_incomplete':
      return `Please answer: ${refusal.item.en}`
    case 'check_needs_note':
      return `Please write what is wrong: ${refusal.item.en}`
    case 'vehicle_check_failed':
      return `This vehicle may not be driven: ${refusal.item.en}. Call dispatch.`
    case 'gone_on':
      return 'The vehicle has gone on since: this can no longer be undone'
    case 'left_without':
      return 'The vehicle has left without this passenger: the no-show can no longer be undone'
  }
}
