import type { Transaction } from 'kysely'
import { openRequestStatuses } from '@ambit/domain'
import { addressOf, codeFor, takeLinkBack } from '../access/ride-links.ts'
import { keyedHashes } from '../access/secrets.ts'
import { noteEvent } from '../audit/note-event.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../http/errors.ts'
import { publish } from '../live/publish.ts'
import type { PassengerActor } from '../rides/me.ts'
import { lockServiceRequest } from '../service-requests/queries.ts'
import { ownBooking } from './bookings.ts'

const note = (tx: Transaction<DB>, id: number, sharing: 'begun' | 'ended') =>
  noteEvent(tx, { kind: 'access', record_kind: 'service_requests', record_id: String(id), told: { sharing } })

const track = (id: number) => ({ service_request_id: id, purpose: 'track' }) as const

/** The link by which others follow the ride. 409 once the ride has ended. */
export const shareRide = async (deps: Deps, id: number, passenger: PassengerActor): Promise<{ link: string }> => {
  const hash = await keyedHashes(deps)
  return deps.db.transaction().execute(async (tx) => {
    await lockServiceRequest(tx, id)
    const { status } = await ownBooking(tx, id, passenger, deps.clock.now())
    const isOpen = openRequestStatuses.some((one) => one === status)
    if (!isOpen) throw conflict('This ride has ended, so it cannot be shared any more')
    const isNew = await isUnshared(tx, id)
    const code = await codeFor({ ...deps, hash }, tx, track(id))
    if (isNew) await note(tx, id, 'begun')
    return { link: addressOf(deps.config, code) }
  })
}

const isUnshared = async (tx: Transaction<DB>, id: number): Promise<boolean> => {
  const found = await tx
    .selectFrom('ride_links')
    .select('id')
    .where('service_request_id', '=', id)
    .where('purpose', '=', 'track')
    .executeTakeFirst()
  return found === undefined
}

/** From now on the link opens nothing. */
export const stopSharing = (deps: Deps, id: number, passenger: PassengerActor): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const { trip_id, zone_id, region_id } = await ownBooking(tx, id, passenger, deps.clock.now())
    if (!(await takeLinkBack(tx, track(id)))) return
    await note(tx, id, 'ended')
    // Whoever follows by the link hears that it opens nothing any more.
    await publish(tx, [{ kind: 'service_request', service_request_id: id, trip_id, zone_id, region_id }])
  })
