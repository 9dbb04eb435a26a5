import type { PaymentMethodName, ServiceAvailabilitySearch, ServiceRequest } from '@ambit/contract'
import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useMasks } from '../../auth/masks.ts'
import { useCan } from '../../auth/permissions.ts'
import { bookingWords } from '../../records/booking-words.ts'
import { zoneOptions } from '../../records/zones.ts'
import { LazyJourneyMap } from '../../map/journey-map.ts'
import { useFormat } from '../../settings/format.ts'
import { serverClock, useNow } from '../../settings/use-now.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import type { BookingDraft } from '../booking-draft.ts'
import { changeDraft } from '../drafts.ts'
import { askedFor } from './asked-for.ts'
import { askInstead } from './ask-instead.ts'
import { atTime, saidOfOthers, searchBody } from './booking-request.ts'
import { ClosedPlace } from './ClosedPlace.tsx'
import { CommentField } from './CommentField.tsx'
import { DiscountCode } from './DiscountCode.tsx'
import { Offering } from './Offering.tsx'
import { PaymentChoice, usePaymentCards } from './PaymentChoice.tsx'
import { OfferedChange } from './OfferedChange.tsx'
import { OtherRide, type Said } from './OtherRide.tsx'
import { OtherTimes } from './OtherTimes.tsx'
import { searchQuery } from './queries.ts'
import { startBooking } from './run-draft.ts'
import { startJourney } from './run-journey.ts'
import { startSearch } from './run-search.ts'
import { notesBody, useStopNotes } from './stop-notes.ts'
import { StopNotes } from './StopNotes.tsx'
import { wizardStrings as words } from './strings.ts'
import { isToBeCalled, openReturnBody } from './way-back.ts'
import shared from './wizard.module.css'
import classes from './SelectTrip.module.css'

type Props = {
  draft: BookingDraft
  /** to change; null for a new one */
  booking: ServiceRequest | null
}

/** Step 1: one of the offered trips, and how it is paid. */
export const SelectTrip = ({ searchId, ...props }: Props & { searchId: number }) => {
  const search = useQuery(searchQuery(searchId))
  if (search.isPending) return <Skeleton h={320} />
  if (search.data === undefined) return <ErrorState error={search.error} onRetry={() => void search.refetch()} />
  return <Choice search={search.data} {...props} />
}

const Choice = ({ draft, booking, search }: Props & { search: ServiceAvailabilitySearch }) => {
  const { uuid } = draft
  const can = useCan()
  const commentMasked = useMasks().has('care') && booking !== null
  const offerings = search.service_offerings
  const zones = useQuery(zoneOptions(null))
  const timeZone = zones.data?.find(({ id }) => id === search.zone_id)?.time_zone
  const format = useFormat(timeZone)
  const now = useNow(5000)
  const chosen = offerings.find(({ id }) => id === draft.serviceOfferingId) ?? offerings[0]
  const offers = useRef<HTMLDivElement>(null)
  // The keyboard goes from the button that searched, which is gone, to what was found.
  useEffect(() => offers.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), [])
  const [preferred, setPreferred] = useState(booking?.payment_method ?? null)
  const method = chosen?.payment_methods.find((name) => name === preferred) ?? chosen?.payment_methods[0] ?? null
  const notes = useStopNotes(draft)
  const called = isToBeCalled(draft)
  const back = called ? openReturnBody(draft, now) : null
  const book = (service_offering_id: number, payment_method: PaymentMethodName, said: Said = draft): void => {
    const leg = { service_offering_id, payment_method, discount_code: draft.discountCode, ...notesBody(notes.there) }
    const common = {
      traveler_id: draft.travelerId,
      comment: draft.comment.trim() || null,
      ...saidOfOthers(said),
    }
    if (!called) startBooking(uuid, { ...leg, ...common }, booking)
    // What is missing of the way back is asked for in the step before.
    else if (back !== null) startJourney(uuid, { ...common, legs: [leg], open_return: back })
  }
  const edit = (): void => changeDraft(uuid, { step: 0, status: 'enteredTrip', errorMessage: null })
  const takeTime = (traveling_at: string): void => {
    // A search would cut off the call that confirms.
    if (draft.loading) return
    const next = askInstead(draft, atTime(draft.bookingData, traveling_at), search.traveling_at)
    const body = searchBody({ ...draft, ...next }, serverClock.now())
    changeDraft(uuid, { ...next, step: 0 })
    if (body !== null) startSearch(uuid, body, [])
  }
  const expired = chosen !== undefined && Date.parse(chosen.expires_at) <= now.getTime()
  const { cards, cardMissing } = usePaymentCards(draft.travelerId, method)
  const refused = booking !== null && booking.change_refused !== null
  const note = draft.errorMessage ?? (expired ? words.expired : null)
  return (
    <div className={shared['columns']}>
      <div className={shared['form']}>
        {note !== null && (
          <p role="alert" className={shared['problemTitle']} data-box>
            <IconAlertTriangle size={18} aria-hidden />
            {note}
          </p>
        )}
        {chosen !== undefined && method !== null && (
          <OtherRide draft={draft} onAnyway={(said) => book(chosen.id, method, said)} />
        )}
        <p className={classes['asked']}>{askedFor(search, format, draft.wishedAt)}</p>
        <div ref={offers} role="radiogroup" aria-label={words.offers} className={classes['offers']}>
          {offerings.map((offering) => (
            <Offering
              key={offering.id}
              offering={offering}
              departing={search.departing}
              askedAt={search.traveling_at}
              chosen={offering.id === chosen?.id}
              aids={search.aids}
              difference={
                booking === null ? null : (
                  <OfferedChange {...{ booking, search, offering, format }} code={draft.discountCode} />
                )
              }
              format={format}
              onChoose={() => changeDraft(uuid, { serviceOfferingId: offering.id })}
            />
          ))}
        </div>
        <ClosedPlace place={draft.bookingData.destination} offering={chosen} timeZone={timeZone} />
        <OtherTimes
          body={searchBody(draft, new Date(search.traveling_at))}
          data={draft.bookingData}
          busy={draft.loading}
          format={format}
          onTake={takeTime}
        />
        {back !== null && (
          <p className={shared['muted']}>
            {words.back.openWay(format.day(back.not_before), format.time(back.not_before))}
          </p>
        )}
        {chosen !== undefined && (
          <PaymentChoice
            travelerId={draft.travelerId}
            methods={chosen.payment_methods}
            method={method}
            cards={cards}
            onChange={setPreferred}
          />
        )}
        {booking?.discount_code != null && chosen?.meta.price_with_code != null && draft.discountCode === null && (
          <p className={shared['muted']}>{words.changing.keptCode(booking.discount_code)}</p>
        )}
        {chosen !== undefined && can('TravellerManagement:discountCode:canLookup') && (
          <DiscountCode
            offering={chosen}
            applied={draft.discountCode}
            onApply={(discountCode) => changeDraft(uuid, { discountCode })}
            format={format}
          />
        )}
        {!commentMasked && (
          <>
            <CommentField value={draft.comment} onChange={(text) => changeDraft(uuid, { comment: text })} />
            <StopNotes draft={draft} notes={notes} />
          </>
        )}
        <div className={shared['buttons']}>
          <Button variant="default" disabled={draft.loading} onClick={edit}>
            {words.editTrip}
          </Button>
          <Button
            loading={draft.loading}
            disabled={chosen === undefined || method === null || cardMissing || refused || (called && back === null)}
            onClick={() => chosen !== undefined && method !== null && book(chosen.id, method)}
          >
            {booking === null ? words.confirmTrip : bookingWords.change}
          </Button>
        </div>
      </div>
      <div className={shared['map']}>
        {chosen !== undefined && (
          <LazyJourneyMap
            label={words.offersMap}
            journey={{
              origin: search.origin,
              pickup: chosen.pickup,
              dropoff: chosen.dropoff,
              destination: search.destination,
            }}
          />
        )}
      </div>
    </div>
  )
}
