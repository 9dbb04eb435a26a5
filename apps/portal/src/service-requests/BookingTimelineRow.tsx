import type { ServiceRequest } from '@ambit/contract'
import { memo } from 'react'
import { differenceTone } from '../records/arrival.ts'
import { shownBookingStatus, shownBookingStatuses } from '../records/bookings.ts'
import type { Format } from '../settings/create-format.ts'
import { StatusMark } from '../ui/StatusTag.tsx'
import classes from './BookingTimeline.module.css'
import { bookingStrings } from './strings.ts'
import { type Axis, placeOf, type Span, spansOf, worstOutside } from './timeline.ts'

const words = bookingStrings.timeline

type Props = { booking: ServiceRequest; axis: Axis; format: Format }

/** What was promised to one booking, and its ride, over time. */
export const BookingTimelineRow = memo(({ booking, axis, format }: Props) => {
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
})

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
