import type { RawBuilder } from 'kysely'
import type { Deps } from '../deps.ts'

/** One step of removal: at most so many rows. Answers how many it looked at and how many of these went. */
export type Step = (rows: number) => Promise<{ seen: number; removed: number }>

export type Kind = {
  /** the machine's clock, where rows are not dated by the service's */
  clock?: 'wall'
  /** SQL of a query of what is due: `id`, `at`, and `person` (null where it concerns nobody by record) */
  due: (before: Date) => RawBuilder<unknown>
  /** Begins a removal. A step that sees fewer rows than it may is the last one. */
  begin: (deps: Deps, before: Date) => Step
}
