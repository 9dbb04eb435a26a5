import type { Place as FoundPlace } from '@ambit/contract'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useSettings } from '../settings/settings.ts'
import { usePageTitle } from '../ui/use-page-title.ts'
import { Navigate, useNavigate, useParam } from '../url/link.tsx'
import { useScope } from '../url/scope.ts'
import { useUrlState } from '../url/url-state.ts'
import { AttentionPanel } from './AttentionPanel.tsx'
import { useAttention } from './use-attention.ts'
import { RoadsPanel } from './disruptions/RoadsPanel.tsx'
import { RoadsTool } from './disruptions/RoadsTool.tsx'
import { useRoads } from './disruptions/use-roads.ts'
import { FilterBar } from './FilterBar.tsx'
import { filterState } from './filters.ts'
import { type Focus, focusState } from './focus.ts'
import { groupByZone, nextLate, zoneAfter } from './groups.ts'
import { Legend } from './Legend.tsx'
import classes from './MonitoringPage.module.css'
import { MonitoringMap } from './monitoring-map.ts'
import { keptSearch, wholeSearch } from './navigation.ts'
import { type OpenTab, tabsWithin, withPlace } from './open-tabs.ts'
import { OpenTabs } from './OpenTabs.tsx'
import { monitoringPath, type Place, readPlace } from './place.ts'
import { RegionPanel } from './RegionPanel.tsx'
import { monitoringStrings as words } from './strings.ts'
import { TrafficNote } from './traffic/TrafficNote.tsx'
import { useTraffic } from './traffic/use-traffic.ts'
import { TripPanel } from './TripPanel.tsx'
import { useFleet } from './use-fleet.ts'
import { useMonitoringKeys } from './use-monitoring-keys.ts'
import { useMonitoringRegion } from './use-monitoring-region.ts'

/** Service Monitoring: the address says what is shown, the map stays. */
const MonitoringPage = () => {
  const rest = useParam('_splat') ?? ''
  const [scope] = useScope()
  const place = useMemo(() => readPlace(rest), [rest])
  if (place === null)
    return <Navigate to={monitoringPath({ view: 'list', regionId: scope.region })} search={wholeSearch} replace />
  return <Monitoring place={place} />
}
export default MonitoringPage

const Monitoring = ({ place }: { place: Place }) => {
  usePageTitle(words.titles[place.view])
  useMonitoringRegion(place)
  const { mapCenter } = useSettings().app
  const [filters, changeFilters] = useUrlState(filterState)
  const fleet = useFleet(place, filters)
  const { trips, shown, zones, mapZones, chosen, polling } = fleet
  const [tabs, closeTab] = useTabs(place, fleet)
  const attention = useAttention(place, polling)
  const roads = useRoads(place.regionId, zones, polling)
  const { focus, at, look } = useFocus()
  const regionIds = useMemo(() => [...new Set(mapZones.map((zone) => zone.region_id))], [mapZones])
  const traffic = useTraffic(place.regionId === null ? regionIds : [place.regionId])
  const [sought, setSought] = useState<FoundPlace | null>(null)
  const search = useRef<HTMLInputElement>(null)
  const open = useOpenTrip(place)
  useMonitoringKeys({
    findTrip: () => search.current?.focus(),
    showZone: (steps) => {
      const group = zoneAfter(groupByZone(shown), focus.zoneId, steps)
      if (group !== null) look({ zoneId: group.zoneId, tripId: null })
    },
    openLate: () => open(nextLate(shown, place.view === 'list' ? null : place.tripId)?.id),
  })
  return (
    <div className={classes['page']}>
      <h1 className="visually-hidden">{words.title}</h1>
      <OpenTabs
        tabs={tabs}
        attention={attention}
        place={place}
        trips={trips}
        count={fleet.active.data === undefined ? null : shown.length}
        onClose={closeTab}
      />
      <div className={classes['filters']}>
        <FilterBar
          filters={filters}
          onChange={changeFilters}
          search={search}
          onEnter={(q) => open(groupByZone(fleet.matching(q))[0]?.trips[0]?.id)}
          near={[mapCenter.lng, mapCenter.lat]}
          sought={sought}
          onSought={setSought}
          traffic={traffic}
        />
        <TrafficNote traffic={traffic} closed={roads.standing.length} />
      </div>
      <aside className={classes['panel']} aria-label={words.panel}>
        {roads.open ? (
          <RoadsPanel roads={roads} regionId={place.regionId} />
        ) : attention.shown ? (
          <AttentionPanel place={place} attention={attention} focus={focus} onFocus={look} />
        ) : place.view === 'list' ? (
          <RegionPanel place={place} query={fleet.active} trips={shown} zones={mapZones} focus={focus} onFocus={look} />
        ) : (
          <TripPanel place={place} query={chosen} zones={zones} polling={polling} />
        )}
      </aside>
      <div className={classes['stage']}>
        <MonitoringMap
          place={place}
          trips={shown}
          zones={mapZones}
          empty={fleet.hasNoZones}
          chosen={place.view === 'list' ? null : (chosen.data ?? null)}
          focus={focus}
          focusedAt={place.view === 'list' ? at : 0}
          sought={sought}
          traffic={traffic.regions}
          roads={roads}
        />
        <RoadsTool roads={roads} />
        <Legend trips={shown} />
      </div>
    </div>
  )
}

/** What was opened, as far as it belongs to the chosen region and zones; and the way to close one. */
const useTabs = (place: Place, { trips, selectedZones }: ReturnType<typeof useFleet>) => {
  const [tabs, setTabs] = useState<readonly OpenTab[]>([])
  const zoneOf = (id: number): number | null => trips.find((trip) => trip.id === id)?.zone_id ?? null
  const kept = withPlace(tabsWithin(tabs, place.regionId, selectedZones, zoneOf), place)
  if (kept !== tabs) setTabs(kept)
  return [kept, (key: string) => setTabs(kept.filter((tab) => tab.key !== key))] as const
}

/**
 * `at` is when the map was last asked to show it, which an address that names something also does; 0 before that, and
 * while the address still names what was shown before.
 */
const useFocus = () => {
  const [focus, change] = useUrlState(focusState)
  const [told, tell] = useState({ ...focus, at: focus.tripId === null && focus.zoneId === null ? 0 : 1 })
  const look = useCallback(
    (next: Focus): void => {
      change(next, { replace: true })
      tell({ ...next, at: performance.now() })
    },
    [change],
  )
  const there = told.tripId === focus.tripId && told.zoneId === focus.zoneId
  return { focus, at: there ? told.at : 0, look }
}

const useOpenTrip = ({ regionId }: Place) => {
  const navigate = useNavigate()
  return (tripId: number | undefined): void => {
    if (tripId === undefined) return
    void navigate({ to: monitoringPath({ view: 'trip', regionId, tripId }), search: keptSearch })
  }
}
