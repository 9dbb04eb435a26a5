import { useContext, useMemo } from 'react'
import { byName } from '../auth/allowed.ts'
import { useCan } from '../auth/permissions.ts'
import { useSettings } from '../settings/settings.ts'
import { ModulesContext } from './define-module.ts'
import { menuFor, type MenuGroup } from './menu.ts'

/** Whether the portal has a page at this path. */
export const useHasPage = (): ((path: string) => boolean) => {
  const modules = useContext(ModulesContext)
  return useMemo(() => {
    const paths = new Set(modules.flatMap((module) => module.pages.map((page) => page.path.replace(/\/[{$].*$/, ''))))
    return (path) => paths.has(path)
  }, [modules])
}

export const useMenu = (): readonly MenuGroup[] => {
  const settings = useSettings()
  const can = useCan()
  const hasPage = useHasPage()
  return menuFor(settings.modules, { brand: settings.app.brand, can: byName(can), hasPage })
}
