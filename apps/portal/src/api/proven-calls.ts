import { ApiError, type Client } from '@ambit/contract'

/** Asks who is signed in to show it again; answers whether they did. */
type Ask = () => Promise<boolean>

let ask: Ask = () => Promise.resolve(false)

/** From now on this asks. Returns the way to stop it. */
export const askForProofBy = (next: Ask): (() => void) => {
  ask = next
  return () => {
    if (ask === next) ask = () => Promise.resolve(false)
  }
}

/** Calls that need it at the same time wait for one answer. */
let asking: Promise<boolean> | null = null
const askOnce = (): Promise<boolean> => (asking ??= ask().finally(() => (asking = null)))

const needsProof = (error: unknown): boolean =>
  error instanceof ApiError && error.errors.some(({ code }) => code === 'proof_needed')

/** A call that the server answers only soon after a proof is made again once there is one. */
export const provenCalls = ({ call, fetch }: Client): Client => ({
  fetch,
  call: async (endpoint, input) => {
    try {
      return await call(endpoint, input)
    } catch (error) {
      if (!needsProof(error) || !(await askOnce())) throw error
      return call(endpoint, input)
    }
  },
})
