import { expect, test } from 'vitest'
import { duration } from './format.ts'

test('what re-planning saves is written in seconds under a minute, and in minutes from there', () => {
  expect([1, 20, 59, 60, 89, 720].map(duration)).toEqual([
    '1 second',
    '20 seconds',
    '59 seconds',
    '1 minute',
    '1 minute',
    '12 minutes',
  ])
})
