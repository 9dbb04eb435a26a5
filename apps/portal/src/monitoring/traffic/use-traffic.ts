import { useLocalStorage } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useCan } from '../../auth/permissions.ts'
import { travelFactorsQuery } from '../../records/travel-factors.ts'
import { useNow } from '../../settings/use-now.ts'
import { factorAt, type TrafficLevel, levelOf } from './levels.ts'

/** The specification's values of the switch: the layer's opacity in per cent. */
const ON = '100'
const OFF = '0'
export const TRAFFIC_KEY = 'ambit:traffic-layer'

export type RegionTraffic = { regionId: number; factor: number; level: TrafficLevel }

/** How slow the streets of these regions are in this hour, as planning reckons with it. */
export const useTraffic = (regionIds: readonly number[]) => {
  const maySee = useCan()('RegionManagement:region:canRead')
  const [value, choose] = useLocalStorage({
    key: TRAFFIC_KEY,
    defaultValue: OFF,
    getInitialValueInEffect: false,
    serialize: (text) => text,
    deserialize: (text) => text ?? OFF,
  })
  const on = maySee && value === ON
  const now = useNow(60_000)
  const queries = useQueries({ queries: regionIds.map((id) => ({ ...travelFactorsQuery(id), enabled: on })) })
  const regions = queries.flatMap(({ data }): RegionTraffic[] => {
    if (!on || data === undefined) return []
    const factor = factorAt(data, now)
    return [{ regionId: data.region_id, factor, level: levelOf(factor) }]
  })
  return {
    maySee,
    on,
    switchTo: (next: boolean): void => choose(next ? ON : OFF),
    regions,
    loading: on && queries.some(({ isPending }) => isPending),
    failed: queries.some(({ isError }) => isError),
  }
}
export type Traffic = ReturnType<typeof useTraffic>
