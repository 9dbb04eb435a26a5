import { flatDistance, type LngLat } from '@ambit/geo'
import type { Deps } from '../deps.ts'

const pair = ([lng, lat]: LngLat): [number, number] => [lng, lat]

/**
 * The way on foot from one place to the other: the line from door to stop, where the nearest path may lie a little off
 * either, and what is done along the path. Null without street data, and where no path joins the places.
 */
export const walkBetween = ({ streets }: Pick<Deps, 'streets'>, from: LngLat, to: LngLat) => {
  const route = streets.current()?.route('foot', from, to) ?? null
  if (route === null) return null
  const line = [from, ...route.geometry, to]
  return {
    path: line.filter((point, place) => place === 0 || flatDistance(point, line[place - 1]!) > 0).map(pair), // place > 0
    begins: route.begins,
    steps: route.steps.map(({ kind, street, distance_m }) => ({ kind, street, distance_m })),
  }
}
