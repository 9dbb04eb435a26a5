import { expect, test } from 'vitest'
import { gather, type Outcome } from './gather.ts'

/** Runs end when the test lets them. */
const heldBack = (most: number) => {
  const runs: { items: readonly number[]; end: (outcomes?: Outcome<number>[]) => void; fail: () => void }[] = []
  const call = gather<number, number>(
    (items) =>
      new Promise((resolve, reject) => {
        runs.push({
          items,
          end: (outcomes = items.map((item) => ({ value: item * 10 }))) => resolve(outcomes),
          fail: () => reject(new Error('all of them')),
        })
      }),
    most,
  )
  return { call, runs }
}
/** until promises that are settled have been followed up */
const settled = () => new Promise((done) => setImmediate(done))

test('calls made during a run go together into the next one', async () => {
  const { call, runs } = heldBack(10)
  const calls = [1, 2, 3].map(call)
  expect(runs.map(({ items }) => items)).toEqual([[1]])
  runs[0]?.end()
  await settled()
  expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3]])
  runs[1]?.end()
  expect(await Promise.all(calls)).toEqual([10, 20, 30])
})

test('a run takes no more than it may', async () => {
  const { call, runs } = heldBack(2)
  const calls = [1, 2, 3, 4].map(call)
  for (const index of [0, 1, 2]) {
    runs[index]?.end()
    await settled()
  }
  expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3], [4]])
  expect(await Promise.all(calls)).toEqual([10, 20, 30, 40])
})

test('one call is refused without the others', async () => {
  const { call, runs } = heldBack(10)
  const calls = [1, 2, 3].map(call)
  runs[0]?.end()
  await settled()
  runs[1]?.end([{ error: new Error('not this one') }, { value: 30 }])
  const outcomes = await Promise.allSettled(calls)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a run that fails as a whole is repeated item by item', async () => {
  const { call, runs } = heldBack(10)
  const calls = [1, 2, 3].map(call)
  const outcomes = Promise.allSettled(calls)
  runs[0]?.end()
  await settled()
  runs[1]?.fail()
  await settled()
  expect(runs[2]?.items).toEqual([2])
  runs[2]?.fail()
  await settled()
  expect(runs[3]?.items).toEqual([3])
  runs[3]?.end()
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
