import { api, type AreaFigures } from '@ambit/contract'
import type { Polygon } from '@ambit/geo'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { zoneRecords } from '../../../records/zones.ts'
import { client } from '../../../api/client.ts'
import type { AreaDraft } from '../design/design.ts'

/** Milliseconds that a shape must rest before its streets and addresses are counted. */
const REST_MS = 300

/** Drafts keep unchanged shapes identical, so a shape is its own key and an undone change asks nothing again. */
const numbers = new WeakMap<Polygon, number>()
let made = 0
const numberOf = (polygon: Polygon): number => {
  const known = numbers.get(polygon) ?? ++made
  numbers.set(polygon, known)
  return known
}

const figuresQuery = (coordinates: AreaDraft['coordinates']) =>
  queryOptions({
    queryKey: zoneRecords.key('figures', numberOf(coordinates)),
    queryFn: ({ signal }) =>
      client.call(api.zoneDesigns.figures, { body: { areas: [coordinates] }, signal }).then((answer) => answer.data),
    staleTime: Infinity,
    retry: 1,
  })

/** Streets and addresses of one area: on their way, here, or not to be had. */
export type Counted = AreaFigures | 'counting' | 'failed'

/** One answer for each area; the old one stays until the changed shape is counted. */
export const useAreaFigures = (areas: readonly AreaDraft[]): ReadonlyMap<AreaDraft['id'], Counted> => {
  const [resting] = useDebouncedValue(areas, REST_MS)
  const answers = useQueries({ queries: resting.map(({ coordinates }) => figuresQuery(coordinates)) })
  return new Map(
    resting.map(({ id }, index): [AreaDraft['id'], Counted] => {
      const answer = answers[index]
      return [id, answer?.data ?? (answer?.isError === true ? 'failed' : 'counting')]
    }),
  )
}

/** Areas of a zone do not overlap, so their figures add up. Null until every one is counted. */
export const totalOf = (figures: ReadonlyMap<AreaDraft['id'], Counted>): AreaFigures | null => {
  const sum: AreaFigures = { area_m2: 0, street_m: 0, addresses: 0 }
  for (const counted of figures.values()) {
    if (typeof counted === 'string') return null
    sum.area_m2 += counted.area_m2
    sum.street_m += counted.street_m
    sum.addresses += counted.addresses
  }
  return sum
}
