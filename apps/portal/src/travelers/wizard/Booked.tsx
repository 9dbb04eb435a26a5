import type { ServiceAvailabilitySearch, ServiceOffering } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../auth/permissions.ts'
import { useDialog, useDialogStack } from '../../dialogs/stack.ts'
import { bookingRecords } from '../../records/bookings.ts'
import { zoneOptions } from '../../records/zones.ts'
import { useFormat } from '../../settings/format.ts'
import type { BookingDraft } from '../booking-draft.ts'
import { askedFor } from './asked-for.ts'
import { searchQuery } from './queries.ts'
import { wizardStrings as words } from './strings.ts'
import classes from './Booked.module.css'

/** The booking is made: what was agreed, to be read back to the caller. Its own dialog replaces this one. */
export const Booked = ({ id, draft }: { id: number; draft: BookingDraft }) => {
  const { close } = useDialog()
  const { change } = useDialogStack()
  const can = useCan()
  const { serviceAvailabilitySearchId: searchId } = draft
  const search = useQuery({ ...searchQuery(searchId ?? 0), enabled: searchId !== null }).data
  const booking = useQuery({ ...bookingRecords.one(id), enabled: can('LiveBooking:booking:canRead') }).data
  const offering = search?.service_offerings.find((offer) => offer.id === draft.serviceOfferingId)
  const view = (): void =>
    change((stack) => [
      ...stack.filter(({ name }) => name !== 'TripBookingWizardDialog'),
      { name: 'LiveBookingDialog', mode: 'view', id: String(id), tab: null },
    ])
  return (
    <div className={classes['booked']} role="status">
      <IconCircleCheck size={44} stroke={1.4} aria-hidden />
      <h3>{words.booked}</h3>
      <p>{words.bookedText(id)}</p>
      {search !== undefined && offering !== undefined && (
        <ReadBack
          search={search}
          offering={offering}
          price={booking?.total_price ?? offering.meta.total_price}
          comment={draft.comment.trim()}
        />
      )}
      <div className={classes['bookedButtons']}>
        {can('LiveBooking:booking:canRead') && (
          <Button variant="default" onClick={view}>
            {words.viewBooking}
          </Button>
        )}
        <Button data-autofocus onClick={close}>
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
  comment: string
}

const ReadBack = ({ search, offering, price, comment }: ReadBackProps) => {
  const zones = useQuery(zoneOptions(null))
  const format = useFormat(zones.data?.find(({ id }) => id === search.zone_id)?.time_zone)
  const { pickup, dropoff, meta } = offering
  const stop = ({ name, lower_bound, upper_bound }: ServiceOffering['pickup']): string =>
    `${format.time(lower_bound)} – ${format.time(upper_bound)}, ${name}`
  const label = words.readBack
  const facts = [
    [label.when, askedFor(search, format)],
    [label.pickup, stop(pickup)],
    [label.dropoff, stop(dropoff)],
    [label.vehicle, meta.vehicle_number],
    [label.price, format.money(price)],
    ...(comment === '' ? [] : [[label.comment, comment]]),
  ]
  return (
    <dl className={classes['readBack']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
