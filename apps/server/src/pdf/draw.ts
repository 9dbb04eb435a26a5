import type { Deps } from '../deps.ts'
import { onThread } from './on-thread.ts'
import type { Sheet } from './sheet.ts'

/** Sixty times what it takes. */
const DEADLINE_MS = 30_000

/** The sheet as a PDF. */
export const drawSheet = ({ ending }: Pick<Deps, 'ending'>, sheet: Sheet): Promise<Uint8Array> =>
  onThread<Uint8Array>(new URL('./sheet-worker.ts', import.meta.url), sheet, {
    what: 'The file',
    ms: DEADLINE_MS,
    signal: ending.begun.signal,
  })
