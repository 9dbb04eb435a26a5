import type { AnyId } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { useWindowEvent } from '@mantine/hooks'
import { IconMapPin } from '@tabler/icons-react'
import { useMap } from '@vis.gl/react-maplibre'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useOpenDialog } from '../../../dialogs/stack.ts'
import { boundsOf, toCorners, VEHICLE_ZOOM } from '../../../map/bounds.ts'
import { moveFor } from '../../../map/reduced-motion.ts'
import { isWriting, useKeyHints } from '../../../ui/keys.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { oneOf, text, urlState, useUrlState } from '../../../url/url-state.ts'
import type { StopDraft } from '../design/design.ts'
import { useDesign } from '../design/design-session.ts'
import { OnMap } from '../design/OnMap.tsx'
import { Coverage } from './Coverage.tsx'
import { DraggedStop } from './DraggedStop.tsx'
import { ImportStops } from './ImportStops.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { stopMarks } from './stop-flags.ts'
import { type Choice, StopGestures, type StopTool } from './StopGestures.tsx'
import { StopHandle } from './StopHandle.tsx'
import { StopList } from './StopList.tsx'
import classes from './StopsTab.module.css'
import { StopsLayer } from './StopsLayer.tsx'
import { StopTools } from './StopTools.tsx'
import { stopKeys, stopStrings as words } from './strings.ts'
import { Suggestions } from './Suggestions.tsx'
import { useStopActions } from './use-stop-actions.ts'

const viewState = urlState({ search: text(), flag: oneOf(stopMarks) })

/** The stops of the zone: on the map and in a list, which show the same selection. */
export const StopsTab = () => {
  const design = useDesign()
  const { zone_stops: stops, selection, select, may, flagged, stateOf } = design
  const actions = useStopActions()
  const open = useOpenDialog()
  const [tool, setTool] = useState<StopTool>('select')
  const [view, changeView] = useUrlState(viewState)
  const [drag, setDrag] = useState<{ id: AnyId; point: LngLat } | null>(null)
  const [located, locate] = useState<{ stops: readonly StopDraft[]; at: number } | null>(null)
  const [importing, setImporting] = useState(false)
  useKeyHints(stopKeys)
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && tool !== 'select' && !isWriting(event.target)) setTool('select')
  })
  const all = useMemo(() => flagged('zone_stops'), [flagged])
  const shown = useMemo(() => all.filter((stop) => matches(stop, view)), [all, view])
  const standing = useMemo(() => stops.filter(({ id }) => selection.has(id)), [stops, selection])
  const removed = all.filter(({ id, $destroy }) => $destroy && selection.has(id))
  const only = standing.length === 1 && removed.length === 0 ? standing[0] : undefined
  const openStop = (stop: StopDraft): void => open('ZoneStopDialog', may.updateStops ? 'edit' : 'view', stop.id)
  const choose = (ids: readonly AnyId[], how: Choice): void => select(chosen(selection, ids, how))
  return (
    <>
      <OnMap>
        <StopsLayer hidden={drag?.id ?? null} />
        {drag !== null && <DraggedStop point={drag.point} />}
        {only !== undefined && drag === null && may.updateStops && (
          <StopHandle stop={only} onNudge={(point) => actions.nudge(only.id, point)} />
        )}
        <StopGestures
          tool={tool}
          mayMove={may.updateStops}
          onPlace={actions.place}
          onChoose={choose}
          onMove={actions.move}
          onDrag={setDrag}
        />
        <GoToStops located={located} />
      </OnMap>
      <StopTools
        tool={tool}
        onTool={setTool}
        {...view}
        onFilter={(change) => changeView(change, { replace: true })}
        onImport={() => setImporting(true)}
      />
      <div role="status">
        {(tool !== 'select' || actions.finding) && (
          <p className={classes['hint']}>
            {actions.finding ? words.finding : tool === 'place' ? words.placing : words.boxing}
          </p>
        )}
      </div>
      <SelectionBar
        shown={shown.filter(({ $destroy }) => !$destroy).length}
        all={stops.length}
        standing={standing}
        removed={removed}
        onSelectAll={() => select(shown.filter(({ $destroy }) => !$destroy).map(({ id }) => id))}
        onOpen={() => (only === undefined ? open('ZoneStopDialog', 'bulkedit') : openStop(only))}
        onLocate={() => locate({ stops: [...standing, ...removed], at: performance.now() })}
        onRemove={() => actions.remove(selection)}
        onRestore={() => actions.restore(removed)}
      />
      {shown.length === 0 ? (
        <EmptyState
          icon={IconMapPin}
          title={all.length === 0 ? words.none : words.noneFound}
          reason={all.length === 0 ? words.noneReason : words.noneFoundReason}
        />
      ) : (
        <StopList
          stops={shown}
          stateOf={(id) => stateOf('zone_stops', id)}
          selection={selection}
          onSelect={select}
          onOpen={openStop}
          onRemove={() => may.destroyStops && actions.remove(selection)}
        />
      )}
      <Coverage />
      {may.createStops && <Suggestions />}
      <ImportStops opened={importing} onClose={() => setImporting(false)} />
    </>
  )
}

type View = { search: string; flag: (typeof stopMarks)[number] | null }

const matches = (stop: StopDraft, { search, flag }: View): boolean => {
  if (flag !== null && !stop[flag]) return false
  const wanted = search.trim().toLowerCase()
  return (
    wanted === '' || [stop.name, stop.street_address, stop.note].some((field) => field?.toLowerCase().includes(wanted))
  )
}

const chosen = (selection: ReadonlySet<AnyId>, ids: readonly AnyId[], how: Choice): Set<AnyId> => {
  if (how === 'only') return new Set(ids)
  const next = new Set(selection)
  for (const id of ids)
    if (how === 'toggle' && next.has(id)) next.delete(id)
    else next.add(id)
  return next
}

/** Moves the camera when stops are asked for. */
const GoToStops = ({ located }: { located: { stops: readonly StopDraft[]; at: number } | null }) => {
  const { current: map } = useMap()
  const go = useEffectEvent(() => {
    const box = boundsOf((located?.stops ?? []).map(({ point }) => point))
    const one = located?.stops.length === 1 ? located.stops[0] : undefined
    if (one !== undefined) map?.flyTo({ center: one.point, zoom: VEHICLE_ZOOM, duration: moveFor(600) })
    else if (box !== null)
      map?.fitBounds(toCorners(box), { padding: 60, maxZoom: VEHICLE_ZOOM, duration: moveFor(600) })
  })
  const at = located?.at ?? 0
  useEffect(() => {
    if (at > 0) go()
  }, [at])
  return null
}
