import { expect, test } from 'vitest'
import { linkedText } from '../mail/linked-text.ts'
import { createServerClock } from './server-clock.ts'

test('a demo that runs ten times faster is ten minutes on after one', () => {
  let monotonic = 1000
  const clock = createServerClock(() => monotonic, new Date('2026-11-20T00:00:00Z'))
  clock.adjust({ now: '2026-11-23T08:00:00Z', speed: 10 })
  monotonic += 60_000
  expect(clock.now().toISOString()).toBe('2026-11-23T08:10:00.000Z')
  clock.adjust({ now: '2026-11-23T08:09:00Z', speed: 1 })
  expect(clock.now().toISOString()).toBe('2026-11-23T08:09:00.000Z')
})

test('a link of our own host works under any name of it; others stay whole', () => {
  const text = 'Open http://localhost:8080/Admin/ResetPassword/abc.\nOr https://example.org/x?a=1)'
  expect(linkedText(text, 'http://localhost:8080')).toEqual([
    { kind: 'text', text: 'Open ' },
    { kind: 'link', href: '/Admin/ResetPassword/abc', text: 'http://localhost:8080/Admin/ResetPassword/abc' },
    { kind: 'text', text: '.\nOr ' },
    { kind: 'link', href: 'https://example.org/x?a=1', text: 'https://example.org/x?a=1' },
    { kind: 'text', text: ')' },
  ])
  expect(linkedText('nothing here', 'http://localhost')).toEqual([{ kind: 'text', text: 'nothing here' }])
})
