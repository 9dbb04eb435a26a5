import { ApiError, NetworkError } from '@ambit/contract'

/** An error that ends the simulation, with one sentence for the person who started it. */
export class Trouble extends Error {
  override readonly name = 'Trouble'
}

/** Where a device refuses by itself there is the path alone. */
const addressOf = (url: string): URL => new URL(url, 'http://device')

/** The user, the call and the API's own sentence: what a person can act on, without a stack trace. */
export const sentence = (error: unknown): string => {
  if (error instanceof ApiError) {
    const fields = error.errors.slice(1).map(({ detail }) => detail)
    return `${addressOf(error.url).pathname} answered ${error.status}: ${[error.message, ...fields].join('; ')}`
  }
  if (error instanceof NetworkError) return `${error.message} at ${addressOf(error.url).origin}`
  if (error instanceof Error && error.name === 'ZodError')
    return 'The server answered something that the contract does not know'
  return error instanceof Error ? error.message : String(error)
}
