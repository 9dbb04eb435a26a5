import type { OpenReturn } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { READ } from '../records/open-returns/keys.ts'
import { openReturnsOfDayQuery } from '../records/open-returns/queries.ts'
import type { Format } from '../settings/create-format.ts'
import { useScope } from '../url/scope.ts'
import classes from './board.module.css'
import styles from './calls.module.css'
import { layOutCalls, type TimeScale } from './board-layout.ts'
import { boardStrings as words } from './strings.ts'

type Props = { now: string; timeZone: string | undefined; scale: TimeScale; format: Format }

/** Those who will call for their way back, at the time before which they do not: no vehicle is planned for them. */
export const OpenReturnsRow = ({ now, timeZone, scale, format }: Props) => {
  const can = useCan()
  const [scope] = useScope()
  const open = useOpenDialog()
  const enabled = can(READ) && timeZone !== undefined
  const frame = { scope, now: new Date(now), timeZone: timeZone ?? 'UTC' }
  const returns = useQuery({ ...openReturnsOfDayQuery(frame), enabled }).data ?? []
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
            <button
              type="button"
              className={styles['call']}
              data-called={one.called_at !== null || undefined}
              aria-label={said(one, format)}
              title={said(one, format)}
              onClick={() => open('TravelerDialog', 'view', one.traveler_id)}
            >
              <span className="numbers">{format.time(one.not_before)}</span>
              <span className={styles['name']}>{one.traveler_name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
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
