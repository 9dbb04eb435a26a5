import type { MessageEvent } from '@ambit/contract'
import { placeholders } from './placeholders.ts'

/** What is wrong in a text, and where: `index` and `length` in its characters. */
export type TemplateFault = { index: number; length: number; message: string }

const OPENING = '{{'
const CLOSING = '}}'

/** Every placeholder that the event does not know or that is not closed, in the order of the text. */
export const templateFaults = (event: MessageEvent, text: string): TemplateFault[] => {
  const faults: TemplateFault[] = []
  let at = 0
  for (;;) {
    const index = text.slice(at).search(/\{\{|\}\}/)
    if (index === -1) return faults
    const start = at + index
    const inside = /^\{\{([^{}\n]*)\}\}/.exec(text.slice(start))
    at = start + (inside?.[0].length ?? OPENING.length)
    const known: readonly string[] = placeholders[event]
    if (inside === null) faults.push(unclosed(event, text, start))
    else if (!known.includes(inside[1] ?? '')) faults.push(unknown(event, text, start, inside[0]))
  }
}

const unclosed = (event: MessageEvent, text: string, index: number): TemplateFault => {
  if (text.startsWith(CLOSING, index))
    return {
      index,
      length: CLOSING.length,
      message: `${placeOf(text, index)}: ${CLOSING} without ${OPENING} before it`,
    }
  const [word = ''] = /^\w*/.exec(text.slice(index + OPENING.length)) ?? []
  const message = `${placeOf(text, index)}: ${OPENING}${word} is not closed. ${offer(event, word)}`
  return { index, length: OPENING.length + word.length, message }
}

const unknown = (event: MessageEvent, text: string, index: number, whole: string): TemplateFault => ({
  index,
  length: whole.length,
  message: `${placeOf(text, index)}: ${whole} is not known here. ${offer(event, whole.slice(2, -2))}`,
})

const offer = (event: MessageEvent, word: string): string => `Do you mean {{${nearest(event, word.trim())}}}?`

/** `Line 2, character 9` */
const placeOf = (text: string, index: number): string => {
  const before = text.slice(0, index).split('\n')
  return `Line ${before.length}, character ${(before.at(-1)?.length ?? 0) + 1}`
}

const nearest = (event: MessageEvent, word: string): string => {
  const [first = ''] = placeholders[event].toSorted((a, b) => distance(word, a) - distance(word, b))
  return first
}

/** How many letters have to be added, left out or changed. */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [line, letter] of Array.from(from).entries()) {
    const next = [line + 1]
    for (const [column, other] of Array.from(to).entries())
      next.push(
        Math.min((next[column] ?? 0) + 1, (row[column + 1] ?? 0) + 1, (row[column] ?? 0) + (letter === other ? 0 : 1)),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
