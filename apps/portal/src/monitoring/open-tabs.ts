import type { Place } from './place.ts'

/** A trip or booking that was opened, newest first. */
export type OpenTab = { key: string; place: Exclude<Place, { view: 'list' }> }

export const tabOf = (place: Place): OpenTab | null => {
  switch (place.view) {
    case 'list':
      return null
    case 'trip':
      return { key: `trip-${place.tripId}`, place }
    case 'booking':
      return { key: `sr-${place.serviceRequestId}`, place }
  }
}

/** The tabs with the place's own among them: at the front when it is new. The same list when nothing changes. */
export const withPlace = (tabs: readonly OpenTab[], place: Place): readonly OpenTab[] => {
  const opened = tabOf(place)
  if (opened === null) return tabs
  const region = tabs.filter((tab) => tab.place.regionId === place.regionId)
  const kept = region.length === tabs.length ? tabs : region
  return kept.some((tab) => tab.key === opened.key) ? kept : [opened, ...kept]
}

/** Another region has its own tabs; zones outside the filter have none. `zoneOf`: null while loading. */
export const tabsWithin = (
  tabs: readonly OpenTab[],
  regionId: number | null,
  zones: readonly number[],
  zoneOf: (tripId: number) => number | null,
): readonly OpenTab[] => {
  const kept = tabs.filter(({ place }) => {
    const zone = zoneOf(place.tripId)
    return place.regionId === regionId && (zones.length === 0 || zone === null || zones.includes(zone))
  })
  return kept.length === tabs.length ? tabs : kept
}
