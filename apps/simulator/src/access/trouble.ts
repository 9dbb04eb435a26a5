import { ApiError, NetworkError } from '@ambit/contract'

/** An error that ends the simulation, with one sentence for the person who started it. */
export class Trouble extends Error {
  override readonly name = 'Trouble'
}

/** Who called what, and the API's own sentence: what a person can act on, never a trace. */
export const sentence = (error: unknown): string => {
  if (error instanceof ApiError) {
    const fields = error.errors.slice(1).map(({ detail }) => detail)
    return `${new URL(error.url).pathname} answered ${error.status}: ${[error.message, ...fields].join('; ')}`
  }
  if (error instanceof NetworkError) return `${error.message} at ${new URL(error.url).origin}`
  if (error instanceof Error && error.name === 'ZodError')
    return 'The server answered something that the contract does not know'
  return error instanceof Error ? error.message : String(error)
}
