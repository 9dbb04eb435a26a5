import type { AnyId } from '@ambit/contract'
import { useState } from 'react'
import { isDraftId, newDraftId } from '../../../drafts/diff.ts'
import type { RouteDraft } from '../design/design.ts'
import { useDesign } from '../design/design-session.ts'
import { insertStop, moveStop, type RouteStops, setDwell, takeStop } from './route-stops.ts'
import { routeStrings as words } from './strings.ts'

export type RouteEditor = {
  may: boolean
  nameOf: (stop: AnyId) => string
  create: () => void
  remove: (route: RouteDraft) => void
  rename: (route: RouteDraft, name: string) => void
  setStrategy: (route: RouteDraft, strategy: AnyId | null) => void
  reverse: (route: RouteDraft) => void
  insert: (route: RouteDraft, at: number, stop: AnyId) => void
  take: (route: RouteDraft, at: number) => void
  /** its new position */
  move: (route: RouteDraft, from: number, to: number) => number
  dwell: (route: RouteDraft, at: number, seconds: number) => void
  open: RouteDraft | null
  setOpen: (id: AnyId | null) => void
}

const freeName = (routes: readonly RouteDraft[]): string => {
  const taken = new Set(routes.map(({ name }) => name))
  for (let number = 1; ; number++) {
    const name = `${words.newName} ${number}`
    if (!taken.has(name)) return name
  }
}

/** Every change of a route is one step of the history. */
export const useRouteEditor = (): RouteEditor => {
  const { service_routes: routes, zone_stops: stops, edit, may } = useDesign()
  const [opened, setOpened] = useState<{ id: AnyId; name: string } | null>(null)
  // A save gives a new route its number; the user continues on the same route.
  const open =
    routes.find(({ id }) => id === opened?.id) ??
    (opened !== null && isDraftId(opened.id) ? routes.find(({ name }) => name === opened.name) : undefined) ??
    null
  if (open !== null && opened !== null && (open.id !== opened.id || open.name !== opened.name))
    setOpened({ id: open.id, name: open.name })
  const nameOf = (id: AnyId): string => stops.find((stop) => stop.id === id)?.name ?? words.gone
  const update = (label: string, route: RouteDraft, key?: string): void =>
    edit(label, { kind: 'service_routes', updated: [route] }, key)
  const withStops = (label: string, route: RouteDraft, next: RouteStops, key?: string): void =>
    update(label, { ...route, stops: next }, key)
  const nameAt = (route: RouteDraft, at: number): string => nameOf(route.stops[at]?.zone_stop_id ?? '')
  return {
    may: may.update,
    nameOf,
    open,
    setOpen: (id) => setOpened(id === null ? null : { id, name: routes.find((route) => route.id === id)?.name ?? '' }),
    create: () => {
      const name = freeName(routes)
      const id = newDraftId()
      const route = { id, version: 0, name, service_strategy_id: null, stops: [], line: null, blocks: [] }
      edit(words.steps.add(name), { kind: 'service_routes', added: [route] })
      setOpened({ id, name })
    },
    remove: (route) => {
      edit(words.steps.remove(route.name), { kind: 'service_routes', removed: [route.id] })
      setOpened(null)
    },
    rename: (route, name) => update(words.steps.rename(route.name, name), { ...route, name }),
    setStrategy: (route, strategy) =>
      update(words.steps.strategy(route.name), { ...route, service_strategy_id: strategy }),
    reverse: (route) => withStops(words.steps.reverse(route.name), route, route.stops.toReversed()),
    insert: (route, at, stop) =>
      withStops(words.steps.insert(nameOf(stop), route.name), route, insertStop(route.stops, at, stop)),
    take: (route, at) => withStops(words.steps.take(nameAt(route, at), route.name), route, takeStop(route.stops, at)),
    move: (route, from, to) => {
      const next = moveStop(route.stops, from, to)
      if (next !== route.stops) withStops(words.steps.move(nameAt(route, from), route.name), route, next)
      return Math.max(0, Math.min(route.stops.length - 1, to))
    },
    dwell: (route, at, seconds) =>
      withStops(
        words.steps.dwell(nameAt(route, at), route.name),
        route,
        setDwell(route.stops, at, seconds),
        // Typing 45 is one step, not two.
        `${route.id} dwell ${at}`,
      ),
  }
}
