import type { PlainSearch } from './plain-search.ts'

/** A link to another page keeps region and zones, and nothing else: `<Link to="/DriverManagement" search={scopedSearch}>` */
export const scopedSearch = (before: PlainSearch): PlainSearch => ({ region: before['region'], zone: before['zone'] })
