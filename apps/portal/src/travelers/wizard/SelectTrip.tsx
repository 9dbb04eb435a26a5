import type { PaymentMethodName, ServiceAvailabilitySearch } from '@ambit/contract'
import { Button, Radio, Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useCan } from '../../auth/permissions.ts'
import { zoneOptions } from '../../records/zones.ts'
import { LazyJourneyMap } from '../../map/journey-map.ts'
import { useFormat } from '../../settings/format.ts'
import { useNow } from '../../settings/use-now.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import type { BookingDraft } from '../booking-draft.ts'
import { brandName } from '../cards/BrandMark.tsx'
import { cardsQuery } from '../cards/queries.ts'
import { cardStrings } from '../cards/strings.ts'
import { changeDraft } from '../drafts.ts'
import { askedFor } from './asked-for.ts'
import { CommentField } from './CommentField.tsx'
import { DiscountCode } from './DiscountCode.tsx'
import { Offering } from './Offering.tsx'
import { searchQuery } from './queries.ts'
import { startBooking } from './run-draft.ts'
import { wizardStrings as words } from './strings.ts'
import shared from './wizard.module.css'
import classes from './SelectTrip.module.css'

/** Step 1: one of the offered trips, and how it is paid. */
export const SelectTrip = ({ draft, searchId }: { draft: BookingDraft; searchId: number }) => {
  const search = useQuery(searchQuery(searchId))
  if (search.isPending) return <Skeleton h={320} />
  if (search.data === undefined) return <ErrorState error={search.error} onRetry={() => void search.refetch()} />
  return <Choice draft={draft} search={search.data} />
}

const Choice = ({ draft, search }: { draft: BookingDraft; search: ServiceAvailabilitySearch }) => {
  const { uuid } = draft
  const can = useCan()
  const offerings = search.service_offerings
  const zones = useQuery(zoneOptions(null))
  const format = useFormat(zones.data?.find(({ id }) => id === search.zone_id)?.time_zone)
  const now = useNow(5000)
  const chosen = offerings.find(({ id }) => id === draft.serviceOfferingId) ?? offerings[0]
  const offers = useRef<HTMLDivElement>(null)
  // The keyboard goes from the button that searched, which is gone, to what was found.
  useEffect(() => offers.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), [])
  const [preferred, setPreferred] = useState<PaymentMethodName | null>(null)
  const method = chosen?.payment_methods.find((name) => name === preferred) ?? chosen?.payment_methods[0] ?? null
  const book = (service_offering_id: number, payment_method: PaymentMethodName): void =>
    startBooking(uuid, {
      service_offering_id,
      traveler_id: draft.travelerId,
      payment_method,
      comment: draft.comment.trim() || null,
      discount_code: draft.discountCode,
    })
  const edit = (): void => changeDraft(uuid, { step: 0, status: 'enteredTrip', errorMessage: null })
  const expired = chosen !== undefined && Date.parse(chosen.expires_at) <= now.getTime()
  const cards = useQuery({ ...cardsQuery(draft.travelerId), enabled: method === 'card' })
  const cardMissing = method === 'card' && (cards.data ?? []).length === 0
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
        <p className={classes['asked']}>{askedFor(search, format)}</p>
        <div ref={offers} role="radiogroup" aria-label={words.offers} className={classes['offers']}>
          {offerings.map((offering) => (
            <Offering
              key={offering.id}
              offering={offering}
              departing={search.departing}
              askedAt={search.traveling_at}
              chosen={offering.id === chosen?.id}
              format={format}
              onChoose={() => changeDraft(uuid, { serviceOfferingId: offering.id })}
            />
          ))}
        </div>
        {chosen !== undefined && (
          <Radio.Group
            label={words.payment}
            value={method}
            onChange={(value) => setPreferred(chosen.payment_methods.find((name) => name === value) ?? null)}
          >
            <div className={classes['payments']}>
              {chosen.payment_methods.map((name) => (
                <Radio key={name} size="xs" value={name} label={words.paymentMethods[name]} />
              ))}
            </div>
          </Radio.Group>
        )}
        {cards.data?.length === 0 && cardMissing && <p className={shared['muted']}>{words.noCard}</p>}
        {method === 'card' &&
          cards.data?.map((card) => (
            <p key={card.id} className={shared['muted']}>
              {cardStrings.ending(brandName(card.brand), card.last4)}
            </p>
          ))}
        {chosen !== undefined && can('TravellerManagement:discountCode:canLookup') && (
          <DiscountCode
            offering={chosen}
            applied={draft.discountCode}
            onApply={(discountCode) => changeDraft(uuid, { discountCode })}
            format={format}
          />
        )}
        <CommentField value={draft.comment} onChange={(text) => changeDraft(uuid, { comment: text })} />
        <div className={shared['buttons']}>
          <Button variant="default" disabled={draft.loading} onClick={edit}>
            {words.editTrip}
          </Button>
          <Button
            loading={draft.loading}
            disabled={chosen === undefined || method === null || cardMissing}
            onClick={() => chosen !== undefined && method !== null && book(chosen.id, method)}
          >
            {words.confirmTrip}
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
