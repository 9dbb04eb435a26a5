import { useMasks } from '../../auth/masks.ts'
import { useCan } from '../../auth/permissions.ts'
import { MERGE } from './keys.ts'

/** Masked records cannot be compared. */
export const useMayMerge = (): boolean => {
  const can = useCan()
  const masks = useMasks()
  return can(MERGE) && masks.size === 0
}
