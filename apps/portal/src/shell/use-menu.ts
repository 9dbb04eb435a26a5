import { useCan } from '../auth/permissions.ts'
import { modules } from '../modules.ts'
import { useSettings } from '../settings/settings.ts'
import { menuFor, type MenuGroup } from './menu.ts'

const paths = new Set(modules.flatMap((module) => module.pages.map((page) => page.path.replace(/\/[{$].*$/, ''))))
export const hasPage = (path: string): boolean => paths.has(path)

export const useMenu = (): readonly MenuGroup[] => {
  const settings = useSettings()
  const can = useCan()
  return menuFor(settings.modules, { brand: settings.app.brand, can, hasPage })
}
