import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { ZoneStopInput } from '@ambit/contract'
import type { DB } from '../database/schema.ts'

export type StopFields = Omit<z.output<typeof ZoneStopInput>, 'zone_id'>
/** Fields that are `undefined` do not change. */
export type StopChanges = { [K in keyof StopFields]?: StopFields[K] | undefined }
export type StoredStop = Omit<StopFields, 'note' | 'street_address'> & {
  id: number
  location_id: number
  note: string | null
  street_address: string | null
}

/** A statement takes at most 65,535 parameters. */
const AT_ONCE = 1000

/** Answers the ids in the order of the stops. */
export const addStops = async (
  tx: Transaction<DB>,
  zoneId: number,
  stops: readonly StopFields[],
  now: Date,
): Promise<number[]> => {
  const ids: number[] = []
  for (let from = 0; from < stops.length; from += AT_ONCE) {
    const some = stops.slice(from, from + AT_ONCE)
    const locations = await createLocations(tx, some)
    const rows = await tx
      .insertInto('zone_stops')
      .values(
        some.map(({ name: _name, street_address: _address, point: _point, note = null, ...flags }, at) => ({
          ...flags,
          note,
          zone_id: zoneId,
          location_id: locations[at]!, // one for each
          created_at: now,
          updated_at: now,
        })),
      )
      .returning('id')
      .execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** A moved stop gets a new location: promises and past trips keep the old one. */
export const changeStops = async (
  tx: Transaction<DB>,
  changes: readonly { current: StoredStop; fields: StopChanges }[],
  now: Date,
): Promise<void> => {
  const changed = changes.map(({ current, fields }) => ({ current, next: merge(current, fields) }))
  const moved = changed.filter(({ current, next }) => String(current.point) !== String(next.point))
  for (let from = 0; from < moved.length; from += AT_ONCE) {
    const some = moved.slice(from, from + AT_ONCE)
    const locations = await createLocations(
      tx,
      some.map(({ next }) => next),
    )
    for (const [at, { next }] of some.entries()) next.location_id = locations[at]! // one for each
  }
  const rows = JSON.stringify(changed.map(({ next }) => next))
  await sql`
    update locations set name = n.name, street_address = n.street_address
    from jsonb_to_recordset(${rows}::jsonb) as n (location_id int, name text, street_address text)
    where locations.id = n.location_id
      and (locations.name, locations.street_address) is distinct from (n.name, n.street_address)`.execute(tx)
  await sql`
    update zone_stops set location_id = n.location_id, note = n.note, staging = n.staging, hub_stop = n.hub_stop,
      not_accessible = n.not_accessible, medically_exempt = n.medically_exempt, "break" = n."break",
      passenger = n.passenger, updated_at = ${now}
    from jsonb_to_recordset(${rows}::jsonb) as n (id int, location_id int, note text, staging boolean, hub_stop boolean,
      not_accessible boolean, medically_exempt boolean, "break" boolean, passenger boolean)
    where zone_stops.id = n.id`.execute(tx)
}

const merge = (current: StoredStop, fields: StopChanges): StoredStop => ({
  id: current.id,
  location_id: current.location_id,
  name: fields.name ?? current.name,
  street_address: fields.street_address === undefined ? current.street_address : fields.street_address,
  note: fields.note === undefined ? current.note : fields.note,
  point: fields.point ?? current.point,
  staging: fields.staging ?? current.staging,
  not_accessible: fields.not_accessible ?? current.not_accessible,
  medically_exempt: fields.medically_exempt ?? current.medically_exempt,
  hub_stop: fields.hub_stop ?? current.hub_stop,
  break: fields.break ?? current.break,
  passenger: fields.passenger ?? current.passenger,
})

type NewLocation = Pick<StopFields, 'name' | 'street_address' | 'point'>

const createLocations = async (tx: Transaction<DB>, places: readonly NewLocation[]): Promise<number[]> => {
  const rows = await tx
    .insertInto('locations')
    .values(
      places.map(({ name, street_address = null, point: [longitude, latitude] }) => ({
        name,
        street_address,
        longitude,
        latitude,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
