import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { LiveEvent, ReplanCause } from '@ambit/contract'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/errors.ts'
import { publish } from '../../live/publish.ts'
import { contextOf, nowOf, roadsIn } from '../plan/context.ts'
import type { PlanningContext } from '../plan/context.ts'
import { settingsAt } from '../plan/cache.ts'
import { readMonitors, readPlan, readSettings, readVersion } from '../plan/queries.ts'
import type { ZoneVersion } from '../plan/queries.ts'
import type { ZonePlan } from '../plan/types.ts'
import { readyNetwork } from '../problem/ready-network.ts'
import { notePushes } from './driver-pushes.ts'
import { type Telling, writeMessages } from './messages.ts'

/**
 * A zone's plan under change: the only way to write trips, their stops, and what bookings are planned for. The zone is
 * locked for everyone else until the transaction ends. The functions of this folder take it, write, and note what they
 * touched; the version is raised and the live events are published once, at the end.
 */
export type PlanChange = {
  deps: Deps
  tx: Transaction<DB>
  zone: LockedZone
  now: Date
  noted: Noted
}

/** `version` is the one that the plan had when the lock was taken. */
export type LockedZone = ZoneVersion & { region_id: number }

/** What a change has touched: enough to publish it, to record it, and to tell whether it did anything. */
type Noted = {
  context: Promise<PlanningContext> | null
  /** the plan has changed */
  plan: boolean
  /** the trip of each booking that was touched, null for none */
  bookings: Map<number, number | null>
  trips: Set<number>
  others: LiveEvent[]
  /** what passengers are to be told */
  tellings: Telling[]
  /** bookings that left their vehicle, and their pin with it: their next history says so */
  unpinned: Set<number>
  /** the dispatch action that histories are linked with */
  action: number | null
  /** a better plan may exist now: planning looks as soon as the change is committed */
  wake: boolean
}

/** What laid the plan out differently; null for what only drives along it, such as a driver's action. */
export type PlanCause = ReplanCause | null

/** These open seats or fill them: the next vehicle soon sets out, so a better plan is looked for at once. */
const WAKING: readonly PlanCause[] = ['insertion', 'cancellation']

/**
 * Changes one zone's plan in one transaction. Nothing is raised, published or woken where `work` changed nothing.
 * Throws what `work` throws, with nothing changed.
 */
export const changePlan = <T>(
  deps: Deps,
  zoneId: number,
  cause: PlanCause,
  work: (change: PlanChange) => Promise<T>,
): Promise<T> => changePlans(deps, [zoneId], cause, ([change]) => work(change!)) // one zone, one change

/** The same for several zones: all or none. They are locked in the order of their ids, so that no two changes deadlock. */
export const changePlans = async <T>(
  deps: Deps,
  zoneIds: readonly number[],
  cause: PlanCause,
  work: (changes: readonly PlanChange[], tx: Transaction<DB>) => Promise<T>,
): Promise<T> => {
  const { result, changes } = await deps.db.transaction().execute((tx) => carryOut(deps, tx, zoneIds, cause, work))
  for (const { zone, noted } of changes) if (noted.wake) await deps.planning.wake(deps, zone.zone_id)
  return result
}

type OfBooking = {
  /** of the zone that the booking is in */
  own: PlanChange
  /** of every zone that is locked */
  changes: readonly PlanChange[]
}

/**
 * The same for the zone that a booking is in, and for others besides. A booking that is changed to a journey in another
 * zone while this waits for the lock is followed there. Throws 404 where there is no such booking.
 */
export const changePlansOfBooking = async <T>(
  deps: Deps,
  bookingId: number,
  otherZones: readonly number[],
  cause: PlanCause,
  work: (plans: OfBooking) => Promise<T>,
): Promise<T> => {
  for (;;) {
    const before = await zoneOfBooking(deps.db, bookingId)
    const done = await changePlans(deps, [before, ...otherZones], cause, async (changes, tx) => {
      const zoneId = await zoneOfBooking(tx, bookingId)
      const own = changes.find(({ zone }) => zone.zone_id === zoneId)
      return own === undefined ? null : { result: await work({ own, changes }) }
    })
    if (done !== null) return done.result
  }
}

const zoneOfBooking = async (db: Kysely<DB>, id: number): Promise<number> => {
  const at = await db.selectFrom('service_requests').select('zone_id').where('id', '=', id).executeTakeFirst()
  if (at === undefined) throw notFound()
  return at.zone_id
}

/** Carries a change out, for what comes of it, and takes it back: the same code with nothing committed or published. */
export const previewChange = <T>(deps: Deps, zoneId: number, work: (change: PlanChange) => Promise<T>): Promise<T> =>
  previewChanges(deps, [zoneId], ([change]) => work(change!)) // one zone, one change

/** The same for several zones. */
export const previewChanges = async <T>(
  deps: Deps,
  zoneIds: readonly number[],
  work: (changes: readonly PlanChange[], tx: Transaction<DB>) => Promise<T>,
): Promise<T> => {
  const tx = await deps.db.startTransaction().execute()
  try {
    return (await carryOut(deps, tx, zoneIds, null, work)).result
  } finally {
    await tx.rollback().execute()
  }
}

const carryOut = async <T>(
  deps: Deps,
  tx: Transaction<DB>,
  zoneIds: readonly number[],
  cause: PlanCause,
  work: (changes: readonly PlanChange[], tx: Transaction<DB>) => Promise<T>,
): Promise<{ result: T; changes: readonly PlanChange[] }> => {
  const changes: PlanChange[] = []
  for (const id of [...new Set(zoneIds)].toSorted((a, b) => a - b))
    changes.push({ deps, tx, zone: await lockZone(tx, id), now: deps.clock.now(), noted: nothing() })
  const result = await work(changes, tx)
  for (const change of changes) {
    if (change.noted.plan) {
      await raiseVersion(change, cause)
      if (WAKING.includes(cause)) change.noted.wake = true
    }
    await tell(change)
    if (cause !== null) await notePushes(tx, 'plan', change.noted.trips, change.now)
  }
  await publish(tx, changes.flatMap(eventsOf))
  return { result, changes }
}

const nothing = (): Noted => ({
  context: null,
  plan: false,
  bookings: new Map(),
  trips: new Set(),
  others: [],
  tellings: [],
  unpinned: new Set(),
  action: null,
  wake: false,
})

/** A booking that was just made is no changed one. */
const tell = async ({ deps, tx, zone, now, noted: { tellings } }: PlanChange): Promise<void> => {
  const made = new Set(
    tellings.filter(({ event }) => event === 'booking_confirmed').map(({ service_request_id }) => service_request_id),
  )
  const told = tellings.filter(
    ({ event, service_request_id }) => event !== 'booking_changed' || !made.has(service_request_id),
  )
  const waits = told.some(({ event }) => event === 'arrived')
  const wait_minutes = waits ? (await settingsAt(deps, tx, zone)).strategy.wait_minutes : 0
  await writeMessages(tx, told, { now, wait_minutes })
}

const readyContext = async (deps: Deps, tx: Transaction<DB>, zone: LockedZone): Promise<PlanningContext> => {
  const context = await contextOf(deps, tx, zone)
  await readyNetwork(deps.clock, context)
  return context
}

/** The plan as it was before this change, with the vehicles' positions and the streets. Read it before you write. */
export const planBefore = (change: PlanChange): Promise<PlanningContext> => {
  const { deps, tx, zone, noted } = change
  // What is read is kept under the zone's version: rows of this change must not be among it.
  if (noted.context === null && noted.plan) throw new Error('The plan was to be read before it was changed')
  noted.context ??= readyContext(deps, tx, zone)
  return noted.context
}

/**
 * The plan with what this change has written so far, kept for no one else; its context too, null without street data.
 * `version` is still the one from before.
 */
export const planChanged = async ({
  deps,
  tx,
  zone,
}: PlanChange): Promise<{ plan: ZonePlan; context: PlanningContext | null }> => {
  const { settings_version } = await readVersion(tx, zone.zone_id)
  const isSettled = settings_version === zone.settings_version
  const settings = isSettled ? await settingsAt(deps, tx, zone) : await readSettings(tx, zone.zone_id)
  const { plan } = await readPlan(tx, settings, zone.version, new Map())
  if (deps.streets.current() === null) return { plan, context: null }
  const monitors = await readMonitors(tx, [zone.zone_id])
  return { plan, context: { plan, roads: roadsIn(deps, settings), monitors, now: nowOf(deps) } }
}

/**
 * Carries work out that may fail: then nothing of it is left, and what it threw is thrown. Others of the change stay.
 */
export const attempt = async <T>(change: PlanChange, work: () => Promise<T>): Promise<T> => {
  const { tx, noted } = change
  const kept = {
    ...noted,
    bookings: new Map(noted.bookings),
    trips: new Set(noted.trips),
    others: [...noted.others],
    tellings: [...noted.tellings],
    unpinned: new Set(noted.unpinned),
  }
  await sql`savepoint attempt`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint attempt`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx)
    Object.assign(noted, kept)
    throw error
  }
}

/** Notes that the plan holds something else for a booking from now on. */
export const noteBooking = ({ noted }: PlanChange, id: number, tripId: number | null): void => {
  noted.plan = true
  noted.bookings.set(id, tripId)
}

/** Records that a trip has changed. */
export const noteTrip = ({ noted }: PlanChange, id: number): void => {
  noted.plan = true
  noted.trips.add(id)
}

/** Records that a schedule has changed. */
export const noteSchedule = ({ zone, noted }: PlanChange, service_plan_id: number): void => {
  noted.plan = true
  noted.others.push({ kind: 'service_plan', service_plan_id, ...placeOf(zone) })
}

/** Notes what passengers are to be told of this change, once it stands. */
export const noteTellings = ({ noted }: PlanChange, tellings: readonly Telling[]): void => {
  noted.tellings.push(...tellings)
}

/** Tells boards and lists of actions that there is a new one. */
export const noteAction = ({ zone, noted }: PlanChange, dispatch_action_id: number | null): void => {
  noted.others.push({ kind: 'dispatch_action', dispatch_action_id, ...placeOf(zone) })
}

/** Publishes trips whose expected times have changed; the plan has not. */
export const announceTrips = ({ noted }: PlanChange, ids: Iterable<number>): void => {
  for (const id of ids) noted.trips.add(id)
}

/** A promise is late: the plan counts as another one, and a better one is looked for at once. */
export const requireBetterPlan = ({ noted }: PlanChange): void => {
  noted.plan = true
  noted.wake = true
}

const placeOf = ({ zone_id, region_id }: LockedZone) => ({ zone_id, region_id })

const eventsOf = ({ zone, noted }: PlanChange): LiveEvent[] => [
  ...[...noted.bookings].map(([service_request_id, trip_id]) => ({
    kind: 'service_request' as const,
    service_request_id,
    trip_id,
    ...placeOf(zone),
  })),
  ...[...noted.trips].map((trip_id) => ({ kind: 'trip' as const, trip_id, ...placeOf(zone) })),
  ...noted.others,
]

/** The empty plan of a new zone. */
export const createPlan = async (tx: Transaction<DB>, zoneId: number): Promise<void> => {
  await tx
    .insertInto('zone_plans')
    .values({ zone_id: zoneId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const lockZone = async (tx: Transaction<DB>, zoneId: number): Promise<LockedZone> => {
  const lock = () =>
    tx
      .selectFrom('zone_plans')
      .where('zone_id', '=', zoneId)
      .select(['zone_id', 'version', 'settings_version'])
      .select((eb) =>
        eb
          .selectFrom('zones')
          .whereRef('zones.id', '=', 'zone_plans.zone_id')
          .select('zones.region_id')
          .$asScalar()
          .$notNull()
          .as('region_id'),
      )
      .forUpdate()
  const known = await lock().executeTakeFirst()
  if (known !== undefined) return known
  await createPlan(tx, zoneId)
  return lock().executeTakeFirstOrThrow()
}

const raiseVersion = async ({ tx, zone, now }: PlanChange, cause: PlanCause): Promise<void> => {
  await tx
    .updateTable('zone_plans')
    .set({ version: sql`version + 1` })
    .$if(cause !== null, (update) => update.set({ replanned_at: now, replanned_by: cause! })) // as just asked
    .where('zone_id', '=', zone.zone_id)
    .execute()
}
