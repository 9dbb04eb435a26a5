import { onThread } from '../pdf/on-thread.ts'
import type { PackInput, RenderedPack } from './pack.ts'

/** Ten times what 5,000 bookings take. */
const DEADLINE_MS = 120_000

/** The files of a pack, made on a thread of its own: a large region takes seconds. */
export const render = (input: PackInput, signal: AbortSignal): Promise<RenderedPack> =>
  onThread(new URL('./render-worker.ts', import.meta.url), input, { what: 'The pack', ms: DEADLINE_MS, signal })
