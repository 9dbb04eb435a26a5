import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Format } from '../../settings/create-format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import type { BookingData } from '../booking-draft.ts'
import classes from './OtherTimes.module.css'
import { otherTimesQuery, type SearchBody } from './queries.ts'
import { wizardStrings } from './strings.ts'

const words = wizardStrings.otherTimes

type Props = {
  /** what was searched for, at the time that was asked for then; null: something is missing */
  body: SearchBody | null
  data: BookingData
  /** something is searched or booked */
  busy: boolean
  /** of there and back, which way */
  way?: string
  format: Format
  /** without being asked for */
  atOnce?: boolean
  onTake: (traveling_at: string) => void
}

/** When else the journey can be had: each time is searched by a press. */
export const OtherTimes = ({ atOnce = false, way, ...props }: Props) => {
  const [shown, show] = useState(atOnce)
  return (
    <section
      aria-label={way === undefined ? words.show : words.ofWay(way)}
      className={classes['times']}
      inert={props.busy}
    >
      {!atOnce && (
        <Button variant="default" size="compact-sm" aria-expanded={shown} onClick={() => show(!shown)}>
          {words.show}
        </Button>
      )}
      {shown && <Times {...props} />}
    </section>
  )
}

const Times = ({ body, data: { leaveNow, departing }, format, onTake }: Omit<Props, 'atOnce' | 'busy' | 'way'>) => {
  const query = useQuery(otherTimesQuery(body))
  if (query.data === undefined)
    return query.isError ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <div role="status" aria-label={words.loading}>
        <Skeleton h={60} />
      </div>
    )
  if (query.data.length === 0)
    return <p className={classes['none']}>{leaveNow || departing === true ? words.none : words.noneEarlier}</p>
  return (
    <ul className={classes['list']}>
      {query.data.map((time) => (
        <li key={time.traveling_at}>
          <button type="button" className={classes['time']} onClick={() => onTake(time.traveling_at)}>
            <strong>{(time.departing ? words.leave : words.arrive)(format.time(time.traveling_at))}</strong>
            <span>
              {words.pickUp(format.time(time.pickup.lower_bound), format.time(time.pickup.upper_bound))}
              {', '}
              {words.dropOff(format.time(time.dropoff.upper_bound))}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
