import { waitFor } from '@testing-library/dom'
import { expect } from 'vitest'
import { timers } from './timers.ts'

/** the notices at the edge of the page that hold a text */
export const notices = (text = ''): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('.mantine-Notification-root')].filter(({ textContent }) =>
    textContent.includes(text),
  )

/** The one notice that holds a text, once it is there. */
export const notice = (text: string): Promise<HTMLElement> =>
  waitFor(() => {
    const [found, ...more] = notices(text)
    if (found === undefined || more.length > 0) throw new Error(`${more.length} notices too many or none: ${text}`)
    return found
  })

/** ms after which a notice counts as one that does not go */
const LONGEST = 10_000

/** With the clock held: how many ms the one notice that holds a text stays, with the half second or so that it fades. */
export const stayOf = async (text: string): Promise<number> => {
  await timers.until(() => expect(notices(text)).toHaveLength(1))
  let ms = 0
  for (; notices(text).length > 0 && ms < LONGEST; ms += 100) await timers.pass(100)
  return ms
}
