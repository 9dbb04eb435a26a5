import { session } from '../../auth/session.ts'
import { serverClock } from '../../settings/use-now.ts'

/** The own answers that can still be taken back, kept while this tab is open, also when the page is loaded again. */
type Answered = { at: number; kind: 'exceptions' | 'mute'; ids: readonly number[] }

/** Who signs in after somebody else takes nothing of theirs back. */
const keyOf = (): string => {
  const now = session.state()
  return `exceptions_answered:${now.status === 'logged_in' ? now.user.id : ''}`
}
const KEPT_MS = 10 * 60_000

const isAnswered = (value: unknown): value is Answered =>
  typeof value === 'object' && value !== null && 'at' in value && 'kind' in value && 'ids' in value

const read = (): Answered[] => {
  const since = serverClock.now().getTime() - KEPT_MS
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf()) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isAnswered).filter(({ at }) => at >= since) : []
  } catch {
    return []
  }
}
const write = (answered: readonly Answered[]): void => sessionStorage.setItem(keyOf(), JSON.stringify(answered))

/** Of what was taken from the list, this could not be taken back yet. */
export const putBack = (answered: Answered): void => {
  if (answered.ids.length > 0) write([...read(), answered].toSorted((one, other) => one.at - other.at))
}

export const remember = (kind: Answered['kind'], ids: readonly number[]): void =>
  putBack({ at: serverClock.now().getTime(), kind, ids })

/** It was taken back otherwise, or cannot be any more. */
export const forget = (kind: Answered['kind'], id: number): void =>
  write(
    read()
      .map((one) => (one.kind === kind ? { ...one, ids: one.ids.filter((known) => known !== id) } : one))
      .filter(({ ids }) => ids.length > 0),
  )

export const lastAnswered = (): Answered | null => read().at(-1) ?? null

/** Takes the last one from the list, to be taken back now. */
export const takeLast = (): Answered | null => {
  const all = read()
  const last = all.at(-1) ?? null
  write(all.slice(0, -1))
  return last
}
