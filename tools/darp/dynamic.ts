import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import {
  check,
  insert,
  type Problem,
  type Request,
  type Route,
  schedule,
  type Solution,
  solve,
  type Vehicle,
  type Visit,
} from '@ambit/engine'
import { type Day, parseDay } from './day.ts'
import { type Result, resultOf } from './report.ts'
import { processSeconds } from './run.ts'

/** What a vehicle has done, in order; never undone. `left` is when it left its depot. */
type History = { visits: Visit[]; boarded: Map<number, number>; delivered: Set<number>; left: number | null }

/** The problem that is left at some moment, and the plan for it. */
type State = { problem: Problem; plan: Solution }

/**
 * Replays a day: each request is offered when it arrives, gets a place if there is one, and everything not yet under
 * way is planned again, in equal shares of `seconds` of processor time. Vehicles set out for a stop as late as its time
 * allows, which keeps them free for longer. A request that no vehicle can serve when it is made is refused for good.
 */
export function replay(day: Day, seconds: number, seed: number): Solution {
  const { problem: whole } = day
  const histories = new Map(whole.vehicles.map(({ id }): [number, History] => [id, newHistory()]))
  const moments = [...new Set(day.arrivals.map(({ time }) => time))]
  const known: Request[] = []
  const refused: number[] = []
  let state: State = { problem: { ...whole, requests: [] }, plan: { routes: [], unserved: [] } }
  for (const [index, now] of moments.entries()) {
    const arrived = new Set(day.arrivals.flatMap(({ time, request }) => (time === now ? [request] : [])))
    known.push(...whole.requests.filter(({ id }) => arrived.has(id)))
    const open = known.filter(({ id }) => !refused.includes(id))
    state = advance(whole, open, histories, state, now)
    for (const id of arrived) {
      const best = insert(state.problem, state.plan, id).insertions[0]
      if (best) state = { ...state, plan: withRoute(state.plan, best.route, id) }
    }
    const until = processSeconds() + seconds / moments.length
    const stop = { now: processSeconds, until }
    const { solution } = solve(state.problem, { seed: seed + index, start: state.plan, stop })
    refused.push(...solution.unserved)
    state = { ...state, plan: { routes: solution.routes, unserved: [] } }
  }
  const routes = whole.vehicles.map(({ id }): Route => {
    const ahead = state.plan.routes.find(({ vehicle }) => vehicle === id)?.visits ?? []
    return { vehicle: id, visits: [...(histories.get(id)?.visits ?? []), ...ahead] }
  })
  return { routes, unserved: refused }
}

const newHistory = (): History => ({ visits: [], boarded: new Map(), delivered: new Set(), left: null })

function withRoute(plan: Solution, route: Route, served: number): Solution {
  return {
    routes: [...plan.routes.filter((each) => each.vehicle !== route.vehicle), route],
    unserved: plan.unserved.filter((id) => id !== served),
  }
}

/** Lets time pass until `now`: what has begun becomes history, what is being driven to is committed. */
function advance(
  whole: Problem,
  open: readonly Request[],
  histories: Map<number, History>,
  state: State,
  now: number,
): State {
  const moved = whole.vehicles.map((vehicle) => {
    const history = histories.get(vehicle.id) ?? newHistory()
    return advanceVehicle(vehicle, history, state, now)
  })
  const done = [...histories.values()]
  const requests = open
    .filter(({ id }) => !done.some(({ delivered }) => delivered.has(id)))
    .map((request) => {
      const since = done.find(({ boarded }) => boarded.has(request.id))?.boarded.get(request.id)
      return since === undefined ? request : { ...request, onBoardSince: since }
    })
  const routes = moved.map(({ vehicle, visits }) => ({ vehicle: vehicle.id, visits }))
  const served = new Set(
    routes.flatMap(({ visits }) => visits.flatMap((visit) => (visit.kind === 'fixed' ? [] : [visit.request]))),
  )
  const unserved = requests.flatMap(({ id }) => (served.has(id) ? [] : [id]))
  return { problem: { ...whole, vehicles: moved.map(({ vehicle }) => vehicle), requests }, plan: { routes, unserved } }
}

function advanceVehicle(
  whole: Vehicle,
  history: History,
  state: State,
  now: number,
): { vehicle: Vehicle; visits: Visit[] } {
  const { problem, plan } = state
  const before = problem.vehicles.find(({ id }) => id === whole.id) ?? whole
  const visits = [...(plan.routes.find(({ vehicle }) => vehicle === whole.id)?.visits ?? [])]
  const times = schedule(problem, { vehicle: whole.id, visits }) ?? []
  let { location, time } = before.start
  let committed: Visit[] = []
  for (const at of times) {
    const visit = visits[0]
    if (!visit || visit.kind === 'fixed') break
    const point = problem.requests.find(({ id }) => id === visit.request)?.[visit.kind]
    if (!point) break
    const leaves = Math.max(time, at.begin - problem.travel.duration(location, point.location))
    if (leaves > now) break
    history.left ??= leaves
    time = leaves
    if (at.begin > now) {
      committed = [visit]
      break
    }
    location = point.location
    time = at.departure
    visits.shift()
    history.visits.push(visit)
    if (visit.kind === 'pickup') history.boarded.set(visit.request, at.departure)
    else history.delivered.add(visit.request)
  }
  const start = { location, time: committed.length > 0 ? time : Math.max(time, now) }
  const onBoard = [...history.boarded.keys()].filter((id) => !history.delivered.has(id))
  if (history.left === null) return { vehicle: { ...whole, start, onBoard, committed }, visits }
  // Once out, the longest duration is a time to be back by.
  const end = { ...whole.end, time: Math.min(whole.end.time, history.left + whole.maxDuration) }
  return { vehicle: { ...whole, start, end, onBoard, committed, maxDuration: Infinity }, visits }
}

/** Replays every file and plans it again with hindsight; a table of both, with the distance for each one served, and the replayed plans. */
export function replayAll(
  files: readonly string[],
  seconds: number,
  seed: number,
): { table: string; results: Result[] } {
  const cell = (value: string | number) => String(value).padStart(12)
  const lines = [['instance', 'served', 'of', 'each', 'hindsight', 'each', 'further'].map(cell).join('')]
  const results = files.map((file) => {
    const day = parseDay(basename(file).replace(/\.[^.]*$/, ''), readFileSync(file, 'utf8'))
    const started = processSeconds()
    const replayed = replay(day, seconds, seed)
    const result = resultOf(day.name, day.problem, replayed, processSeconds() - started)
    const violations = check(day.problem, replayed)
    if (violations.length > 0) throw new Error(`${day.name}: ${violations.map(({ detail }) => detail).join('; ')}`)
    const until = processSeconds() + seconds
    const { solution } = solve(day.problem, { seed, stop: { now: processSeconds, until } })
    const hindsight = resultOf(day.name, day.problem, solution, 0)
    const all = day.problem.requests.length
    const served = all - result.unserved.length
    const possible = all - hindsight.unserved.length
    const [each, ideal] = [result.cost / served, hindsight.cost / possible]
    const more = `${(100 * (each / ideal - 1)).toFixed(1)} %`
    lines.push([day.name, served, all, each.toFixed(3), possible, ideal.toFixed(3), more].map(cell).join(''))
    return result
  })
  return { table: lines.join('\n'), results }
}
