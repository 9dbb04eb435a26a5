import { discounted } from '@ambit/domain'
import { createCounts, LONGEST_WINDOW_MS, throttleKey } from '../access/throttle.ts'
import type { Deps } from '../deps.ts'
import { discountNow } from '../discounts/apply.ts'
import { HttpError, invalid, tooMany } from '../http/errors.ts'
import type { PassengerActor } from '../rides/me.ts'
import { ownOffering } from './offerings.ts'

/** Wrong codes in an hour, after which none is looked up. */
const WRONG_CODES = 10
const NOT_VALID = 'This code is not valid now'

type Asked = { code: string; pointer: string }

/**
 * The discount of a code that holds now. 422 beside `pointer` for every other, in the same words whatever the reason; 429
 * after ten of them in an hour, for a code that holds as well, so that none can be guessed at.
 */
export const knownDiscount = async (deps: Deps, passenger: Pick<PassengerActor, 'id'>, { code, pointer }: Asked) => {
  const counts = createCounts(deps, LONGEST_WINDOW_MS)
  const key = throttleKey('ride code', String(passenger.id))
  const heldUp = await counts.count(key, WRONG_CODES)
  if (heldUp !== null) {
    const minutes = Math.max(1, Math.ceil(heldUp / 60))
    const until = `Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
    throw tooMany(heldUp, `${WRONG_CODES} codes were not valid. ${until}`)
  }
  try {
    const found = await discountNow(deps.db, { code, now: deps.clock.now(), pointer })
    await counts.giveBack(key)
    return found
  } catch (error) {
    throw error instanceof HttpError && error.status === 422 ? invalid([{ pointer, detail: NOT_VALID }]) : error
  }
}

/** What an offering of the passenger's, or of one whom they book for, costs with a code. */
export const tryCode = async (deps: Deps, id: number, code: string, passenger: PassengerActor) => {
  const { offering } = await ownOffering(deps.db, id, passenger)
  const found = await knownDiscount(deps, passenger, { code, pointer: '/code' })
  return { discount_code: found.code, total_price: discounted(offering.total_price, found) }
}
