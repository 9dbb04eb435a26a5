import type { Effect, EffectTrip } from '@ambit/contract'
import { useMemo, useState } from 'react'
import { useFormat } from '../../settings/format.ts'
import type { TimeScale } from './lanes.ts'
import { LazyEffectMap } from './effect-map.ts'
import { namesIn, ridesOn, scaleOfEffect } from './effect-ways.ts'
import classes from './effect-ways.module.css'
import { effectStrings as words } from './strings.ts'

type Props = { effect: Pick<Effect, 'trips' | 'bookings'>; timeZone: string | undefined }

/** The vehicles that drive otherwise, on the map and along the clock: dashed as it is, solid as it would be. */
export const EffectWays = ({ effect, timeZone }: Props) => {
  const [only, setOnly] = useState<number | null>(null)
  const { trips } = effect
  const scale = useMemo(() => scaleOfEffect(effect), [effect])
  const names = useMemo(() => namesIn(effect), [effect])
  const ways = useMemo(() => {
    const shown = trips.some(({ trip_id }) => trip_id === only)
      ? trips.filter(({ trip_id }) => trip_id === only)
      : trips
    const paths = (side: 'before' | 'after') => shown.flatMap((trip) => trip[side]?.path ?? [])
    return { before: paths('before'), after: paths('after') }
  }, [trips, only])
  if (scale === null) return null
  return (
    <section aria-label={words.ways}>
      <ul className={classes['legend']}>
        <li data-side="before">{words.wayBefore}</li>
        <li data-side="after">{words.wayAfter}</li>
      </ul>
      {ways.before.length + ways.after.length > 0 && (
        <div className={classes['map']}>
          <LazyEffectMap ways={ways} />
        </div>
      )}
      <ul className={classes['strips']}>
        {trips.map((trip) => (
          <Strip
            key={trip.trip_id}
            trip={trip}
            scale={scale}
            names={names}
            timeZone={timeZone}
            only={trip.trip_id === only}
            onOnly={() => setOnly(trip.trip_id === only ? null : trip.trip_id)}
          />
        ))}
      </ul>
    </section>
  )
}

type StripProps = {
  trip: EffectTrip
  scale: TimeScale
  names: ReadonlyMap<number, string>
  timeZone: string | undefined
  /** the map shows this vehicle alone */
  only: boolean
  onOnly: () => void
}

const Strip = ({ trip, scale, names, timeZone, only, onOnly }: StripProps) => {
  const format = useFormat(timeZone)
  const told = (side: 'before' | 'after'): string => {
    const stops = trip[side]?.stops ?? []
    const [first, last] = [stops[0], stops.at(-1)]
    return first === undefined || last === undefined
      ? words.noStops
      : words.stops(stops.length, `${format.time(first.at)}–${format.time(last.departure)}`)
  }
  const label = words.strip(trip.vehicle_number, told('before'), told('after'))
  return (
    <li className={classes['strip']}>
      <button type="button" aria-pressed={only} title={words.onlyThis} onClick={onOnly}>
        {trip.vehicle_number}
      </button>
      <div role="img" aria-label={label} title={label}>
        <Lanes trip={trip} side="before" scale={scale} names={names} />
        <Lanes trip={trip} side="after" scale={scale} names={names} />
      </div>
    </li>
  )
}

type LanesProps = Pick<StripProps, 'trip' | 'scale' | 'names'> & { side: 'before' | 'after' }

const Lanes = ({ trip, side, scale, names }: LanesProps) => {
  const { laid, lanes } = ridesOn(trip[side], scale, names)
  return (
    <div className={classes['lanes']} data-side={side} style={{ height: `calc(${lanes} * var(--lane) + 4px)` }}>
      {laid.map(({ id, name, lane, start, end }) => (
        <span
          key={id}
          style={{
            left: `${start * 100}%`,
            width: `${(end - start) * 100}%`,
            top: `calc(${lane} * var(--lane) + 2px)`,
          }}
        >
          {name}
        </span>
      ))}
    </div>
  )
}
