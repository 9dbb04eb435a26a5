import type { ServiceRequest } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconCalendarTime, IconCopy, IconEye, IconTicket, IconUser, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '../auth/permissions.ts'
import { useDialogStack, useOpenDialog } from '../dialogs/stack.ts'
import { useBookAgain, useBookAgainKey } from '../records/book-again.ts'
import { bookingWords } from '../records/booking-words.ts'
import { CancelQuestion } from '../records/cancel/CancelQuestion.tsx'
import { cancelStrings } from '../records/cancel/strings.ts'
import { useChangeBooking } from '../records/change-booking.ts'
import { OpenReturns } from '../records/open-returns/OpenReturns.tsx'
import { openReturnsOfDayQuery } from '../records/open-returns/queries.ts'
import { openReturnStrings } from '../records/open-returns/strings.ts'
import { useFormat } from '../settings/format.ts'
import { ListCard } from '../table/ListCard.tsx'
import type { RowAction } from '../table/RowActions.tsx'
import { useList } from '../table/use-list.ts'
import { BookingFilters } from './BookingFilters.tsx'
import { BookingsLayout } from './BookingsLayout.tsx'
import { ANY_TIME, type BookingsState, bookingsState, narrowing } from './bookings-state.ts'
import { bookingColumns } from './columns.tsx'
import { bookingsQuery } from './queries.ts'
import { OtherTimes } from './OtherTimes.tsx'
import { bookingStrings } from './strings.ts'
import { useBookingsFrame } from './use-bookings-frame.ts'

const words = bookingStrings.list

const cleared = { search: '', 'filter.status': [] } satisfies Partial<BookingsState>

/** Bookings around now, updated by the live stream. */
const BookingsTablePage = () => {
  const open = useOpenDialog()
  const format = useFormat()
  const frame = useBookingsFrame()
  const [cancelling, setCancelling] = useState<ServiceRequest | null>(null)
  const actionsOf = useRowActions(setCancelling)
  const { stack } = useDialogStack()
  useBookAgainKey(() => (stack.length === 0 ? rowAtHand() : null))
  const list = useList({
    state: bookingsState,
    query: (state) => bookingsQuery(state, frame),
    filtered: (state) => state['filter.status'].length > 0,
  })
  const range = list.state['filter.date_range']
  return (
    <BookingsLayout
      current="table"
      count={list.total === null ? null : words.total(format.number(list.total))}
      narrowing={narrowing(list.state, frame)}
    >
      <OpenReturns title={openReturnStrings.ofDay} query={openReturnsOfDayQuery(frame)} />
      <ListCard
        name="bookings"
        label={words.title}
        list={list}
        columns={bookingColumns}
        nameOf={(booking) => words.nameOf(booking.id, booking.traveler_name)}
        onOpen={(booking) => open('LiveBookingDialog', 'view', booking.id)}
        actions={actionsOf}
        onClear={() => list.change(cleared)}
        search={{ label: words.searchLabel, placeholder: words.search }}
        filters={
          <>
            <BookingFilters state={list.state} timeZone={frame.timeZone} onChange={list.change} />
            <OtherTimes list={list} frame={frame} />
          </>
        }
        empty={{
          icon: IconTicket,
          title: words.none,
          reason: range === ANY_TIME ? words.noneEver : words.noneThen,
          action: range !== 'today' && (
            <Button variant="default" onClick={() => list.change({ 'filter.date_range': 'today' })}>
              {words.showToday}
            </Button>
          ),
        }}
      />
      <CancelQuestion booking={cancelling} onClose={() => setCancelling(null)} />
    </BookingsLayout>
  )
}
export default BookingsTablePage

/** The booking whose row has the keyboard. */
const rowAtHand = (): number | null => {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')
  return row === null || row === undefined ? null : Number(row.dataset['row'])
}

const useRowActions = (onCancel: (booking: ServiceRequest) => void): ((booking: ServiceRequest) => RowAction[]) => {
  const can = useCan()
  const open = useOpenDialog()
  const changing = useChangeBooking()
  const again = useBookAgain()
  return (booking) => [
    { label: words.view, icon: <IconEye size={16} />, run: () => open('LiveBookingDialog', 'view', booking.id) },
    ...(can('TravellerManagement:traveller:canRead')
      ? [
          {
            label: words.viewPassenger,
            icon: <IconUser size={16} />,
            run: () => open('TravelerDialog', 'view', booking.traveler_id, 'Profile'),
          },
        ]
      : []),
    ...(changing.allowed && booking.change_refused === null
      ? [{ label: bookingWords.change, icon: <IconCalendarTime size={16} />, run: () => changing.start(booking.id) }]
      : []),
    ...(again.allowed
      ? [{ label: bookingWords.again, icon: <IconCopy size={16} />, run: () => again.start(booking.id) }]
      : []),
    ...(can('LiveBooking:booking:canUpdate') && booking.allow_cancel
      ? [
          {
            label: cancelStrings.cancel,
            icon: <IconX size={16} />,
            danger: true,
            run: () => onCancel(booking),
          },
        ]
      : []),
  ]
}
