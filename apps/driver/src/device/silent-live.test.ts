import { expect, test } from 'vitest'
import type { Core } from './core.ts'
import { createLive } from './live.ts'

test('a stream that is silent for long is given up, and is begun again from what was heard last', async () => {
  const after: (string | null)[] = []
  const heard: string[] = []
  /** Tells one thing, and then nothing more, without an end. */
  const stream = async (_: unknown, from: string | null, signal: AbortSignal): Promise<Response> => {
    after.push(from)
    return new Response(
      new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('id: 7\nevent: trip\ndata: {}\n\n'))
          signal.addEventListener('abort', () => controller.error(signal.reason))
        },
      }),
    )
  }
  const open = { manifest: { trip: { current_state: 'live' } } }
  // What of the device a stream needs.
  const core = { calls: { stream }, store: { get: () => ({ open }) }, session: { token: 'token' } } as unknown as Core
  const live = createLive(core, () => void heard.push('changed'), 30)
  await expect
    .poll(() => {
      live.look()
      return after
    })
    .toEqual([null, '7'])
  expect(heard.length).toBeGreaterThan(0)
  live.stop()
})
