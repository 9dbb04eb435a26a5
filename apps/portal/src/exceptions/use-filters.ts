import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'
import { useMe } from '../auth/use-me.ts'
import { useUrlState } from '../url/url-state.ts'
import { filterState, type InboxFilters, isFiltered, noFilters } from './filters.ts'

/** The filters, which stand in the address and are kept per user: an address without any takes those that were chosen last. */
export const useFilters = (): [InboxFilters, (change: Partial<InboxFilters>) => void] => {
  const me = useMe()
  const [filters, change] = useUrlState(filterState)
  const [kept, keep] = useLocalStorage<Partial<InboxFilters>>({
    key: `exceptions_filters_${me ?? 0}`,
    defaultValue: noFilters,
    getInitialValueInEffect: false,
  })
  const takeKept = useEffectEvent(() => {
    const last = { ...noFilters, ...kept }
    if (!isFiltered(filters) && isFiltered(last)) change(last, { replace: true })
  })
  useEffect(() => takeKept(), [])
  const choose = (next: Partial<InboxFilters>): void => {
    keep({ ...filters, ...next })
    change(next, { replace: true })
  }
  return [filters, choose]
}
