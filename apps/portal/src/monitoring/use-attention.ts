import { useQuery } from '@tanstack/react-query'
import { useCan } from '../auth/permissions.ts'
import type { Polling } from '../live/use-polling.ts'
import { childrenOf, exceptionsQuery, within } from '../records/exceptions/queries.ts'
import type { PlainSearch } from '../url/plain-search.ts'
import { useScope } from '../url/scope.ts'
import { oneOf, urlState, useUrlState } from '../url/url-state.ts'
import { keptSearch } from './navigation.ts'
import type { Place } from './place.ts'

const attentionState = urlState<{ attention: 'open' | null }>({ attention: oneOf(['open']) })

/** The address of the tab. */
export const attentionSearch = (before: PlainSearch): PlainSearch => ({ ...keptSearch(before), attention: 'open' })

/** What was worked out for a row is shown for half a minute: the list that is on screen is asked for anew. ms */
const FRESH_MS = 5000

/** What needs attention in the place's region and the chosen zones. */
export const useAttention = ({ regionId, view }: Place, polling: Polling) => {
  const may = useCan()('ExceptionManagement:exception:canRead')
  const [{ attention }] = useUrlState(attentionState)
  const [{ zone }] = useScope()
  const shown = may && view === 'list' && attention === 'open'
  const refetchInterval = polling.refetchInterval || (shown && FRESH_MS)
  const query = useQuery({ ...exceptionsQuery, refetchInterval, enabled: may })
  const all = query.data?.data ?? []
  return {
    may,
    shown,
    rows: within(all, regionId, zone),
    /** how many follow from one */
    below: (id: number) => childrenOf(all, id).length,
  }
}
export type Attention = ReturnType<typeof useAttention>
