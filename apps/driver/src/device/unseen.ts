import { api } from '@ambit/contract'
import type { Core } from './core.ts'
import { isRunning } from './positions.ts'

/** Tells dispatch that the phone may not tell where it is, and once it may again. */
export const createUnseen = (core: Core): { look: () => void } => {
  let busy = false
  const told = async (trip: string, refused: boolean): Promise<boolean> => {
    const answer = await core.calls.call(api.driver.locationPermission, {
      params: { id: Number(trip) },
      body: { refused },
    })
    return answer.kind === 'answered' || (answer.kind === 'refused' && answer.error.status === 404)
  }
  const once = async (): Promise<void> => {
    const { open, place_refused } = core.store.get()
    const trip = open !== null && isRunning(open) && !open.elsewhere && place_refused ? open.manifest.trip.id : null
    const known = await core.db.get('device', 'unseen')
    if (known !== undefined && known !== String(trip)) {
      if (await told(known, false)) await core.db.delete('device', 'unseen')
    } else if (trip !== null && known === undefined && (await told(String(trip), true)))
      await core.db.put('device', String(trip), 'unseen')
  }
  return {
    look: () => {
      if (busy || core.session === null || core.session.token === null) return
      busy = true
      void once().finally(() => {
        busy = false
      })
    },
  }
}
