import type { PlainSearch } from '../url/plain-search.ts'

/** Going from view to view keeps region, zones and filters, and leaves open dialogs and the closed roads behind. */
export const keptSearch = (before: PlainSearch): PlainSearch => ({ ...before, d: undefined, roads: undefined })

/** The same view under its full address keeps all. */
export const wholeSearch = (before: PlainSearch): PlainSearch => before
