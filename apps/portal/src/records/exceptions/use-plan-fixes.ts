import { api, type DispatchAction, type ServiceException } from '@ambit/contract'
import { announceFailure } from '../../api/announce-failure.ts'
import { client } from '../../api/client.ts'
import { useCan } from '../../auth/permissions.ts'
import { useOpenDialog } from '../../dialogs/stack.ts'
import { notify } from '../../notifications/notify.tsx'
import { writeAction } from '../action-id.ts'
import { byFit } from '../board-fit.ts'
import type { FixName } from './fixes.ts'
import { exceptionStrings as words } from './strings.ts'
import { useFreshFix } from './use-fresh-fix.ts'

/** What a fix is called and what it does; null: it cannot be done here, or by this user. `href`: it dials. */
export type Made = { label: string; run: () => void } | { label: string; href: string } | null
type Makers<N extends FixName> = Readonly<Record<N, () => Made>>

/** A pause that can be forgotten ends by itself. */
const PAUSE_MINUTES = 15

/** Fixes that change a plan: each opens its effect, and changes nothing before that is accepted. */
export const usePlanFixes = (
  exception: ServiceException,
): Makers<'move' | 'replan' | 'replan_zone' | 'pause' | 'out_of_service'> => {
  const open = useOpenDialog()
  const can = useCan()
  const known = useFreshFix(exception)
  const best = known?.best ?? null
  const { id, kind, facts, trip_id, zone_id, bookings } = exception
  const linked = can('ExceptionManagement:exception:canUpdate') ? id : null
  const mayPlan = can('DispatchManagement:board:canRead')
  const effect = (action: DispatchAction) => () => open('EffectDialog', 'edit', writeAction(action, linked))
  const assign = (service_request_id: number, to: number) =>
    effect({ kind: 'assign', service_request_ids: [service_request_id], trip_id: to, hold: 'short' })
  const replan = (label: string, only: { trip_id: number } | object): Made =>
    mayPlan && zone_id !== null && can('DispatchManagement:optimise:canUpdate')
      ? { label, run: effect({ kind: 'optimise_now', zone_id, leave: [], ...only }) }
      : null
  const seek = async (bookingId: number): Promise<void> => {
    const trip = await bestTrip(bookingId, trip_id)
    if (trip !== null) assign(bookingId, trip)()
  }
  return {
    move: () => {
      if (!mayPlan || !can('DispatchManagement:assign:canUpdate')) return null
      const moved = bookings.find(({ service_request_id }) => service_request_id === best?.service_request_id)
      if (best !== null && moved !== undefined)
        return {
          label: words.move(moved.traveler_name, best.vehicle_number),
          run: assign(best.service_request_id, best.trip_id),
        }
      const [first] = bookings
      // The row says why none helps.
      if (first === undefined || known !== null) return null
      return { label: words.move(first.traveler_name, null), run: () => void seek(first.service_request_id) }
    },
    replan: () => (trip_id === null ? null : replan(words.replan, { trip_id })),
    replan_zone: () => replan(words.replanZone, {}),
    pause: () =>
      trip_id !== null && mayPlan && can('DispatchManagement:pause:canUpdate')
        ? { label: words.pause, run: effect({ kind: 'pause_vehicle', trip_id, minutes: PAUSE_MINUTES }) }
        : null,
    out_of_service: () => {
      if (trip_id === null) return null
      // A breakdown that a driver reported is carried out with what the driver said.
      if (kind === 'incident')
        return facts.incident === 'breakdown'
          ? { label: words.lost, run: () => open('LostVehicleDialog', 'edit', trip_id) }
          : null
      return mayPlan && can('TripManagement:tripStatusDialog:canUpdate')
        ? { label: words.lost, run: effect({ kind: 'vehicle_lost', trip_id }) }
        : null
    },
  }
}

/** The other trip that takes the booking best, as the board would; null, which is told, where none does. */
const bestTrip = async (bookingId: number, tripId: number | null): Promise<number | null> => {
  try {
    const { data } = await client.call(api.dispatchBoard.probe, { body: { service_request_id: bookingId } })
    const [best] = byFit(data.trips.filter(({ trip_id, fit }) => trip_id !== tripId && fit !== 'impossible'))
    if (best !== undefined) return best.trip_id
    const why = data.held ?? data.trips.flatMap(({ reasons }) => reasons.map(({ text }) => text))[0] ?? ''
    notify({ type: 'info', title: words.noPlace, message: why })
  } catch (error) {
    announceFailure(error, words.failed)
  }
  return null
}
