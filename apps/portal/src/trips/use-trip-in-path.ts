import { useNavigate, useParam } from '../url/link.tsx'
import { useEffect, useEffectEvent } from 'react'
import { dialogText } from '../dialogs/dialog-ref.ts'
import type { PlainSearch } from '../url/plain-search.ts'

/** `/TripManagement/view/12` is the list with that trip open. */
export const useTripInPath = (): void => {
  const tripId = useParam('tripId')
  const navigate = useNavigate()
  const settle = useEffectEvent((id: string) => {
    const d = dialogText('TripDialog', 'view', Number(id), 'TripDetails')
    void navigate({ to: '/TripManagement', search: (before: PlainSearch) => ({ ...before, d }), replace: true })
  })
  useEffect(() => {
    if (tripId !== undefined && /^[1-9]\d{0,15}$/.test(tripId)) settle(tripId)
  }, [tripId])
}
