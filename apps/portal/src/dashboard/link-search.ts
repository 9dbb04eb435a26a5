import type { PlainSearch } from '../url/plain-search.ts'
import { LINK_PER_PAGE, type ShownLink } from './onboarding.ts'

/** A link of the dashboard keeps region and zones, asks for everything at once, and may open a dialog there. */
export const linkSearch =
  ({ dialog }: Pick<ShownLink, 'dialog'>) =>
  (before: PlainSearch): PlainSearch => ({
    region: before['region'],
    zone: before['zone'],
    per_page: String(LINK_PER_PAGE),
    d: dialog ?? undefined,
  })
