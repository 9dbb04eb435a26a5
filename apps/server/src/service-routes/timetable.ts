type Seconds = number

/** A stop of a route with its dwell time. */
export type RouteStop = { location_id: number; dwell_seconds: number }

/** One call of a vehicle at a stop of its route, seconds on the caller's clock. */
export type Call = { location_id: number; run: number; arrival: Seconds; departure: Seconds }

export type Timetable = {
  stops: readonly RouteStop[]
  /** how long it takes from a stop, left at that moment, to the next, and from the last back to the first */
  drive: (from: number, leaving: Seconds) => Seconds
  from: Seconds
  until: Seconds
}

/**
 * Run after run of a route, as many as end within the window. The first leaves its first stop as the window opens;
 * after each the vehicle dwells at the last stop, drives back to the first and dwells there. A loop ends where it
 * begins: one dwell, and all its rounds are one run, as passengers stay on board.
 */
export const timetableOf = ({ stops, drive, from, until }: Timetable): Call[] => {
  const [first] = stops
  const last = stops.at(-1)
  if (first === undefined || last === undefined || stops.length < 2) return []
  const loop = isLoop(stops)
  const calls: Call[] = []
  let run = 0
  let begins = from
  for (;;) {
    const made: Call[] = [
      { location_id: first.location_id, run: loop ? 1 : run + 1, arrival: begins, departure: begins },
    ]
    let time = begins
    for (const [index, stop] of stops.slice(1).entries()) {
      const arrival = time + drive(index, time)
      time = arrival + stop.dwell_seconds
      made.push({ location_id: stop.location_id, run: loop ? 1 : run + 1, arrival, departure: time })
    }
    const end = made.at(-1)
    // A round that takes no time would repeat endlessly.
    if (end === undefined || end.arrival > until || end.arrival <= begins) return closed(calls)
    const before = calls.at(-1)
    if (before !== undefined && loop) calls.push(...made.slice(1))
    else if (before !== undefined) calls.push({ ...made[0]!, arrival: begins - first.dwell_seconds }, ...made.slice(1)) // every run has two stops
    else calls.push(...made)
    run++
    begins = loop ? end.departure : end.departure + drive(stops.length - 1, end.departure) + first.dwell_seconds
  }
}

/** Nothing follows the last call, so it needs no dwell. */
const closed = (calls: readonly Call[]): Call[] =>
  calls.map((call, index) => (index === calls.length - 1 ? { ...call, departure: call.arrival } : call))

/** A driver's break on a route: its length, the window that holds all of it, and the drive back to the first stop. */
export type Rest = { seconds: Seconds; from: Seconds; until: Seconds; back: Seconds }

/** Where and when the break is taken, between the calls of earlier and later runs. */
export type Laid = { before: Call[]; pause: { location_id: number; begin: Seconds; end: Seconds }; after: Call[] }

/**
 * The timetable around a break at the end of a run: of the first that ends in the break's window, otherwise of the last
 * before it, whose driver waits for it there. No run is cut. Otherwise the moments from which such a break would fit.
 */
export const timetableAround = (timetable: Timetable, rest: Rest): Laid | { fits: Seconds[] } => {
  const { stops, until } = timetable
  const calls = timetableOf(timetable)
  const ends = endsOfRuns(calls, stops.length, isLoop(stops))
  const inTime = ends.filter((at) => beginAfter(calls[at], rest) + rest.seconds <= rest.until)
  const chosen = inTime.find((at) => leavingOf(calls[at]) >= rest.from) ?? inTime.at(-1)
  const last = chosen === undefined ? undefined : calls[chosen]
  if (chosen === undefined || last === undefined)
    return { fits: ends.map((at) => leavingOf(calls[at])).filter((end) => end + rest.seconds <= until) }
  const begin = beginAfter(last, rest)
  const end = begin + rest.seconds
  const halt = isLoop(stops) ? 0 : (stops[0]?.dwell_seconds ?? 0)
  const from = end + (isLoop(stops) ? 0 : rest.back) + halt
  const after = timetableOf({ ...timetable, from }).map((call, at) => ({
    ...call,
    run: call.run + last.run,
    arrival: at === 0 ? call.arrival - halt : call.arrival,
  }))
  return { before: calls.slice(0, chosen + 1), pause: { location_id: last.location_id, begin, end }, after }
}

const isLoop = (stops: readonly RouteStop[]): boolean => stops[0]?.location_id === stops.at(-1)?.location_id

/** Positions of the calls that end a run, or a round of a loop: its end is the next one's beginning. */
const endsOfRuns = (calls: readonly Call[], stops: number, loop: boolean): number[] =>
  calls.flatMap((_, at) => ((loop ? at > 0 && at % (stops - 1) === 0 : (at + 1) % stops === 0) ? [at] : []))

const leavingOf = (call: Call | undefined): Seconds => call?.departure ?? Infinity

const beginAfter = (call: Call | undefined, { from }: Rest): Seconds => Math.max(from, leavingOf(call))
