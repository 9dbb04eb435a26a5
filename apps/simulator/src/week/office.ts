import { ApiError } from '@ambit/contract'
import type { Random } from '@ambit/random'
import type { Session } from '../access/line.ts'
import { sentence } from '../access/trouble.ts'
import { byPhone } from '../riders/counter.ts'
import type { Journey } from '../riders/journey.ts'
import type { Ledger } from '../riders/ledger.ts'
import type { Town } from '../town/town.ts'

/** What those need who book more than a single ride by phone. */
export type Office = {
  seed: number
  /** a dispatcher */
  desk: Session
  ledger: Ledger
  town: Town
  log: (text: string) => void
  /** who goes where at that time; null: no passenger is free */
  draw: (random: Random, travelAt: number, lead: number) => Promise<Journey | null>
}

type Promised = {
  id: number
  trip_id: number | null
  pickup: { lower_bound: string; upper_bound: string }
  dropoff: { upper_bound: string }
}

/** Drivers hear of the booking, and the day waits until it has ended. */
export const noteBooking = (
  { desk, ledger }: Office,
  rider: string,
  { id, trip_id, pickup, dropoff }: Promised,
): void => {
  ledger.bookings.set(id, {
    rider,
    rate: byPhone(desk).rate,
    pickup_lower: Date.parse(pickup.lower_bound),
    pickup_upper: Date.parse(pickup.upper_bound),
    dropoff_upper: Date.parse(dropoff.upper_bound),
  })
  ledger.open.add(id)
  if (trip_id !== null) ledger.bellOf(trip_id).ring()
}

/** What the server refuses is told and left; null then. */
export const unlessRefused = async <T>({ log }: Office, what: string, ask: () => Promise<T>): Promise<T | null> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    log(`${what}: ${sentence(error)}`)
    return null
  }
}
