const ENDS = ['pointerup', 'pointercancel'] as const
/** captured first, before a handler further down stops the event */
const first = { capture: true }

let pressed = false
addEventListener('pointerdown', () => (pressed = true), first)
for (const end of ENDS) addEventListener(end, () => (pressed = false), first)

/**
 * Acts at once, or after the click in progress. Pressing something moves the focus, the field that is left is validated,
 * and its message would push what was pressed away from under the pointer: the click would be lost.
 */
export const onceReleased = (act: () => void): void => {
  if (!pressed) return act()
  const released = (): void => {
    for (const end of ENDS) removeEventListener(end, released, first)
    // The click comes right after, before anything else has its turn.
    setTimeout(act)
  }
  for (const end of ENDS) addEventListener(end, released, first)
}
