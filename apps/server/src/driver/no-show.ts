import type { Deed, NoShowEvidence, NoShowFault, NoShowReason } from '@ambit/contract'
import { noShowReasonWords } from '@ambit/domain'
import type { DriverAction } from './action.ts'
import { wasCalled } from './call.ts'

/** What the driver says of a no-show; older devices, and paper, say nothing. */
export type ToldNoShow = Pick<Extract<Deed, { kind: 'no_show' }>, 'reason' | 'reason_text'>

const faults: Readonly<Record<NoShowReason, NoShowFault>> = {
  not_at_stop: 'passenger',
  does_not_want_to_travel: 'passenger',
  at_another_place: 'none',
  cannot_be_carried_safely: 'none',
  other: 'none',
}

/** A vehicle that came after the promised window is the service's fault, whatever the driver says of the passenger. */
export const faultOf = async (
  { change: { tx } }: DriverAction,
  id: number,
  { reason }: ToldNoShow,
): Promise<NoShowFault | null> => {
  const { late } = await tx
    .selectFrom('service_requests as r')
    .innerJoin('trip_stops as s', 's.id', 'r.pickup_trip_stop_id')
    .where('r.id', '=', id)
    .select((eb) => eb('s.arrived_at', '>', eb.ref('r.promised_pickup_upper_bound')).as('late'))
    .executeTakeFirstOrThrow()
  if (late === true) return 'service'
  return reason == null ? null : faults[reason]
}

/** For the booking's history. `waited`: minutes by the strategy; null: told from paper */
export const noShowText = ({ reason, reason_text }: ToldNoShow, waited: number | null): string => {
  const text = waited === null ? 'Did not come' : `Did not show up within ${waited} minutes of waiting`
  if (reason == null) return text
  return `${text}. ${noShowReasonWords[reason]}${reason_text == null ? '' : `: ${reason_text}`}`
}

/** What shows that a passenger did not come, as far as it is known. */
export const evidenceOf = async (action: DriverAction, id: number): Promise<NoShowEvidence> => {
  const { change, trip, at, row } = action
  const { tx } = change
  const stood = await tx
    .selectFrom('service_requests as r')
    .innerJoin('trip_stops as s', 's.id', 'r.pickup_trip_stop_id')
    .where('r.id', '=', id)
    .select(['s.arrived_at', 'r.pickup_lower_bound'])
    .executeTakeFirstOrThrow()
  const told =
    row === null
      ? undefined
      : await tx.selectFrom('driver_actions').where('id', '=', row).select('position').executeTakeFirst()
  const monitor = await tx
    .selectFrom('trip_monitors')
    .where('trip_id', '=', trip.id)
    .where('recorded_at', '<=', at)
    .select(['latitude as lat', 'longitude as lon'])
    .executeTakeFirst()
  const position = (told?.position as { lat: number; lon: number } | null | undefined) ?? monitor // kept by `openRow` alone
  const since =
    stood.arrived_at === null ? null : Math.max(stood.arrived_at.getTime(), stood.pickup_lower_bound.getTime())
  return {
    position: position === undefined ? null : { lat: position.lat, lon: position.lon },
    arrived_at: stood.arrived_at?.toISOString() ?? null,
    waited_s: since === null ? null : Math.max(0, Math.round((at.getTime() - since) / 1000)),
    called: await wasCalled(action, id),
  }
}
