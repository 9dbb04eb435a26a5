import { api, type TripLeg } from '@ambit/contract'
import { stopAhead } from '@ambit/domain'
import { flatDistance, type LngLat } from '@ambit/geo'
import { type Core, mayKeepDetails, openNow, show } from './core.ts'
import type { Place } from './device.ts'
import type { Fix } from './fix.ts'
import { unlessFull } from './room.ts'
import { sealed } from './trip-copy.ts'
import { along, type Along, leadTo } from './way.ts'

/** A vehicle that leaves its way again and again asks for a new one at most so often. ms */
const ASKED_EVERY_MS = 30_000

/** Shows where the vehicle is on its way, and fetches another way for one that has left it. */
export type Following = {
  /** null: it is not followed any more */
  fixed: (fix: Fix | null) => void
  /** A device that stands may tell no new place: time goes on beside the way all the same. */
  look: () => void
}

export const createFollowing = (core: Core): Following => {
  let before: { stop: number; path: TripLeg['path']; lead: LngLat[]; at: Along } | null = null
  let asked: number | null = null
  let latest: Fix | null = null
  const onWay = (fix: Fix, steady: number): Along | null => {
    const trip = core.store.get().open?.manifest.trip
    const stop = trip === undefined ? null : stopAhead(trip)
    const path = stop?.leg?.path ?? []
    if (stop === null || stop.arrived_at !== null || path.length < 2) {
      before = null
      return null
    }
    const last = before?.stop === stop.id ? before : null
    const same = last !== null && isSame(last.path, path)
    const lead = same ? last.lead : leadTo(path, fix)
    // Beside one way and beside the next it is off all the same.
    const known = same ? last.at : last === null ? null : { ...last.at, metres: null }
    const at = along([...lead, ...path], fix, steady, known)
    before = { stop: stop.id, path, lead, at }
    const led = lead[0] === undefined || path[0] === undefined ? 0 : flatDistance(lead[0], path[0])
    return { ...at, metres: at.metres === null ? null : Math.max(0, at.metres - led) }
  }
  const fixed = (fix: Fix | null): void => {
    latest = fix
    if (fix === null) {
      before = null
      return core.store.set({ place: null })
    }
    const { steady } = core.time.read()
    const at = onWay(fix, steady)
    const last = core.store.get().place
    // A vehicle that stands still looks where it looked before.
    const place: Place = { ...fix, bearing: fix.bearing ?? last?.bearing ?? null, along: at }
    core.store.set({ place })
    const { open } = core.store.get()
    if (at?.off !== true || open === null || open.manifest.trip.manual_navigation) return
    if (asked !== null && steady - asked < ASKED_EVERY_MS) return
    asked = steady
    void askWay(core, open.manifest.trip.id, fix)
  }
  return { fixed, look: () => void (latest !== null && before?.at.beside_since != null && fixed(latest)) }
}

const isSame = (one: TripLeg['path'], other: TripLeg['path']): boolean =>
  one === other ||
  (one.length === other.length && one.every(([lng, lat], i) => lng === other[i]?.[0] && lat === other[i]?.[1]))

/** Without a signal the way stays as it is. */
const askWay = async (core: Core, id: number, { lat, lon }: Fix): Promise<void> => {
  const answer = await core.calls.call(api.driver.leg, { params: { id }, body: { lat, lon } })
  if (answer.kind !== 'answered') return
  const { trip_stop_id, leg } = answer.answer.data
  const kept = () => keepLeg(core, { trip_id: id, trip_stop_id, leg })
  await core.exclusively(() => unlessFull(core.spare, kept)).catch(() => undefined)
}

type Told = { trip_id: number; trip_stop_id: number | null; leg: TripLeg | null }

/** The way holds until the trip is read again, which then begins where the server knows the vehicle. */
const keepLeg = async (core: Core, { trip_id, trip_stop_id, leg }: Told): Promise<void> => {
  const now = await openNow(core)
  if (now === null || now.held.details === null || now.held.kept.id !== trip_id || leg === null) return
  const { bare: _, details: __, ...same } = now.held.kept
  const { trip } = now.held.details.manifest
  const trip_stops = trip.trip_stops.map((stop) => (stop.id === trip_stop_id ? { ...stop, leg } : stop))
  const manifest = { ...now.held.details.manifest, trip: { ...trip, trip_stops } }
  const { kept } = await sealed(core.db, same, { ...now.held.details, manifest }, mayKeepDetails(core))
  await core.db.put('trips', kept)
  await show(core)
}
