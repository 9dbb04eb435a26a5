import { useQuery } from '@tanstack/react-query'
import { regionOptions } from '../records/regions.ts'
import { Link } from '../url/link.tsx'
import { RegionCrumb } from '../records/RegionCrumb.tsx'
import { useSelectRegion } from '../ui/use-select-region.ts'
import classes from './Breadcrumbs.module.css'
import { keptSearch } from './navigation.ts'
import { monitoringPath, type Place } from './place.ts'
import { monitoringStrings as words } from './strings.ts'

/** Region > Trip > Booking. On the region's own list its name chooses another. */
export const Breadcrumbs = ({ place }: { place: Place }) => {
  const regions = useQuery(regionOptions)
  const selectRegion = useSelectRegion((regionId) => monitoringPath({ view: 'list', regionId }))
  const region =
    place.regionId === null
      ? words.allRegions
      : (regions.data?.find(({ id }) => id === place.regionId)?.name ?? 'loading...')
  const crumbs: { text: string; to: Place }[] = [{ text: region, to: { view: 'list', regionId: place.regionId } }]
  if (place.view !== 'list')
    crumbs.push({
      text: words.tripTab(place.tripId),
      to: { view: 'trip', regionId: place.regionId, tripId: place.tripId },
    })
  if (place.view === 'booking') crumbs.push({ text: words.bookingTab(place.serviceRequestId), to: place })
  return (
    <nav aria-label={words.breadcrumb}>
      <ol className={classes['crumbs']}>
        {crumbs.map(({ text, to }, index) => (
          <li key={to.view}>
            {place.view === 'list' ? (
              <RegionCrumb regionId={place.regionId} onSelect={selectRegion} />
            ) : index === crumbs.length - 1 ? (
              <span aria-current="page">{text}</span>
            ) : (
              <Link to={monitoringPath(to)} search={keptSearch} className="text-link">
                {text}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
