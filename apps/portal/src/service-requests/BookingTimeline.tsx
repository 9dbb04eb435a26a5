import type { ServiceRequest } from '@ambit/contract'
import { type CSSProperties, type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { shownBookingStatus, shownBookingStatuses } from '../records/bookings.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import type { Format } from '../settings/create-format.ts'
import { useFormat } from '../settings/format.ts'
import { useNow } from '../settings/use-now.ts'
import { StatusMark } from '../ui/StatusTag.tsx'
import { differenceTone } from '../records/arrival.ts'
import type { Grouping } from './bookings-state.ts'
import { bookingStrings } from './strings.ts'
import classes from './BookingTimeline.module.css'
import { type Axis, groupsOf, isOn, placeOf, type Span, spansOf, ticksOf, widthOf, worstOutside } from './timeline.ts'

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
  const order = groups.flatMap((group) => group.bookings.map(({ id }) => id))
  const [activeId, setActive] = useState<number | null>(null)
  const active = activeId !== null && order.includes(activeId) ? activeId : order[0]
  const scroll = useRef<HTMLDivElement>(null)
  const ticks = ticksOf(axis, timeZone, Math.max(LEAST_TICKS, Math.floor(widthOf(axis) / TICK_WIDTH)))
  const now = useNow(5000).getTime()
  const showNow = useEffectEvent(() => {
    const room = scroll.current
    if (room !== null) room.scrollLeft = (placeOf(axis, now) / 100) * widthOf(axis) - room.clientWidth * PAST_SHARE
  })
  // Only on first render: after that the user scrolls.
  useEffect(() => showNow(), [])
  const move = (event: KeyboardEvent): void => {
    const at = order.indexOf(active ?? -1)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: order.length - 1 }[event.key]
    const id = next === undefined ? undefined : order[Math.min(order.length - 1, Math.max(0, next))]
    if (id === undefined) return
    event.preventDefault()
    setActive(id)
    scroll.current?.querySelector<HTMLElement>(`[data-booking="${id}"]`)?.focus()
  }
  // A property of the style sheet, which React's types do not list.
  const style = { '--axis': `${widthOf(axis)}px` } as CSSProperties
  return (
    <div ref={scroll} className={classes['scroll']} style={style} onKeyDown={move}>
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
        {groups.map((group) => (
          <section key={group.key} aria-label={group.name}>
            <h2 className={classes['group']}>
              <span>
                {group.name} <span className="numbers">{group.bookings.length}</span>
              </span>
            </h2>
            <ul className={classes['rows']}>
              {group.bookings.map((booking) => (
                <li key={booking.id}>
                  <button
                    type="button"
                    className={classes['row']}
                    data-booking={booking.id}
                    tabIndex={booking.id === active ? 0 : -1}
                    onFocus={() => setActive(booking.id)}
                    onClick={() => open('LiveBookingDialog', 'view', booking.id)}
                  >
                    <Row booking={booking} axis={axis} format={format} />
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

const Row = ({ booking, axis, format }: { booking: ServiceRequest; axis: Axis; format: Format }) => {
  const { id, traveler_name, pickup, dropoff } = booking
  const status = shownBookingStatus(booking)
  const spans = spansOf(booking)
  const outside = worstOutside(booking)
  const tone = differenceTone(outside)
  const late = outside === 0 ? null : outside < 0 ? bookingStrings.early(-outside) : bookingStrings.late(outside)
  const shown = late !== null && tone !== 'success'
  const time = (moment: string): string => format.time(moment)
  const told = words.row({
    id,
    passenger: traveler_name,
    status: shownBookingStatuses[status].text,
    pickup: bookingStrings.window(time(pickup.promised_lower_bound), time(pickup.promised_upper_bound)),
    dropoff: bookingStrings.window(time(dropoff.promised_lower_bound), time(dropoff.promised_upper_bound)),
    late,
  })
  return (
    <>
      <span className="visually-hidden">{told}</span>
      <span className={classes['name']} data-tone={shownBookingStatuses[status].tone} aria-hidden="true">
        <StatusMark tone={shownBookingStatuses[status].tone} />
        <span className={classes['passenger']}>{traveler_name}</span>
        <span className={`numbers ${classes['id']}`}>{id}</span>
      </span>
      <span className={classes['track']} aria-hidden="true">
        <Bar look="pickup" axis={axis} span={spans.pickup} />
        <Bar look="dropoff" axis={axis} span={spans.dropoff} />
        {spans.ride !== null && <Bar look="ride" axis={axis} span={spans.ride} tone={rideTone(status, tone)} />}
        {shown && (
          <span
            className={classes['late']}
            data-tone={tone}
            style={{ left: `${placeOf(axis, Math.max(spans.dropoff.to, spans.ride?.to ?? 0))}%` }}
          >
            {late}
          </span>
        )}
      </span>
    </>
  )
}

/** Colour belongs to what needs a look; a ride that keeps its promise has that of its status. */
const rideTone = (status: keyof typeof shownBookingStatuses, tone: ReturnType<typeof differenceTone>): string =>
  tone === 'success' ? shownBookingStatuses[status].tone : tone

type BarProps = { look: 'pickup' | 'dropoff' | 'ride'; axis: Axis; span: Span; tone?: string }

const Bar = ({ look, axis, span, tone }: BarProps) => {
  const left = placeOf(axis, span.from)
  return (
    <i
      className={classes[look]}
      data-tone={tone}
      style={{ left: `${left}%`, width: `${placeOf(axis, span.to) - left}%` }}
    />
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
