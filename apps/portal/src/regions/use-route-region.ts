import { useQuery } from '@tanstack/react-query'
import { regionRecords } from '../records/regions.ts'
import { useNavigate, useParam } from '../url/link.tsx'
import { useEffect, useEffectEvent } from 'react'
import { reportRoutingError } from '../ui/error-list.ts'
import { uiStrings } from '../ui/strings.ts'
import { useSelectRegion } from '../ui/use-select-region.ts'
import type { PortalPath } from '../url/paths.ts'
import type { PlainSearch } from '../url/plain-search.ts'
import { optionalId, storeRegion } from '../url/scope.ts'
import { useRegionInStep } from '../url/use-region-in-step.ts'

const pathFor = (regionId: number | null): PortalPath =>
  regionId === null ? '/RegionManagement' : `/RegionManagement/${regionId}`

/** The region in the path, and the way to choose another. One that cannot be shown is left, and the error list says so. */
export const useRouteRegion = (): readonly [number | null, (regionId: number | null) => void] => {
  const text = useParam('regionId')
  const regionId = optionalId.read(text)
  const navigate = useNavigate()
  const select = useSelectRegion(pathFor)
  const region = useQuery({ ...regionRecords.one(regionId ?? 0), enabled: regionId !== null })
  const failed = region.isError || (text !== undefined && regionId === null)
  useRegionInStep({
    regionId: failed ? null : regionId,
    // A list of all regions stays one when the header looks at another.
    follow: (next) => regionId !== null && select(next),
  })
  const leave = useEffectEvent(() => {
    reportRoutingError(uiStrings.selectRegionFailed)
    storeRegion(localStorage, null)
    void navigate({
      to: pathFor(null),
      search: (before: PlainSearch) => ({ ...before, region: undefined, zone: undefined }),
      replace: true,
    })
  })
  useEffect(() => {
    if (failed) leave()
  }, [failed])
  return [regionId, select]
}
