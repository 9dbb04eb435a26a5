import { ApiError, type Client } from '@ambit/contract'

/** Puts the server's question to who is signed in; answers the reason, or null for none. */
type Ask = (question: string) => Promise<string | null>

const nobody: Ask = () => Promise.resolve(null)
let ask = nobody

/** From now on this asks. Returns the way to stop it. */
export const askForReasonBy = (next: Ask): (() => void) => {
  ask = next
  return () => {
    if (ask === next) ask = nobody
  }
}

let batches = 0

/** What is done to many records is explained once: until all is done, calls with the same question take one answer. */
export const explainedOnce = async <T>(work: () => Promise<T>): Promise<T> => {
  batches += 1
  try {
    return await work()
  } finally {
    batches -= 1
    if (batches === 0) asking.clear()
  }
}

/** One question is asked at a time, and calls with the same question take one answer. */
const asking = new Map<string, Promise<string | null>>()
const askOnce = (question: string): Promise<string | null> => {
  const open = asking.get(question)
  if (open !== undefined) return open
  const answer = Promise.all(asking.values())
    .then(() => ask(question))
    .finally(() => batches === 0 && asking.delete(question))
  asking.set(question, answer)
  return answer
}

/** What the server asks for, where it refuses a call without a reason; null for another error. */
export const questionOf = (error: unknown): string | null =>
  (error instanceof ApiError && error.errors.find(({ code }) => code === 'reason_needed')?.detail) || null

/** A call that needs a reason is made again with the one that was given. */
export const reasonedCalls = ({ call, fetch }: Client): Client => ({
  fetch,
  call: async (endpoint, input = {}) => {
    try {
      return await call(endpoint, input)
    } catch (error) {
      const question = input.reason === undefined ? questionOf(error) : null
      if (question === null) throw error
      const reason = await askOnce(question)
      if (reason === null) throw error
      return call(endpoint, { ...input, reason })
    }
  },
})
