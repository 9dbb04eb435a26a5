import { useNavigate } from '../url/link.tsx'
import { useRegionInStep } from '../url/use-region-in-step.ts'
import { keptSearch, wholeSearch } from './navigation.ts'
import { monitoringPath, type Place } from './place.ts'

/** A region chosen in the header opens its list; a path without one uses the header's. */
export const useMonitoringRegion = (place: Place): void => {
  const navigate = useNavigate()
  useRegionInStep({
    regionId: place.regionId,
    follow: (regionId) => void navigate({ to: monitoringPath({ view: 'list', regionId }), search: keptSearch }),
    adopt: (regionId) =>
      void navigate({ to: monitoringPath({ ...place, regionId }), search: wholeSearch, replace: true }),
  })
}
