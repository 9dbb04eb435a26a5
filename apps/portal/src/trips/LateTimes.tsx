import type { TripWithStops } from '@ambit/contract'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import { hoursAndMinutes } from './dates.ts'
import { lateBar } from './stop-times.ts'
import { tripStrings as words } from './strings.ts'
import classes from './LateTimes.module.css'

/** Shorter delays fill no more than this share of it, so that one minute does not look like an hour. */
const LEAST_SPAN_MIN = 10

type Props = { trip: TripWithStops; timeZone: string | undefined }

/** How late, or early, the trip is at each stop: bars to the right and to the left of the middle, which is on time. */
export const LateTimes = ({ trip, timeZone }: Props) => {
  const [axis, setAxis] = useState<'times' | 'stops'>('times')
  if (trip.trip_stops.length === 0) return <ToneAlert tone="warning">{words.noStops}</ToneAlert>
  const bars = trip.trip_stops.map((stop) => ({
    ...lateBar(stop),
    id: stop.id,
    name: axis === 'stops' ? stop.location_name : hoursAndMinutes(stop.scheduled_at, timeZone),
  }))
  const span = Math.max(LEAST_SPAN_MIN, ...bars.map(({ minutes }) => Math.abs(minutes ?? 0)))
  return (
    <>
      <div className={classes['chartHead']}>
        <SegmentedControl
          size="xs"
          aria-label={words.axis}
          value={axis}
          onChange={setAxis}
          data={[
            { value: 'times', label: words.showTimes },
            { value: 'stops', label: words.showStops },
          ]}
        />
        <ul className={classes['legend']}>
          {(['early', 'late'] as const).map((side) => (
            <li key={side}>
              <span className={`${classes['swatch']} ${classes[side]}`} aria-hidden="true" />
              {words[side]}
            </li>
          ))}
        </ul>
      </div>
      <ol className={classes['bars']} data-axis={axis} aria-label={words.lateTimes}>
        {bars.map(({ id, name, minutes, text }) => (
          <li key={id} className={classes['bar']}>
            <span className="numbers">{name}</span>
            <span className={classes['plot']} aria-hidden="true">
              {minutes !== null && minutes !== 0 && (
                <span
                  className={minutes > 0 ? classes['late'] : classes['early']}
                  data-side={minutes > 0 ? 'late' : 'early'}
                  style={{ width: `${(50 * Math.abs(minutes)) / span}%` }}
                />
              )}
            </span>
            <span className="numbers">{text}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
