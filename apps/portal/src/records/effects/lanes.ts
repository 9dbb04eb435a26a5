/** Times as shares of a width. */
export type TimeScale = { from: number; until: number }

/** 0 at the left edge, 1 at the right one; what lies beyond is cut off by the row. */
export const shareAt = ({ from, until }: TimeScale, time: string | Date): number =>
  (new Date(time).getTime() - from) / (until - from)

export type Span = { start: number; end: number }

/** What lies along the clock in as few lanes as keep it from lying on one another, what begins first on top. */
export const inLanes = <T extends Span>(spans: readonly T[]): { laid: (T & { lane: number })[]; lanes: number } => {
  const ends: number[] = []
  const laid = spans.map((span) => {
    const free = ends.findIndex((end) => end <= span.start)
    const lane = free < 0 ? ends.length : free
    ends[lane] = span.end
    return { ...span, lane }
  })
  return { laid, lanes: Math.max(1, ends.length) }
}
