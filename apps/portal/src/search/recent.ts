/** The local-storage key that the specification names. */
export const RECENT_KEY = 'global-search-recent'
export const MOST_RECENT = 5

/** `EntityLabel:query`; the label holds no colon, the query may. */
export type Recent = { label: string; query: string }

export const writeRecent = ({ label, query }: Recent): string => `${label}:${query}`

const readRecent = (text: unknown): Recent | null => {
  if (typeof text !== 'string') return null
  const colon = text.indexOf(':')
  const query = text.slice(colon + 1)
  return colon < 1 || query === '' ? null : { label: text.slice(0, colon), query }
}

/** What is stored may be of another version or damaged: what cannot be read is left out. */
export const readRecents = (stored: string | null): readonly Recent[] => {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list) ? list.flatMap((text) => readRecent(text) ?? []).slice(0, MOST_RECENT) : []
  } catch {
    return []
  }
}

const goesOnFrom = (one: Recent, other: Recent): boolean =>
  one.label === other.label && (one.query.startsWith(other.query) || other.query.startsWith(one.query))

/** The newest first. Typing on in the newest search replaces it: `mar` on the way to `marchetti` is not kept. */
export const withRecent = (list: readonly Recent[], made: Recent): readonly Recent[] => {
  const [newest, ...older] = list
  const before = newest !== undefined && goesOnFrom(newest, made) ? older : list
  return [made, ...before.filter((one) => writeRecent(one) !== writeRecent(made))].slice(0, MOST_RECENT)
}
