import { useContext, useMemo } from 'react'
import { byName } from '../auth/allowed.ts'
import { useCan } from '../auth/permissions.ts'
import { useSettings } from '../settings/settings.ts'
import { ModulesContext } from './define-module.ts'
import { isInUse, menuFor, type MenuGroup } from './menu.ts'

/** Whether the portal has a page at this path. */
export const useHasPage = (): ((path: string) => boolean) => {
  const modules = useContext(ModulesContext)
  return useMemo(() => {
    const paths = new Set(modules.flatMap((module) => module.pages.map((page) => page.path.replace(/\/[{$].*$/, ''))))
    return (path) => paths.has(path)
  }, [modules])
}

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
