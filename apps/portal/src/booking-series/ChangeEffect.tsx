import type { BookingSeries, changeOutcomes, SeriesChangePreview } from '@ambit/contract'
import { Checkbox, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useCan } from '../auth/permissions.ts'
import type { Statuses } from '../records/status.tsx'
import { RecordStatus } from '../records/status.tsx'
import type { Format } from '../settings/create-format.ts'
import { useFormat } from '../settings/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { isStuck } from './change-form.ts'
import { changeStrings as words } from './change-strings.ts'
import { CANCEL } from './keys.ts'
import classes from './series.module.css'

type Outcome = (typeof changeOutcomes)[number]
type Booked = SeriesChangePreview['bookings'][number]

const outcomes = {
  kept: { text: words.outcomes.kept, tone: 'success' },
  moved: { text: words.outcomes.moved, tone: 'info' },
  not_possible: { text: words.outcomes.not_possible, tone: 'danger' },
  dropped: { text: words.outcomes.dropped, tone: 'warning' },
} as const satisfies Statuses<Outcome>

type Props = {
  series: BookingSeries
  effect: UseQueryResult<SeriesChangePreview | null>
  /** bookings that are ticked to be cancelled */
  cancel: readonly number[]
  onCancel: (cancel: readonly number[]) => void
}

/** What a change does to each ride that is booked: kept, moved from when to when, or not possible. */
export const ChangeEffect = ({ series, effect, cancel, onCancel }: Props) => {
  const format = useFormat(series.time_zone)
  const may = useCan()(CANCEL)
  const shown = useRef<HTMLElement>(null)
  const found = effect.data != null
  useEffect(() => {
    if (!found) return
    // The button that had the keyboard is gone.
    if (document.activeElement === document.body) shown.current?.focus({ preventScroll: true })
    // The form above fills the dialog.
    shown.current?.scrollIntoView({ block: 'nearest' })
  }, [found])
  if (effect.isError) return <ErrorState error={effect.error} onRetry={() => void effect.refetch()} />
  if (effect.data == null) return <Skeleton h={120} aria-label={words.preview} />
  const { bookings } = effect.data
  const stays = bookings.some(isStuck)
  return (
    <section ref={shown} tabIndex={-1} aria-label={words.preview} className={classes['effect']}>
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
              {isStuck(booked) && (
                <Checkbox
                  label={words.cancel(booked.service_request_id)}
                  disabled={!may}
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
      {stays && <p>{may ? words.stays : words.allStays}</p>}
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
