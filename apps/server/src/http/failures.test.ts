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

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
])('a request whose database connection is lost is asked to try again (%s)', (message) => {
  const { status, errors } = refusalOf(new Error(message), log, 'r1')
  expect([status, errors[0]?.code]).toEqual([503, 'not_ready'])
})
