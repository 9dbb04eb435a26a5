import { useNavigate } from '../url/link.tsx'
import type { PortalPath } from '../url/paths.ts'
import type { PlainSearch } from '../url/plain-search.ts'
import { storeRegion } from '../url/scope.ts'
import { reportRoutingError } from './error-list.ts'
import { uiStrings } from './strings.ts'

/** Leads to the same page for another region, which the header then shows too. Zones and dialogs were the old region's. */
export const useSelectRegion = (
  pathFor: (regionId: number | null) => PortalPath,
): ((regionId: number | null) => void) => {
  const navigate = useNavigate()
  return (regionId) => {
    storeRegion(localStorage, regionId)
    const region = regionId === null ? undefined : String(regionId)
    navigate({
      to: pathFor(regionId),
      search: (before: PlainSearch) => ({ ...before, region, zone: undefined, d: undefined }),
    }).catch(() => reportRoutingError(uiStrings.selectRegionFailed))
  }
}
