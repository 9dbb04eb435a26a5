/** When a search ends: after so many tries, or when the caller's clock reaches a time. */
export type Stop = { iterations: number } | { now: () => number; until: number }

/** The clock is asked this many times in all, as asking can cost as much as a try. */
const ASKED = 500

/** The share of the search that is over, 0 to 1 and beyond. */
export function progressOf(stop: Stop): (iteration: number) => number {
  if ('iterations' in stop) return (iteration) => iteration / stop.iterations
  const started = stop.now()
  const budget = stop.until - started
  let progress = budget > 0 ? 0 : 1
  let next = 1
  return (iteration) => {
    if (iteration < next) return progress
    progress = (stop.now() - started) / budget
    const pace = iteration / Math.max(progress, 1e-9)
    next = iteration + Math.max(1, Math.min(iteration, Math.floor(pace / ASKED)))
    return progress
  }
}
