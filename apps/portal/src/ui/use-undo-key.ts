import { useEffect, useEffectEvent } from 'react'
import { isWriting } from './keys.ts'

/** What Ctrl+Z would take back; `at`: when it was done, by the service's clock in ms. */
export type Undoable = { at: number; undo: () => void }

const sources = new Set<() => Undoable | null>()

/** Of all that can be taken back at the moment, what was done last is. */
const onKeyDown = (event: KeyboardEvent): void => {
  if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
  if (event.defaultPrevented || isWriting(event.target)) return
  const found = [...sources].flatMap((source) => source() ?? [])
  const [newest] = found.toSorted((one, other) => other.at - one.at)
  if (newest === undefined) return
  event.preventDefault()
  newest.undo()
}

/** While it is on screen, Ctrl+Z asks this too what it could take back; null: nothing. */
export const useUndoKey = (source: () => Undoable | null): void => {
  const ask = useEffectEvent(source)
  useEffect(() => {
    const own = (): Undoable | null => ask()
    sources.add(own)
    if (sources.size === 1) globalThis.addEventListener('keydown', onKeyDown)
    return () => {
      sources.delete(own)
      if (sources.size === 0) globalThis.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}
