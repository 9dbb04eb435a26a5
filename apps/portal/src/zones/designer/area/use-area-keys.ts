import { destination } from '@ambit/geo'
import { useWindowEvent } from '@mantine/hooks'
import { isWriting } from '../../../ui/keys.ts'
import { cornerAt, moveCorner, removeCorner, shapeOf } from './shape.ts'
import { areaStrings as words } from './strings.ts'
import type { AreaEditor } from './use-area-editor.ts'

/** Metres that an arrow key moves a corner, and with Shift. */
const STEP = 5
const FAST = 10
const directions: Readonly<Record<string, number>> = { ArrowUp: 0, ArrowRight: 90, ArrowDown: 180, ArrowLeft: 270 }

/** Moves the chosen corner; a row of presses is one step of the history. */
const nudge = (editor: AreaEditor, direction: number, fast: boolean): boolean => {
  const { only, state, may } = editor
  if (only === null || state.corner === null || !may) return false
  const shape = shapeOf(only.coordinates)
  const from = cornerAt(shape, state.corner)
  if (from === null) return false
  const to = destination(from, STEP * (fast ? FAST : 1), direction)
  const { ring, index } = state.corner
  editor.change(only, moveCorner(shape, state.corner, to), words.steps.corner(only.name), `${only.id} ${ring} ${index}`)
  return true
}

const drop = (editor: AreaEditor): boolean => {
  const { only, state, may } = editor
  if (only === null || state.corner === null || !may) return false
  const shape = removeCorner(shapeOf(only.coordinates), state.corner)
  if (shape === null) return false
  editor.change(only, shape, words.steps.drop(only.name))
  editor.act({ act: 'corner', corner: null })
  return true
}

const drawKey = (editor: AreaEditor, key: string): boolean => {
  if (key === 'Enter') editor.finish()
  else if (key === 'Escape') editor.take('select')
  else if (key === 'Backspace') editor.act({ act: 'back' })
  else return false
  return true
}

const cornerKey = (editor: AreaEditor, { key, shiftKey }: KeyboardEvent): boolean => {
  const direction = directions[key]
  if (direction !== undefined) return nudge(editor, direction, shiftKey)
  if (key === 'Delete' || key === 'Backspace') return drop(editor)
  if (key !== 'Escape') return false
  editor.act({ act: 'corner', corner: null })
  return true
}

/** A key on a button or a link is that control's own, but for those that it has no use for. */
const belongsTo = (target: EventTarget | null, key: string): boolean =>
  isWriting(target) ||
  (target instanceof HTMLElement &&
    ((key === 'Enter' && target.closest('button, a, summary') !== null) ||
      target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null))

/** Keys while something is drawn, or while a corner is chosen. */
export const useAreaKeys = (editor: AreaEditor): void =>
  useWindowEvent(
    'keydown',
    (event) => {
      const { tool, corner } = editor.state
      if (event.ctrlKey || event.metaKey || belongsTo(event.target, event.key)) return
      const done = tool !== 'select' ? drawKey(editor, event.key) : corner !== null && cornerKey(editor, event)
      if (!done) return
      // The map would move along with the arrows otherwise.
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true },
  )
