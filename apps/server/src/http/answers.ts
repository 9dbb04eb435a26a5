import type { Endpoint } from '@ambit/contract'

/**
 * Throws when an answer does not have the contract's shape, or carries more than the contract names: a column that
 * slipped into an answer (a password's hash) would otherwise travel unseen. Tests and development only.
 */
export const checkAnswer = (endpoint: Endpoint, answer: unknown): void => {
  const wire: unknown = answer === undefined ? undefined : JSON.parse(JSON.stringify(answer))
  const parsed = endpoint.answer.safeParse(wire)
  if (!parsed.success) throw new Error(`${endpoint.name} answers against its contract: ${parsed.error.message}`)
  const extra = extraKey(wire, parsed.data, '')
  if (extra !== null) throw new Error(`${endpoint.name} answers more than its contract names: ${extra}`)
}

const extraKey = (wire: unknown, named: unknown, path: string): string | null => {
  if (typeof wire !== 'object' || wire === null) return null
  if (typeof named !== 'object' || named === null) return path
  const known = new Map<string, unknown>(Object.entries(named))
  for (const [key, value] of Object.entries(wire)) {
    if (!known.has(key)) return `${path}/${key}`
    const deeper = extraKey(value, known.get(key), `${path}/${key}`)
    if (deeper !== null) return deeper
  }
  return null
}
