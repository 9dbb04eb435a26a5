import { ids, type UrlValue, urlState, useUrlState } from './url-state.ts'

/** The local-storage key that the specification names. */
export const STORED_REGION_KEY = 'global_region_filter'

export const optionalId: UrlValue<number | null> = {
  read: (value) => (value !== undefined && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : null),
  write: (value) => (value === null ? undefined : String(value)),
}

/** The region and zones that everything on screen is about; null and none mean all. */
export type Scope = { region: number | null; zone: readonly number[] }
export const scopeState = urlState<Scope>({ region: optionalId, zone: ids() })

export const useScope = () => useUrlState(scopeState)

export const readStoredRegion = (storage: Pick<Storage, 'getItem'>): string | null => {
  const kept = storage.getItem(STORED_REGION_KEY)
  return kept !== null && /^[1-9]\d{0,15}$/.test(kept) ? kept : null
}

export const storeRegion = (storage: Pick<Storage, 'setItem' | 'removeItem'>, region: number | null): void => {
  if (region === null) storage.removeItem(STORED_REGION_KEY)
  else storage.setItem(STORED_REGION_KEY, String(region))
}
