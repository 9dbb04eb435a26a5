import type { Deps } from '../deps.ts'
import { createTurns } from '../http/in-turn.ts'
import { onThread } from './on-thread.ts'
import type { Sheet } from './sheet.ts'

/** Sixty times what it takes. */
const DEADLINE_MS = 30_000

/** Each is a thread of its own with the fonts in it. The last of so many waits for some seconds. */
const inTurn = createTurns({
  atOnce: 2,
  mostWaiting: 20,
  busy: 'Many files are being made. Please try again in a moment',
})

/** The sheet as a PDF. Throws 503 while many wait. */
export const drawSheet = ({ ending }: Pick<Deps, 'ending'>, sheet: Sheet): Promise<Uint8Array> =>
  inTurn(() =>
    onThread<Uint8Array>(new URL('./sheet-worker.ts', import.meta.url), sheet, {
      what: 'The file',
      ms: DEADLINE_MS,
      signal: ending.begun.signal,
    }),
  )
