import { ApiError, type Client } from '@ambit/contract'
import { freshKey } from './fresh-key.ts'

/**
 * Gives every creating call an idempotency key. One whose answer was lost, or told nothing about its outcome, keeps it:
 * the same call sent again creates nothing twice. Once it is answered or refused, the same call is a new one.
 */
export const keyedCalls = ({ call, fetch }: Client): Client => {
  const open = new Map<string, string>()
  return {
    fetch,
    call: async (endpoint, input = {}) => {
      if (!endpoint.keyed || input.idempotencyKey !== undefined) return call(endpoint, input)
      const sent = JSON.stringify([endpoint.name, input.params, input.body])
      const idempotencyKey = open.get(sent) ?? freshKey()
      open.set(sent, idempotencyKey)
      try {
        const answer = await call(endpoint, { ...input, idempotencyKey })
        open.delete(sent)
        return answer
      } catch (error) {
        const abandoned = input.signal?.aborted === true
        if (abandoned || (error instanceof ApiError && error.status < 500)) open.delete(sent)
        throw error
      }
    },
  }
}
