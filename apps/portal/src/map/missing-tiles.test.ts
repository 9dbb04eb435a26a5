import { expect, test } from 'vitest'
import { withArrival, withFailure } from './missing-tiles.ts'

const tile = (key: string, state = 'loaded') => ({ tile: { state, tileID: { key } } })
const none: ReadonlySet<string> = new Set()

test('a tile is missing from its failure until it has come', () => {
  const two = withFailure(withFailure(none, tile('a', 'errored')), tile('b', 'errored'))
  expect([...withArrival(two, tile('a'))]).toEqual(['b'])
  expect(withArrival(two, tile('c'))).toBe(two)
  expect(withArrival(two, tile('a', 'loading'))).toBe(two)
  expect(withArrival(withArrival(two, tile('a')), tile('b')).size).toBe(0)
})

test('a source that failed as a whole has come with its first tile', () => {
  const source = withFailure(none, { error: new Error('cut off') })
  expect(source.size).toBe(1)
  expect(withArrival(source, tile('a')).size).toBe(0)
})
