import type { RestsOn, StepFigures } from '@ambit/contract'
import { missPattern, nextStep } from '@ambit/domain'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { each } from '../jobs/each.ts'
import type { Job } from '../jobs/runner.ts'
import { recordChanged } from '../live/record-changed.ts'
import { countedIn } from '../traveler-misses/figures.ts'
import { oneWith } from '../traveler-misses/one-with.ts'
import { countedSteps, settledAt } from './queries.ts'
import { withdrawStale } from './withdraw.ts'

const DAY_MS = 86_400_000

/** Withdraws what rests on no pattern any more, then proposes a step for each pattern in regions that want it. */
export const proposeSteps: Job = {
  name: 'suspensions.propose',
  every: 3600_000,
  deadline: 10 * 60_000,
  run: async (deps, signal) => {
    await withdrawStale(deps)
    await each(await perhapsDue(deps), { signal, words: 'Not all steps could be proposed' }, (whose) =>
      propose(deps, whose),
    )
  },
}

type Whose = Awaited<ReturnType<typeof perhapsDue>>[number]

/** Passengers with enough misses in a region, where nothing is proposed already. */
const perhapsDue = ({ db, clock }: Deps) =>
  db
    .selectFrom('misses as m')
    .innerJoin('service_requests as r', 'r.id', 'm.service_request_id')
    .innerJoin('zones as z', 'z.id', 'r.zone_id')
    .innerJoin('regions as g', 'g.id', 'z.region_id')
    .innerJoin('travelers as t', 't.id', 'r.traveler_id')
    .where('g.miss_policy', '=', 'propose')
    .where('m.not_counted', 'is', null)
    .where(
      sql<boolean>`m.happened_at > ${clock.now()}::timestamptz - make_interval(days => g.miss_window_days) - interval '1 day'`,
    )
    .where('t.anonymised_at', 'is', null)
    .where('t.restriction', 'is', null)
    .where(
      sql<boolean>`not exists (select from suspensions s where s.traveler_id = t.id and s.region_id = g.id
        and s.letter_sent_at is null and s.withdrawn_at is null and s.dismissed_at is null and s.lifted_at is null)`,
    )
    .groupBy(['t.id', 'g.id'])
    .having(sql<boolean>`count(*) >= g.pattern_misses`)
    .select(['t.id as traveler_id', 'g.id as region_id', 'g.miss_window_days'])
    .select(['g.pattern_misses', 'g.pattern_share', 'g.pattern_of_average', 'g.pattern_min_journeys'])
    .orderBy('t.id')
    .execute()

/** One step at a time: misses before the last one was settled count for no other. */
const propose = ({ db, clock }: Deps, whose: Whose): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { traveler_id, region_id } = whose
    const now = clock.now()
    const settled = await settledAt(tx, traveler_id, region_id)
    const opens = now.getTime() - whose.miss_window_days * DAY_MS
    const window = { region_id, from: new Date(Math.max(opens, settled?.getTime() ?? 0)) }
    const own = await countedIn(tx, window, traveler_id)
    if (own.misses < whose.pattern_misses) return
    const all = await countedIn(tx, window, null)
    if (missPattern(own, all, whose) !== 'pattern') return
    const figures: StepFigures = { ...own, region_journeys: all.journeys, region_misses: all.misses }
    const { kind, days } = nextStep(await countedSteps(tx, traveler_id, region_id, now))
    const made = await tx
      .insertInto('suspensions')
      .values({
        traveler_id,
        region_id,
        kind,
        days,
        rests_on: JSON.stringify(await restsOn(tx, window, traveler_id)),
        figures: JSON.stringify(figures),
        proposed_at: now,
      })
      // Another server was quicker.
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made !== undefined) await recordChanged(tx, 'suspensions', made.id)
  })

type Window = { region_id: number; from: Date }

/** The same misses as `countedIn` counts, oldest first, as the letter names them. */
const restsOn = async (tx: Kysely<DB>, { region_id, from }: Window, travelerId: number) => {
  const rows = await tx
    .selectFrom('misses as m')
    .innerJoin('service_requests as r', 'r.id', 'm.service_request_id')
    .innerJoin('zones as z', 'z.id', 'r.zone_id')
    .innerJoin('locations as p', 'p.id', 'r.pickup_location_id')
    .where('z.region_id', '=', region_id)
    .where('r.traveler_id', '=', travelerId)
    .where('r.promised_pickup_lower_bound', '>', from)
    .where('m.not_counted', 'is', null)
    .where(sql<boolean>`${oneWith} is null`)
    .select(['m.id as miss_id', 'm.service_request_id', 'm.kind', 'm.happened_at', 'm.evidence'])
    .select(['r.promised_pickup_lower_bound as window_from', 'r.promised_pickup_upper_bound as window_to'])
    .select(['z.time_zone', 'p.name as place'])
    .orderBy('m.happened_at')
    .orderBy('m.id')
    .execute()
  return rows.map(({ happened_at, window_from, window_to, ...rest }): RestsOn => ({
    ...rest,
    happened_at: happened_at.toISOString(),
    window_from: window_from.toISOString(),
    window_to: window_to.toISOString(),
  }))
}
