import { api, type BookingSeries, changeOutcomes, type SeriesChangePreview } from '@ambit/contract'
import { Checkbox, Skeleton } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { client } from '../api/client.ts'
import { seriesRecords } from '../records/booking-series.ts'
import type { Statuses } from '../records/status.tsx'
import { RecordStatus } from '../records/status.tsx'
import type { Format } from '../settings/create-format.ts'
import { useFormat } from '../settings/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import type { ChangeBody } from './change-form.ts'
import { changeStrings as words } from './change-strings.ts'
import classes from './series.module.css'

type Outcome = (typeof changeOutcomes)[number]
type Booked = SeriesChangePreview['bookings'][number]

const outcomes = {
  kept: { text: words.outcomes.kept, tone: 'success' },
  moved: { text: words.outcomes.moved, tone: 'info' },
  not_possible: { text: words.outcomes.not_possible, tone: 'danger' },
  dropped: { text: words.outcomes.dropped, tone: 'warning' },
} as const satisfies Statuses<Outcome>

const effectQuery = (id: number, body: ChangeBody) =>
  queryOptions({
    queryKey: seriesRecords.key('change', id, body),
    queryFn: ({ signal }) =>
      client.call(api.bookingSeries.previewChange, { params: { id }, body, signal }).then(({ data }) => data),
    retry: false,
  })

type Props = {
  series: BookingSeries
  body: ChangeBody
  /** bookings that are ticked to be cancelled */
  cancel: readonly number[]
  onCancel: (cancel: readonly number[]) => void
}

/** What a change does to each ride that is booked: kept, moved from when to when, or not possible. */
export const ChangeEffect = ({ series, body, cancel, onCancel }: Props) => {
  const effect = useQuery(effectQuery(series.id, body))
  const format = useFormat(series.time_zone)
  const shown = useRef<HTMLElement>(null)
  // The form above fills the dialog.
  const found = effect.data !== undefined
  useEffect(() => {
    if (found) shown.current?.scrollIntoView({ block: 'nearest' })
  }, [found])
  if (effect.isError) return <ErrorState error={effect.error} onRetry={() => void effect.refetch()} />
  if (effect.data === undefined) return <Skeleton h={120} aria-label={words.preview} />
  const { bookings } = effect.data
  const stays = bookings.some(({ outcome }) => outcome === 'not_possible' || outcome === 'dropped')
  return (
    <section ref={shown} aria-label={words.preview} className={classes['effect']}>
      <p role="status">
        <strong>{effect.data.words}</strong>
      </p>
      {bookings.length === 0 && <p>{words.noBookings}</p>}
      <ul className={classes['dates']}>
        {bookings.map((booked) => (
          <li key={booked.service_request_id}>
            <strong>{format.civilDay(booked.date)}</strong>
            <div className={classes['legs']}>
              <span>{timesOf(booked, format)}</span>
              {booked.reasons.map(({ text }) => (
                <small key={text}>{text}</small>
              ))}
              {(booked.outcome === 'not_possible' || booked.outcome === 'dropped') && (
                <Checkbox
                  label={words.cancel(booked.service_request_id)}
                  checked={cancel.includes(booked.service_request_id)}
                  onChange={({ currentTarget: { checked } }) =>
                    onCancel(
                      checked
                        ? [...cancel, booked.service_request_id]
                        : cancel.filter((id) => id !== booked.service_request_id),
                    )
                  }
                />
              )}
            </div>
            <RecordStatus of={outcomes} status={booked.outcome} />
          </li>
        ))}
      </ul>
      {stays && <p>{words.stays}</p>}
    </section>
  )
}

/** The promised pick-up, before and after. */
const timesOf = ({ from, to }: Booked, format: Format): string => {
  const [before, after] = [from, to].map((windows) =>
    windows === null
      ? null
      : words.window(format.time(windows.pickup.lower_bound), format.time(windows.pickup.upper_bound)),
  )
  return after == null ? (before ?? '') : words.moved(before ?? '', after)
}
