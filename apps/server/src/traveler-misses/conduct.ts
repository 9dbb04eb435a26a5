import type { Kysely } from 'kysely'
import { missPattern, shareOf } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { Scope } from '../http/scope.ts'
import { countedIn, regionsOf } from './figures.ts'
import { missesOf } from './queries.ts'

const DAY_MS = 86_400_000

type Region = Awaited<ReturnType<typeof regionsOf>>[number]

const figuresIn = async (db: Kysely<DB>, region: Region, travelerId: number, now: Date) => {
  if (region.miss_policy === 'off') return null
  const from = new Date(now.getTime() - region.miss_window_days * DAY_MS)
  const window = { region_id: region.region_id, from }
  const [own, all] = await Promise.all([countedIn(db, window, travelerId), countedIn(db, window, null)])
  const finding = missPattern(own, all, region)
  return {
    window_from: from,
    ...own,
    share: shareOf(own),
    average: shareOf(all),
    pattern: finding === 'pattern',
    finding,
  }
}

/** How often a passenger did not come, beside the average of each of these regions. */
export const conductOf = async (db: Kysely<DB>, scope: Scope, travelerId: number, now: Date) => {
  const [regions, misses] = await Promise.all([
    regionsOf(db, scope, travelerId, now),
    missesOf(db, scope, travelerId, now),
  ])
  return {
    traveler_id: travelerId,
    regions: await Promise.all(
      regions.map(async (region) => ({ ...region, figures: await figuresIn(db, region, travelerId, now) })),
    ),
    misses,
  }
}
