import type { OpenReturn } from '@ambit/contract'
import { dateIn } from '@ambit/domain'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { READ } from '../records/open-returns/keys.ts'
import { openReturnsOfDayQuery } from '../records/open-returns/queries.ts'
import type { Format } from '../settings/create-format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useScope } from '../url/scope.ts'
import classes from './board.module.css'
import styles from './calls.module.css'
import { layOutCalls } from './board-layout.ts'
import { type TimeScale } from '../records/effects/lanes.ts'
import { boardStrings as words } from './strings.ts'

type Props = { now: string; timeZone: string | undefined; scale: TimeScale; format: Format }

/** Those who will call for their way back, at the time before which they do not: no vehicle is planned for them. */
export const OpenReturnsRow = ({ now, timeZone, scale, format }: Props) => {
  const can = useCan()
  const [scope] = useScope()
  const enabled = can(READ) && timeZone !== undefined
  const frame = { scope, now: new Date(now), timeZone: timeZone ?? 'UTC' }
  const query = useQuery({ ...openReturnsOfDayQuery(frame), enabled })
  // Those left from the days before are asked in the list of bookings.
  const day = dateIn(frame.timeZone, frame.now)
  const returns = (query.data ?? []).filter(({ not_before }) => dateIn(frame.timeZone, new Date(not_before)) === day)
  if (query.data === undefined && query.isError)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (returns.length === 0) return null
  const { calls, lanes } = layOutCalls(returns, scale)
  const people = returns.reduce((sum, { passenger_count }) => sum + passenger_count, 0)
  const wheelchairs = returns.reduce((sum, { mobility_support }) => sum + (mobility_support ?? 0), 0)
  return (
    <section className={classes['row']} aria-label={words.openReturns}>
      <div className={classes['head']}>
        <span className={classes['vehicle']}>
          <strong>{words.openReturns}</strong>
        </span>
        <span className={classes['driver']}>{words.openLoad(people, wheelchairs)}</span>
      </div>
      <ul className={styles['calls']} style={{ height: `calc(${lanes} * var(--lane) + 8px)` }}>
        {calls.map(({ open: one, start, end, lane }) => (
          <li
            key={one.id}
            style={{
              left: `${start * 100}%`,
              width: `${(end - start) * 100}%`,
              top: `calc(${lane} * var(--lane) + 4px)`,
            }}
          >
            <Call open={one} format={format} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Call = ({ open, format }: { open: OpenReturn; format: Format }) => {
  const readable = useCan()('TravellerManagement:traveller:canRead')
  const show = useOpenDialog()
  const text = said(open, format)
  const shown = {
    className: styles['call'],
    'data-called': open.called_at !== null || undefined,
    title: text,
    children: (
      <>
        <span className="numbers">{format.time(open.not_before)}</span>
        <span className={styles['name']}>{open.traveler_name}</span>
      </>
    ),
  }
  if (!readable) return <div {...shown} role="img" aria-label={text} />
  return (
    <button
      type="button"
      {...shown}
      aria-label={text}
      onClick={() => show('TravelerDialog', 'view', open.traveler_id)}
    />
  )
}

const said = (
  { traveler_name, not_before, passenger_count, mobility_support, origin, destination, called_at }: OpenReturn,
  format: Format,
): string =>
  [
    traveler_name,
    words.notBefore(format.time(not_before)),
    words.load(passenger_count, mobility_support ?? 0),
    `${origin.name} → ${destination.name}`,
    ...(called_at === null ? [] : [words.called(format.time(called_at))]),
  ].join(', ')
