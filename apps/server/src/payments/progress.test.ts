import { expect, test } from 'vitest'
import { afterAnswer, MOST_ATTEMPTS, type Progress } from './progress.ts'

const now = new Date('2026-11-23T09:00:00Z')
const due: Progress = { state: 'due', round: 1, attempts: 0, next_attempt_at: now, reason: null }
const pause = (attempts: number): number => {
  const { next_attempt_at } = afterAnswer({ ...due, attempts }, { kind: 'unknown', why: 'silent' }, now)
  return ((next_attempt_at?.getTime() ?? NaN) - now.getTime()) / 60_000
}

test('the pauses between attempts double from half a minute to six hours', () => {
  expect([0, 1, 2, 9, 10, 18].map(pause)).toEqual([0.5, 1, 2, 256, 360, 360])
})

test('a payment keeps its idempotency key after silence and gets a new one after a failure', () => {
  const rounds = (['silent', 'busy', 'key', 'failed'] as const).map(
    (why) => afterAnswer(due, { kind: 'unknown', why }, now).round,
  )
  expect(rounds).toEqual([1, 1, 1, 2])
})

test('silence is noted once, and again when its cause changes', () => {
  const first = afterAnswer(due, { kind: 'unknown', why: 'silent' }, now)
  const second = afterAnswer(first, { kind: 'unknown', why: 'busy' }, now)
  const third = afterAnswer(second, { kind: 'unknown', why: 'key' }, now)
  expect([first, second, third].map(({ noted }) => noted?.code ?? null)).toEqual(['unreachable', null, 'unreachable'])
})

test('a payment that is never answered is given up, in every state that it can wait in', () => {
  for (const state of ['due', 'processing'] as const) {
    const last = afterAnswer({ ...due, state, attempts: MOST_ATTEMPTS - 1 }, { kind: 'unknown', why: 'silent' }, now)
    expect(last).toMatchObject({ state: 'given_up', next_attempt_at: null, noted: { code: 'given_up' } })
  }
})

test('a charge that waits for the cardholder goes on waiting while the provider is silent', () => {
  const waiting: Progress = { ...due, state: 'action_needed', attempts: MOST_ATTEMPTS - 1 }
  const after = afterAnswer(waiting, { kind: 'unknown', why: 'silent' }, now)
  expect(after).toMatchObject({ state: 'action_needed', next_attempt_at: null, noted: null })
})

test('a charge that was declined while its cardholder was asked is looked at again, and noted once', () => {
  const decline = { kind: 'declined', reason: 'No.' } as const
  const first = afterAnswer({ ...due, state: 'action_needed' }, decline, now)
  const second = afterAnswer(first, { kind: 'unknown', why: 'silent' }, now)
  const third = afterAnswer(second, decline, now)
  expect([first, second, third].map(({ state, noted }) => [state, noted?.code ?? null])).toEqual([
    ['declined', 'declined'],
    ['declined', null],
    ['declined', null],
  ])
  expect(third.next_attempt_at?.getTime()).toBe(now.getTime() + 120_000)
  expect(afterAnswer(third, { kind: 'succeeded' }, now)).toMatchObject({
    state: 'succeeded',
    next_attempt_at: null,
    noted: { code: 'succeeded' },
  })
  expect(afterAnswer(due, decline, now).next_attempt_at).toBeNull()
})

test('a charge that the bank takes time for is looked at again, and noted once', () => {
  const first = afterAnswer(due, { kind: 'processing' }, now)
  const second = afterAnswer(first, { kind: 'processing' }, now)
  expect([first.noted?.code, second.noted]).toEqual(['processing', null])
  expect(second.next_attempt_at?.getTime()).toBe(now.getTime() + 60_000)
})

test('a charge cancelled at the provider is reported, and its number there is forgotten', () => {
  expect(afterAnswer(due, { kind: 'cancelled' }, now)).toMatchObject({ state: 'declined', forget: true })
  expect(afterAnswer(due, { kind: 'declined', reason: 'No.' }, now)).toMatchObject({ reason: 'No.', forget: false })
})
