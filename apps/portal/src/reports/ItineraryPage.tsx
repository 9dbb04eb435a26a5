import type { ItineraryTrip } from '@ambit/contract'
import { addDays, dateIn } from '@ambit/domain'
import { Button, Select, Skeleton } from '@mantine/core'
import { DayInput } from '../form/DayInput.tsx'
import { IconExternalLink, IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useOpenDialog } from '../dialogs/stack.ts'
import { browserTimeZone } from '../form/time-zones.ts'
import { serverClock } from '../settings/use-now.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useScope } from '../url/scope.ts'
import { urlState, useUrlState } from '../url/url-state.ts'
import { dateValue } from '../url/day-range.ts'
import { firstShown, itineraryTime } from './itinerary.ts'
import { ItineraryTable } from './ItineraryTable.tsx'
import { PrintItinerary } from './PrintItinerary.tsx'
import { itineraryQuery, itineraryTripsQuery, tripValue } from './queries.ts'
import { ReportsLayout } from './ReportsLayout.tsx'
import classes from './ItineraryPage.module.css'
import { reportStrings } from './strings.ts'

const words = reportStrings.itinerary
const pageState = urlState<{ date: string | null; trip: number }>({ date: dateValue, trip: tripValue })

/** One trip's stops, with who boards and alights, to read or to print. */
const ItineraryPage = () => {
  const [scope] = useScope()
  const [state, change] = useUrlState(pageState)
  const today = dateIn(browserTimeZone(), serverClock.now())
  const date = state.date ?? today
  const trips = useQuery(itineraryTripsQuery(date, scope))
  const chosen = trips.data?.find(({ id }) => id === state.trip) ?? firstShown(trips.data ?? [], serverClock.now())
  return (
    <ReportsLayout tab="trip-itinerary">
      <section className={`card ${classes['itinerary']}`} aria-label={reportStrings.itineraryTab}>
        <div className={classes['filters']}>
          <DayInput
            className={classes['date']}
            aria-label={reportStrings.date}
            value={date}
            maxDate={addDays(today, 366)}
            onChange={(value) => change({ date: value === today ? null : value, trip: 0 })}
          />
          <Select
            className={classes['trips']}
            aria-label={words.trip}
            placeholder={words.trip}
            searchable
            data={(trips.data ?? []).map((trip) => ({ value: String(trip.id), label: tripLabel(trip) }))}
            value={chosen === undefined ? null : String(chosen.id)}
            onChange={(value) => change({ trip: Number(value) })}
          />
          {chosen !== undefined && <ChosenActions id={chosen.id} />}
        </div>
        {trips.isError ? (
          <ErrorState error={trips.error} onRetry={() => void trips.refetch()} />
        ) : trips.isPending ? (
          <Skeleton h={240} m={16} />
        ) : chosen === undefined ? (
          <EmptyState icon={IconRoute} title={words.noneTitle} reason={words.none} />
        ) : (
          <Stops id={chosen.id} />
        )}
      </section>
    </ReportsLayout>
  )
}
export default ItineraryPage

const tripLabel = (trip: ItineraryTrip): string =>
  [
    `${itineraryTime(trip.time_zone, trip.start_datetime)}–${itineraryTime(trip.time_zone, trip.end_datetime)}`,
    trip.vehicle_number ?? words.missing,
    trip.zone_name,
    trip.name,
  ].join(' · ')

const ChosenActions = ({ id }: { id: number }) => {
  const open = useOpenDialog()
  const itinerary = useQuery(itineraryQuery(id))
  return (
    <div className={classes['actions']}>
      <Button
        variant="default"
        leftSection={<IconExternalLink size={16} />}
        onClick={() => open('TripItineraryDialog', 'view', id)}
      >
        {words.open}
      </Button>
      {itinerary.data !== undefined && <PrintItinerary itinerary={itinerary.data} />}
    </div>
  )
}

const Stops = ({ id }: { id: number }) => {
  const itinerary = useQuery(itineraryQuery(id))
  if (itinerary.isPending) return <Skeleton h={240} m={16} />
  if (itinerary.data === undefined)
    return <ErrorState error={itinerary.error} onRetry={() => void itinerary.refetch()} />
  return <ItineraryTable itinerary={itinerary.data} />
}
