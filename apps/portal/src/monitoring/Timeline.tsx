import type { TripWithStops } from '@ambit/contract'
import { Button, Switch, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { CancelQuestion } from '../records/cancel/CancelQuestion.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import classes from './Timeline.module.css'
import type { Place } from './place.ts'
import { StopItem } from './StopItem.tsx'
import { monitoringStrings as words } from './strings.ts'
import { useCancelling } from './use-cancelling.ts'
import { isDeparted, stopMatches, stopsOfBooking, stopStatus } from './timeline.ts'

type Props = {
  trip: TripWithStops
  place: Exclude<Place, { view: 'list' }>
  timeZone: string | undefined
}

/** Stops not yet departed, after the one that the vehicle comes from; the others on request. */
export const Timeline = ({ trip, place, timeZone }: Props) => {
  const [search, setSearch] = useState('')
  const [past, showPast] = useState(false)
  const [only, setOnly] = useState(false)
  const cancelling = useCancelling()
  const bookingId = place.view === 'booking' ? place.serviceRequestId : null
  const all = trip.trip_stops.map((stop, index) => ({
    stop,
    number: index + 1,
    previous: trip.trip_stops[index - 1] ?? null,
    next: trip.trip_stops[index + 1] ?? null,
  }))
  const own = new Set(bookingId !== null && only ? stopsOfBooking(trip.trip_stops, bookingId) : trip.trip_stops)
  const scope = all.filter(({ stop }) => own.has(stop))
  const isPast = (entry: (typeof all)[number]): boolean =>
    isDeparted(entry.stop) && stopStatus(entry.stop, entry.previous, entry.next) !== 'coming-from'
  const pastCount = scope.filter(isPast).length
  const found = scope.filter((entry) => (past || !isPast(entry)) && stopMatches(entry.stop, search))
  return (
    <>
      <div className={classes['stopTools']}>
        <h3 className={classes['subheading']}>{words.stops}</h3>
        <TextInput
          size="xs"
          className={classes['stopSearch']}
          aria-label={words.stopsSearch}
          placeholder={words.stopsSearch}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {bookingId !== null && (
          <Switch
            size="xs"
            label={words.onlyBooking}
            checked={only}
            onChange={(event) => setOnly(event.currentTarget.checked)}
          />
        )}
        {pastCount > 0 && (
          <Button size="compact-xs" variant="default" aria-pressed={past} onClick={() => showPast(!past)}>
            {past ? words.hidePast : words.showPast(pastCount)}
          </Button>
        )}
      </div>
      <ol className={classes['timeline']} aria-label={words.stops}>
        {found.map((entry) => (
          <StopItem
            key={entry.stop.id}
            {...entry}
            trip={trip}
            regionId={place.regionId}
            bookingId={bookingId}
            timeZone={timeZone}
            onCancel={cancelling.start}
          />
        ))}
      </ol>
      <CancelQuestion booking={cancelling.booking} question={words.cancelQuestion} onClose={cancelling.end} />
      {found.length === 0 && <EmptyState title={search === '' ? words.noStopsLeft : words.noStopsFound} />}
    </>
  )
}
