import { flatDistance, type LngLat } from '@ambit/geo'

const GRID_M = 200
/** metres of a degree of latitude */
const DEGREE_M = 111_320
/** An older position says nothing any more of where the vehicle is. */
export const POSITION_ENDS_MS = 5 * 60_000

/** How old a position is: `now`; `old`, which is said; or `gone`, which is not shown. In milliseconds since 1970. */
export const ageOfPosition = (at: number | null, now: number): 'now' | 'old' | 'gone' => {
  if (at === null || now - at > POSITION_ENDS_MS) return 'gone'
  return now - at > 60_000 ? 'old' : 'now'
}

/**
 * Where a passenger is shown the vehicle: near the stop of others, where it may stand at a door, on a grid of 200 m.
 * @param others stops that only others get on or off at
 */
export const shownPosition = (point: LngLat, others: readonly LngLat[]): LngLat =>
  others.some((stop) => flatDistance(stop, point) <= GRID_M) ? onGrid(point) : point

const onGrid = ([lng, lat]: LngLat): LngLat => {
  const step = GRID_M / DEGREE_M
  const gridLat = Math.round(lat / step) * step
  const across = step / Math.max(0.01, Math.cos((gridLat * Math.PI) / 180))
  return [Number((Math.round(lng / across) * across).toFixed(6)), Number(gridLat.toFixed(6))]
}
