/** What Service Monitoring shows, as its path says: a region's trips, one trip, or one booking on a trip. */
export type Place =
  | { view: 'list'; regionId: number | null }
  | { view: 'trip'; regionId: number | null; tripId: number }
  | { view: 'booking'; regionId: number | null; tripId: number; serviceRequestId: number }

const idOf = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null

/** `0` stands for all regions where a trip or booking follows, since the region cannot be left out there. */
const ALL_REGIONS = '0'

/** Reads what follows `/VehicleMonitoring/`. Null: not a current address of this page. */
export const readPlace = (rest: string): Place | null => {
  const [region, regionText, trip, tripText, requests, requestText, ...more] = rest
    .split('/')
    .filter((part) => part !== '')
  if (region?.toLowerCase() !== 'region' || more.length > 0) return null
  const regionId = idOf(regionText)
  if (trip === undefined) return regionText === undefined || regionId !== null ? { view: 'list', regionId } : null
  if (regionId === null && regionText !== ALL_REGIONS) return null
  if (trip.toLowerCase() !== 'trip') return null
  const tripId = idOf(tripText)
  if (tripId === null) return tripText === undefined ? { view: 'list', regionId } : null
  if (requests === undefined) return { view: 'trip', regionId, tripId }
  const serviceRequestId = idOf(requestText)
  if (requests.toLowerCase() !== 'service-requests' || serviceRequestId === null) return null
  return { view: 'booking', regionId, tripId, serviceRequestId }
}

export const writePlace = (place: Place): string => {
  switch (place.view) {
    case 'list':
      return place.regionId === null ? 'region' : `region/${place.regionId}`
    case 'trip':
      return `region/${place.regionId ?? ALL_REGIONS}/trip/${place.tripId}`
    case 'booking':
      return `region/${place.regionId ?? ALL_REGIONS}/trip/${place.tripId}/service-requests/${place.serviceRequestId}`
  }
}

export const monitoringPath = (place: Place) => `/VehicleMonitoring/${writePlace(place)}` as const
