import { useEffect, useState } from 'react'
import type { TripManifest, TripStop } from '@ambit/contract'
import { stopAhead } from '@ambit/domain'
import { placeOf } from '../trip/details.ts'
import { peopleAt, taskOf } from '../trip/stop-view.ts'
import { useDrive } from '../ui/drive.tsx'
import { useHeadingFocus } from '../ui/use-focus.ts'
import { useStanding } from '../ui/use-standing.ts'
import styles from './stop-list.module.css'

/** What each stop was when the list was last looked at, by the stop's number; null: it was not yet. */
export type SeenStops = ReadonlyMap<number, string> | null

/** What a driver plans by: when, where and who. */
const shapeOf = ({ scheduled_at, location_name, boardings, alightings }: TripStop): string =>
  JSON.stringify([
    scheduled_at.slice(0, 16),
    location_name,
    boardings.map(({ id }) => id),
    alightings.map(({ id }) => id),
  ])

type Props = {
  manifest: TripManifest
  now: number
  seen: SeenStops
  onSeen: (seen: SeenStops) => void
  onBack: () => void
}

/** What is behind and ahead, and what changed since the list was last open. */
export const StopList = ({ manifest, now, seen, onSeen, onBack }: Props) => {
  const { say } = useDrive()
  const heading = useHeadingFocus('stops')
  const standing = useStanding()
  const { trip } = manifest
  const [before] = useState(seen)
  useEffect(() => {
    onSeen(new Map(trip.trip_stops.map((stop) => [stop.id, shapeOf(stop)])))
  }, [trip, onSeen])
  const here = stopAhead(trip)
  return (
    <main className={styles['page']}>
      <h1 ref={heading} tabIndex={-1}>
        {say('stops')}
      </h1>
      <button type="button" onClick={onBack}>
        {say('back_to_trip')}
      </button>
      {!standing && <p role="status">{say('stop_first')}</p>}
      <ol className={styles['list']} hidden={!standing}>
        {trip.trip_stops.map((stop) => (
          <StopLine
            key={stop.id}
            stop={stop}
            place={placeOf(manifest, stop, now)}
            isAhead={stop.id === here?.id}
            isChanged={before !== null && before.get(stop.id) !== shapeOf(stop) && stop.departed_at === null}
          />
        ))}
      </ol>
    </main>
  )
}

type LineProps = { stop: TripStop; place: string; isAhead: boolean; isChanged: boolean }

const StopLine = ({ stop, place, isAhead, isChanged }: LineProps) => {
  const { say, times } = useDrive()
  const { on, off, wheelchairs } = peopleAt(stop)
  const people = [
    ...(on > 0 ? [say('people_get_on', { n: on })] : []),
    ...(off > 0 ? [say('people_get_off', { n: off })] : []),
    ...(wheelchairs > 0 ? [say('wheelchairs', { n: wheelchairs })] : []),
  ]
  return (
    <li className={styles['stop']} data-done={stop.departed_at !== null} aria-current={isAhead ? 'step' : undefined}>
      <b className={styles['time']}>
        {times.clock(stop.departed_at ?? stop.arrived_at ?? stop.eta ?? stop.scheduled_at)}
      </b>
      <div>
        <p>
          {say(taskOf(stop, false))} <b>{place}</b>
        </p>
        <p>{people.join(' · ')}</p>
        {stop.departed_at !== null && <p>{say('stop_done')}</p>}
        {isAhead && <p className={styles['mark']}>{say(stop.arrived_at === null ? 'stop_next' : 'stop_here')}</p>}
        {isChanged && <p className={styles['changed']}>{say('stop_changed')}</p>}
      </div>
    </li>
  )
}
