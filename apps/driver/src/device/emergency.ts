import { api, type DriverAction, type Emergency, type TripWithStops } from '@ambit/contract'
import type { Core } from './core.ts'
import { type KeptEmergency, ON_DISK } from './database.ts'
import type { ShownEmergency } from './device.ts'

export type Emergencies = {
  /** Tells the server, and hears how far it has come; ahead of all that waits, and of no other call. */
  send: () => Promise<void>
  /** The same while the server does not have it, or no dispatcher has seen it. */
  look: () => void
}

const ownOf = async ({ db, session }: Core): Promise<KeptEmergency | null> => {
  const kept = await db.get('emergency', 'last')
  return kept !== undefined && kept.driver_id === session?.driver.id ? kept : null
}

/** Called again before the server has it, it is the same one. */
export const keepEmergency = async (
  core: Core,
  trip: TripWithStops,
  position: DriverAction['position'],
): Promise<void> => {
  const { db, session, time } = core
  if (session === null) return
  const before = await ownOf(core)
  const same = before !== null && before.told === null && before.trip_id === trip.id
  const kept: KeptEmergency = {
    id: same ? before.id : crypto.randomUUID(),
    trip_id: trip.id,
    driver_id: session.driver.id,
    position,
    on_board: aboard(trip),
    reading: same ? before.reading : time.read(),
    told: null,
  }
  const { store, done } = db.transaction('emergency', 'readwrite', ON_DISK)
  await Promise.all([store.put(kept, 'last'), done])
}

const aboard = ({ trip_stops }: TripWithStops): number[] => {
  const riders = trip_stops.flatMap(({ boardings, alightings }) => [...boardings, ...alightings])
  return [...new Set(riders.filter(({ status }) => status === 'on_board').map(({ id }) => id))]
}

export const closeEmergency = async (core: Core): Promise<void> => {
  const kept = await ownOf(core)
  if (kept !== null && kept.told !== null) await core.db.delete('emergency', 'last')
}

const standings = { open: 'sent', acknowledged: 'seen', snoozed: 'seen', resolved: 'resolved' } as const

export const shownEmergency = async (core: Core): Promise<ShownEmergency | null> => {
  const kept = await ownOf(core)
  if (kept === null) return null
  const { told, reading } = kept
  return {
    at: Math.round(core.time.at(reading)),
    standing: told === null ? 'not_sent' : standings[told.state],
    seen_by: told?.seen_by ?? null,
  }
}

/** `shown`: shows what is kept by then. */
export const createEmergencies = (core: Core, shown: () => Promise<void>): Emergencies => {
  let sending: Promise<void> | null = null
  const send = (): Promise<void> => {
    sending ??= tell(core, shown).finally(() => {
      sending = null
    })
    return sending
  }
  return {
    send,
    look: () => {
      const standing = core.store.get().emergency?.standing
      if (standing === 'not_sent' || standing === 'sent') void send()
    },
  }
}

const tell = async (core: Core, shown: () => Promise<void>): Promise<void> => {
  const { time, calls, session } = core
  const kept = await ownOf(core)
  if (kept === null || kept.told?.state === 'resolved' || session === null || session.token === null) return
  const body = {
    id: kept.id,
    ...time.stamp(),
    happened_at: new Date(time.at(kept.reading)).toISOString(),
    position: kept.position ?? null,
    on_board: kept.on_board,
  }
  const answer = await calls.call(api.driver.emergency, { params: { id: kept.trip_id }, body })
  if (answer.kind !== 'answered') return
  const { data } = answer.answer
  await core.exclusively(async () => {
    await take(core, data)
    await shown()
  })
}

/** It may have been closed, or called again, while the server answered. */
const take = async (core: Core, told: Emergency): Promise<void> => {
  const kept = await ownOf(core)
  if (kept?.id === told.id) await core.db.put('emergency', { ...kept, told }, 'last')
}
