import { useNavigate } from './link.tsx'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { PlainSearch } from './plain-search.ts'
import { useScope } from './scope.ts'

type Options = {
  /** the region in the path; null if there is none */
  regionId: number | null
  /** the header's selector has another region now */
  follow: (region: number | null) => void
  /** the path names no region, though the header does */
  adopt?: (region: number) => void
}

/**
 * The region stands in the path, and in the query where the header's selector writes it. What is chosen in the header
 * is followed; a path with another region, as a link brings it, sets the header.
 */
export const useRegionInStep = ({ regionId, follow, adopt }: Options): void => {
  const [{ region }] = useScope()
  const navigate = useNavigate()
  const before = useRef(region)
  const settle = useEffectEvent((changed: boolean) => {
    if (region === regionId) return
    if (changed) return follow(region)
    if (regionId === null) return region === null ? undefined : adopt?.(region)
    const regionText = String(regionId)
    void navigate({
      to: '.',
      // Zones of another region would filter everything away; those beside no region are meant.
      search: (search: PlainSearch) => ({
        ...search,
        region: regionText,
        zone: region === null ? search['zone'] : undefined,
      }),
      replace: true,
    })
  })
  useEffect(() => {
    const changed = before.current !== region
    before.current = region
    settle(changed)
  }, [region, regionId]) // oxlint-disable-line react/exhaustive-effect-dependencies -- a path with another region settles as well
}
