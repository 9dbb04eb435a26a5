import { useCallback } from 'react'
import { api, type RideBooking, RideTold, urlOf } from '@ambit/contract'
import { isOpen } from '../ride/happening.ts'
import { keepRide, keptRides } from '../ride/kept-rides.ts'
import { useRide } from './ride.tsx'
import { useWatched, type Watched } from './use-watched.ts'

const keptOf = (id: number, passenger: number | undefined): RideBooking | null => {
  const kept = keptRides.read()
  return kept?.passenger === passenger ? (kept?.rides.find((ride) => ride.id === id) ?? null) : null
}

/** The stream tells of rides that are not over; one that is not paid may be paid at the desk. */
const isUnpaid = ({ to_pay }: RideBooking): boolean => to_pay !== undefined

/** One ride of the passenger who has signed in. */
export const useBooking = (id: number): Watched<RideBooking> => {
  const { calls, me, isIn } = useRide()
  const passenger = me?.id
  const ask = useCallback(
    (etag: string | null) => calls.ifChanged(api.ride.booking, etag, { params: { id } }),
    [calls, id],
  )
  const read = useCallback(
    (said: unknown) => {
      const told = RideTold.safeParse(said).data
      return told?.id === id ? (told.ride ?? 'changed') : null
    },
    [id],
  )
  const keep = useCallback(
    (ride: RideBooking) => {
      if (passenger !== undefined) keepRide(passenger, ride, isOpen(ride))
    },
    [passenger],
  )
  return useWatched({
    ask,
    read,
    keep,
    kept: () => keptOf(id, passenger),
    isOpen: passenger !== undefined && isIn,
    isUntold: isUnpaid,
    address: isIn ? urlOf(api.ride.live, {}) : null,
  })
}
