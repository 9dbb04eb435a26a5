/** When a search ends: after so many tries, or when the caller's clock reaches a time. */
export type Stop = { iterations: number } | { now: () => number; until: number }

/** The share of the search that is over, 0 to 1 and beyond. Asks the clock only now and then. */
export function progressOf(stop: Stop): (iteration: number) => number {
  if ('iterations' in stop) return (iteration) => iteration / stop.iterations
  const started = stop.now()
  let progress = 0
  return (iteration) => {
    if ((iteration & 15) === 0) progress = (stop.now() - started) / Math.max(1e-9, stop.until - started)
    return progress
  }
}
