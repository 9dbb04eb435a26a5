import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { IncidentInput, IncidentKind } from '@ambit/contract'
import { deedTime, deviceClockOf, incidentSeverity } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { namePhotos } from '../driver-photos/name.ts'
import { raise } from '../exceptions/raise.ts'
import { notFound } from '../http/errors.ts'
import { recordChanged } from '../live/record-changed.ts'
import { isLongOver, requireDriven } from './require-own.ts'
import { vehicleToldOf } from './vehicle.ts'

type Incident = z.output<typeof IncidentInput>
type Reporter = { id: number; name: string }

/** As staff read them in the vehicle's notes. */
const words: Readonly<Record<IncidentKind, string>> = {
  breakdown: 'Breakdown',
  accident: 'Accident',
  passenger_unwell: 'Passenger unwell',
  passenger_behaviour: 'Passenger behaviour',
  road_blocked: 'Road blocked',
  other: 'Other',
}

/** A driver reports an incident: a note of the vehicle, and something that needs attention. Told again it is the same one. */
export const reportIncident = async (
  deps: Deps,
  { tripId, driver }: { tripId: number; driver: Reporter },
  incident: Incident,
): Promise<void> => {
  const trip = await requireDriven(deps.db, tripId, driver.id)
  await deps.db.transaction().execute(async (tx) => {
    const locked = await tx
      .selectFrom('trips')
      .where('id', '=', tripId)
      .select(['id', 'vehicle_id'])
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (await isKnown(tx, tripId, incident.id)) return
    const now = deps.clock.now()
    if (isLongOver(trip, now)) throw notFound()
    const happened = Date.parse(incident.happened_at)
    const { at } = deedTime({ ...deviceClockOf(incident), happened, received: now.getTime(), notBefore: 0 })
    await raise(tx, {
      kind: 'incident',
      severity: incidentSeverity[incident.kind],
      trip_id: tripId,
      subject: `incident:${incident.id}`,
      driver_id: driver.id,
      facts: { incident: incident.kind, ...(incident.position === null ? {} : { position: incident.position }) },
      text: incident.note === '' ? null : incident.note,
      uuid: incident.id,
      at: new Date(at),
    })
    const vehicle_id = await vehicleToldOf(tx, locked, { vehicle_id: incident.vehicle_id, at: new Date(at) })
    if (vehicle_id !== null)
      await writeNote(tx, { id: tripId, vehicle_id }, { driver, incident, at: new Date(at), now })
  })
}

const isKnown = async (tx: Transaction<DB>, tripId: number, uuid: string): Promise<boolean> =>
  (await tx
    .selectFrom('exceptions')
    .where('trip_id', '=', tripId)
    .where('kind', '=', 'incident')
    .where(sql<boolean>`${uuid}::uuid = any(uuids)`)
    .select('id')
    .executeTakeFirst()) !== undefined

type Note = { driver: Reporter; incident: Incident; at: Date; now: Date }

const writeNote = async (
  tx: Transaction<DB>,
  trip: { id: number; vehicle_id: number },
  { driver, incident, at, now }: Note,
): Promise<void> => {
  const title = `${words[incident.kind]}, reported by ${driver.name}`
  const { id } = await tx
    .insertInto('vehicle_notes')
    .values({
      vehicle_id: trip.vehicle_id,
      category: 'incident',
      subcategory: incident.kind === 'accident' ? 'accident' : 'other',
      details: incident.note === '' ? title : `${title}: ${incident.note}`,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const subject = words[incident.kind]
  await namePhotos(tx, {
    ids: incident.photos,
    trip_id: trip.id,
    driver_id: driver.id,
    subject,
    vehicle_note_id: id,
    now,
  })
  await recordChanged(tx, 'vehicle_notes', id)
}
