import type { Row } from './collect.ts'

/** Rows that are written in one go, within a few milliseconds: others are served between two goes. */
const AT_ONCE = 100

export function* byRows(rows: readonly Row[], write: (some: readonly Row[]) => string): Generator<void, string[]> {
  const written: string[] = []
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    written.push(write(rows.slice(from, from + AT_ONCE)))
    yield
  }
  return written
}
