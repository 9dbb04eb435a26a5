import { ApiError } from '@ambit/contract'

/** The error that refused a call; throws when the call succeeded or failed in another way. */
export const refusal = async (call: Promise<unknown>): Promise<ApiError> => {
  try {
    await call
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('The call was answered, and should have been refused')
}

/** The errors that refused calls that run at the same time, in their order. */
export const refusals = (calls: readonly Promise<unknown>[]): Promise<ApiError[]> => Promise.all(calls.map(refusal))
