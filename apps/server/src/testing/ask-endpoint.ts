import * as contract from '@ambit/contract'
import { bases, type Endpoint, ErrorEnvelope, urlOf } from '@ambit/contract'
import { THEIR_PHOTO } from './photographed.ts'

/** every endpoint of the contract */
export const endpoints: readonly Endpoint[] = Object.values(contract.api).flatMap((group): Endpoint[] =>
  Object.values(group),
)
export const guarded = endpoints.filter(({ access }) => access !== 'public')

/** an id that no record has */
const NOBODY = 4711

type Asking = { id?: number | string | undefined; base?: string | undefined; body?: unknown }

/** Asks for a record that does not exist with a body that no endpoint would take: a refusal comes before both. */
export const askEndpoint = async (
  origin: string,
  endpoint: Endpoint,
  token: string | null,
  { id = NOBODY, base, body = { not: 'what it wants' } }: Asking = {},
) => {
  const path = urlOf(endpoint, { id, payment_method_id: 'pm_theirs', photo: THEIR_PHOTO })
  const response = await fetch(origin + (base === undefined ? path : path.replace(bases.ops, base)), {
    method: endpoint.method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const answer: unknown = isJson ? await response.json() : null
  await response.body?.cancel().catch(() => undefined)
  return { name: endpoint.name, status: response.status, code: ErrorEnvelope.safeParse(answer).data?.errors[0]?.code }
}
