/** Every parameter that the query of the portal's addresses may have. */
export type SearchKey =
  | 'region'
  | 'zone'
  /** the open dialogs */
  | 'd'
  | 'date'
  | 'trip'
  | 'tab'
  | 'roads'
  | 'flag'
  | 'group'
  | 'stages'
  // lists
  | 'page'
  | 'per_page'
  | 'search'
  | 'sort'
  | `filter.${string}`
  // Service Monitoring
  | 'status'
  | 'signal'
  | 'manual'
  | 'q'
  | 'zoneId'
  | 'tripId'
  | 'attention'

/**
 * The address bar holds plain text (`?region=3&zone=1,2&d=DriverDialog-view-12`), not the router's JSON.
 * A key that is given twice keeps its last value.
 */
export type PlainSearch = { readonly [K in SearchKey]?: string | undefined }

export const parseSearch = (text: string): Record<string, string> => {
  const search: Record<string, string> = {}
  for (const [key, value] of new URLSearchParams(text)) search[key] = value
  return search
}

/** Empty and missing values are left out; commas and colons stay readable. */
export const stringifySearch = (search: Record<string, unknown>): string => {
  const pairs = new URLSearchParams()
  for (const [key, value] of Object.entries(search))
    if (typeof value === 'string' && value !== '') pairs.append(key, value)
  const text = pairs.toString().replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%24', '$')
  return text === '' ? '' : `?${text}`
}
