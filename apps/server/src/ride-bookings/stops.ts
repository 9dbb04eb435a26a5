import { type api, MOST_STOPS } from '@ambit/contract'
import { areasAt } from '@ambit/domain'
import { bboxOf, flatDistance } from '@ambit/geo'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { zonesInService } from '../planning/plan/context.ts'
import type { ZoneSettings } from '../planning/plan/types.ts'
import { mayBook, riderOf } from '../ride-helpers/acting.ts'
import type { PassengerActor } from '../rides/me.ts'
import { pointIn } from '../streets/point.ts'

type Asked = z.output<typeof api.ride.stops.query>

/** Where rides of the passenger's app go. 404 for one whom they may not book for. */
export const stopsNear = async (deps: Deps, { at, search = '', traveler_id }: Asked, passenger: PassengerActor) => {
  const rider = await riderOf(deps.db, passenger, traveler_id)
  if (!mayBook(rider)) throw notFound()
  const needs = await deps.db
    .selectFrom('travelers')
    .select('handicapped')
    .where('id', '=', rider.id)
    .executeTakeFirst()
  const place = at === undefined ? null : pointIn(at, 'at')
  const words = search.toLowerCase()
  const zones = (await zonesInService(deps, { zone_id: null, regions: null })).filter(({ allowed_apps }) =>
    allowed_apps.includes(passenger.consumer_app_id),
  )
  const stops = zones
    .flatMap((zone) => zone.stops)
    .filter((stop) => stop.passenger && !(needs?.handicapped === true && stop.not_accessible))
    .filter(({ name }) => name.toLowerCase().includes(words))
    .map(({ name, point: [lng, lat] }) => ({
      name,
      point: [lng, lat] as [number, number],
      distance_m: place === null ? null : Math.round(flatDistance(place, [lng, lat])),
    }))
    .toSorted((a, b) => (a.distance_m ?? 0) - (b.distance_m ?? 0) || a.name.localeCompare(b.name))
  const is_served = place === null ? null : zones.some(({ areas }) => areasAt(areas, place).length > 0)
  return { is_served, stops: stops.slice(0, MOST_STOPS), middle: middleOf(zones) }
}

/** Where a map begins that shows where rides go: the zone's centre, else the middle of its areas. */
const middleOf = (zones: readonly ZoneSettings[]): [number, number] | null => {
  const [first] = zones.toSorted((a, b) => a.name.localeCompare(b.name))
  if (first === undefined) return null
  if (first.center !== null) return [first.center[0], first.center[1]]
  const box = bboxOf(first.areas.flatMap(({ coordinates }) => coordinates.flat()))
  return box === null ? null : [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
}
