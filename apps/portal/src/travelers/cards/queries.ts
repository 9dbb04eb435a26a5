import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'

const CARDS = 'payment-methods'

export const cardsQuery = (travelerId: number) =>
  queryOptions({
    queryKey: [CARDS, 'of', travelerId],
    queryFn: ({ signal }) =>
      client.call(api.paymentMethods.list, { params: { id: travelerId }, signal }).then((answer) => answer.data),
  })

/** The secret of one attempt to add a card: asked once for each form, kept nowhere. */
export const setupIntentQuery = (travelerId: number, attempt: string) =>
  queryOptions({
    queryKey: [CARDS, 'setup-intent', travelerId, attempt],
    queryFn: ({ signal }) =>
      client
        .call(api.paymentMethods.setupIntent, { params: { id: travelerId }, signal })
        .then((answer) => answer.data.client_secret),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })

export const cardsChanged = (travelerId?: number): void =>
  void queryClient.invalidateQueries({ queryKey: [CARDS, 'of', ...(travelerId === undefined ? [] : [travelerId])] })
