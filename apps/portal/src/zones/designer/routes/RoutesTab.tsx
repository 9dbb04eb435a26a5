import type { AnyId } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useKeyHints } from '../../../ui/keys.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import type { RouteDraft } from '../design/design.ts'
import { useDesign } from '../design/design-session.ts'
import { OnMap } from '../design/OnMap.tsx'
import { useRouteLine } from './line.ts'
import { RouteDetails } from './RouteDetails.tsx'
import { RouteLayers } from './RouteLayers.tsx'
import { routeProblems } from './route-stops.ts'
import shared from './routes.module.css'
import classes from './RoutesTab.module.css'
import { routeKeys, routeStrings as words } from './strings.ts'
import { type RouteEditor, useRouteEditor } from './use-route-editor.ts'

/** The fixed routes of the zone: their stops in order, and their ways on the streets. */
export const RoutesTab = () => {
  const { service_routes: routes, zone_stops: stops } = useDesign()
  const editor = useRouteEditor()
  useKeyHints(routeKeys)
  return (
    <div className={classes['tab']}>
      <Problems editor={editor} />
      {editor.open === null ? (
        <>
          <OnMap>
            <RouteLayers routes={routes} stops={stops} open={null} onPick={null} />
          </OnMap>
          <RouteList editor={editor} />
        </>
      ) : (
        <OpenRoute key={editor.open.id} route={editor.open} editor={editor} />
      )}
    </div>
  )
}

const OpenRoute = ({ route, editor }: { route: RouteDraft; editor: RouteEditor }) => {
  const { service_routes: routes, zone_stops: stops } = useDesign()
  const live = useRouteLine(route, stops)
  const [chosen, setAfter] = useState<number | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  // Undo may have taken the visit away.
  const after = chosen !== null && chosen < route.stops.length ? chosen : null
  const add = (stop: AnyId): void => {
    const at = after === null ? route.stops.length : after + 1
    const beside = [route.stops[at - 1], route.stops[at]]
    // A double click on the map means the stop once.
    if (beside.some((visit) => visit?.zone_stop_id === stop)) return setRefused(editor.nameOf(stop))
    setRefused(null)
    editor.insert(route, at, stop)
    // Several stops that are put in one after the other stay in that order.
    if (after !== null) setAfter(at)
  }
  return (
    <>
      <OnMap>
        <RouteLayers routes={routes} stops={stops} open={{ route, line: live.line }} onPick={editor.may ? add : null} />
      </OnMap>
      <RouteDetails
        route={route}
        live={live}
        editor={editor}
        after={after}
        onAfter={setAfter}
        onAdd={add}
        refused={refused}
      />
    </>
  )
}

const RouteList = ({ editor }: { editor: RouteEditor }) => {
  const { service_routes: routes, zone_stops: stops, stateOf } = useDesign()
  const create = editor.may && stops.length > 0 && (
    <Button leftSection={<IconPlus size={16} />} onClick={editor.create}>
      {words.create}
    </Button>
  )
  if (routes.length === 0)
    return (
      <EmptyState title={words.none} reason={stops.length === 0 ? words.noStops : words.noneReason} action={create} />
    )
  return (
    <>
      <div className={shared['head']}>
        <h2>{words.title}</h2>
        {create}
      </div>
      <ul className={classes['routes']} aria-label={words.title}>
        {routes.map((route) => {
          const state = stateOf('service_routes', route.id)
          return (
            <li key={route.id} className={classes['route']}>
              <button type="button" className={shared['routeName']} onClick={() => editor.setOpen(route.id)}>
                <strong>{route.name}</strong>
                <span className={shared['muted']}>
                  {words.stopCount(route.stops.length)}
                  {state === 'saved' && route.line !== null && ` · ${words.duration(route.line.running_time_s)}`}
                </span>
              </button>
              {state === 'added' && <StatusTag tone="warning">{words.added}</StatusTag>}
              {state === 'updated' && <StatusTag tone="warning">{words.updated}</StatusTag>}
            </li>
          )
        })}
      </ul>
    </>
  )
}

const Problems = ({ editor }: { editor: RouteEditor }) => {
  const { service_routes: routes, zone_stops: stops } = useDesign()
  const problems = routeProblems(routes, stops)
  return (
    <div role="status">
      {problems.length > 0 && (
        <ul className={classes['problems']} aria-label={words.problems.title}>
          {problems.map(({ key, route, text }) => (
            <li key={key}>
              {text}
              {editor.open?.id !== route && (
                <Button size="compact-xs" variant="default" onClick={() => editor.setOpen(route)}>
                  {words.problems.open}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
