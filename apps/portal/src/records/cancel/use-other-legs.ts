import type { ServiceRequest } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../auth/permissions.ts'
import { journeyQuery } from '../journeys.ts'

const none: readonly ServiceRequest[] = []

/** The other legs of a booking's journey; none of a booking by itself. */
export const useOtherLegs = (booking: ServiceRequest | null) => {
  const readable = useCan()('LiveBooking:booking:canRead')
  const id = booking?.journey_id ?? null
  const wanted = readable && id !== null
  const { data = none, isPending, isLoadingError } = useQuery({ ...journeyQuery(id ?? 0), enabled: wanted })
  return {
    legs: wanted ? data.filter((leg) => leg.id !== booking?.id) : none,
    pending: wanted && isPending,
    /** there may be others */
    unknown: wanted && isLoadingError,
  }
}
