import type { AnyId } from '@ambit/contract'
import type { DrawnArea } from '../service-areas/faults.ts'
import { closeRings } from '../service-areas/rings.ts'
import type { MatchedParts } from './match.ts'

/** A route after the save. `named`: where the request names its stops, null where they do not change. */
export type RouteAfter = {
  id: AnyId
  pointer: string | null
  named: string | null
  name: string
  service_strategy_id: AnyId | null
  stops: { zone_stop_id: AnyId; dwell_seconds: number }[]
}

export const areasAfter = ({ kept, updated, added }: MatchedParts['service_areas']): DrawnArea[] => [
  ...kept.map(({ name, coordinates }) => ({ name, coordinates, pointer: null })),
  ...updated.map(({ pointer, current, fields }) => ({
    name: fields.name ?? current.name,
    coordinates: fields.coordinates === undefined ? current.coordinates : closeRings(fields.coordinates),
    pointer: fields.coordinates === undefined ? null : `${pointer}/coordinates`,
  })),
  ...added.map(({ pointer, fields }) => ({
    name: fields.name,
    coordinates: closeRings(fields.coordinates),
    pointer: `${pointer}/coordinates`,
  })),
]

/** A removed strategy leaves its routes without one, unless the save gives them another. */
export const routesAfter = ({ service_routes, service_strategies }: MatchedParts): RouteAfter[] => {
  const gone = new Set(service_strategies.removed.map(({ current }) => current.id))
  const stays = (id: number | null): number | null => (id === null || gone.has(id) ? null : id)
  const { kept, updated, added } = service_routes
  return [
    ...kept.map((route) => ({
      ...route,
      service_strategy_id: stays(route.service_strategy_id),
      pointer: null,
      named: null,
    })),
    ...updated.map(({ pointer, current, fields }) => ({
      id: current.id,
      pointer,
      named: fields.stops === undefined ? null : `${pointer}/stops`,
      name: fields.name ?? current.name,
      service_strategy_id:
        fields.service_strategy_id === undefined ? stays(current.service_strategy_id) : fields.service_strategy_id,
      stops: fields.stops ?? current.stops,
    })),
    ...added.map(({ pointer, fields }) => ({
      id: fields.id,
      pointer,
      named: `${pointer}/stops`,
      name: fields.name,
      service_strategy_id: fields.service_strategy_id ?? null,
      stops: fields.stops,
    })),
  ]
}

/** The ids after the save; drafts have the name that the client gave them. */
export const idsAfter = ({
  kept,
  updated,
  added,
}: {
  kept: readonly { id: number }[]
  updated: readonly { current: { id: number } }[]
  added: readonly { fields: { id: string } }[]
}): Set<AnyId> =>
  new Set([
    ...kept.map(({ id }) => id),
    ...updated.map(({ current }) => current.id),
    ...added.map(({ fields }) => fields.id),
  ])
