import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The focus goes to the heading when what the screen is about changes, and comes back to it when the button that had it
 * has gone: before anything can be typed, so that no field loses it.
 */
export const useHeadingFocus = (about: string): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef<string>(null)
  useLayoutEffect(() => {
    const changed = before.current !== about
    before.current = about
    if (changed) heading.current?.focus()
    else if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  })
  return heading
}
