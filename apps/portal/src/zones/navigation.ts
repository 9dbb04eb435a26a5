import type { PlainSearch } from '../url/plain-search.ts'
import type { PortalPath } from '../url/paths.ts'
import { scopedSearch } from '../url/scope-link.ts'

export const ZONES_PATH = '/ZoneManagement/zones'

/** The tabs of the designer, as its address names them; without one the first is shown. */
export const designerTabs = ['service-area', 'stops', 'fixed-routes', 'service-strategies'] as const
export type DesignerTab = (typeof designerTabs)[number]

export const designerPath = (zoneId: number, tab?: DesignerTab): PortalPath =>
  tab === undefined ? `${ZONES_PATH}/${zoneId}/designer` : `${ZONES_PATH}/${zoneId}/designer/${tab}`

export const rulesPath = (zoneId: number): PortalPath => `${ZONES_PATH}/${zoneId}/rules`

/** From tab to tab only region and zones are kept. */
export const keptSearch = (before: PlainSearch): PlainSearch => scopedSearch(before)

/** The id in a designer's path; null for text that is none. */
export const zoneIdOf = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null
