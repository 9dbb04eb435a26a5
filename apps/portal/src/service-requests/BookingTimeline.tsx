import type { ServiceRequest } from '@ambit/contract'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { CSSProperties } from 'react'
import { useOpenDialog } from '../dialogs/stack.ts'
import { useFormat } from '../settings/format.ts'
import { useNow } from '../settings/use-now.ts'
import type { Grouping } from './bookings-state.ts'
import { bookingStrings } from './strings.ts'
import classes from './BookingTimeline.module.css'
import { BookingTimelineRow } from './BookingTimelineRow.tsx'
import { type Axis, groupsOf, isOn, placeOf, ticksOf, widthOf } from './timeline.ts'
import { useTimelineRows } from './use-timeline-rows.ts'

const words = bookingStrings.timeline
/** A tick's time needs this much room, in px; so many fit into the narrowest window. */
const TICK_WIDTH = 64
const LEAST_TICKS = 9
/** How much of the past stays in view where the axis is wider than the window. */
const PAST_SHARE = 0.25

type Props = { bookings: readonly ServiceRequest[]; axis: Axis; by: Grouping; timeZone: string }

/** A row for each booking, its promises and its ride over time. Arrows move from row to row, Enter opens. */
export const BookingTimeline = ({ bookings, axis, by, timeZone }: Props) => {
  const open = useOpenDialog()
  const format = useFormat(timeZone)
  const groups = useMemo(() => groupsOf(bookings, by, words.noVehicle), [bookings, by])
  const scroll = useRef<HTMLDivElement>(null)
  const ticks = ticksOf(axis, timeZone, Math.max(LEAST_TICKS, Math.floor(widthOf(axis) / TICK_WIDTH)))
  const now = useNow(5000).getTime()
  const showNow = useEffectEvent(() => {
    const room = scroll.current
    if (room !== null) room.scrollLeft = (placeOf(axis, now) / 100) * widthOf(axis) - room.clientWidth * PAST_SHARE
  })
  // Only on first render: after that the user scrolls.
  useEffect(() => showNow(), [])
  const { drawn, activeId, setActive, move, drawnRow } = useTimelineRows(groups, scroll)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (move(event.key)) event.preventDefault()
  }
  // A property of the style sheet, which React's types do not list.
  const style = { '--axis': `${widthOf(axis)}px` } as CSSProperties
  return (
    <div ref={scroll} className={classes['scroll']} style={style} onKeyDown={onKeyDown}>
      <div className={classes['chart']}>
        <div className={classes['head']}>
          <Legend />
          <div className={classes['ticks']} aria-hidden="true">
            {ticks.map((time) => (
              <span key={time} style={{ left: `${placeOf(axis, time)}%` }}>
                {format.time(new Date(time))}
              </span>
            ))}
            {isOn(axis, now) && (
              <strong style={{ left: `${placeOf(axis, now)}%` }}>{format.time(new Date(now))}</strong>
            )}
          </div>
        </div>
        {drawn.map(({ group, height, rows }) => (
          <section key={group.key} aria-label={group.name}>
            <h2 className={classes['group']}>
              <span>
                {group.name} <span className="numbers">{group.bookings.length}</span>
              </span>
            </h2>
            <ul className={classes['rows']} style={{ height }}>
              {rows.map(({ booking, position, top }) => (
                <li key={booking.id} style={{ top }} aria-setsize={group.bookings.length} aria-posinset={position}>
                  <button
                    type="button"
                    ref={(row) => drawnRow(booking.id, row)}
                    className={classes['row']}
                    data-booking={booking.id}
                    tabIndex={booking.id === activeId ? 0 : -1}
                    onFocus={() => setActive(booking.id)}
                    onClick={() => open('LiveBookingDialog', 'view', booking.id)}
                  >
                    <BookingTimelineRow booking={booking} axis={axis} format={format} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <div className={classes['lines']} aria-hidden="true">
          {ticks.map((time) => (
            <i key={time} style={{ left: `${placeOf(axis, time)}%` }} />
          ))}
        </div>
        {isOn(axis, now) && (
          <div className={classes['now']} aria-hidden="true">
            <i style={{ left: `${placeOf(axis, now)}%` }} />
          </div>
        )}
      </div>
    </div>
  )
}

const Legend = () => (
  <ul className={classes['legend']} aria-label={words.legend}>
    <li>
      <i className={classes['pickup']} aria-hidden="true" />
      {words.promisedPickup}
    </li>
    <li>
      <i className={classes['dropoff']} aria-hidden="true" />
      {words.promisedDropoff}
    </li>
    <li>
      <i className={classes['ride']} aria-hidden="true" />
      {words.ride}
    </li>
  </ul>
)
