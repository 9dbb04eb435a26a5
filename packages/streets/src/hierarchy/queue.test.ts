import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHeap } from './heap.ts'
import { createQueue } from './queue.ts'

const entries = (states: number) =>
  fc.array(fc.tuple(fc.nat(states - 1), fc.nat(2 ** 30)), { minLength: 1, maxLength: 3000 })

describe('the queue of street searches', () => {
  it('returns entries in order of their keys, for any size of graph', () => {
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 700, 1_000_000), fc.infiniteStream(fc.nat()), (states, numbers) => {
        const queue = createQueue(states)
        const put = Array.from({ length: 1500 }, () => [numbers.next().value % states, numbers.next().value] as const)
        for (const [state, key] of put) queue.push(state, key)
        const taken = put.map(() => [queue.topKey(), queue.pop()] as const)
        const sorted = (list: readonly (readonly [number, number])[]) =>
          list.map(([k, s]) => k * 1e7 + s).toSorted((a, b) => a - b)
        expect(taken.map(([key]) => key)).toEqual(put.map(([, key]) => key).toSorted((a, b) => a - b))
        expect(sorted(taken)).toEqual(sorted(put.map(([state, key]) => [key, state] as const)))
        expect(queue.topKey()).toBe(Infinity)
      }),
      { numRuns: 20 },
    )
  })
})

describe('the heap of the contraction', () => {
  it('holds each state once, with the key it was given last', () => {
    fc.assert(
      fc.property(entries(50), (put) => {
        const heap = createHeap(50)
        const model = new Map<number, number>()
        for (const [state, key] of put) {
          heap.push(state, key)
          model.set(state, key)
        }
        expect(heap.size()).toBe(model.size)
        const keys: number[] = []
        while (heap.size() > 0) {
          keys.push(heap.topKey())
          expect(model.get(heap.pop())).toBe(keys.at(-1))
        }
        expect(keys).toEqual([...model.values()].toSorted((a, b) => a - b))
      }),
      { numRuns: 50 },
    )
  })
})
