import type { BoardRow, Probe } from '@ambit/contract'
import { IconPlayerPause } from '@tabler/icons-react'
import { memo } from 'react'
import { TripStateTag } from '../records/TripStateTag.tsx'
import type { Format } from '../settings/create-format.ts'
import classes from './board.module.css'
import { type LaidOutRow, loadOf } from './board-layout.ts'
import { shareAt, type TimeScale } from '../records/effects/lanes.ts'
import { BookingBar } from './BookingBar.tsx'
import { placesOf } from './hold.ts'
import { boardStrings as words } from './strings.ts'

type Props = {
  laid: LaidOutRow
  scale: TimeScale
  format: Format
  current: number | null
  /** the booking that is being moved */
  held: number | null
  /** whether this vehicle can take it; undefined: nothing is moved, or it is being asked */
  probe: Probe | undefined
  asking: boolean
  /** the place that is chosen in this row; null: another row is */
  place: number | null
}

/** One vehicle: its rides, stops with their slack, and how full it is. */
export const BoardRowView = memo(({ laid, scale, format, current, held, probe, asking, place }: Props) => {
  const { row, bars, lanes } = laid
  const shown = place === null ? undefined : placesOf(probe)[place]
  return (
    <li
      className={classes['row']}
      data-trip={row.trip_id}
      data-fit={probe?.fit}
      data-asking={asking || undefined}
      data-over={place !== null || undefined}
      aria-label={words.row(row.vehicle_number ?? row.trip_name)}
    >
      <RowHead row={row} format={format} probe={probe} asking={asking} />
      <div className={classes['track']} style={{ height: `calc(${lanes} * var(--lane) + 30px)` }}>
        <Shift row={row} scale={scale} />
        {bars.map((bar) => (
          <BookingBar
            key={bar.booking.id}
            bar={bar}
            format={format}
            current={bar.booking.id === current}
            held={bar.booking.id === held}
          />
        ))}
        {shown !== undefined && (
          <div
            className={classes['ghost']}
            style={{
              left: `${shareAt(scale, shown.pickup_at) * 100}%`,
              width: `${Math.max(0.02, shareAt(scale, shown.dropoff_at) - shareAt(scale, shown.pickup_at)) * 100}%`,
            }}
            data-fit={shown.fit}
          >
            {format.time(shown.pickup_at)}
          </div>
        )}
        <Stops row={row} scale={scale} format={format} />
        <Load row={row} scale={scale} />
      </div>
    </li>
  )
})

type HeadProps = { row: BoardRow; format: Format; probe: Probe | undefined; asking: boolean }

const RowHead = ({ row, format, probe, asking }: HeadProps) => (
  <div className={classes['head']}>
    <span className={classes['vehicle']}>
      <strong>{row.vehicle_number ?? row.trip_name}</strong>
      {row.pause !== null && (
        <span title={words.paused(row.pause.until === null ? null : format.time(row.pause.until))}>
          <IconPlayerPause
            size={14}
            role="img"
            aria-label={words.paused(row.pause.until === null ? null : format.time(row.pause.until))}
          />
        </span>
      )}
      <TripStateTag trip={{ current_state: row.state, taken_out_at: null }} />
    </span>
    {probe === undefined ? (
      <span className={classes['driver']}>{asking ? words.asking : (row.driver_name ?? '')}</span>
    ) : (
      <Fit probe={probe} />
    )}
  </div>
)

/** Whether the vehicle can take the booking, with minutes or the reason in words. */
const Fit = ({ probe }: { probe: Probe }) => {
  const [best] = probe.places
  const detail =
    best === undefined
      ? (probe.reasons[0]?.text ?? '')
      : best.fit === 'others_later'
        ? words.othersLater(best.others_later, best.worst_later_s)
        : best.fit === 'breaks_promise'
          ? words.pastPromise(best.late_s)
          : ''
  return (
    <span className={classes['fit']} data-fit={probe.fit}>
      <strong>{words.fits[probe.fit]}</strong>
      {detail !== '' && <span>{detail}</span>}
    </span>
  )
}

/** When the vehicle is in service. */
const Shift = ({ row, scale }: { row: BoardRow; scale: TimeScale }) => {
  const [start, end] = [Math.max(0, shareAt(scale, row.start)), Math.min(1, shareAt(scale, row.end))]
  return <div className={classes['shift']} style={{ left: `${start * 100}%`, width: `${(end - start) * 100}%` }} />
}

const Stops = ({ row, scale, format }: { row: BoardRow; scale: TimeScale; format: Format }) => (
  <>
    {row.stops.map((stop) => {
      const moment = stop.arrived_at ?? stop.expected_at ?? stop.planned_at
      const at = shareAt(scale, moment)
      if (at < 0 || at > 1) return null
      const kind = stop.kind === 'passenger' ? stop.location_name : `${words.kinds[stop.kind]}: ${stop.location_name}`
      const slack = stop.slack_s === null ? [] : [words.slackWords(stop.slack_s)]
      const text = [kind, format.time(moment), ...slack].join(', ')
      return (
        <span
          key={stop.id}
          className={classes['stop']}
          style={{ left: `${at * 100}%` }}
          data-kind={stop.kind}
          data-past={stop.departed_at !== null || undefined}
          role="img"
          aria-label={text}
          title={text}
        >
          {stop.slack_s !== null && <span aria-hidden>{words.slack(stop.slack_s)}</span>}
        </span>
      )
    })}
  </>
)

/** Seats and wheelchair spaces taken, as steps. */
const Load = ({ row, scale }: { row: BoardRow; scale: TimeScale }) => (
  <>
    {loadOf(row, scale).map(({ start, end, seats, wheelchairs, share }) => (
      <span
        key={start}
        className={classes['load']}
        style={{ left: `${start * 100}%`, width: `${(end - start) * 100}%`, height: `${Math.max(2, share * 10)}px` }}
        title={words.load(seats, wheelchairs)}
      />
    ))}
  </>
)
