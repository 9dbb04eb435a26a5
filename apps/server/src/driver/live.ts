import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { keepAlive, whenClosed } from '../live/connection.ts'
import { follow } from '../live/follow.ts'
import type { EventWriter } from '../live/stream.ts'
import { sessionHolder } from '../sessions/queries.ts'
import { drivenBy, LATEST_MS } from './require-own.ts'

/** How often trips that were given to the driver are looked for, in ms. */
const LOOK_EVERY = 15_000

type Driver = Extract<Actor, { kind: 'driver' }>
type Stream = { writer: EventWriter; reply: FastifyReply; lastId: number | null }

/** Tells a driver on which own trips something is new; the app asks for what it shows. Of other trips nothing is sent. */
export const followTrips = async (deps: Deps, driver: Driver, { writer, reply, lastId }: Stream): Promise<void> => {
  let own: ReadonlySet<number> = new Set()
  const look = async (): Promise<void> => {
    try {
      own = await ownTrips(deps, driver)
    } catch (error) {
      deps.log.warn({ err: error }, 'trips to follow could not be read')
    }
  }
  const looking = setInterval(() => void look(), LOOK_EVERY)
  whenClosed(reply, () => clearInterval(looking))
  await look()
  await follow(deps, { writer, lastId }, ({ id, payload }) => {
    if (payload.kind !== 'trip' && payload.kind !== 'driver_message') return
    if (own.has(payload.trip_id)) writer.tell(payload.kind, { trip_id: payload.trip_id }, id)
  })
  keepAlive(
    deps,
    { writer, reply },
    () => isSignedIn(deps, driver),
    () => false,
  )
}

/** Those that are not long over, also that were given to another driver: that is news as well. */
const ownTrips = async ({ db, clock }: Deps, driver: Driver): Promise<ReadonlySet<number>> => {
  const rows = await db
    .selectFrom('trips as t')
    .where(drivenBy(driver.id))
    .where('t.end_datetime', '>', new Date(clock.now().getTime() - LATEST_MS))
    .select('t.id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

const isSignedIn = async ({ db, clock }: Deps, { session_id }: Driver): Promise<boolean> => {
  const holder = await sessionHolder(db, session_id)
  return holder?.kind === 'driver' && holder.expires_at > clock.wall()
}
