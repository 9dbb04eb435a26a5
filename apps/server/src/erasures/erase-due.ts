import { openRequestStatuses, refuseCancel } from '@ambit/domain'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { conflict, HttpError } from '../http/errors.ts'
import { each } from '../jobs/each.ts'
import type { Job } from '../jobs/runner.ts'
import { recordChanged } from '../live/record-changed.ts'
import { closeRequest, dueErasures, isWaiting } from '../privacy-requests/erase-later.ts'
import { byEngine } from '../planning/change/booking-history.ts'
import { logErased } from '../retention/erased-log.ts'
import { cancelServiceRequest } from '../service-requests/cancel.ts'
import { eraseTraveler } from './erase.ts'
import { previewErasure } from './preview.ts'

const REASON = 'The passenger has deleted the account in the app'

/**
 * Erases passengers who asked for it in the app a week ago and have not signed in since. Rides ahead are cancelled. With a
 * fare that is due, a hold or an objection it waits, and staff see that the request is open.
 */
export const eraseDue: Job = {
  name: 'erasures.due',
  every: 3600_000,
  run: async (deps, signal) => {
    const { db, clock, config } = deps
    const due = await dueErasures(db, clock.now())
    try {
      await each(due, { signal, words: 'Not all passengers could be erased' }, (request) => eraseAsAsked(deps, request))
    } finally {
      if (due.length > 0 && config.dataFolder !== '') await logErased(db, config.dataFolder)
    }
  },
}

type Due = { id: number; traveler_id: number }

const eraseAsAsked = async (deps: Deps, due: Due): Promise<void> => {
  const { db, clock, looks } = deps
  const { id, traveler_id } = due
  const now = clock.now()
  if (await onlyRidesAhead(deps, traveler_id)) await cancelRides(deps, due)
  // What waits to be written may name the passenger.
  await looks.write()
  await db.transaction().execute(async (tx) => {
    if (!(await stillWaits(tx, due))) return
    if ((await previewErasure(tx, traveler_id, now)).obstacles.length > 0) return
    await closeRequest(tx, { id, state: 'fulfilled', text: 'The account was deleted.', now })
    await recordChanged(tx, 'travelers', traveler_id)
    await eraseTraveler(tx, traveler_id, REASON, now)
  })
}

/** Nobody signs in until the transaction ends. */
const stillWaits = async (tx: Transaction<DB>, { id, traveler_id }: Due): Promise<boolean> => {
  await tx.selectFrom('travelers').select('id').where('id', '=', traveler_id).forUpdate().execute()
  return isWaiting(tx, id)
}

/** Rides of a passenger who is not erased anyway stay. */
const onlyRidesAhead = async ({ db, clock }: Deps, travelerId: number): Promise<boolean> =>
  (await previewErasure(db, travelerId, clock.now())).obstacles.every((words) => words.endsWith('still ahead'))

const cancelRides = async (deps: Deps, due: Due): Promise<void> => {
  const rides = await deps.db
    .selectFrom('service_requests')
    .select(['id', 'status'])
    .where('traveler_id', '=', due.traveler_id)
    .where('status', 'in', openRequestStatuses)
    .execute()
  for (const { id, status } of rides) {
    if (refuseCancel(status) !== null) continue
    try {
      await cancelServiceRequest(deps, { id, reason: REASON }, byEngine, async (tx) => {
        if (!(await stillWaits(tx, due))) throw conflict('The passenger has signed in again')
      })
    } catch (error) {
      // It stays: it has begun since, and the passenger is erased after it, or the account is kept.
      if (!(error instanceof HttpError)) throw error
    }
  }
}
