import { fireEvent } from '@testing-library/dom'
import { afterAll, afterEach, expect, test } from 'vitest'
import { tellCutText } from './cut-text.ts'

/** The page has no layout: how wide a box and its text are is put in by hand. */
const size = (box: HTMLElement, text: number, room: number): void => {
  for (const [name, value] of Object.entries({ scrollWidth: text, clientWidth: room, innerText: box.textContent }))
    Object.defineProperty(box, name, { configurable: true, value })
}

const stop = tellCutText(document)
afterEach(() => document.body.replaceChildren())
afterAll(stop)

const boxOf = (html: string): HTMLElement => {
  document.body.innerHTML = html
  return document.querySelector<HTMLElement>('[data-box]')!
}
const cutting = 'data-box style="overflow: hidden; text-overflow: ellipsis; white-space: nowrap"'

test('text that is cut off has a title while the pointer finds it cut, and none once it fits', () => {
  const box = boxOf(`<p ${cutting}>Maximiliana <b>Konstantinopolitanska</b></p>`)
  size(box, 300, 100)
  fireEvent.mouseOver(box.querySelector('b')!)
  expect(box.title).toBe('Maximiliana Konstantinopolitanska')
  size(box, 300, 300)
  fireEvent.mouseOver(box)
  expect(box.hasAttribute('title')).toBe(false)
})

test('a title that the page has given stays, and wide text that is not cut off gets none', () => {
  const titled = boxOf(`<p ${cutting} title="Stays as it is">Maximiliana</p>`)
  size(titled, 300, 100)
  fireEvent.mouseOver(titled)
  expect(titled.title).toBe('Stays as it is')
  const scrolled = boxOf('<p data-box style="overflow: auto">Maximiliana</p>')
  size(scrolled, 300, 100)
  fireEvent.mouseOver(scrolled)
  expect(scrolled.hasAttribute('title')).toBe(false)
})

test('a field whose value is cut off says the value, but never a password', () => {
  const field = boxOf('<input data-box value="BUS 102 Konstantinopolitanska">')
  size(field, 300, 100)
  fireEvent.mouseOver(field)
  expect(field.title).toBe('BUS 102 Konstantinopolitanska')
  const secret = boxOf('<input data-box type="password" value="a long enough password">')
  size(secret, 300, 100)
  fireEvent.mouseOver(secret)
  expect(secret.hasAttribute('title')).toBe(false)
})
