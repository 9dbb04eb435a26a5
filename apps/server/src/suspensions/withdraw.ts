import type { PatternRules, RestsOn, StepFigures } from '@ambit/contract'
import { missPattern } from '@ambit/domain'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { recordChanged } from '../live/record-changed.ts'

/**
 * What is not confirmed yet loses misses that count no more, and is withdrawn where the rest is no pattern, or the region
 * proposes nothing any more. Of one step, or of all.
 */
export const withdrawStale = ({ db, clock }: Deps, id: number | null = null): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const step of await unconfirmed(tx, id)) {
      const left = await stillCounted(tx, step)
      if (left.length === step.rests_on.length && step.miss_policy === 'propose') continue
      const figures = without(step.figures, step.rests_on.length - left.length)
      const stands = step.miss_policy === 'propose' && left.length > 0 && isPattern(figures, step)
      await tx
        .updateTable('suspensions')
        .set(
          stands ? { rests_on: JSON.stringify(left), figures: JSON.stringify(figures) } : { withdrawn_at: clock.now() },
        )
        .where('id', '=', step.id)
        .execute()
      await recordChanged(tx, 'suspensions', step.id)
    }
  })

const unconfirmed = (tx: Transaction<DB>, id: number | null) => {
  const open = tx
    .selectFrom('suspensions as s')
    .innerJoin('regions as g', 'g.id', 's.region_id')
    .where('s.confirmed_at', 'is', null)
    .where('s.withdrawn_at', 'is', null)
    .where('s.dismissed_at', 'is', null)
    .where('s.lifted_at', 'is', null)
    .select(['s.id', 's.rests_on', 's.figures', 'g.miss_policy'])
    .select(['g.pattern_misses', 'g.pattern_share', 'g.pattern_of_average', 'g.pattern_min_journeys'])
    .orderBy('s.id')
    .forUpdate('s')
  return (id === null ? open : open.where('s.id', '=', id)).execute()
}

const stillCounted = async (tx: Transaction<DB>, { rests_on }: { rests_on: RestsOn[] }): Promise<RestsOn[]> => {
  const ids = rests_on.map(({ miss_id }) => miss_id)
  const { rows } = await sql<{ id: number }>`select id from misses
    where id = any(${ids}::int[]) and not_counted is null`.execute(tx)
  const counted = new Set(rows.map((row) => row.id))
  return rests_on.filter(({ miss_id }) => counted.has(miss_id))
}

const without = (figures: StepFigures, count: number): StepFigures => ({
  ...figures,
  misses: figures.misses - count,
  region_misses: figures.region_misses - count,
})

const isPattern = ({ region_journeys, region_misses, ...own }: StepFigures, rules: PatternRules): boolean =>
  missPattern(own, { journeys: region_journeys, misses: region_misses }, rules) === 'pattern'
