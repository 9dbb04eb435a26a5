import { encodeFlexiblePolyline } from '@ambit/geo'
import type { LngLat } from '@ambit/geo'
import type { RouteStep, Streets } from '@ambit/streets'

/** The fastest drive between two places; the duration is not rounded. */
export type Drive = {
  duration_s: number
  distance_m: number
  path: [number, number][]
  polyline: string
  steps: readonly RouteStep[]
}

/** While a vehicle drives along a trip, or a route is drawn, the same drives are asked for again: so many are kept. */
const MOST_DRIVES = 2000
const known = new WeakMap<Streets, Map<string, Drive | null>>()

/** In free flow, without the streets that the data set leaves out; null where no street joins the places. */
export const driveBetween = (streets: Streets, from: LngLat, to: LngLat): Drive | null => {
  const drives = known.get(streets) ?? new Map<string, Drive | null>()
  known.set(streets, drives)
  const key = `${from.join(',')} ${to.join(',')}`
  const kept = drives.get(key)
  if (kept !== undefined) return kept
  const route = streets.route('car', from, to)
  let polyline: string | null = null
  const drive: Drive | null = route && {
    duration_s: route.duration,
    distance_m: Math.round(route.distance),
    path: route.geometry.map(pair),
    steps: route.steps,
    get polyline() {
      return (polyline ??= encodeFlexiblePolyline(route.geometry))
    },
  }
  const [oldest] = drives.keys()
  if (drives.size >= MOST_DRIVES && oldest !== undefined) drives.delete(oldest)
  drives.set(key, drive)
  return drive
}

const pair = ([lng, lat]: LngLat): [number, number] => [lng, lat]

/** In whole seconds rounded up, as planning has them. */
const legOf = ({ duration_s, distance_m, path }: Drive) => ({ duration_s: Math.ceil(duration_s), distance_m, path })

/** The same with what its driver does on the way. */
export const drivenLeg = (drive: Drive) => ({
  ...legOf(drive),
  steps: drive.steps.map((step) => ({ ...step, point: pair(step.point) })),
})

/** The drives through the places in order. */
export const legsThrough = (
  streets: Streets,
  places: readonly LngLat[],
  legFor: (drive: Drive) => ReturnType<typeof legOf> & Partial<ReturnType<typeof drivenLeg>> = legOf,
) =>
  places.slice(1).map((place, index) => {
    const drive = driveBetween(streets, places[index]!, place) // index runs over the places before each
    return drive && legFor(drive)
  })
