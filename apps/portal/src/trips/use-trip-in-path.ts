import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { PlainSearch } from '../url/plain-search.ts'

/** `/TripManagement/view/12` is the list with that trip open. */
export const useTripInPath = (): void => {
  const tripId = useParams({ strict: false, select: (params: { tripId?: string }) => params.tripId })
  const navigate = useNavigate()
  const settle = useEffectEvent((id: string) => {
    const d = `TripDialog-view-${id}-TripDetails`
    void navigate({ to: '/TripManagement', search: (before: PlainSearch) => ({ ...before, d }), replace: true })
  })
  useEffect(() => {
    if (tripId !== undefined && /^[1-9]\d{0,15}$/.test(tripId)) settle(tripId)
  }, [tripId])
}
