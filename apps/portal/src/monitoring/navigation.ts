import type { PlainSearch } from '../url/plain-search.ts'

/** Going from view to view keeps region, zones and filters, and leaves open dialogs, the closed roads and what needs attention behind. */
export const keptSearch = (before: PlainSearch): PlainSearch => ({
  ...before,
  d: undefined,
  roads: undefined,
  attention: undefined,
})

/** The same view under its full address keeps all. */
export const wholeSearch = (before: PlainSearch): PlainSearch => before
