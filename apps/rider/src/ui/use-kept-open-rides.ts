import { useEffect } from 'react'
import { api, type RideSummary } from '@ambit/contract'
import { isOpen } from '../ride/happening.ts'
import { keepRide } from '../ride/kept-rides.ts'
import { useRide } from './ride.tsx'

/** Keeps all of what is known of the open rides, for when there is no signal. */
export const useKeptOpenRides = (open: readonly RideSummary[] | undefined): void => {
  const { calls, me } = useRide()
  const passenger = me?.id
  useEffect(() => {
    if (open === undefined || passenger === undefined) return
    const keep = async (id: number): Promise<void> => {
      const answered = await calls.call(api.ride.booking, { params: { id } })
      if (answered.ok) keepRide(passenger, answered.answer.data, isOpen(answered.answer.data))
    }
    for (const { id } of open) void keep(id)
  }, [calls, open, passenger])
}
