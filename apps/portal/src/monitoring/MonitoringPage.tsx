import { useQuery } from '@tanstack/react-query'
import { tripRecords } from '../records/trips.ts'
import { zoneOptions } from '../records/zones.ts'
import { Navigate, useParam } from '../url/link.tsx'
import { useMemo, useState } from 'react'
import { useConnection } from '../live/connection.ts'
import { useScope } from '../url/scope.ts'
import { useUrlState } from '../url/url-state.ts'
import { usePageTitle } from '../ui/use-page-title.ts'
import { RoadsPanel } from './disruptions/RoadsPanel.tsx'
import { RoadsTool } from './disruptions/RoadsTool.tsx'
import { useRoads } from './disruptions/use-roads.ts'
import { FilterBar } from './FilterBar.tsx'
import { filterState, passesFilters } from './filters.ts'
import { Legend } from './Legend.tsx'
import classes from './MonitoringPage.module.css'
import { MonitoringMap } from './monitoring-map.ts'
import { wholeSearch } from './navigation.ts'
import { type OpenTab, tabsWithin, withPlace } from './open-tabs.ts'
import { OpenTabs } from './OpenTabs.tsx'
import { monitoringPath, type Place, readPlace } from './place.ts'
import { activeTripsQuery, POLL_MS } from './queries.ts'
import { RegionPanel } from './RegionPanel.tsx'
import { monitoringStrings as words } from './strings.ts'
import { TripPanel } from './TripPanel.tsx'
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
  const [scope] = useScope()
  const [filters, changeFilters] = useUrlState(filterState)
  const polling = { refetchInterval: useConnection() === 'online' ? (false as const) : POLL_MS }
  const active = useQuery({ ...activeTripsQuery(place.regionId, scope.zone), ...polling })
  const zones = useQuery(zoneOptions(place.regionId))
  const tripId = place.view === 'list' ? null : place.tripId
  const chosen = useQuery({ ...tripRecords.one(tripId ?? 0), enabled: tripId !== null, ...polling })
  const trips = useMemo(() => active.data ?? [], [active.data])
  const shown = useMemo(() => trips.filter((trip) => passesFilters(trip, filters)), [trips, filters])
  const mapZones = useMemo(
    () => (zones.data ?? []).filter((zone) => scope.zone.length === 0 || scope.zone.includes(zone.id)),
    [zones.data, scope.zone],
  )
  const [tabs, setTabs] = useState<readonly OpenTab[]>([])
  const zoneOf = (id: number): number | null => trips.find((trip) => trip.id === id)?.zone_id ?? null
  const kept = withPlace(tabsWithin(tabs, place.regionId, scope.zone, zoneOf), place)
  if (kept !== tabs) setTabs(kept)
  const roads = useRoads(place.regionId, zones.data ?? [], polling)
  const [located, locate] = useState<{ id: number; at: number } | null>(null)
  return (
    <div className={classes['page']}>
      <h1 className="visually-hidden">{words.title}</h1>
      <OpenTabs
        tabs={kept}
        place={place}
        trips={trips}
        count={active.data === undefined ? null : shown.length}
        onClose={(key) => setTabs(kept.filter((tab) => tab.key !== key))}
      />
      <aside className={classes['panel']} aria-label={words.panel}>
        {roads.open ? (
          <RoadsPanel roads={roads} regionId={place.regionId} />
        ) : place.view === 'list' ? (
          <RegionPanel
            place={place}
            query={active}
            trips={shown}
            zones={mapZones}
            onLocate={(id) => locate({ id, at: performance.now() })}
          />
        ) : (
          <TripPanel place={place} query={chosen} zones={zones.data ?? []} />
        )}
      </aside>
      <div className={classes['stage']}>
        <MonitoringMap
          place={place}
          trips={shown}
          zones={mapZones}
          chosen={place.view === 'list' ? null : (chosen.data ?? null)}
          located={located}
          roads={roads}
        />
        <RoadsTool roads={roads} />
        <FilterBar filters={filters} onChange={changeFilters} />
        <Legend trips={shown} />
      </div>
    </div>
  )
}
