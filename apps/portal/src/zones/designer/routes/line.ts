import { api, type ServiceRouteLine } from '@ambit/contract'
import { decodeFlexiblePolyline, type LngLat } from '@ambit/geo'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { zoneRecords } from '../../../records/zones.ts'
import { client } from '../../../api/client.ts'
import type { RouteDraft, StopDraft } from '../design/design.ts'
import { visitsOf } from './route-stops.ts'

/** Milliseconds without a change of a route before its line is requested. */
const REST_MS = 250

type Visit = { point: [number, number]; dwell_seconds: number }

/** Ways never change, so each is requested once; an outdated request is cancelled. */
const lineQuery = (stops: readonly Visit[]) =>
  queryOptions({
    queryKey: zoneRecords.key('route-line', stops),
    queryFn: ({ signal }) =>
      client.call(api.serviceRoutes.line, { body: { stops: [...stops] }, signal }).then((answer) => answer.data),
    staleTime: Infinity,
    enabled: stops.length > 1,
    retry: 1,
  })

export type LiveLine = {
  /** null until the first answer, and for less than two stops */
  line: ServiceRouteLine | null
  /** the line belongs to the route as it was a moment ago */
  stale: boolean
  failed: boolean
}

/** The way of a route on real streets, as it is edited. */
export const useRouteLine = (route: RouteDraft, stops: readonly StopDraft[]): LiveLine => {
  const visits = useMemo(
    () =>
      visitsOf(route, stops).flatMap(({ stop, dwell_seconds }): Visit[] =>
        stop === null ? [] : [{ point: [stop.point[0], stop.point[1]], dwell_seconds }],
      ),
    [route, stops],
  )
  const [resting] = useDebouncedValue(visits, REST_MS)
  const answer = useQuery({ ...lineQuery(resting), placeholderData: keepPreviousData })
  const enough = visits.length > 1
  return {
    line: enough ? (answer.data ?? null) : null,
    stale: resting !== visits || answer.isPlaceholderData,
    failed: answer.isError && enough,
  }
}

export const legPoints = (polyline: string): LngLat[] =>
  decodeFlexiblePolyline(polyline).polyline.map(([lng, lat]): LngLat => [lng, lat])
