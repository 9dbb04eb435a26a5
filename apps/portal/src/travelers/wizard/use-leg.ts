import type { PaymentMethodName, ServiceAvailabilitySearch } from '@ambit/contract'
import { useState } from 'react'
import type { BookingDraft } from '../booking-draft.ts'
import { usePaymentCards } from './PaymentChoice.tsx'

/** One leg as it is chosen by now, with the passenger's way to pay. */
export const useLeg = (draft: BookingDraft, search: ServiceAvailabilitySearch | null, offeringId: number | null) => {
  const [preferred, setMethod] = useState<PaymentMethodName | null>(null)
  const offerings = search?.service_offerings ?? []
  const chosen = offerings.find(({ id }) => id === offeringId) ?? offerings[0]
  const methods = chosen?.payment_methods ?? []
  const method = methods.find((name) => name === preferred) ?? methods[0] ?? null
  return { search, chosen, method, setMethod, ...usePaymentCards(draft.travelerId, method) }
}
export type ChosenLeg = ReturnType<typeof useLeg>
