import { api } from '@ambit/contract'
import type { Core } from './core.ts'
import { type KeptIncident, ON_DISK } from './database.ts'

const unsentOf = async ({ db, session }: Core): Promise<KeptIncident[]> =>
  (await db.getAll('incidents')).filter(({ driver_id }) => driver_id === session?.driver.id)

/** When what is not sent was reported, ms. */
export const reportedAt = async (core: Core): Promise<number[]> =>
  (await unsentOf(core)).map(({ reading }) => core.time.at(reading))

/** Keeps what the driver reports until the server has it. */
export const keepIncident = async (
  { db, session, time }: Core,
  {
    kind,
    note,
    photos,
    vehicle_id,
    position,
  }: Pick<KeptIncident, 'kind' | 'note' | 'photos' | 'vehicle_id' | 'position'>,
): Promise<void> => {
  if (session === null || session.open === null) return
  const incident = {
    id: crypto.randomUUID(),
    trip_id: session.open,
    driver_id: session.driver.id,
    kind,
    note,
    ...(photos === undefined ? {} : { photos: [...photos] }),
    vehicle_id: vehicle_id ?? null,
    position,
    reading: time.read(),
  }
  const { store, done } = db.transaction('incidents', 'readwrite', ON_DISK)
  await Promise.all([store.add(incident as KeptIncident), done]) // the database numbers it
}

/** Tells what was reported, the oldest first; what the server will never take goes as well. */
export const sendIncidents = async (core: Core): Promise<void> => {
  const { calls, time, db } = core
  for (const { sequence, id, trip_id, kind, note, photos, vehicle_id, position, reading } of await unsentOf(core)) {
    const body = {
      id,
      kind,
      note,
      photos: [...(photos ?? [])],
      vehicle_id: vehicle_id ?? null,
      position: position ?? null,
      ...time.stamp(),
      happened_at: new Date(time.at(reading)).toISOString(),
    }
    const answer = await calls.call(api.driver.reportIncident, { params: { id: trip_id }, body })
    const refused = answer.kind === 'refused' && (answer.error.status === 404 || answer.error.status === 422)
    if (answer.kind !== 'answered' && !refused) return
    await db.delete('incidents', sequence)
  }
}
