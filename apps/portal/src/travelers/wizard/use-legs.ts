import type { PaymentMethodName, ServiceAvailabilitySearch } from '@ambit/contract'
import { useState } from 'react'
import type { BookingDraft } from '../booking-draft.ts'
import { type DraftLeg, legsOf } from './legs.ts'
import { usePaymentCards } from './PaymentChoice.tsx'

/** The legs as they are chosen by now, each with the passenger's way to pay. */
export const useLegs = (draft: BookingDraft, searches: readonly (ServiceAvailabilitySearch | null)[]) => {
  const [preferred, prefer] = useState<readonly PaymentMethodName[]>([])
  const legs = legsOf(draft).map((leg, index) => withChoice(leg, searches[index] ?? null, preferred[index]))
  const byCard = legs.some(({ method }) => method === 'card')
  const { cards, cardMissing } = usePaymentCards(draft.travelerId, byCard ? 'card' : null)
  return legs.map((leg, index) => ({
    ...leg,
    cards,
    cardMissing: leg.method === 'card' && cardMissing,
    setMethod: (method: PaymentMethodName | null): void => {
      if (method !== null) prefer((before) => Object.assign([...before], { [index]: method }))
    },
  }))
}
export type ChosenLeg = ReturnType<typeof useLegs>[number]

const withChoice = (leg: DraftLeg, search: ServiceAvailabilitySearch | null, preferred?: PaymentMethodName) => {
  const offerings = search?.service_offerings ?? []
  const chosen = offerings.find(({ id }) => id === leg.offeringId) ?? offerings[0]
  const methods = chosen?.payment_methods ?? []
  return { ...leg, search, chosen, method: methods.find((name) => name === preferred) ?? methods[0] ?? null }
}
