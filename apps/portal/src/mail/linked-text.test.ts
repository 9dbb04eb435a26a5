import { expect, test } from 'vitest'
import { linkedText } from './linked-text.ts'

test('a link to this installation works under any of its host names, and other links are unchanged', () => {
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
