import type { TripState } from '@ambit/contract'

/** What a trip's next state depends on besides its present one. */
export type TripFacts = {
  current_state: TripState
  vehicle_id: number | null
  driver_id: number | null
  /** bookings riding now */
  on_board: number
  /** bookings still to be picked up */
  bookings_left: number
}

type Rule = {
  to: TripState
  /** the refusal as a sentence; null when the step is allowed */ refuse: (trip: TripFacts) => string | null
}

const people = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

const noneLeft = (trip: TripFacts): string | null => {
  if (trip.on_board > 0)
    return `A trip cannot end while ${people(trip.on_board, 'booking is', 'bookings are')} on board`
  if (trip.bookings_left > 0)
    return `${people(trip.bookings_left, 'booking waits', 'bookings wait')} to be picked up by this trip`
  return null
}
const crewed = (trip: TripFacts): string | null => {
  if (trip.vehicle_id === null) return 'Assign a vehicle before the trip goes live'
  if (trip.driver_id === null) return 'Assign a driver before the trip goes live'
  return null
}
const noneOnBoard = (trip: TripFacts): string | null =>
  trip.on_board > 0
    ? `${people(trip.on_board, 'booking is', 'bookings are')} on board: the vehicle is in transit`
    : null
const always = (): null => null

/** staged → live → in_transit ⇄ live → completed (TRIP-51); a trip that is not over can be cancelled. */
const transitions: Readonly<Record<TripState, readonly Rule[]>> = {
  staged: [
    { to: 'live', refuse: crewed },
    { to: 'cancelled', refuse: always },
  ],
  live: [
    { to: 'in_transit', refuse: always },
    { to: 'completed', refuse: noneLeft },
    { to: 'cancelled', refuse: always },
  ],
  in_transit: [
    { to: 'live', refuse: noneOnBoard },
    { to: 'cancelled', refuse: always },
  ],
  completed: [],
  cancelled: [],
}

/** May the trip go there? null: it may; otherwise the reason, as a sentence. */
export const refuseTripTransition = (trip: TripFacts, to: TripState): string | null => {
  const rule = transitions[trip.current_state].find((one) => one.to === to)
  return rule === undefined
    ? `A trip that is ${trip.current_state.replace('_', ' ')} cannot become ${to.replace('_', ' ')}`
    : rule.refuse(trip)
}

/** The states that the trip may go to now. */
export const allowedTripTransitions = (trip: TripFacts): TripState[] =>
  transitions[trip.current_state].filter((rule) => rule.refuse(trip) === null).map((rule) => rule.to)

/** Is there such a transition at all, under any conditions? For checking stored histories. */
export const isTripTransition = (from: TripState, to: TripState): boolean =>
  transitions[from].some((rule) => rule.to === to)

/** Trips that can still carry passengers. */
export const openTripStates = ['staged', 'live', 'in_transit'] as const satisfies readonly TripState[]
