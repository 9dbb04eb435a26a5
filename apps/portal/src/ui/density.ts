import { useLocalStorage } from '@mantine/hooks'
import { useEffect } from 'react'
import { useSession } from '../auth/session.ts'

export const densities = ['compact', 'normal', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** Row height, kept per user on this machine. */
export const useDensity = (): readonly [Density, (density: Density) => void] => {
  const session = useSession()
  const user = session.status === 'logged_in' ? session.user.id : 0
  const [kept, keep] = useLocalStorage({
    key: `ambit:density:${user}`,
    defaultValue: 'normal',
    getInitialValueInEffect: false,
    serialize: (value) => value,
    deserialize: (value) => value ?? 'normal',
  })
  const density = densities.find((candidate) => candidate === kept) ?? 'normal'
  useEffect(() => {
    document.documentElement.dataset['density'] = density
  }, [density])
  return [density, keep]
}
