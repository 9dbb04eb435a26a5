import type { BookingSeries, OccurrenceLeg, SeriesOccurrence } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { occurrenceStatuses } from '../records/booking-series.ts'
import { bookingStatuses } from '../records/bookings.ts'
import { RecordStatus } from '../records/status.tsx'
import { useFormat } from '../settings/format.ts'
import { timeOf } from './columns.tsx'
import { seriesDialogStrings as words } from './dialog-strings.ts'
import classes from './series.module.css'

type Props = {
  series: BookingSeries
  occurrence: SeriesOccurrence
  editable: boolean
  busy: boolean
  onLeaveOut: () => void
  onFollow: () => void
}

/** One date of a series, with each of its ways. */
export const OccurrenceRow = ({ series, occurrence, editable, busy, onLeaveOut, onFollow }: Props) => {
  const { date, added, detached, legs } = occurrence
  const { civilDay } = useFormat()
  const dialogs = useOpenDialog()
  const day = civilDay(date)
  const chosen = added || legs.some(({ left_out }) => left_out?.code === 'chosen')
  const open = legs.some(({ state }) => state !== 'left_out' && state !== 'cancelled')
  return (
    <li>
      <div className={classes['date']}>
        <strong>{day}</strong>
        {added && <small>{words.added}</small>}
        {detached && <small>{words.detached}</small>}
      </div>
      <div className={classes['legs']}>
        {legs.map((leg) => (
          <Way key={leg.leg} leg={leg} series={series} />
        ))}
      </div>
      {editable && (open || chosen) && (
        <div className={classes['rowButtons']}>
          {open && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={words.changeNamed(day)}
              onClick={() => dialogs('SeriesChangeDialog', 'edit', `${series.id}.${date}`)}
            >
              {words.change}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            disabled={busy}
            aria-label={(chosen ? words.takeBackNamed : words.leaveOutNamed)(day)}
            onClick={chosen ? onFollow : onLeaveOut}
          >
            {chosen ? words.takeBack : words.leaveOut}
          </Button>
        </div>
      )}
    </li>
  )
}

const Way = ({ leg, series }: { leg: OccurrenceLeg; series: BookingSeries }) => {
  const format = useFormat(series.time_zone)
  const readable = useCan()('LiveBooking:booking:canRead')
  const open = useOpenDialog()
  const { state, left_out, reasons, service_request_id: booking, booking_status, pickup } = leg
  const why = left_out?.text ?? reasons[0]?.text
  return (
    <div className={classes['way']}>
      <span>
        {series.legs.length > 1 && `${leg.leg === 1 ? words.fact.there : words.fact.back}: `}
        {pickup === null
          ? timeOf(leg, format)
          : words.window(format.time(pickup.lower_bound), format.time(pickup.upper_bound))}
      </span>
      {state === 'booked' && booking_status !== null ? (
        <RecordStatus of={bookingStatuses} status={booking_status} />
      ) : (
        <RecordStatus of={occurrenceStatuses} status={state} />
      )}
      {why !== undefined && <small>{why}</small>}
      {booking !== null && readable && (
        <button type="button" className={classes['link']} onClick={() => open('LiveBookingDialog', 'view', booking)}>
          {words.booking(booking)}
        </button>
      )}
    </div>
  )
}
