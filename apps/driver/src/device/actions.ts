import type { Deed, DriverAction } from '@ambit/contract'
import { type DeedRefusal, refuseDeed } from '@ambit/domain'
import { type DeviceDatabase, type KeptAction, ON_DISK } from './database.ts'
import { rebased } from './rebase.ts'
import type { ServerTime } from './server-time.ts'
import { asPending, type Held, isOver, pendingOf, shownOf } from './trip-copy.ts'

type Writing = {
  db: DeviceDatabase
  time: ServerTime
  held: Held
  driverId: number
  position: DriverAction['position']
}

/** An action as it is kept, before the database numbers it. */
type Unnumbered = Omit<KeptAction, 'sequence'>

/**
 * Writes down what was done, all of it or nothing: a refusal by the rules stores nothing. With the end of a trip its
 * key goes in the same transaction.
 */
export const writeDown = async (writing: Writing, deeds: readonly Deed[]): Promise<DeedRefusal | null> => {
  const { db, time, held } = writing
  const unsent = await pendingOf(db, held.kept.id)
  const { rules } = held.kept.bare
  const reading = time.read()
  const happened = Math.max(Math.round(time.at(reading)), unsent.at(-1)?.happened ?? 0)
  let shown = shownOf(held, asPending(unsent))
  const written: Unnumbered[] = []
  for (const given of deeds) {
    const newest = shown.done.at(-1) ?? null
    const refusal = refuseDeed(shown.trip, rules, given, happened, newest)
    if (refusal !== null) return refusal
    const deed = namingWhat(given, newest?.id ?? null)
    const id = crypto.randomUUID()
    shown = rebased({ ...shown, rules, copy: null }, [{ id, deed, at: happened }])
    const { driverId: driver_id, position } = writing
    written.push({ id, trip_id: held.kept.id, driver_id, deed, happened, reading, settled: false, position })
  }
  const tx = db.transaction(['actions', 'trips', 'keys'], 'readwrite', ON_DISK)
  const over = isOver(shown)
  await Promise.all([
    ...written.map((action) => tx.objectStore('actions').add(action as KeptAction)), // the database numbers it
    over && tx.objectStore('keys').delete(held.kept.id),
    over && tx.objectStore('trips').put({ ...held.kept, details: null }),
    tx.done,
  ])
  return null
}

/** What is taken back is named, so that it is this one for the server too. */
const namingWhat = (deed: Deed, newest: string | null): Deed =>
  deed.kind === 'undo' && newest !== null ? { ...deed, action_id: newest } : deed

/** As the server is told of it. */
export const told = ({ id, sequence, deed, happened, position }: KeptAction) => ({
  ...deed,
  id,
  sequence,
  happened_at: new Date(happened).toISOString(),
  ...(position == null ? {} : { position }),
})
