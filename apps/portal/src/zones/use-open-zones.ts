import { useSessionStorage } from '@mantine/hooks'
import { useSession } from '../auth/session.ts'
import { ids } from '../url/url-state.ts'

const codec = ids()

/** The zones that have a tab, in the order in which they were opened; kept over a reload of this window. */
export const useOpenZones = (): readonly [
  readonly number[],
  (change: (open: readonly number[]) => readonly number[]) => void,
] => {
  const session = useSession()
  const user = session.status === 'logged_in' ? session.user.id : 0
  const [open, change] = useSessionStorage<readonly number[]>({
    key: `ambit:open-zones:${user}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    serialize: (value) => value.join(','),
    deserialize: codec.read,
  })
  return [open, change]
}
