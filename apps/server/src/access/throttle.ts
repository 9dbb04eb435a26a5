import type { Clock } from '../deps.ts'
import { createRateLimit } from '../http/rate-limit.ts'

const QUARTER_HOUR = 15 * 60_000
const PER_ACCOUNT = 10
const PER_ADDRESS = 100

/**
 * Holds up guessing: ten failures for an account, a hundred from an address, in a quarter of an hour. The account's
 * name counts whether it exists or not, so that being held up tells nothing.
 */
export type Throttle = {
  /** throws 429 while too many have failed */
  check: (account: string, address: string) => void
  failed: (account: string, address: string) => void
  succeeded: (account: string) => void
}

export const createThrottle = (clock: Pick<Clock, 'wall'>): Throttle => {
  const limit = createRateLimit(clock)
  const accountKey = (account: string): string => `account:${account.trim().toLowerCase()}`
  const addressKey = (address: string): string => `address:${address}`
  return {
    check: (account, address) => {
      limit.check(accountKey(account), PER_ACCOUNT, QUARTER_HOUR)
      limit.check(addressKey(address), PER_ADDRESS, QUARTER_HOUR)
    },
    failed: (account, address) => {
      limit.count(accountKey(account), QUARTER_HOUR)
      limit.count(addressKey(address), QUARTER_HOUR)
    },
    succeeded: (account) => limit.forget(accountKey(account)),
  }
}
