import { expect, test } from 'vitest'
import { groupsTogether } from './groups-together.ts'

const rows = (...groups: string[]) => groups.map((name) => ({ Days: 'Mon', ' group': name }))

test('rows of a group go in one call wherever they stand, and no call has more rows than it takes', () => {
  expect(groupsTogether(rows('', 'Choir', '', ' choir ', 'Club', 'CHOIR', 'club'), 4)).toEqual([
    [0, 1, 3, 5],
    [2, 4, 6],
  ])
  expect(groupsTogether(rows('', '', '', '', ''), 2)).toEqual([[0, 1], [2, 3], [4]])
  expect(groupsTogether(rows('A', 'A', 'A'), 2)).toEqual([[0, 1], [2]])
})

test('a heading that stands nowhere means that no row has a group', () => {
  expect(groupsTogether([{ Days: 'Mon' }, { Days: 'Tue' }], 100)).toEqual([[0, 1]])
})
