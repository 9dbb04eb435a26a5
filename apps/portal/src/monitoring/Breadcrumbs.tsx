import { api } from '@ambit/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../api/client.ts'
import classes from './monitoring.module.css'
import { keptSearch } from './navigation.ts'
import { monitoringPath, type Place } from './place.ts'
import { monitoringStrings as words } from './strings.ts'

/** The same answer that the region selector of the header shows. */
const regionsQuery = queryOptions({
  queryKey: ['regions', 'options'],
  queryFn: ({ signal }) =>
    client.call(api.regions.list, { query: { page: 1, per_page: 1000 }, signal }).then((answer) => answer.data),
  staleTime: 60_000,
})

/** Region > Trip > Booking */
export const Breadcrumbs = ({ place }: { place: Place }) => {
  const regions = useQuery(regionsQuery)
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
