import type { TripHistory } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { tripHistoryQuery, tripStateLabel } from '../records/trips.ts'
import { dateAndTime } from './dates.ts'
import { isTripState } from '../records/trips.ts'
import { tripStrings as words } from './strings.ts'
import shared from './trips.module.css'
import classes from './TripChanges.module.css'

/** Who changed what on the trip, newest first; nothing where there were no changes. */
export const TripChanges = ({ tripId, timeZone }: { tripId: number; timeZone: string | undefined }) => {
  const history = useQuery(tripHistoryQuery(tripId)).data ?? []
  if (history.length === 0) return null
  return (
    <section className={shared['history']} aria-label={words.history}>
      <h3>{words.history}</h3>
      <ol>
        {history.toReversed().map((entry) => (
          <li key={entry.id}>
            <span className="numbers">{dateAndTime(entry.created_at, timeZone)}</span>
            <span>{words.changes[entry.change]}</span>
            <span>
              <strong>{words.changedTo(named(entry, 'before'), named(entry, 'after'))}</strong>{' '}
              <span className={shared['by']}>{entry.changed_by ?? words.service}</span>
            </span>
            {entry.message !== null && <span className={classes['message']}>{entry.message}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

const named = (entry: TripHistory, side: 'before' | 'after'): string => {
  const name = entry[side]
  if (name === null) return words.unset
  return entry.change === 'state' && isTripState(name) ? tripStateLabel(name) : name
}
