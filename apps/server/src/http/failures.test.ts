import { expect, test } from 'vitest'
import { refusalOf } from './failures.ts'

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

test.each(['40P01', '40001'])(
  'of two requests that deadlock in the database (%s), one is asked to try again',
  (code) => {
    const { status, errors } = refusalOf(Object.assign(new Error('deadlock detected'), { code }), log, 'r1')
    expect([status, errors[0]?.code, errors[0]?.detail]).toEqual([
      409,
      'conflict',
      'This was changed at the same moment. Please try again',
    ])
  },
)
