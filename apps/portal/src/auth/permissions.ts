import { useSettings } from '../settings/settings.ts'
import { isAllowed } from './allowed.ts'
import { useSession } from './session.ts'

/** `const can = useCan(); can('DriverManagement:driver:canCreate')` */
export const useCan = (): ((key: string) => boolean) => {
  const settings = useSettings()
  const session = useSession()
  return (key) => session.status === 'logged_in' && isAllowed(key, session.user.permissions, settings)
}
