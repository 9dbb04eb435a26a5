type Seconds = number

/** A stop of a route as a timetable needs it: how long a vehicle halts there. */
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
 * after each the vehicle halts at the last stop, drives back to the first and halts there. A loop ends where it begins:
 * one halt, and all its rounds are one run, for people ride through.
 */
export const timetableOf = ({ stops, drive, from, until }: Timetable): Call[] => {
  const [first] = stops
  const last = stops.at(-1)
  if (first === undefined || last === undefined || stops.length < 2) return []
  const loop = first.location_id === last.location_id
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
    // A round that takes no time would be driven for ever.
    if (end === undefined || end.arrival > until || end.arrival <= begins) return closed(calls)
    const before = calls.at(-1)
    if (before !== undefined && loop) calls.push(...made.slice(1))
    else if (before !== undefined) calls.push({ ...made[0]!, arrival: begins - first.dwell_seconds }, ...made.slice(1)) // every run has two stops
    else calls.push(...made)
    run++
    begins = loop ? end.departure : end.departure + drive(stops.length - 1, end.departure) + first.dwell_seconds
  }
}

/** Nothing follows the last call: nobody has to halt there. */
const closed = (calls: readonly Call[]): Call[] =>
  calls.map((call, index) => (index === calls.length - 1 ? { ...call, departure: call.arrival } : call))
