import { useContext, useMemo } from 'react'
import { byName } from '../auth/allowed.ts'
import { useCan } from '../auth/permissions.ts'
import { useRepresents } from '../auth/use-me.ts'
import { useSettings } from '../settings/settings.ts'
import { ModulesContext, type PortalPage } from './define-module.ts'
import { isInUse, menuFor, type MenuGroup } from './menu.ts'

/** Whether the portal has a page at this path, which is for this user. */
export const useHasPage = (): ((path: string) => boolean) => {
  const modules = useContext(ModulesContext)
  const represents = useRepresents()
  return useMemo(() => {
    const pages = modules.flatMap((module) => module.pages).filter((page) => isFor(page, represents))
    const paths = new Set(pages.map(({ path }) => path.replace(/\/[{$].*$/, '')))
    return (path) => paths.has(path)
  }, [modules, represents])
}

/** Representatives of organisations have pages of their own, which others have too. */
export const isFor = ({ represented }: PortalPage, represents: boolean): boolean => !represents || represented === true

/** Whether a module of the menu is switched off: its pages say so instead of opening. */
export const useIsOff = (): ((module: string | undefined) => boolean) => {
  const { modules, app } = useSettings()
  return (module) => {
    const item = modules.flatMap(({ items }) => items).find(({ name }) => name === module)
    return item !== undefined && !isInUse(item, app.brand)
  }
}

export const useMenu = (): readonly MenuGroup[] => {
  const settings = useSettings()
  const can = useCan()
  const hasPage = useHasPage()
  return menuFor(settings.modules, { brand: settings.app.brand, can: byName(can), hasPage })
}
