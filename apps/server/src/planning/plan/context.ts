import type { Kysely } from 'kysely'
import { reach } from '@ambit/domain'
import type { LngLat } from '@ambit/geo'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { invalid, notReady } from '../../http/errors.ts'
import { streetsWithout } from './closures.ts'
import { planAt, settingsAt } from './cache.ts'
import { monitorsOf, readMonitors, readZoneVersions } from './queries.ts'
import type { ZoneVersion } from './queries.ts'
import type { Monitors, Seconds, ZonePlan, ZoneSettings } from './types.ts'
import type { Roads } from './roads.ts'

/** What a plan is worked out from: the plan, the streets as they are open now, and where the vehicles are. */
export type PlanningContext = { plan: ZonePlan; roads: Roads; monitors: Monitors; now: Seconds }

/** The street data, or 503: planning never falls back on straight lines. */
export const roadsOf = (deps: Pick<Deps, 'streets'>): Roads => openStreets(deps)

/** The same as a zone's vehicles find them now: without the streets that are closed. */
export const roadsIn = (deps: Deps, { closures }: ZoneSettings): Roads =>
  streetsWithout(openStreets(deps), closures, nowOf(deps))

const openStreets = (deps: Pick<Deps, 'streets'>) => {
  const streets = deps.streets.current()
  if (streets === null) throw notReady('Street data is missing: trips cannot be planned until it is imported')
  return streets
}

/** Whole seconds, so that every time of a plan is one. */
export const nowOf = (deps: Deps): Seconds => Math.ceil(deps.clock.now().getTime() / 1000)

export type Ends = { origin: LngLat; destination: LngLat }
export type ZoneChoice = {
  contexts: PlanningContext[]
  /** why the others are none */
  outside: Outside
  /** one that holds both ends, but is not booked with the app */
  by_phone: ZoneSettings | null
}
export type Outside = 'origin_outside' | 'destination_outside' | 'not_connected' | 'no_zone'

export type ZoneFilter = { zone_id: number | null; regions: readonly number[] | null }

/** The consumer app that is booked with; null: none, staff book. */
export type BookedWith = { app: number | null }

/** The settings of every active zone that a trip may be in, with the versions that they are of. */
const allowedZones = async (deps: Deps, filter: ZoneFilter) => {
  const versions = (await readZoneVersions(deps.db)).filter(
    (zone) => filter.zone_id === null || zone.zone_id === filter.zone_id,
  )
  const zones: { version: (typeof versions)[number]; settings: ZoneSettings }[] = []
  for (const version of versions) {
    const settings = await settingsAt(deps, deps.db, version)
    if (filter.regions === null || filter.regions.includes(settings.region_id)) zones.push({ version, settings })
  }
  return zones
}

export const zonesInService = async (deps: Deps, filter: ZoneFilter): Promise<ZoneSettings[]> =>
  (await allowedZones(deps, filter)).map(({ settings }) => settings)

/** Zones that one search plans in; each takes as long as a search in it alone. */
const MOST_ZONES = 8

/** Every active zone that holds both ends within its travel rules, with its plan as of now. Throws 422 for too many. */
export const contextsFor = async (deps: Deps, ends: Ends, filter: ZoneFilter & BookedWith): Promise<ZoneChoice> => {
  const zones = await allowedZones(deps, filter)
  const holding: (typeof zones)[number]['version'][] = []
  const reasons = new Set<Outside>()
  let by_phone: ZoneSettings | null = null
  for (const { version, settings } of zones) {
    const answer = reach(settings.areas, ends.origin, ends.destination)
    if (answer !== 'reachable') reasons.add(answer)
    else if (filter.app === null || settings.allowed_apps.includes(filter.app)) holding.push(version)
    else by_phone ??= settings
  }
  if (holding.length > MOST_ZONES) {
    const detail = `${holding.length} zones serve this journey, and at most ${MOST_ZONES} are searched at once. Please choose one`
    throw invalid([{ pointer: '/zone_id', detail }])
  }
  const now = nowOf(deps)
  const contexts: PlanningContext[] = []
  for (const version of holding) {
    const plan = await planAt(deps, deps.db, version)
    contexts.push({ plan, roads: roadsIn(deps, plan.settings), monitors: monitorsOf(version.monitors), now })
  }
  // The nearer to a service, the more it says: both ends inside beats one end inside beats none.
  const outside = (['not_connected', 'destination_outside', 'origin_outside'] as const).find((reason) =>
    reasons.has(reason),
  )
  return { contexts, outside: outside ?? 'no_zone', by_phone }
}

/** One zone's context inside a transaction that holds its lock. */
export const contextOf = async (deps: Deps, db: Kysely<DB>, version: ZoneVersion): Promise<PlanningContext> => {
  const plan = await planAt(deps, db, version)
  const monitors = await readMonitors(db, [version.zone_id])
  return { plan, roads: roadsIn(deps, plan.settings), monitors, now: nowOf(deps) }
}

/** A plan with more points than it visits, such as a new passenger's door. */
export const withPoints = (plan: ZonePlan, points: Iterable<readonly [number, LngLat]>): ZonePlan => ({
  ...plan,
  points: new Map([...plan.points, ...points]),
})
