import { useEffect, useState } from 'react'
import { api, type RideBooking, type RideWalks } from '@ambit/contract'
import { isOpen } from '../ride/happening.ts'
import { isWalk } from '../ride/seen.ts'
import { useRide } from './ride.tsx'

/**
 * The ways on foot of a ride that is not over; asked for again when a stop changes, and when there is a signal again.
 * Null: there are none, or they are not known.
 */
export const useWalks = (ride: RideBooking, isOld: boolean): RideWalks | null => {
  const { calls, isIn } = useRide()
  const [known, setKnown] = useState<{ of: string; walks: RideWalks } | null>(null)
  const { id, pickup, dropoff } = ride
  const of = [id, pickup.point, dropoff.point].join()
  const asks = isIn && !isOld && isOpen(ride) && (isWalk(pickup) || isWalk(dropoff))
  useEffect(() => {
    if (!asks) return
    const stopped = new AbortController()
    const ask = async (): Promise<void> => {
      const answered = await calls.call(api.ride.walks, { params: { id }, signal: stopped.signal })
      if (answered.ok && !stopped.signal.aborted) setKnown({ of, walks: answered.answer.data })
    }
    void ask()
    return () => stopped.abort()
  }, [asks, calls, id, of])
  return known?.of === of ? known.walks : null
}
