import type { ServiceAvailabilitySearch, ServiceOffering } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useCan } from '../../auth/permissions.ts'
import { dialogKey, dialogRef } from '../../dialogs/dialog-ref.ts'
import { useDialog, useDialogStack } from '../../dialogs/stack.ts'
import { bookingRecords } from '../../records/bookings.ts'
import { zoneOptions } from '../../records/zones.ts'
import { useFormat } from '../../settings/format.ts'
import type { BookingBefore, BookingDraft } from '../booking-draft.ts'
import { askedFor } from './asked-for.ts'
import { differences } from './differences.ts'
import { Differences } from './Differences.tsx'
import { keptPrice } from './OfferedChange.tsx'
import { searchQuery } from './queries.ts'
import { type NotesOfWay, useStopNotes } from './stop-notes.ts'
import { wizardStrings as words } from './strings.ts'
import classes from './Booked.module.css'

/** The booking is made: what was agreed, to be read back to the caller. Its own dialog replaces this one. */
export const Booked = ({ id, draft }: { id: number; draft: BookingDraft }) => {
  const { close } = useDialog()
  const notes = useStopNotes(draft).there
  const way = useRef<HTMLButtonElement>(null)
  // The button that booked had the keyboard, and is gone.
  useEffect(() => way.current?.focus(), [])
  const { change } = useDialogStack()
  const can = useCan()
  const { serviceAvailabilitySearchId: searchId } = draft
  const search = useQuery({ ...searchQuery(searchId ?? 0), enabled: searchId !== null }).data
  const booking = useQuery({ ...bookingRecords.one(id), enabled: can('LiveBooking:booking:canRead') }).data
  const offering = search?.service_offerings.find((offer) => offer.id === draft.serviceOfferingId)
  const shown = dialogRef('LiveBookingDialog', 'view', id)
  const view = (): void =>
    change((stack) => [
      // A booking that was changed from its own dialog has it below.
      ...stack.filter((open) => open.name !== 'TripBookingWizardDialog' && dialogKey(open) !== dialogKey(shown)),
      shown,
    ])
  return (
    <div className={classes['booked']} role="status">
      <IconCircleCheck size={44} stroke={1.4} aria-hidden />
      <h3>{draft.changeOf === null ? words.booked : words.changing.done}</h3>
      <p>{words.bookedText(id)}</p>
      {search !== undefined && offering !== undefined && (
        <ReadBack
          search={search}
          offering={offering}
          price={booking?.total_price ?? keptPrice(offering)}
          vehicle={booking?.vehicle_number ?? offering.meta.vehicle_number}
          comment={draft.comment.trim()}
          notes={notes}
          before={draft.before}
        />
      )}
      <div className={classes['bookedButtons']}>
        {can('LiveBooking:booking:canRead') && (
          <Button variant="default" onClick={view}>
            {words.viewBooking}
          </Button>
        )}
        <Button ref={way} onClick={close}>
          {words.close}
        </Button>
      </div>
    </div>
  )
}

type ReadBackProps = {
  search: ServiceAvailabilitySearch
  offering: ServiceOffering
  /** what the passenger pays, less any discount */
  price: number
  vehicle: string
  comment: string
  notes: NotesOfWay
  /** the booking before its change; null for a new one */
  before: BookingBefore | null
}

/** What was agreed. */
export const ReadBack = ({ search, offering, price, vehicle, comment, notes, before }: ReadBackProps) => {
  const zones = useQuery(zoneOptions(null))
  const format = useFormat(zones.data?.find(({ id }) => id === search.zone_id)?.time_zone)
  const { pickup, dropoff } = offering
  const stop = ({ name, lower_bound, upper_bound }: ServiceOffering['pickup']): string =>
    `${format.time(lower_bound)} – ${format.time(upper_bound)}, ${name}`
  const label = words.readBack
  const facts = [
    [label.when, askedFor(search, format)],
    [label.pickup, stop(pickup)],
    [label.dropoff, stop(dropoff)],
    [label.vehicle, vehicle],
    [label.price, format.money(price)],
    ...(notes.pickup.text === '' ? [] : [[label.pickupNote, notes.pickup.text]]),
    ...(notes.dropoff.text === '' ? [] : [[label.dropoffNote, notes.dropoff.text]]),
    ...(comment === '' ? [] : [[label.comment, comment]]),
  ]
  return (
    <>
      {before !== null && (
        <div className={classes['changes']}>
          <Differences
            done
            differences={differences(
              before,
              {
                pickup,
                dropoff,
                passengers: search.passengers.length,
                wheelchairs: search.mobility_support,
                price,
                vehicle,
              },
              format,
            )}
          />
        </div>
      )}
      <dl className={classes['readBack']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
