import { api, type WalkOnFit } from '@ambit/contract'
import type { Core } from './core.ts'
import type { Place, WalkOnParty } from './device.ts'

/** The server can say it only once it knows where the vehicle stands; without a signal nobody waits for it. */
export const asksWalkOn = async (
  { calls, session, store }: Core,
  party: WalkOnParty,
  sync: () => Promise<void>,
): Promise<WalkOnFit | null> => {
  const { sending } = store.get()
  if (session === null || session.open === null || sending.silent_since !== null) return null
  if (sending.unsent > 0) await sync()
  if (store.get().sending.unsent > 0) return null
  const body = { ...party, position: spotOf(store.get().place) }
  const answer = await calls.call(api.driver.walkOnSearch, { params: { id: session.open }, body })
  return answer.kind === 'answered' ? answer.answer.data : null
}

const spotOf = (place: Place | null) => (place === null ? null : { lat: place.lat, lon: place.lon })
