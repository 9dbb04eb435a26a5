import { useEffect, useEffectEvent } from 'react'
import { isWriting } from '../ui/keys.ts'

type Keys = { undo: () => void; redo: () => void; save: () => void }

/**
 * Ctrl Z, Ctrl Shift Z and Ctrl Y, Ctrl S; in a text field the first ones are the field's own. They are heard at the
 * document, before the window: what else takes back by Ctrl Z leaves it to the drafts of the page.
 */
export const useDraftKeys = ({ undo, redo, save }: Keys, on: boolean): void => {
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (!on || event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return
    const key = event.key.toLowerCase()
    const act =
      key === 's'
        ? save
        : isWriting(event.target)
          ? null
          : key === 'z'
            ? event.shiftKey
              ? redo
              : undo
            : key === 'y'
              ? redo
              : null
    if (act === null) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => pressed(event)
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}
