import { expect, it } from 'vitest'
import { choices } from './testing-town.ts'
import { ruinTours } from './whole-tours.ts'

it('whole-tour removal empties one tour, or it and its neighbour', () => {
  expect(new Set(choices(ruinTours))).toEqual(new Set(['0,1', '2,3', '0,1,2,3']))
})
