import type { PatternFinding, PatternRules } from '@ambit/contract'

/** Rides that took place or were missed, and how many of them were missed. */
export type Counted = { journeys: number; misses: number }

/** 0 to 1; null: there are no journeys to set misses against */
export const shareOf = ({ journeys, misses }: Counted): number | null => (journeys === 0 ? null : misses / journeys)

/**
 * Whether misses are a pattern, set against the rides of the passenger and those of the region, of which the passenger's
 * are a part. In whole numbers, so that a share of exactly the limit is one.
 */
export const missPattern = (own: Counted, region: Counted, rules: PatternRules): PatternFinding => {
  if (own.journeys < rules.pattern_min_journeys) return 'too_few_journeys'
  if (own.misses < rules.pattern_misses) return 'too_few_misses'
  if (own.misses * 100 < rules.pattern_share * own.journeys) return 'small_share'
  if (own.misses * region.journeys < rules.pattern_of_average * region.misses * own.journeys) return 'near_average'
  return 'pattern'
}
