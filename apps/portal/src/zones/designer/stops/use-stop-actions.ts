import { type AnyId, api, type StopAddresses } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffectEvent, useRef, useState } from 'react'
import { client } from '../../../api/client.ts'
import type { Flagged } from '../../../drafts/diff.ts'
import { notify } from '../../../notifications/notify.tsx'
import type { StopDraft } from '../design/design.ts'
import { useDesign, useDesignSession } from '../design/design-session.ts'
import { freeName, namesOf, newStop } from './stop-edits.ts'
import { stopStrings as words } from './strings.ts'

type StopAddress = StopAddresses['stops'][number]

/** The street side and address of points, in their order; null where there is none, or where it cannot be found out. */
export const lookUpStops = (points: readonly LngLat[]): Promise<readonly StopAddress[]> =>
  client
    .call(api.zoneDesigns.addresses, { body: { points: points.map(([lng, lat]): [number, number] => [lng, lat]) } })
    .then(({ data }) => data.stops)
    .catch(() => points.map(() => null))

/** A click further than this from any street, in metres, is not moved to a street. */
const SNAP_M = 60
/** Arrow keys come faster than addresses are found. */
const SETTLE_MS = 500

const near = (found: StopAddress): found is NonNullable<StopAddress> => found !== null && found.moved_m <= SNAP_M

/** Everything that the map and the list do to stops. Each is one step of the history. */
export const useStopActions = () => {
  const design = useDesign()
  const { zone_stops: stops, service_routes: routes, edit, select } = design
  const [finding, setFinding] = useState(0)
  const find = async (point: LngLat): Promise<StopAddress> => {
    setFinding((count) => count + 1)
    const [found = null] = await lookUpStops([point])
    setFinding((count) => count - 1)
    return found
  }

  // Stops added after waiting must use the stops of that moment.
  const add = useEffectEvent((point: LngLat, found: StopAddress) => {
    const name = freeName(found?.street_address ?? found?.street ?? null, namesOf(stops))
    const at = near(found) ? found.point : point
    const stop = newStop({ name, point: at, street_address: found?.street_address ?? null })
    edit(words.steps.place(name), { kind: 'zone_stops', added: [stop] })
    select([stop.id])
    if (!near(found)) notify({ key: 'stop-no-street', type: 'info', title: name, message: words.noStreet })
  })
  const moves = useStopMoves(find)
  return {
    finding: finding > 0,
    place: (point: LngLat) => void find(point).then((found) => add(point, found)),
    ...moves,
    remove: (ids: ReadonlySet<AnyId>) => {
      const blocked = blockedBy(stops, routes, ids)
      const free = stops.filter(({ id }) => ids.has(id) && !blocked.has(id))
      if (free.length > 0)
        edit(words.steps.remove(free.length), { kind: 'zone_stops', removed: free.map(({ id }) => id) })
      select([...blocked.keys()])
      if (blocked.size > 0)
        notify({
          key: 'stop-blocked',
          type: 'warning',
          title: words.cannotRemove,
          message: [...blocked.values()],
          decay: false,
        })
    },
    restore: (removed: readonly Flagged<StopDraft>[]) => {
      // With the flags of the list a stop would differ from the one that is stored.
      const added = removed.map(({ $saved: _saved, $destroy: _destroy, $loading: _loading, ...stop }) => stop)
      edit(words.steps.restore(removed.length), { kind: 'zone_stops', added })
      select(removed.map(({ id }) => id))
    },
  }
}

/** A stop goes to another place at once; its address, and the street that it is drawn to, when they have been found. */
const useStopMoves = (find: (point: LngLat) => Promise<StopAddress>) => {
  const { zone_stops: stops, edit, amend } = useDesign()
  const session = useDesignSession()
  const settle = useEffectEvent((id: AnyId, point: LngLat, found: StopAddress, key: string, snap: boolean) => {
    const stop = stops.find((one) => one.id === id)
    // Moved again or undone in the meantime: the answer is about another place.
    if (stop === undefined || stop.point[0] !== point[0] || stop.point[1] !== point[1]) return
    const at: [number, number] = snap && near(found) ? [found.point[0], found.point[1]] : stop.point
    const moved = { ...stop, point: at, street_address: found?.street_address ?? null }
    amend(words.steps.move(stop.name), { kind: 'zone_stops', updated: [moved] }, key)
  })
  const put = (id: AnyId, point: LngLat, key: string): void => {
    const stop = stops.find((one) => one.id === id)
    if (stop !== undefined)
      edit(
        words.steps.move(stop.name),
        { kind: 'zone_stops', updated: [{ ...stop, point: [point[0], point[1]] }] },
        key,
      )
  }
  /** The address of a place that a stop was moved to; a save waits for it. */
  const following = (key: string): (() => void) => session?.consequences.await(key) ?? (() => {})
  const settleNudge = useDebouncedCallback(
    (id: AnyId, point: LngLat, known: () => void) => {
      void find(point)
        .then((found) => settle(id, point, found, nudgeKey(id), false))
        .finally(known)
    },
    { delay: SETTLE_MS, flushOnUnmount: true },
  )
  const nudged = useRef<AnyId | null>(null)

  return {
    move: (id: AnyId, point: LngLat) => {
      const key = `move ${id} ${point.join()}`
      put(id, point, key)
      const known = following(key)
      void find(point)
        .then((found) => settle(id, point, found, key, true))
        .finally(known)
    },
    nudge: (id: AnyId, point: LngLat) => {
      // Another stop: the one before keeps its asking.
      if (nudged.current !== id) settleNudge.flush()
      nudged.current = id
      put(id, point, nudgeKey(id))
      settleNudge(id, point, following(nudgeKey(id)))
    },
  }
}

const nudgeKey = (id: AnyId): string => `nudge ${id}`

/** Stops that a fixed route visits, and why they stay. */
const blockedBy = (
  stops: readonly StopDraft[],
  routes: ReturnType<typeof useDesign>['service_routes'],
  ids: ReadonlySet<AnyId>,
): Map<AnyId, string> => {
  const names = new Map(stops.map(({ id, name }) => [id, name]))
  const blocked = new Map<AnyId, string>()
  for (const route of routes)
    for (const { zone_stop_id: id } of route.stops)
      if (ids.has(id)) blocked.set(id, words.onRoute(names.get(id) ?? String(id), route.name))
  return blocked
}
