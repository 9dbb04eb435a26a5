import { expect, test } from 'vitest'
import { createEnding } from '../deps.ts'
import { drawSheet } from './draw.ts'

const sheet = {
  title: 'Receipt',
  made: new Date('2026-11-23T08:00:00Z'),
  lead: '',
  intro: '',
  paper: 'A4' as const,
  pages: '{n} of {count}',
  facts: [],
  groups: [],
}

test('files that are asked for at once wait for their turn, and beyond twenty-two of them are refused', async () => {
  const ending = createEnding()
  const asked = Promise.allSettled(Array.from({ length: 30 }, () => drawSheet({ ending }, sheet)))
  ending.begun.abort()
  const reasons = (await asked).map((one) => (one.status === 'rejected' ? String(one.reason) : 'drawn'))
  expect(reasons.filter((reason) => reason.includes('Please try again in a moment'))).toHaveLength(8)
  expect(reasons.filter((reason) => reason.includes('the server is going down'))).toHaveLength(22)
  expect((await drawSheet({ ending: createEnding() }, sheet)).length).toBeGreaterThan(1000)
})
