import { ApiError, type Client, type Endpoint } from '@ambit/contract'
import { freshKey } from './fresh-key.ts'

/** ms after its answer was lost in which the same call is that call sent again; later somebody means it anew */
const SENT_AGAIN = 5 * 60_000

/** `lostAt`: null while the call is on its way; `record`: what it changes, null where it creates something */
type Open = { key: string; record: string | null; lostAt: number | null }

/** Calls of one record have the first part of their name and the parameters of their path in common. */
const recordOf = ({ name, path }: Endpoint, params: unknown): string | null =>
  path.includes(':') ? JSON.stringify([name.split('.')[0], params]) : null

/**
 * Gives every creating call an idempotency key. One whose answer was lost, or told nothing about its outcome, keeps it
 * for some minutes, or until another call has changed its record: the same call sent again creates nothing twice. Once
 * it is answered or refused, the same call is a new one.
 */
export const keyedCalls = ({ call, fetch }: Client): Client => {
  const open = new Map<string, Open>()
  const openCall = (sent: string, endpoint: Endpoint, params: unknown): Open => {
    const known = open.get(sent)
    if (known !== undefined && (known.lostAt === null || Date.now() - known.lostAt < SENT_AGAIN)) return known
    const record = endpoint.status === 201 ? null : recordOf(endpoint, params)
    const opened = { key: freshKey(), record, lostAt: null }
    open.set(sent, opened)
    return opened
  }
  const answered: Client['call'] = async (endpoint, input = {}) => {
    const answer = await call(endpoint, input)
    const record = endpoint.method === 'GET' ? null : recordOf(endpoint, input.params)
    if (record === null) return answer
    for (const [sent, other] of open) if (other.record === record && other.lostAt !== null) open.delete(sent)
    return answer
  }
  return {
    fetch,
    call: async (endpoint, input = {}) => {
      if (!endpoint.keyed || input.idempotencyKey !== undefined) return answered(endpoint, input)
      const sent = JSON.stringify([endpoint.name, input.params, input.body])
      const opened = openCall(sent, endpoint, input.params)
      opened.lostAt = null
      try {
        const answer = await answered(endpoint, { ...input, idempotencyKey: opened.key })
        open.delete(sent)
        return answer
      } catch (error) {
        const abandoned = input.signal?.aborted === true
        if (abandoned || (error instanceof ApiError && error.status < 500)) open.delete(sent)
        else opened.lostAt = Date.now()
        throw error
      }
    },
  }
}
