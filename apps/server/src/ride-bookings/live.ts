import type { FastifyReply } from 'fastify'
import { openRequestStatuses } from '@ambit/domain'
import type { LiveEvent } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import { keepAlive } from '../live/connection.ts'
import type { EventWriter } from '../live/stream.ts'
import { sessionHolder } from '../sessions/queries.ts'
import { maySee, ridersOf } from '../ride-helpers/acting.ts'
import type { PassengerActor } from '../rides/me.ts'

/** How often rides that were booked elsewhere are looked for, in ms. */
const LOOK_EVERY = 15_000

/** Open rides of the passenger and of those whom they help, each with its trip. */
type OwnRides = ReadonlyMap<number, number | null>

/**
 * Tells a passenger which of these rides has changed, or whose vehicle has moved; the app asks for the ride again. Of
 * others nothing is sent, not even that there are any.
 */
export const followRides = async (
  deps: Deps,
  passenger: PassengerActor,
  writer: EventWriter,
  reply: FastifyReply,
): Promise<void> => {
  let own: OwnRides = new Map()
  const look = async (): Promise<void> => {
    try {
      own = await ownRides(deps, passenger)
    } catch (error) {
      deps.log.warn({ err: error }, 'rides to follow could not be read')
    }
  }
  const stop = deps.live.subscribe(({ payload }) => {
    const changed = ridesOf(payload, own)
    for (const id of changed) writer.tell('ride', { id })
    // It may be on another trip now.
    if (changed.length > 0 && payload.kind === 'service_request') void look()
  })
  const looking = setInterval(() => void look(), LOOK_EVERY)
  reply.raw.on('close', () => {
    stop()
    clearInterval(looking)
  })
  await look()
  writer.tell('ready', {})
  keepAlive(
    deps,
    { writer, reply },
    () => isSignedIn(deps, passenger),
    () => false,
  )
}

const ownRides = async ({ db }: Deps, passenger: PassengerActor): Promise<OwnRides> => {
  const riders = (await ridersOf(db, passenger)).filter(maySee)
  const rows = await db
    .selectFrom('service_requests')
    .where(
      'traveler_id',
      'in',
      riders.map(({ id }) => id),
    )
    .where('status', 'in', openRequestStatuses)
    .select(['id', 'trip_id'])
    .execute()
  return new Map(rows.map((row) => [row.id, row.trip_id]))
}

const ridesOf = (event: LiveEvent, own: OwnRides): number[] => {
  if (event.kind === 'service_request') return own.has(event.service_request_id) ? [event.service_request_id] : []
  if (event.kind !== 'trip' && event.kind !== 'position') return []
  return [...own].filter(([, trip]) => trip === event.trip_id).map(([id]) => id)
}

const isSignedIn = async ({ db, clock }: Deps, { session_id }: PassengerActor): Promise<boolean> => {
  const holder = await sessionHolder(db, session_id)
  return holder?.kind === 'passenger' && holder.expires_at > clock.wall()
}
