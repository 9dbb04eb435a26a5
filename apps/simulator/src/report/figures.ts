/** Arithmetic of the report, on plain lists. Shares are between 0 and 1; null where there is nothing to divide by. */
export type Spread = { mean: number; p50: number; p90: number; p95: number } | null

export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** Nearest-rank percentiles: always a value that occurred. */
export const spreadOf = (values: readonly number[]): Spread => {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const rank = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
  return {
    mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    p50: rank(0.5),
    p90: rank(0.9),
    p95: rank(0.95),
  }
}

export const round = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places

/** How often each word occurs, most frequent first, then by the word. */
export const countsOf = (words: readonly string[]): { word: string; count: number }[] => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
    .map(([word, count]) => ({ word, count }))
    .toSorted((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
}
