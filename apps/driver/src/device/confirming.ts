import { api } from '@ambit/contract'
import type { Core } from './core.ts'
import type { OpenTrip } from './device.ts'

/** A card that is not confirmed for so long goes to dispatch. ms */
const LONGEST_MS = 60_000

const changedPlan = (open: OpenTrip | null): string | null => {
  const changes = open?.changes.filter(({ kind }) => kind !== 'given_away') ?? []
  return open === null || changes.length === 0 ? null : JSON.stringify([open.manifest.trip.id, changes])
}

/** Tells dispatch that the driver has not confirmed a changed plan, and once that has happened after all. */
export const createConfirming = (core: Core): { look: () => void } => {
  /** `since`: by the clock that cannot be set, ms */
  let shown: { about: string; since: number } | null = null
  let busy = false
  const told = async (trip: string, confirmed: boolean): Promise<boolean> => {
    const answer = await core.calls.call(api.driver.planConfirmation, {
      params: { id: Number(trip) },
      body: { confirmed },
    })
    // A trip that is another driver's by now needs no confirming.
    return answer.kind === 'answered' || (answer.kind === 'refused' && answer.error.status === 404)
  }
  const once = async (): Promise<void> => {
    const { open } = core.store.get()
    const about = changedPlan(open)
    const { steady } = core.time.read()
    if (about === null) shown = null
    else if (shown?.about !== about) shown = { about, since: steady }
    const known = await core.db.get('device', 'unconfirmed')
    if (about === null && known !== undefined) {
      if (await told(known, true)) await core.db.delete('device', 'unconfirmed')
      return
    }
    if (shown === null || open === null || known !== undefined || steady - shown.since < LONGEST_MS) return
    const trip = String(open.manifest.trip.id)
    if (await told(trip, false)) await core.db.put('device', trip, 'unconfirmed')
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
