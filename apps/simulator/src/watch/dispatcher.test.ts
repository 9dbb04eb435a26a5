import { ApiError, api } from '@ambit/contract'
import { expect, test } from 'vitest'
import type { Session } from '../access/line.ts'
import { createDiscreteTimeline } from '../timeline/discrete.ts'
import { MINUTE } from '../timeline/timeline.ts'
import { liveDispatcher } from './dispatcher.ts'

test('the dispatcher watches every zone, and acknowledges each minute what is open, urgent or soon, and follows from nothing else', async () => {
  const calls: unknown[] = []
  const rows = [
    { id: 1, state: 'open', severity: 'urgent', parent_id: null },
    { id: 2, state: 'open', severity: 'watch', parent_id: null },
    { id: 3, state: 'open', severity: 'soon', parent_id: 1 },
    { id: 4, state: 'acknowledged', severity: 'urgent', parent_id: null },
    { id: 5, state: 'open', severity: 'soon', parent_id: null },
  ]
  const call = async (endpoint: { name: string }, input: object) => {
    if (endpoint.name === api.exceptions.list.name) return { data: rows }
    calls.push([endpoint.name, input])
    // Another answer was faster.
    if (calls.length === 2) throw new ApiError(409, '', { errors: [] })
    return { data: null }
  }
  const timeline = createDiscreteTimeline(0, async () => {})
  timeline.spawn('dispatcher', (actor) => liveDispatcher(actor, { call } as unknown as Session, [7, 8]))
  await timeline.play(MINUTE)
  const acknowledged = (id: number) => ['exceptions.acknowledge', { params: { id } }]
  expect(calls).toEqual([
    ['watches.start', { body: { zone_ids: [7, 8] } }],
    acknowledged(1),
    acknowledged(5),
    acknowledged(1),
    acknowledged(5),
  ])
})
