import type { AnyId } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { type ChangeGroup, describe, type Wording } from '../../drafts/describe.ts'
import type { Collections, Diffs } from '../../drafts/history.ts'
import { writeCoordinates } from '../../map/coordinates.ts'
import type { DesignKind, DesignKinds } from './design/design.ts'
import { designFields, designKinds } from './design/design.ts'
import { designerStrings, fieldLabels } from './design/strings.ts'

const words = designerStrings.values

/** The words for the fields of every kind; ids are shown as names. */
export const designWording = <N extends DesignKind>(
  kind: N,
  records: Collections<DesignKinds>,
): Wording<DesignKinds[N]> => {
  const nameIn = (other: DesignKind, id: unknown): string =>
    records[other].find((one) => one.id === id)?.name ?? words.unknown
  return {
    title: designerStrings.kinds[kind],
    nameOf: ({ name }) => name,
    labels: fieldLabels,
    show: (field, value) => {
      if (field === 'service_strategy_id') return value === null ? words.none : nameIn('service_strategies', value)
      if (field === 'point') return writeCoordinates(value as LngLat) // a stop's point
      if (field === 'coordinates') return words.corners((value as LngLat[][]).flat().length) // an area's rings
      if (field === 'travel_rule') return showRule(value as DesignKinds['service_areas']['travel_rule'], nameIn)
      if (field === 'stops')
        return (value as DesignKinds['service_routes']['stops'])
          .map((stop) => words.dwell(nameIn('zone_stops', stop.zone_stop_id), stop.dwell_seconds))
          .join(' → ')
      if (field === 'type') return designerStrings.types[value as DesignKinds['service_strategies']['type']]
      return show(value)
    },
  }
}

const showRule = (
  rule: { connected_location_ids: readonly AnyId[] } | null,
  nameIn: (kind: DesignKind, id: AnyId) => string,
): string =>
  rule === null
    ? words.everywhere
    : rule.connected_location_ids.map((id) => nameIn('service_areas', id)).join(', ') || words.nowhere

const show = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return words.empty
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** All drafts of the zone in words. */
export const describeDesign = (
  diffs: Diffs<DesignKinds>,
  base: Collections<DesignKinds>,
  records: Collections<DesignKinds>,
): ChangeGroup[] => {
  // Something that is removed keeps the name it had.
  const all = Object.fromEntries(
    designKinds.map((kind) => [kind, [...records[kind], ...base[kind]]]),
  ) as unknown as Collections<DesignKinds> // kind by kind
  return designKinds.map((kind) => describeKind(kind, diffs, all))
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties the kind's drafts to its fields
const describeKind = <N extends DesignKind>(
  kind: N,
  diffs: Diffs<DesignKinds>,
  all: Collections<DesignKinds>,
): ChangeGroup => describe<DesignKinds[N]>(diffs[kind] ?? new Map(), designFields[kind], designWording(kind, all))
