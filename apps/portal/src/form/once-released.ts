const ENDS = ['pointerup', 'pointercancel'] as const
/** before whatever stops the event further down */
const first = { capture: true }

let pressed = false
addEventListener('pointerdown', () => (pressed = true), first)
for (const end of ENDS) addEventListener(end, () => (pressed = false), first)

/**
 * At once, or after the click that is being made. Pressing on something takes the keyboard there, the field that is left
 * is looked at, and its message would push what was pressed away from under the pointer: the click would be lost.
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
