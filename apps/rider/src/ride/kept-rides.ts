import { RideBooking } from '@ambit/contract'
import { z } from 'zod'
import { keptIn } from '../api/kept.ts'

/** What is read without signal. What only the driver and the passenger write to each other is left out. */
const KeptRides = z.object({
  passenger: z.number(),
  phone: z.string().nullable(),
  rides: z.array(RideBooking),
})

/** The open rides as they were last known; `server_time` of each says when. */
export const keptRides = keptIn(() => localStorage, 'ride-open', KeptRides)

const bare = (ride: RideBooking): RideBooking => ({ ...ride, comments: null, events: [] })

/** Keeps what was told of one open ride; one that is over goes. Those of others are not kept: they have names. */
export const keepRide = (passenger: number, ride: RideBooking, isOpen: boolean): void => {
  const before = keptRides.read()
  const others = before?.passenger === passenger ? before.rides.filter(({ id }) => id !== ride.id) : []
  keptRides.write({
    passenger,
    phone: ride.contact.phone_number,
    rides: isOpen && ride.traveler_name === null ? [...others, bare(ride)] : others,
  })
}

/** Only these are open now: the others were cancelled elsewhere, say. */
export const keepOnly = (ids: readonly number[]): void => {
  const before = keptRides.read()
  if (before !== null) keptRides.write({ ...before, rides: before.rides.filter(({ id }) => ids.includes(id)) })
}
