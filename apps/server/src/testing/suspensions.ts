import { api } from '@ambit/contract'
import { addDays, dateIn } from '@ambit/domain'
import { byId, type Change, change, edited, fresh, sam, type World } from './changes.ts'
import { missOf } from './misses.ts'
import { pastRides } from './past-rides.ts'
import type { TestServer } from './server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Rides of a passenger that were taken, and so many that were missed, one each day before; like a booking of theirs. */
export const badRecord = async (
  server: Pick<TestServer, 'deps'>,
  like: number,
  { took = 5, missed = 5, traveler_id }: { took?: number; missed?: number; traveler_id?: number } = {},
): Promise<number[]> => {
  const whose = traveler_id === undefined ? {} : { traveler_id }
  if (took > 0) await pastRides(server, like, took, { daysAgo: 1, ...whose })
  const rides = missed > 0 ? await pastRides(server, like, missed, { daysAgo: 1, status: 'no_show', ...whose }) : []
  const misses: number[] = []
  for (const [index, ride] of rides.entries())
    misses.push(await missOf(server, ride, { at: new Date(server.deps.clock.now().getTime() - (1 + index) * DAY_MS) }))
  return misses
}

type Proposed = {
  traveler_id: number
  region_id: number
  days?: number | null
  miss?: number
  ride?: number
  place?: string
}

/** A step that is proposed, as of one missed ride. `days` null: a letter. */
export const proposedStep = async (
  { deps: { db, clock } }: Pick<TestServer, 'deps'>,
  { traveler_id, region_id, days = null, miss = 1, ride = 1, place = 'Market' }: Proposed,
): Promise<number> => {
  const now = clock.now()
  const then = new Date(now.getTime() - DAY_MS)
  const rests_on = {
    miss_id: miss,
    service_request_id: ride,
    kind: 'no_show',
    happened_at: then.toISOString(),
    window_from: then.toISOString(),
    window_to: new Date(then.getTime() + HOUR_MS / 4).toISOString(),
    time_zone: 'Australia/Brisbane',
    place,
    evidence: { waited_minutes: 5, metres: 20 },
  }
  const { id } = await db
    .insertInto('suspensions')
    .values({
      traveler_id,
      region_id,
      kind: days === null ? 'letter' : 'suspension',
      days,
      rests_on: JSON.stringify([rests_on]),
      figures: JSON.stringify({ journeys: 10, misses: 5, region_journeys: 100, region_misses: 6 }),
      proposed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The same once two others have decided and confirmed it: its letter has to be sent. */
export const confirmedStep = async (server: Pick<TestServer, 'deps'>, proposed: Proposed): Promise<number> => {
  const id = await proposedStep(server, proposed)
  const now = server.deps.clock.now()
  await server.deps.db
    .updateTable('suspensions')
    .set({ decided_at: now, decided_reason: 'It happened often', confirmed_at: now })
    .where('id', '=', id)
    .execute()
  return id
}

/** A suspension whose letter was sent, on these days. */
export const sentStep = async (
  server: Pick<TestServer, 'deps'>,
  { begins_on, ends_on, ...proposed }: Proposed & { begins_on: string; ends_on: string },
): Promise<number> => {
  const id = await confirmedStep(server, { days: 7, ...proposed })
  const sent = { letter_sent_at: server.deps.clock.now(), letter_sent_by: 'post' as const }
  await server.deps.db
    .updateTable('suspensions')
    .set({ ...sent, object_until: '2026-11-01', begins_on, ends_on })
    .where('id', '=', id)
    .execute()
  return id
}

/** Of a passenger of a region that proposes, with the miss that it rests on. */
const resting = async (w: World) => {
  const { server, town } = w
  await server.deps.db.updateTable('regions').set({ miss_policy: 'propose' }).where('id', '=', town.region_id).execute()
  const traveler_id = await town.passenger(fresh('Rider '))
  const ride = (await town.book({ who: traveler_id, from: 'Harbour', to: 'Hospital', at: '16:00' })).id
  return { traveler_id, region_id: town.region_id, ride, miss: await missOf(server, ride), days: 7 }
}
const decided = async (w: World): Promise<number> => {
  const id = await proposedStep(w.server, await resting(w))
  await w.server.deps.db
    .updateTable('suspensions')
    .set({ decided_at: w.server.deps.clock.now(), decided_reason: 'It happened often' })
    .where('id', '=', id)
    .execute()
  return id
}

const newcomer = async ({ town }: World, days: number | null = null) => ({
  traveler_id: await town.passenger(fresh('Rider ')),
  region_id: town.region_id,
  days,
})
const confirmed = async (w: World, days: number | null = null) => confirmedStep(w.server, await newcomer(w, days))
const sent = async (w: World): Promise<number> => {
  const id = await confirmed(w, 7)
  await sam(w).call(api.suspensions.sent, { params: { id }, body: { what: 'letter' } })
  return id
}
const dayAfter = ({ server }: World, days: number): string =>
  addDays(dateIn('Australia/Brisbane', server.deps.clock.now()), days)
const objected = async (w: World): Promise<number> => {
  const id = await sent(w)
  const body = { words: 'I was ill', objected_on: dayAfter(w, 0), hear_on: dayAfter(w, 5) }
  await sam(w).call(api.suspensions.object, { params: { id }, body })
  return id
}
const because = () => ({ reason: 'It happened often' })

export const suspensionChanges: readonly Change[] = [
  change(
    api.suspensions.decide,
    edited(async (w) => proposedStep(w.server, await resting(w)), because),
  ),
  change(api.suspensions.confirm, byId(decided)),
  change(api.suspensions.keepRide, async (w) => {
    const whose = await resting(w)
    const days = { begins_on: '2026-11-20', ends_on: '2026-11-26' }
    const id = await sentStep(w.server, { ...whose, ...days })
    return { params: { id }, body: { service_request_id: whose.ride } }
  }),
  change(
    api.suspensions.dismiss,
    edited(async (w) => proposedStep(w.server, await newcomer(w)), because),
  ),
  change(
    api.suspensions.sent,
    edited(
      (w) => confirmed(w),
      () => ({ what: 'letter' as const }),
    ),
  ),
  change(api.suspensions.lift, edited(sent, because)),
  change(
    api.suspensions.object,
    edited(sent, (w) => ({ words: 'I was ill', objected_on: dayAfter(w, 0), hear_on: dayAfter(w, 5) })),
  ),
  change(
    api.suspensions.setHearing,
    edited(objected, (w) => ({ hear_on: dayAfter(w, 6) })),
  ),
  change(
    api.suspensions.decideObjection,
    edited(objected, () => ({ outcome: 'refused' as const, reasons: 'It was not so' })),
  ),
]
