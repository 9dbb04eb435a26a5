import { waitFor } from '@testing-library/dom'

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
