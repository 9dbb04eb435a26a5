import type { Settings } from '@ambit/contract'
import type { PortalPath } from '../url/paths.ts'

type Item = Settings['modules'][number]['items'][number]
export type MenuGroup = { name: string; items: readonly Item[] }

type Viewer = {
  brand: Settings['app']['brand']
  can: (key: string) => boolean
  /** whether the portal has a page at this path */
  hasPage: (path: string) => boolean
}

/** Whether a module is used by this installation, in the menu or not. */
export const isInUse = (item: Pick<Item, 'enabled' | 'brand'>, brand: Viewer['brand']): boolean =>
  item.enabled && (item.brand === null || item.brand === brand)

/** What this person's menu holds: enabled, flagged for the main menu, of this brand, and readable. Empty groups go. */
export const menuFor = (groups: Settings['modules'], { brand, can, hasPage }: Viewer): readonly MenuGroup[] =>
  groups
    .map((group) => ({
      name: group.groupName,
      items: group.items.filter(
        (item) => isInUse(item, brand) && item.mainMenu && can(item.permission) && hasPage(pathOf(item)),
      ),
    }))
    .filter((group) => group.items.length > 0)

/** Settings write paths with or without the leading slash. What is shown of them is a page of the portal: `hasPage`. */
export const pathOf = ({ path }: Pick<Item, 'path'>): PortalPath =>
  (path.startsWith('/') ? path : `/${path}`) as PortalPath
