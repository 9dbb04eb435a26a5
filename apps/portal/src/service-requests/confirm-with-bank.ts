import { api } from '@ambit/contract'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { type CardElementSource, cardScriptQuery, NO_PROVIDER } from '../records/card-provider.ts'
import { bookingStrings as words } from './strings.ts'

/**
 * The bank asks the cardholder in the provider's own window (3-D Secure). Answers why it did not confirm, in the
 * provider's words; null when it did. Throws ApiError and NetworkError.
 */
export const confirmWithBank = async (id: number, source: CardElementSource): Promise<string | null> => {
  const { data } = await client.call(api.payments.secret, { params: { id } })
  const provider = await queryClient.fetchQuery(cardScriptQuery(source)).catch(() => null)
  if (provider === null) return NO_PROVIDER
  if (data.client_secret === null) return words.payments.chargeFailed
  const { error } = await provider.confirmCardPayment(
    data.client_secret,
    data.payment_method_id === null ? {} : { payment_method: data.payment_method_id },
  )
  return error === undefined ? null : (error.message ?? words.payments.chargeFailed)
}
