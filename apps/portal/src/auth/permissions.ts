import { useSettings } from '../settings/settings.ts'
import { type Can, isAllowed } from './allowed.ts'
import { useSession } from './session.ts'

/** `const can = useCan(); can('DriverManagement:driver:canCreate')` */
export const useCan = (): Can => {
  const settings = useSettings()
  const session = useSession()
  return (key) => session.status === 'logged_in' && isAllowed(key, session.user, settings)
}
