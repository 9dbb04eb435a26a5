import type { ReactNode, RefObject } from 'react'
import type { TripManifest, TripStop } from '@ambit/contract'
import { detailsSpan, placeOf } from '../trip/details.ts'
import { sideOf } from '../trip/side.ts'
import { freeAfter, MINUTE_MS, peopleAt, promiseAt, standingAt, taskOf } from '../trip/stop-view.ts'
import { useDrive } from '../ui/drive.tsx'
import { Pictogram } from '../ui/Pictogram.tsx'
import { NeedsHere } from './NeedsHere.tsx'
import styles from './driving.module.css'

type Props = {
  heading: RefObject<HTMLHeadingElement | null>
  manifest: TripManifest
  stop: TripStop
  now: number
  /** everything is done here, and it is too early to leave */
  waitsHere: boolean
  /** who it is about, a row each */
  riders: ReactNode
}

/** What to do, where, when, who and how many with needs and notes, and what is free afterwards, in this order. */
export const StopFacts = ({ heading, manifest, stop, now, waitsHere, riders }: Props) => {
  const { say, times } = useDrive()
  const { on, off } = peopleAt(stop)
  const free = freeAfter(manifest.trip, stop)
  const side = sideOf(stop)
  const later = [...stop.boardings, ...stop.alightings]
    .map(({ id }) => detailsSpan(manifest, id)?.from ?? 0)
    .filter((from) => from > now)
    .toSorted((a, b) => a - b)[0]
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        <span className={styles['task']}>{say(taskOf(stop, waitsHere))}</span>{' '}
        <span className={styles['where']}>{placeOf(manifest, stop, now)}</span>
      </h1>
      {side !== null && <p>{say(`at_${side}`)}</p>}
      <When stop={stop} now={now} />
      {(on > 0 || off > 0) && (
        <p className={styles['people']}>
          {on > 0 && (
            <span>
              <Pictogram name="person" /> {say('people_get_on', { n: on })}
            </span>
          )}
          {off > 0 && (
            <span>
              <Pictogram name="person" /> {say('people_get_off', { n: off })}
            </span>
          )}
        </p>
      )}
      <NeedsHere manifest={manifest} stop={stop} />
      {later !== undefined && <p>{say('details_later', { time: times.clockAndDay(later, now) })}</p>}
      {riders}
      <p className={styles['free']}>
        <span>{say('seats_free', { n: free.seats })}</span>
        {manifest.trip.mobility_capacity > 0 && <span>{say('spaces_free', { n: free.spaces })}</span>}
      </p>
    </>
  )
}

const When = ({ stop, now }: { stop: TripStop; now: number }) => {
  const { say, times } = useDrive()
  const standing = standingAt(stop, now)
  const promise = promiseAt(stop)
  const word = standing.kind === 'on_time' ? say('on_time') : say(standing.kind, { n: standing.minutes })
  return (
    <>
      <p className={styles['when']}>
        <time dateTime={stop.scheduled_at}>{times.clock(stop.scheduled_at)}</time>{' '}
        <span className={styles['standing']} data-kind={standing.kind}>
          {standing.kind === 'on_time' && <Pictogram name="done" />}
          {word}
        </span>
      </p>
      {promise !== null && <p>{say('promised', { from: times.clock(promise.from), to: times.clock(promise.to) })}</p>}
      {stop.kind === 'break' && <BreakTimes stop={stop} now={now} />}
      {stop.arrived_at !== null && <p>{say('arrived_since', { time: times.clock(stop.arrived_at) })}</p>}
    </>
  )
}

const BreakTimes = ({ stop, now }: { stop: TripStop; now: number }) => {
  const { say, times } = useDrive()
  const length = Date.parse(stop.scheduled_departure_at) - Date.parse(stop.scheduled_at)
  const left = stop.arrived_at === null ? null : Math.ceil((Date.parse(stop.arrived_at) + length - now) / MINUTE_MS)
  return (
    <>
      <p>
        {say('break_window', {
          from: times.clock(stop.scheduled_at),
          to: times.clock(stop.scheduled_departure_at),
          n: Math.round(length / MINUTE_MS),
        })}
      </p>
      {left !== null && (
        <p className={styles['set-out']}>{left > 0 ? say('break_left', { n: left }) : say('break_over')}</p>
      )}
    </>
  )
}
