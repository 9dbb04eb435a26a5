import { type BookingSeries, DEFAULT_SERIES, type SeriesOccurrence } from '@ambit/contract'
import { addDays, dateIn } from '@ambit/domain'
import { Button, Skeleton } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useCan } from '../../auth/permissions.ts'
import { dialogRef } from '../../dialogs/dialog-ref.ts'
import { useDialog, useDialogStack } from '../../dialogs/stack.ts'
import { occurrencesQuery, occurrenceStatuses, seriesRecords } from '../../records/booking-series.ts'
import { zoneOptions } from '../../records/zones.ts'
import { RecordStatus } from '../../records/status.tsx'
import { useFormat } from '../../settings/format.ts'
import { serverClock } from '../../settings/use-now.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { seriesWizardStrings as words } from './series-strings.ts'
import { wizardStrings } from './strings.ts'
import classes from './Booked.module.css'
import own from './BookedSeries.module.css'

/** Bookings are looked for so often and so many times: a date without schedules stays planned. */
const POLL_MS = 2000
const MOST_POLLS = 30

type Props = { id: number; comment: string }

/** The series is made: its pattern, and what became of its first dates, to be read back to the caller. */
export const BookedSeries = ({ id, comment }: Props) => {
  const { close } = useDialog()
  const { change } = useDialogStack()
  const readable = useCan()('TravellerManagement:series:canRead')
  const last = useRef<HTMLButtonElement>(null)
  // The button that made it had the keyboard, and is gone.
  useEffect(() => last.current?.focus(), [])
  const series = useQuery({ ...seriesRecords.one(id), enabled: readable })
  const view = (): void =>
    change((stack) => [
      ...stack.filter((open) => open.name !== 'TripBookingWizardDialog'),
      dialogRef('SeriesDialog', 'view', id, 'Details'),
    ])
  return (
    <div className={classes['booked']}>
      <IconCircleCheck size={44} stroke={1.4} aria-hidden />
      <div role="status">
        <h3>{words.booked}</h3>
        <p>{words.number(id)}</p>
        {series.data?.state === 'waiting' && <p>{words.waits}</p>}
      </div>
      {series.data === undefined && series.isError && (
        <ErrorState error={series.error} onRetry={() => void series.refetch()} />
      )}
      {series.data !== undefined && <Made series={series.data} comment={comment} />}
      <div className={classes['bookedButtons']}>
        {readable && (
          <Button variant="default" onClick={view}>
            {words.view}
          </Button>
        )}
        <Button ref={last} onClick={close}>
          {wizardStrings.close}
        </Button>
      </div>
    </div>
  )
}

/** Still to be booked, of the dates that are booked by now. */
const isUnderWay = ({ date, legs }: SeriesOccurrence, until: string): boolean =>
  date <= until && legs.some(({ state }) => state === 'planned')

const Made = ({ series, comment }: { series: BookingSeries; comment: string }) => {
  const format = useFormat()
  const zones = useQuery(zoneOptions(null)).data
  const days = zones?.find(({ id }) => id === series.zone_id)?.series_days_ahead ?? DEFAULT_SERIES.series_days_ahead
  const until = addDays(dateIn(series.time_zone, serverClock.now()), days)
  const occurrences = useQuery({
    ...occurrencesQuery(series.id),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < MOST_POLLS && data?.some((one) => isUnderWay(one, until)) === true ? POLL_MS : false,
  })
  const label = words.readBack
  const facts = [
    [label.pattern, series.words],
    [label.dates, words.span(format.civilDate(series.starts_on), format.civilDate(series.last_on))],
    ...series.legs.map(({ leg, time, departing, origin, destination }) => [
      series.legs.length === 1 ? label.journey : leg === 1 ? wizardStrings.back.thereWay : wizardStrings.back.way,
      `${wizardStrings.other.places(origin.name, destination.name)}, ${(departing ? wizardStrings.asked.depart : wizardStrings.asked.arrive)(format.clockTime(time))}`,
    ]),
    ...(comment === '' ? [] : [[wizardStrings.readBack.comment, comment]]),
  ]
  return (
    <>
      <dl className={classes['readBack']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {occurrences.isPending && <Skeleton h={80} />}
      {occurrences.data === undefined && occurrences.isError && (
        <ErrorState error={occurrences.error} onRetry={() => void occurrences.refetch()} />
      )}
      {occurrences.data !== undefined && (
        <Dates occurrences={occurrences.data} until={until} days={days} timeZone={series.time_zone} />
      )}
    </>
  )
}

type DatesProps = { occurrences: readonly SeriesOccurrence[]; until: string; days: number; timeZone: string }

/** What became of the dates that are booked by now, and how many are booked later. */
const Dates = ({ occurrences, until, days, timeZone }: DatesProps) => {
  const format = useFormat(timeZone)
  const soon = occurrences.filter(({ date }) => date <= until)
  const later = occurrences.length - soon.length
  return (
    <section aria-label={words.occurrences} className={own['dates']}>
      {soon.some((one) => isUnderWay(one, until)) && <p role="status">{words.beingBooked}</p>}
      {soon.length > 0 && (
        <ul>
          {soon.flatMap(({ date, legs }) =>
            legs.map(({ leg, state, pickup, left_out, reasons }) => (
              <li key={`${date} ${leg}`}>
                <span>
                  {legs.length === 1 || leg === 1 ? format.civilDay(date) : wizardStrings.back.way}
                  {pickup !== null && (
                    <small>{words.window(format.time(pickup.lower_bound), format.time(pickup.upper_bound))}</small>
                  )}
                  {left_out !== null && <small>{left_out.text}</small>}
                  {left_out === null && pickup === null && reasons[0] !== undefined && <small>{reasons[0].text}</small>}
                </span>
                <RecordStatus of={occurrenceStatuses} status={state} />
              </li>
            )),
          )}
        </ul>
      )}
      {later > 0 && <p>{words.bookedLater(words.further(later), days)}</p>}
    </section>
  )
}
