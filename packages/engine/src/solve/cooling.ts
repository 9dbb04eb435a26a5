/** How warm the search begins and ends, as shares of what a request costs on average. */
export type Heat = { hot: number; cold: number }

/** A stretch of the search: until this share of it is over, cooling from hot to cold. */
export type Cycle = { until: number; heat: Heat }

/** The cycle that a share of the search falls into. */
export function cycleAt(cycles: readonly Cycle[], share: number): number {
  const index = cycles.findIndex((cycle) => share < cycle.until)
  return index < 0 ? cycles.length - 1 : index
}

/**
 * Temperature at a share of the search: each cycle cools from its hot to its cold by equal factors in equal times
 * (Kirkpatrick, Gelatt & Vecchi 1983).
 */
export function temperatureAt(cycles: readonly Cycle[], index: number, share: number): number {
  const { until, heat } = cycles[index]
  const from = index > 0 ? cycles[index - 1].until : 0
  return heat.hot * Math.pow(heat.cold / heat.hot, Math.min(1, (share - from) / (until - from)))
}
