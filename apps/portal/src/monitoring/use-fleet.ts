import type { Trip, Zone } from '@ambit/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { bookingRecords } from '../records/bookings.ts'
import { tripRecords } from '../records/trips.ts'
import { zoneOptions } from '../records/zones.ts'
import { useNow } from '../settings/use-now.ts'
import { useScope } from '../url/scope.ts'
import { passesFilters, type VehicleFilters } from './filters.ts'
import type { Place } from './place.ts'
import { withSilence } from '../records/positions.ts'
import { activeTripsQuery } from './queries.ts'
import { usePolling } from '../live/use-polling.ts'

/** how often trips that are about to start are looked for, in ms */
const SOON_MS = 60_000
const noZones: readonly Zone[] = []

/** What a place shows: the trips under way in the chosen zones, those that pass the filters, and the trip that is open. */
export const useFleet = (place: Place, filters: VehicleFilters) => {
  const [scope] = useScope()
  const queries = useQueryClient()
  const polling = usePolling(() => {
    void queries.invalidateQueries({ queryKey: tripRecords.key('active') })
    if (place.view !== 'list') void queries.invalidateQueries({ queryKey: tripRecords.one(place.tripId).queryKey })
    if (place.view === 'booking')
      void queries.invalidateQueries({ queryKey: bookingRecords.one(place.serviceRequestId).queryKey })
  })
  const active = useQuery({
    ...activeTripsQuery(place.regionId, scope.zone),
    // No event says that a trip will soon begin.
    refetchInterval: polling.refetchInterval === false ? SOON_MS : polling.refetchInterval,
  })
  const zones = useQuery(zoneOptions(place.regionId))
  const tripId = place.view === 'list' ? null : place.tripId
  const chosen = useQuery({ ...tripRecords.one(tripId ?? 0), enabled: tripId !== null, ...polling })
  const now = useNow(10_000)
  const trips = useMemo(() => (active.data ?? []).map((trip) => withSilence(trip, now)), [active.data, now])
  return {
    active,
    trips,
    /** those that pass the filters with this text in the search */
    matching: (q: string): Trip[] => trips.filter((trip) => passesFilters(trip, { ...filters, q })),
    shown: useMemo(() => trips.filter((trip) => passesFilters(trip, filters)), [trips, filters]),
    zones: zones.data ?? noZones,
    hasNoZones: zones.data?.length === 0,
    mapZones: useMemo(
      () => (zones.data ?? []).filter((zone) => scope.zone.length === 0 || scope.zone.includes(zone.id)),
      [zones.data, scope.zone],
    ),
    chosen,
    polling,
    selectedZones: scope.zone,
  }
}
