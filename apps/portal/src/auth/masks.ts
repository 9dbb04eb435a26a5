import { type Guard, maskKeys } from '@ambit/contract'
import { useCan } from './permissions.ts'
import { useSession } from './session.ts'

/** What of passengers the server masks for the signed-in user. */
export const useMasks = (): ReadonlySet<Guard> => {
  const can = useCan()
  const session = useSession()
  const guards = (Object.keys(maskKeys) as (keyof typeof maskKeys)[]).filter((guard) => !can(maskKeys[guard])) // its own keys
  const pseudonymous = session.status === 'logged_in' && session.user.pseudonymous
  return new Set<Guard>(pseudonymous ? [...guards, 'name'] : guards)
}
