import { useWindowEvent } from '@mantine/hooks'
import { isWriting } from '../ui/keys.ts'

type Keys = { undo: () => void; redo: () => void; save: () => void }

/** Ctrl Z, Ctrl Shift Z and Ctrl Y, Ctrl S; in a text field the first ones are the field's own. */
export const useDraftKeys = ({ undo, redo, save }: Keys, on: boolean): void =>
  useWindowEvent('keydown', (event) => {
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
