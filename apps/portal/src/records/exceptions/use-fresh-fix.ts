import type { ServiceException } from '@ambit/contract'
import { useNow } from '../../settings/use-now.ts'

/** A fix is shown for so long after it was worked out. */
const FRESH_MS = 30_000

/** What the server worked out, while it is fresh. */
export const useFreshFix = ({ fix }: Pick<ServiceException, 'fix'>): ServiceException['fix'] => {
  const now = useNow(5000).getTime()
  return fix === null || now - Date.parse(fix.worked_out_at) > FRESH_MS ? null : fix
}
