import type { Reliability } from '@ambit/contract'

/** Promises are alike in their slack within so many seconds, up to the last band, which has no end. */
export const SLACK_BAND_S = 300
export const LAST_SLACK_BAND = 3

/** `slack_s`: the least time that the plan leaves between what it expects and the end of a promised window. */
export const slackBand = (slack_s: number): number =>
  Math.min(LAST_SLACK_BAND, Math.max(0, Math.floor(slack_s / SLACK_BAND_S)))

/** Fewer tell nothing. */
const FEWEST_RIDES = 50
const RELIABLE = 0.95
const FAIR = 0.85

/** Of so many like rides, as many had their promise kept; null: there were too few to tell. */
export const reliabilityOf = ({ rides, kept }: { rides: number; kept: number }): Reliability | null => {
  if (rides < FEWEST_RIDES) return null
  const share = kept / rides
  return share >= RELIABLE ? 'reliable' : share >= FAIR ? 'fair' : 'tight'
}
