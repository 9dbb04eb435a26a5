/** Where a visitor wanted to go before signing in (AUTH-27, VERCHK-20). */
export const RETURN_ADDRESS_KEY = 'fromUrl'

type Address = { pathname: string; search: string; hash: string }

const excludedWords = new Set(['login', 'admin', 'code', 'state'])

/**
 * Whole path segments and query keys are compared, without case: a passenger called Statewood keeps the address.
 * `traveller/` means the segment with something after it.
 */
export const isRemembered = ({ pathname, search }: Address): boolean => {
  const segments = pathname.toLowerCase().split('/').filter(Boolean)
  const keys = [...new URLSearchParams(search.toLowerCase()).keys()]
  const traveller = segments.indexOf('traveller')
  return !(
    [...segments, ...keys].some((word) => excludedWords.has(word)) ||
    (traveller >= 0 && pathname.toLowerCase().includes('traveller/'))
  )
}

export const rememberReturnAddress = (storage: Pick<Storage, 'setItem'>, address: Address): void => {
  if (isRemembered(address)) storage.setItem(RETURN_ADDRESS_KEY, address.pathname + address.search + address.hash)
}

export const resetReturnAddress = (storage: Pick<Storage, 'setItem'>): void => storage.setItem(RETURN_ADDRESS_KEY, '/')

/**
 * The stored address without its hash sign and without `/login`; `/` when there is none. Only an address of this host
 * is followed: `//elsewhere.example` leads to `/`.
 */
export const readReturnAddress = (storage: Pick<Storage, 'getItem'>): string => {
  const kept = storage.getItem(RETURN_ADDRESS_KEY) ?? '/'
  const stripped = kept.replace(/^\/?#/, '').replace(/\/login(?=[/?#]|$)/i, '')
  const local = stripped.startsWith('/') ? stripped : `/${stripped}`
  return /^\/[/\\]/.test(local) ? '/' : local
}

/** `/#/TripManagement?d=…` → `/TripManagement?d=…`; null when the address is no old hash link. */
export const fromHashLink = ({ hash }: Pick<Address, 'hash'>): string | null =>
  hash.startsWith('#/') && !/^#\/[/\\]/.test(hash) ? hash.slice(1) : null
