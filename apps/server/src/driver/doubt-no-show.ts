import type { NoShowEvidence } from '@ambit/contract'
import { contestedSeverity, DOUBTFUL_FROM_M } from '@ambit/domain'
import { flatDistance } from '@ambit/geo'
import { raise } from '../exceptions/raise.ts'
import type { DriverAction } from './action.ts'

/** A no-show that was declared away from its stop is looked into by staff. One that is too early waits for them before. */
export const doubtNoShow = async (
  { change, at, trip }: DriverAction,
  id: number,
  { position }: NoShowEvidence,
): Promise<void> => {
  if (position === null) return
  const { tx, now } = change
  const stop = await tx
    .selectFrom('service_requests as r')
    .innerJoin('locations as l', 'l.id', 'r.pickup_location_id')
    .where('r.id', '=', id)
    .select(['l.longitude', 'l.latitude'])
    .executeTakeFirstOrThrow()
  const metres = flatDistance([stop.longitude, stop.latitude], [position.lon, position.lat])
  if (metres <= DOUBTFUL_FROM_M) return
  await raise(tx, {
    kind: 'no_show_contested',
    severity: contestedSeverity(at.getTime(), now.getTime()),
    subject: `booking:${id}`,
    trip_id: trip.id,
    driver_id: null,
    facts: { service_request_id: id, miss: 'no_show', metres: Math.round(metres) },
    at: now,
  })
}
