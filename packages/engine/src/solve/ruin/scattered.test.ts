import { expect, it } from 'vitest'
import { ruinScattered } from './scattered.ts'
import { choices } from './testing-town.ts'

it('scattered removal can take every request', () => {
  expect(new Set(choices((search) => ruinScattered(search, 1)))).toEqual(new Set(['0', '1', '2', '3']))
})
