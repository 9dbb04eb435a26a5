import { useQuery } from '@tanstack/react-query'
import { regionOptions } from '../records/regions.ts'
import { Link } from '../url/link.tsx'
import { uiStrings } from '../ui/strings.ts'
import classes from './Breadcrumbs.module.css'
import { keptSearch } from './navigation.ts'
import { monitoringPath, type Place } from './place.ts'
import { monitoringStrings as words } from './strings.ts'

/** Region > Trip > Booking. The region is chosen in the header. */
export const Breadcrumbs = ({ place }: { place: Place }) => {
  const regions = useQuery(regionOptions)
  const region =
    place.regionId === null
      ? words.allRegions
      : (regions.data?.find(({ id }) => id === place.regionId)?.name ?? uiStrings.loading)
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
            {index === crumbs.length - 1 ? (
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
