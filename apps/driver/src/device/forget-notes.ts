import type { DeviceDatabase } from './database.ts'
import { withoutNotes } from './notes.ts'
import { readHeld, sealed } from './trip-copy.ts'

/** Notes go with the service day (JRN-86), also without a signal. */
export const forgetNotes = async (db: DeviceDatabase, now: number): Promise<void> => {
  for (const { id, bare, details } of await db.getAll('trips')) {
    if (details === null || bare.notes_until === undefined || now < Date.parse(bare.notes_until)) continue
    const held = await readHeld(db, id)
    if (held === null || held.details === null) continue
    const { bare: _, details: __, ...same } = held.kept
    const { notes_until: ___, bookings, ...manifest } = held.details.manifest
    const without = { ...manifest, bookings: bookings.map(withoutNotes) }
    await db.put('trips', (await sealed(db, same, { ...held.details, manifest: without, notes_seen: {} }, true)).kept)
  }
}
