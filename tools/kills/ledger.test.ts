import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../../packages/contract/src/index.ts'
import { ask, type Desks, type Entry, judge } from './ledger.ts'

const entry = (mark: string, outcome: Entry['outcome'], send: Entry['send'] = async () => {}): Entry => ({
  work: 'booking',
  mark,
  outcome,
  send,
})

test('what stands once where it was confirmed and not at all where it was refused is correct', () => {
  expect(judge([entry('a', 'done'), entry('b', 'refused')], new Map([['a', 1]]))).toEqual([])
})

test('what is lost, doubled, there in spite of its refusal, or without an answer is each told', () => {
  const found = new Map([
    ['double', 2],
    ['refused', 1],
  ])
  const entries = [entry('lost', 'done'), entry('double', 'done'), entry('refused', 'refused'), entry('open', 'open')]
  expect(judge(entries, found)).toEqual([
    'booking lost was confirmed and is lost',
    'booking double stands 2 times',
    'booking refused was refused and stands all the same',
    'booking open never got an answer',
  ])
})

test('only a refusal says that nothing stands: a lost answer and a failure leave it open', async () => {
  const refusal = (status: number) => new ApiError(status, 'http://a/b', { errors: [] }, 'no')
  const outcomes = [null, new NetworkError('http://a/b', {}), refusal(503), refusal(422)].map(async (error) => {
    const one = entry('a', 'open', async () => {
      if (error !== null) throw error
    })
    await ask(one, {} as Desks) // nothing is asked of them
    return one.outcome
  })
  expect(await Promise.all(outcomes)).toEqual(['done', 'open', 'open', 'refused'])
})
