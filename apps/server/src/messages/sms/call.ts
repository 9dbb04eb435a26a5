import type { SmsAnswer } from './gateway.ts'

type Call = {
  url: string
  method: string
  headers: Readonly<Record<string, string>>
  body: string
  patienceMs: number
  /** from what the gateway answers */
  idOf: (answer: unknown) => string | null
  /** why it refuses, from what it answers */
  reasonOf: (answer: unknown) => string | null
}

const LONGEST_REASON = 200
const LONGEST_ANSWER = 10_000

/** One request to a gateway. It throws nothing: what went wrong is an answer too. */
export const callGateway = async ({ url, idOf, reasonOf, patienceMs, ...request }: Call): Promise<SmsAnswer> => {
  let response: Response
  try {
    response = await fetch(url, { ...request, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })
  } catch (error) {
    return failureOf(error)
  }
  const answer = await answerOf(response)
  const { status } = response
  if (status >= 200 && status < 300) return { kind: 'accepted', provider_id: idOf(answer) }
  const reason = (reasonOf(answer) ?? `The gateway answered ${status}`).slice(0, LONGEST_REASON)
  return { kind: status === 429 || status >= 500 ? 'later' : 'refused', reason }
}

const NOT_REACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

const failureOf = (error: unknown): SmsAnswer => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : null
  const code = cause !== null && 'code' in cause ? String(cause.code) : ''
  return NOT_REACHED.includes(code)
    ? { kind: 'later', reason: 'The gateway could not be reached' }
    : { kind: 'unknown', reason: 'The gateway did not answer' }
}

/** undefined: no JSON, or none that came in time. */
const answerOf = async (response: Response): Promise<unknown> => {
  try {
    const text = await response.text()
    return JSON.parse(text.slice(0, LONGEST_ANSWER))
  } catch {
    return undefined
  }
}

/** `messages.0.id` of an answer, as a text. */
export const at = (answer: unknown, path: string): string | null => {
  let value: unknown = answer
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return null
    value = Object.entries(value).find(([name]) => name === part)?.[1]
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, LONGEST_REASON) : null
}
