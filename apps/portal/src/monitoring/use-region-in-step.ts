import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { PlainSearch } from '../url/plain-search.ts'
import { useScope } from '../url/scope.ts'
import { keptSearch } from './navigation.ts'
import { monitoringPath, type Place } from './place.ts'

/**
 * The region stands in the path, and in the query where the header's selector writes it. A region chosen in the header
 * leads to its list; a path with another region, as a link brings it, sets the header; a path without one takes the
 * header's.
 */
export const useRegionInStep = (place: Place): void => {
  const [{ region }] = useScope()
  const navigate = useNavigate()
  const before = useRef(region)
  const settle = useEffectEvent((changed: boolean) => {
    if (region === place.regionId) return
    if (changed) return void navigate({ to: monitoringPath({ view: 'list', regionId: region }), search: keptSearch })
    if (place.regionId === null)
      return void navigate({ to: monitoringPath({ ...place, regionId: region }), search: keptSearch, replace: true })
    const regionText = String(place.regionId)
    void navigate({
      to: '.',
      search: (search: PlainSearch) => ({ ...search, region: regionText, zone: undefined }),
      replace: true,
    })
  })
  useEffect(() => {
    const changed = before.current !== region
    before.current = region
    settle(changed)
  }, [region, place.regionId]) // oxlint-disable-line react/exhaustive-effect-dependencies -- a path with another region settles as well
}
