import { api, type StopSuggestions } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { zoneRecords } from '../../../records/zones.ts'
import { client } from '../../../api/client.ts'
import type { AreaDraft, StopDraft } from '../design/design.ts'

/** Metres on foot whose share of addresses is shown. */
const DISTANCES = [300, 500, 800]

export type Ground = { areas: readonly AreaDraft[]; stops: readonly StopDraft[] }

const bodyOf = ({ areas, stops }: Ground) => ({
  areas: areas.map(({ coordinates }) => coordinates),
  stops: stops.map(({ point }) => point),
})

/** Thousands of points would be a heavy key, which is read with every render; each area is requested once. */
const numbers = new WeakMap<Ground, number>()
let counted = 0
const numberOf = (ground: Ground): number => {
  const number = numbers.get(ground) ?? ++counted
  numbers.set(ground, number)
  return number
}

/** How many addresses have a stop within reach, as it is drafted. */
export const coverageQuery = (ground: Ground) => {
  const body = { ...bodyOf(ground), distances: DISTANCES }
  return queryOptions({
    queryKey: zoneRecords.key('coverage', numberOf(ground)),
    queryFn: ({ signal }) => client.call(api.zoneDesigns.coverage, { body, signal }).then((answer) => answer.data),
    staleTime: Infinity,
    gcTime: 0,
    enabled: ground.areas.length > 0,
  })
}

export const askForSuggestions = (ground: Ground, walk_m: number): Promise<StopSuggestions> =>
  client
    .call(api.zoneDesigns.suggestions, { body: { ...bodyOf(ground), walk_m, limit: 200 } })
    .then((answer) => answer.data)
