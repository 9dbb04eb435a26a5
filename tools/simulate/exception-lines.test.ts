import { expect, test } from 'vitest'
import { exceptionLines } from './exception-lines.ts'

test('the report tells how many exceptions of each kind there were, and how often they interrupted', () => {
  const kinds = [
    { kind: 'promise_at_risk' as const, urgent: 1, soon: 2, watch: 12, interruptions: 3 },
    { kind: 'no_signal' as const, urgent: 0, soon: 1, watch: 0, interruptions: 2 },
  ]
  const rates = { exceptions: 16, by_severity: { urgent: 1, soon: 3, watch: 12 }, kinds, interruptions: 5, hours: 20 }
  expect(exceptionLines({ ...rates, worst: 2, worst_at: new Date('2026-11-23T08:05:00+10:00') })).toEqual([
    'Exceptions: 16, 1 urgent (6.3 %), 3 soon (18.8 %), 12 watch (75.0 %)',
    'Interruptions of a sole dispatcher: 5, 0.25 an hour in 20.0 hours with trips',
    'The worst 10 minutes: 2, until 2026-11-22T22:05:00.000Z',
    '  promise_at_risk: 1 urgent, 2 soon, 12 watch, 3 interruptions',
    '  no_signal: 0 urgent, 1 soon, 0 watch, 2 interruptions',
  ])
  const none = { exceptions: 0, by_severity: { urgent: 0, soon: 0, watch: 0 }, kinds: [], interruptions: 0, hours: 0 }
  expect(exceptionLines({ ...none, worst: 0, worst_at: null })).toEqual([
    'Exceptions: 0, 0 urgent (–), 0 soon (–), 0 watch (–)',
    'Interruptions of a sole dispatcher: 0, – an hour in 0.0 hours with trips',
    'The worst 10 minutes: 0',
  ])
})
