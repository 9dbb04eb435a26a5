import type { ServiceAvailabilitySearch, ServiceOffering } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useCan } from '../../auth/permissions.ts'
import { dialogKey, dialogRef } from '../../dialogs/dialog-ref.ts'
import { useDialog, useDialogStack } from '../../dialogs/stack.ts'
import { bookingRecords } from '../../records/bookings.ts'
import { zoneOptions } from '../../records/zones.ts'
import { useFormat } from '../../settings/format.ts'
import type { BookingDraft } from '../booking-draft.ts'
import { ReadBack } from './Booked.tsx'
import { searchQuery } from './queries.ts'
import { type DraftLeg, hasStops, legsOf } from './legs.ts'
import { type NotesOfWay, useStopNotes } from './stop-notes.ts'
import { wizardStrings } from './strings.ts'
import { backData } from './way-back.ts'
import { WaitlistOffer } from './WaitlistOffer.tsx'
import classes from './Booked.module.css'

const words = wizardStrings.back

/** All legs are booked: what was agreed of each, to be read back to the caller; or the way there alone. */
export const BookedJourney = ({ draft }: { draft: BookingDraft }) => {
  const { close } = useDialog()
  const way = useRef<HTMLButtonElement>(null)
  // The button that booked had the keyboard, and is gone.
  useEffect(() => way.current?.focus(), [])
  const { change } = useDialogStack()
  const readable = useCan()('LiveBooking:booking:canRead')
  const { back } = draft
  const notes = useStopNotes(draft)
  const legs = legsOf(draft).flatMap((leg, index) => {
    const { serviceRequestId: id } = leg
    return id === null ? [] : [{ ...leg, id, notes: notes.further[index - 1] ?? notes.there }]
  })
  const view = (booking: number): void => {
    const shown = dialogRef('LiveBookingDialog', 'view', booking)
    change((stack) => [
      ...stack.filter((open) => open.name !== 'TripBookingWizardDialog' && dialogKey(open) !== dialogKey(shown)),
      shown,
    ])
  }
  return (
    <div className={classes['booked']}>
      <IconCircleCheck size={44} stroke={1.4} aria-hidden />
      <div role="status">
        <h3>{wizardStrings.booked}</h3>
        <p>{words.bookedText(legs.map((leg) => leg.id))}</p>
      </div>
      {back.openReturnId !== null && <KeptOpen draft={draft} />}
      {legs.length === 1 && !hasStops(draft) && back.openReturnId === null && (
        <>
          <p>{words.notBooked}</p>
          {back.searchId !== null && <BackWaits searchId={back.searchId} />}
        </>
      )}
      {legs.map((leg) => (
        <BookedLeg key={leg.id} leg={leg} comment={draft.comment.trim()} readable={readable} />
      ))}
      <div className={classes['bookedButtons']}>
        {readable &&
          legs.map((leg) => (
            <Button key={leg.id} variant="default" onClick={() => view(leg.id)}>
              {hasStops(draft) ? wizardStrings.stops.view(leg.title) : words.viewBooking(leg.title.toLowerCase())}
            </Button>
          ))}
        <Button ref={way} onClick={close}>
          {wizardStrings.close}
        </Button>
      </div>
    </div>
  )
}

type LegProps = { leg: DraftLeg & { id: number; notes: NotesOfWay }; comment: string; readable: boolean }

const BookedLeg = ({ leg: { title, id, searchId, offeringId, notes }, comment, readable }: LegProps) => {
  const search = useQuery({ ...searchQuery(searchId ?? 0), enabled: searchId !== null }).data
  const booking = useQuery({ ...bookingRecords.one(id), enabled: readable }).data
  const offering = offeringOf(search, offeringId)
  if (search === undefined || offering === undefined) return null
  return (
    <section aria-label={title}>
      <h4>{title}</h4>
      <ReadBack
        search={search}
        offering={offering}
        price={booking?.total_price ?? offering.meta.total_price}
        vehicle={booking?.vehicle_number ?? offering.meta.vehicle_number}
        comment={comment}
        notes={notes}
        before={null}
      />
    </section>
  )
}

/** What is kept of a way back that the passenger calls for. */
const KeptOpen = ({ draft }: { draft: BookingDraft }) => {
  const { origin, destination, traveling_at } = backData(draft.bookingData, draft.back)
  const search = useQuery({
    ...searchQuery(draft.serviceAvailabilitySearchId ?? 0),
    enabled: draft.serviceAvailabilitySearchId !== null,
  }).data
  const zones = useQuery(zoneOptions(null)).data
  const format = useFormat(zones?.find(({ id }) => id === search?.zone_id)?.time_zone)
  const label = words.openFacts
  const facts = [
    [label.when, traveling_at === null ? '' : words.fromThen(format.day(traveling_at), format.time(traveling_at))],
    [label.from, origin?.name ?? ''],
    [label.to, destination?.name ?? ''],
  ]
  return (
    <section aria-label={words.way}>
      <h4>{words.way}</h4>
      <p>{words.opened}</p>
      <dl className={classes['readBack']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A way back without an offering may wait until there is room. What was booked stays open, to be read back. */
const BackWaits = ({ searchId }: { searchId: number }) => {
  const [waits, setWaits] = useState(false)
  const search = useQuery(searchQuery(searchId)).data ?? null
  const zones = useQuery(zoneOptions(null)).data
  const format = useFormat(zones?.find(({ id }) => id === search?.zone_id)?.time_zone)
  if (search?.status !== 'no_offerings') return null
  if (waits) return <p role="status">{words.waits}</p>
  return <WaitlistOffer search={search} format={format} onDone={() => setWaits(true)} />
}

const offeringOf = (search: ServiceAvailabilitySearch | undefined, id: number | null): ServiceOffering | undefined =>
  search?.service_offerings.find((offer) => offer.id === id) ?? search?.service_offerings[0]
