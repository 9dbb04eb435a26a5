import { expect, test } from 'vitest'
import { createNameSearch } from './names.ts'

const list = [
  { names: ['Larkfield General Hospital', 'LGH', 'The General'], position: [153, -27] as const },
  { names: ['Harbour Dialysis Centre'], position: [153.01, -27] as const },
  { names: ['Harbour Library'], position: [153.02, -27] as const },
  { names: ['Harbour Library'], position: [153.9, -27] as const },
]
const search = createNameSearch(list)
const rows = (text: string, at?: readonly [number, number]) => search(text, at).map(({ row }) => row)

test('a name is found by its beginning, by any of its words and by another name', () => {
  expect(rows('larkf')).toEqual([0])
  expect(rows('dialysis')).toEqual([1])
  expect(rows('lgh')).toEqual([0])
  expect(rows('the general')).toEqual([0])
  expect(rows('pool')).toEqual([])
  expect(rows(' , ')).toEqual([])
})

test('a mistyped name is found where none is spelt so', () => {
  expect(rows('hopsital')).toEqual([0])
  expect(rows('harbor dialisis')).toEqual([1])
})

test('of like names the nearest comes first, and each is there once', () => {
  expect(rows('harbour lib', [153.02, -27])).toEqual([2, 3])
  expect(rows('harbour lib', [153.9, -27])).toEqual([3, 2])
  expect(rows('general')).toEqual([0])
})
