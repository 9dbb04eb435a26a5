import {
  type AnyId,
  type ServiceArea,
  type ServiceRoute,
  type ServiceStrategy,
  StrategyConfiguration,
  type ZoneDesign,
  type ZoneDesignChange,
  type ZoneStop,
} from '@ambit/contract'
import type { Diff } from '../../../drafts/diff.ts'
import type { Collections, Diffs } from '../../../drafts/history.ts'
import { toSave } from '../../../drafts/to-save.ts'

/** What the designer drafts of a part: it may point at parts that are drafts themselves. */
type Drafted<R, Refs> = Omit<R, 'id' | 'zone_id' | 'created_at' | 'updated_at' | keyof Refs> & { id: AnyId } & Refs

export type AreaDraft = Drafted<ServiceArea, { travel_rule: { connected_location_ids: AnyId[] } | null }>
export type StopDraft = Drafted<Omit<ZoneStop, 'location_id' | 'stop_type'>, object>
export type RouteDraft = Drafted<
  ServiceRoute,
  { service_strategy_id: AnyId | null; stops: { zone_stop_id: AnyId; dwell_seconds: number }[] }
>
/** The figures are beside the name, so that two users may change different ones. */
export type StrategyDraft = Drafted<Omit<ServiceStrategy, 'configuration'>, StrategyConfiguration>

export type DesignKinds = {
  service_areas: AreaDraft
  zone_stops: StopDraft
  service_routes: RouteDraft
  service_strategies: StrategyDraft
}
export type DesignKind = keyof DesignKinds

/** The fields of a strategy's configuration. */
export const strategyFigures = Object.keys(StrategyConfiguration.shape) as (keyof StrategyConfiguration)[] // of its own shape

/** What of a part people change; the rest is derived, or the server's. */
export const designFields: { readonly [N in DesignKind]: readonly (keyof DesignKinds[N] & string)[] } = {
  service_areas: ['name', 'coordinates', 'travel_rule'],
  zone_stops: [
    'name',
    'street_address',
    'note',
    'point',
    'staging',
    'not_accessible',
    'medically_exempt',
    'hub_stop',
    'break',
    'passenger',
  ],
  service_routes: ['name', 'service_strategy_id', 'stops'],
  service_strategies: ['name', 'color', 'type', 'default', ...strategyFigures],
}

export const designKinds = Object.keys(designFields) as DesignKind[] // its keys are the kinds

export const collectionsOf = (design: ZoneDesign): Collections<DesignKinds> => ({
  service_areas: design.service_areas,
  zone_stops: design.zone_stops,
  service_routes: design.service_routes,
  service_strategies: design.service_strategies.map(({ configuration, ...strategy }) => ({
    ...strategy,
    ...configuration,
  })),
})

/** The versions that two answers hold of the same zone differ: another user has saved between them. */
export const differs = (a: Collections<DesignKinds>, b: Collections<DesignKinds>): boolean =>
  designKinds.some((kind) => {
    const known = new Map(a[kind].map(({ id, version }) => [id, version]))
    return b[kind].length !== known.size || b[kind].some(({ id, version }) => known.get(id) !== version)
  })

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties the kind's drafts to its fields
const changesOf = <N extends DesignKind>(kind: N, diffs: Diffs<DesignKinds>) => {
  const diff: Diff<DesignKinds[N]> = diffs[kind] ?? new Map()
  const { create, update, destroy } = toSave(diff, designFields[kind])
  return {
    // Parts of one save may point at each other, so each says under which id it is pointed at.
    added: create.map(({ draft, values }) => ({ ...onWire(kind, values), id: String(draft) })),
    updated: update.map(({ record, changes }) => ({ ...onWire(kind, changes), ...existing(record) })),
    removed: destroy.map(existing),
  }
}

const figures: ReadonlySet<string> = new Set(strategyFigures)

/** A strategy's figures travel in its configuration; everything else as it is. */
const onWire = (kind: DesignKind, values: object): object => {
  if (kind !== 'service_strategies') return values
  const entries = Object.entries(values)
  const configuration = Object.fromEntries(entries.filter(([field]) => figures.has(field)))
  return {
    ...Object.fromEntries(entries.filter(([field]) => !figures.has(field))),
    ...(Object.keys(configuration).length === 0 ? {} : { configuration }),
  }
}

const existing = ({ id, version }: { id: AnyId; version: number }) => ({ id: Number(id), version })

/** The drafts as the server takes them. */
export const designChange = (diffs: Diffs<DesignKinds>): ZoneDesignChange =>
  // Each part has exactly the fields that `designFields` lists, with the types of its record.
  Object.fromEntries(designKinds.map((kind) => [kind, changesOf(kind, diffs)])) as ZoneDesignChange
