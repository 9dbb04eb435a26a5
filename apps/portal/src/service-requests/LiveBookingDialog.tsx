import type { ServiceRequest } from '@ambit/contract'
import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useBookAgainKey } from '../records/book-again.ts'
import { BookAgainButton } from '../records/BookAgainButton.tsx'
import { besideHistory } from '../records/History.tsx'
import { RecordStatus } from '../records/status.tsx'
import { bookingRecords, shownBookingStatus, shownBookingStatuses } from '../records/bookings.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { Loaded } from '../dialogs/Loaded.tsx'
import { useDialog } from '../dialogs/stack.ts'
import { wayQuery } from '../map/ways.ts'
import { useFormat } from '../settings/format.ts'
import { isLowDuration } from '../records/arrival.ts'
import { BookingActions } from './BookingActions.tsx'
import { BookingFacts } from './BookingFacts.tsx'
import { BookingMessages } from './BookingMessages.tsx'
import { BookingMap } from './BookingMap.tsx'
import { BookingHistory } from './BookingHistory.tsx'
import { BookingNotes } from './BookingNotes.tsx'
import { BookingPayments } from './BookingPayments.tsx'
import shared from './booking.module.css'
import classes from './LiveBookingDialog.module.css'
import { GroupOfBooking } from './GroupOfBooking.tsx'
import { CancellationInfo } from './CancellationInfo.tsx'
import { NoShowInfo } from './NoShowInfo.tsx'
import { OtherLegs } from './OtherLegs.tsx'
import { PromisedStop } from './PromisedStop.tsx'
import { bookingStrings as words } from './strings.ts'

/** One booking, updated by the live stream while it is open. */
const LiveBookingDialog = () => {
  const { id, onTop } = useDialog()
  const can = useCan()
  useBookAgainKey(() => (onTop ? Number(id) : null))
  return (
    <Loaded query={useQuery(bookingRecords.one(Number(id)))} title={words.one}>
      {(record) => (
        <DialogFrame
          title={words.title(record.id, record.traveler_name, shownBookingStatuses[shownBookingStatus(record)].text)}
          status={
            <>
              <RecordStatus of={shownBookingStatuses} status={shownBookingStatus(record)} />
              <BookingActions record={record} />
              <BookAgainButton id={record.id} size="sm" />
            </>
          }
          {...besideHistory(can, 'service_requests', record.id, <Booking record={record} />)}
        />
      )}
    </Loaded>
  )
}
export default LiveBookingDialog

const Booking = ({ record }: { record: ServiceRequest }) => {
  const format = useFormat(record.time_zone)
  const direct = useQuery({
    ...wayQuery('car', record.pickup.point, record.dropoff.point),
    enabled: record.status === 'completed',
  })
  const low = isLowDuration(record.pickup.actual, record.dropoff.actual, direct.data?.seconds ?? null)
  return (
    <div className={classes['columns']}>
      <div className={classes['words']}>
        {record.error_message !== null && (
          <Alert
            className={shared['problem']}
            title={words.errorTitle}
            icon={<IconAlertTriangle size={18} aria-hidden />}
          >
            {record.error_message}
          </Alert>
        )}
        {record.status === 'cancelled' && <CancellationInfo record={record} />}
        {record.status === 'no_show' && <NoShowInfo record={record} />}
        <div className={classes['promises']}>
          <PromisedStop end="pickup" booking={record} format={format} />
          <PromisedStop end="dropoff" booking={record} format={format} />
        </div>
        {low && (
          <Alert className={shared['warning']} icon={<IconAlertTriangle size={18} aria-hidden />}>
            {words.lowDuration}
          </Alert>
        )}
        <OtherLegs record={record} format={format} />
        <GroupOfBooking record={record} format={format} />
        <BookingFacts record={record} format={format} />
        <BookingNotes record={record} />
        <BookingPayments record={record} format={format} />
        <BookingHistory id={record.id} format={format} />
        <BookingMessages id={record.id} format={format} />
      </div>
      <BookingMap record={record} format={format} />
    </div>
  )
}
