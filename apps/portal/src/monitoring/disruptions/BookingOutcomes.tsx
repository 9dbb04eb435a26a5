import type { DisruptedBooking } from '@ambit/contract'
import { IconArrowRight } from '@tabler/icons-react'
import { BookingNumber } from '../../records/BookingNumber.tsx'
import { PassengerContact } from '../../records/PassengerContact.tsx'
import { PlannedRide } from '../../records/PlannedRide.tsx'
import classes from './BookingOutcomes.module.css'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { outcomeStrings as words } from './strings.ts'

const order = ['not_served', 'moved', 'changed'] as const
const tones = { not_served: 'danger', moved: 'warning', changed: 'info' } as const
/** Shorter delays are not shown: times are shown in minutes. */
const MINUTE = 60

const minutesOf = (seconds: number): number => Math.round(seconds / MINUTE)

type Props = { bookings: readonly DisruptedBooking[]; timeZone: string | undefined }

/** What a disruption does to each booking: how many of each outcome, then the bookings, the worst first. */
export const BookingOutcomes = ({ bookings, timeZone }: Props) => {
  if (bookings.length === 0) return <p className={classes['empty']}>{words.none}</p>
  const sorted = bookings.toSorted(
    (a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome) || b.late_s - a.late_s || b.later_s - a.later_s,
  )
  const late = bookings.filter(({ late_s }) => late_s >= MINUTE).length
  return (
    <>
      <dl className={classes['counts']} aria-label={words.counts}>
        {order.map((outcome) => (
          <Count
            key={outcome}
            label={words.counted[outcome]}
            count={bookings.filter((booking) => booking.outcome === outcome).length}
            tone={tones[outcome]}
          />
        ))}
        <Count label={words.counted.late} count={late} tone="warning" />
      </dl>
      <ul className={classes['rows']} aria-label={words.rows}>
        {sorted.map((booking) => (
          <Row
            key={booking.service_request_id}
            booking={booking}
            among={sorted.map(({ traveler_id }) => traveler_id)}
            timeZone={timeZone}
          />
        ))}
      </ul>
    </>
  )
}

const Count = ({ label, count, tone }: { label: string; count: number; tone: 'danger' | 'warning' | 'info' }) => (
  <div className={classes['count']} data-tone={count > 0 ? tone : undefined}>
    <dt>{label}</dt>
    <dd className="numbers">{count}</dd>
  </div>
)

type RowProps = { booking: DisruptedBooking; among: readonly number[]; timeZone: string | undefined }

const Row = ({ booking, among, timeZone }: RowProps) => {
  const { service_request_id: id, traveler_name: name, outcome, before, after, late_s, reasons } = booking
  const later = minutesOf(booking.later_s)
  return (
    <li className={classes['row']}>
      <div className={classes['head']}>
        <strong>
          <PassengerContact id={booking.traveler_id} name={name} among={among} />
        </strong>
        <BookingNumber id={id} name={name} />
        <StatusTag tone={tones[outcome]}>{words.outcomes[outcome]}</StatusTag>
      </div>
      <div className={classes['rides']}>
        <PlannedRide ride={before} timeZone={timeZone} />
        {after !== null && (
          <>
            <IconArrowRight size={14} role="img" aria-label="→" />
            <PlannedRide ride={after} timeZone={timeZone} />
          </>
        )}
      </div>
      {after !== null && (later !== 0 || late_s >= MINUTE) && (
        <p className={classes['late']}>
          {later !== 0 && <span>{words.later(later)}</span>}
          {late_s >= MINUTE && <StatusTag tone="warning">{words.late(minutesOf(late_s))}</StatusTag>}
        </p>
      )}
      {outcome === 'not_served' && (
        <ul className={classes['reasons']}>
          {reasons.map(({ code, text }) => (
            <li key={`${code} ${text}`}>{text}</li>
          ))}
        </ul>
      )}
    </li>
  )
}
