/**
 * What the search can be set to. The defaults are what did best on the classical instances; what else was tried, and
 * what it gave, is in docs/measurements/engine-search.md. Prices and temperatures are shares of what serving a request costs on
 * average, so that they hold for distances and for weighted seconds alike.
 */
export type Tuning = {
  /** requests that strings take out on average, and the most that the other ruins take */
  strings: number
  most: number
  /** how often tails are exchanged, and how often where the search starts from a plan that serves nearly all requests */
  tails: number
  warmTails: number
  /** how often requests go back by regret rather than greedily */
  regret: number
  /** how far regrets are shaken, half of the time */
  noise: number
  /** temperature at the beginning and at the end of a search that cools once */
  hot: number
  cold: number
  /** the same where an elite is collected; its children and improved plans end as cold */
  hottest: number
  coldest: number
  /** temperature at the beginning where the search starts from a plan that serves nearly all requests: less to forget */
  warm: number
  /**
   * Price of leaving a request out at the beginning and at the end. A low price lets the search pass through plans
   * that leave requests out, which is how it gets from one full plan to another; only full plans are kept.
   */
  outAtFirst: number
  outAtLast: number
  /** plans that a long search collects, and the share of it that this takes; the rest goes to children */
  elite: number
  collecting: number
  /** children, and their temperature at the beginning */
  children: number
  lukewarm: number
  /** tries that a thorough cooling takes, for each request and each request in play beside it */
  thorough: number
}

export const DEFAULTS: Tuning = {
  strings: 5,
  most: 12,
  tails: 0.65,
  warmTails: 0.08,
  regret: 0.4,
  noise: 0.5,
  hot: 0.4,
  cold: 0.09,
  hottest: 0.7,
  coldest: 0.015,
  warm: 0.2,
  outAtFirst: 1.5,
  outAtLast: 6,
  elite: 3,
  collecting: 0.5,
  children: 20,
  lukewarm: 0.12,
  thorough: 10,
}
