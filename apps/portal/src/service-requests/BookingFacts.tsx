import type { ServiceRequest } from '@ambit/contract'
import { openRequestStatuses, unpaidReasonWords } from '@ambit/domain'
import { dialogText } from '../dialogs/dialog-ref.ts'
import { Link } from '../url/link.tsx'
import type { ReactNode } from 'react'
import { useMasks } from '../auth/masks.ts'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { bookingWords } from '../records/booking-words.ts'
import { AidMarks } from '../records/AidMarks.tsx'
import { MaskedValue } from '../records/MaskedValue.tsx'
import type { Format } from '../settings/create-format.ts'
import type { PlainSearch } from '../url/plain-search.ts'
import { scopedSearch } from '../url/scope-link.ts'
import classes from './BookingFacts.module.css'
import { bookingStrings as words } from './strings.ts'

/** Who rides with whom in what, and what it costs. */
export const BookingFacts = ({ record, format }: { record: ServiceRequest; format: Format }) => {
  const can = useCan()
  const open = useOpenDialog()
  return (
    <dl className={classes['facts']} aria-label={words.details}>
      <Fact label={words.passenger}>
        <DialogLink
          id={record.traveler_id}
          allowed={can('TravellerManagement:traveller:canRead')}
          onOpen={(id) => open('TravelerDialog', 'view', id, 'Profile')}
        >
          {record.traveler_name}
        </DialogLink>
      </Fact>
      {record.series !== null && (
        <Fact label={words.series}>
          <DialogLink
            id={record.series.id}
            allowed={can('TravellerManagement:series:canRead')}
            onOpen={(id) => open('SeriesDialog', 'view', id, 'Dates')}
          >
            {record.series.words}
          </DialogLink>
        </Fact>
      )}
      <Fact label={words.trip}>
        <TripLink record={record} />
      </Fact>
      <Fact label={words.vehicle}>
        <DialogLink
          id={record.vehicle_id}
          allowed={can('VehicleManagement:vehicle:canRead')}
          onOpen={(id) => open('VehicleDialog', 'view', id)}
        >
          {record.vehicle_number}
        </DialogLink>
      </Fact>
      <Fact label={words.driver}>
        <DialogLink
          id={record.driver_id}
          allowed={can('DriverManagement:driver:canRead')}
          onOpen={(id) => open('DriverDialog', 'view', id)}
        >
          {record.driver_name}
        </DialogLink>
      </Fact>
      <Fact label={words.seats}>{words.came(record.boarded_count, record.passenger_count)}</Fact>
      <Fact label={words.mobility}>
        {record.mobility_support ?? (
          <MaskedValue
            kind="service_requests"
            id={record.id}
            field="mobility_support"
            label={words.mobility}
            mask={null}
          />
        )}
      </Fact>
      {record.aids !== null && record.aids.length > 0 && (
        <Fact label={words.aids}>
          <AidMarks aids={record.aids} />
        </Fact>
      )}
      <Fact label={words.price}>
        {format.money(record.total_price, record.currency)}
        {record.scaled_price !== record.total_price && (
          <s className={classes['struck']}>{format.money(record.scaled_price, record.currency)}</s>
        )}
      </Fact>
      <Fact label={words.discountCode}>{record.discount_code ?? words.none}</Fact>
      <Fact label={words.paymentMethod}>{bookingWords.paymentMethods[record.payment_method]}</Fact>
      <Fact label={words.paymentStatus}>{words.paymentStatuses[record.payment_status]}</Fact>
      <TakenFare record={record} format={format} />
      <Fact label={words.zone}>{record.zone_name}</Fact>
      <Fact label={words.bookedUsing}>{words.bookingMethods[record.booking_method] ?? record.booking_method}</Fact>
      {record.asked !== null && (
        <Fact label={words.asked}>
          {(record.asked.departing ? words.leaveAt : words.arriveBy)(format.dateTime(record.asked.traveling_at))}
          {record.asked.wished_at !== null && words.wished(format.dateTime(record.asked.wished_at))}
        </Fact>
      )}
      <Fact label={words.created}>{format.dateTime(record.created_at)}</Fact>
      <Fact label={words.updated}>{format.dateTime(record.updated_at)}</Fact>
      <Words record={record} field="pickup_note" label={bookingWords.stopNotes.pickup} />
      <Words record={record} field="dropoff_note" label={bookingWords.stopNotes.dropoff} />
      <Words record={record} field="comment" label={words.comment} />
    </dl>
  )
}

type WordsProps = { record: ServiceRequest; field: 'comment' | 'dropoff_note' | 'pickup_note'; label: string }

/** What was written with the booking; nothing where nothing was. */
const Words = ({ record, field, label }: WordsProps) => {
  const masked = useMasks().has('care')
  const text = record[field]
  if (text === null || text === '') return null
  return (
    <Fact label={label} wide>
      {masked ? <MaskedValue kind="service_requests" id={record.id} field={field} label={label} mask={text} /> : text}
    </Fact>
  )
}

/** What the driver told of the fare; nothing where nothing was told. */
const TakenFare = ({ record: { fare, currency }, format }: { record: ServiceRequest; format: Format }) => {
  const { paid, unpaid_reason, concession_shown } = fare
  const told = [
    ...(paid === null ? [] : [words.paidToDriver(format.money(paid, currency))]),
    ...(unpaid_reason === null ? [] : [words.notPaid(unpaidReasonWords[unpaid_reason])]),
    ...(concession_shown === false ? [words.concessionNotShown] : []),
  ]
  return told.length === 0 ? null : <Fact label={words.fareTaken}>{told.join(', ')}</Fact>
}

/** To the trip itself, and while it is on to where it is on the map. */
const TripLink = ({ record: { id, trip_id, trip_name, region_id, status } }: { record: ServiceRequest }) => {
  const can = useCan()
  if (trip_id === null) return words.noTrip
  const name = trip_name ?? `${words.trip} ${trip_id}`
  const open = openRequestStatuses.some((each) => each === status)
  return (
    <>
      {can('TripManagement:trip:canRead') ? (
        <Link
          to="/TripManagement"
          search={(before: PlainSearch) => ({
            ...scopedSearch(before),
            d: dialogText('TripDialog', 'view', trip_id, 'TripDetails'),
          })}
          className="text-link"
        >
          {name}
        </Link>
      ) : (
        name
      )}
      {open && can('VehicleMonitoring:monitoring:canRead') && (
        <Link
          to={`/VehicleMonitoring/region/${region_id}/trip/${trip_id}/service-requests/${id}`}
          search={scopedSearch}
          className={`text-link ${classes['follow']}`}
        >
          {words.monitor}
        </Link>
      )}
    </>
  )
}

const Fact = ({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) => (
  <div className={wide ? classes['wide'] : undefined}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

type LinkProps = {
  id: number | null
  allowed: boolean
  onOpen: (id: number) => void
  children: string | null
}

/** Opens the record in a dialog above this one; plain text where there is none or it may not be seen. */
const DialogLink = ({ id, allowed, onOpen, children }: LinkProps) => {
  if (children === null || id === null) return words.none
  if (!allowed) return children
  return (
    <button type="button" className={classes['link']} onClick={() => onOpen(id)}>
      {children}
    </button>
  )
}
