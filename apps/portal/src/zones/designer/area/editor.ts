import type { AnyId } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import type { Corner, Shape } from './shape.ts'

/** What a click on the map means. */
export type Tool = 'select' | 'draw' | 'hole' | 'split'

/** What is going on under the hand and is no draft yet. */
export type Editor = {
  tool: Tool
  /** the points of what is being drawn */
  points: readonly LngLat[]
  /** where the next one would fall */
  pointer: LngLat | null
  /** the corner that keys move */
  corner: Corner | null
  /** an area while it is dragged */
  drag: { id: AnyId; shape: Shape } | null
}

export type EditorAct =
  | { act: 'take'; tool: Tool }
  | { act: 'point'; at: LngLat }
  | { act: 'back' }
  | { act: 'pointer'; at: LngLat | null }
  | { act: 'corner'; corner: Corner | null }
  | { act: 'drag'; id: AnyId; shape: Shape }
  | { act: 'drop' }

export const restingEditor: Editor = { tool: 'select', points: [], pointer: null, corner: null, drag: null }

/** A hole or a new area needs three points, a line two. */
export const enoughPoints = ({ tool, points }: Editor): boolean => points.length >= (tool === 'split' ? 2 : 3)

const samePlace = (a: LngLat | undefined, b: LngLat): boolean => a !== undefined && a[0] === b[0] && a[1] === b[1]

export const editorAfter = (editor: Editor, action: EditorAct): Editor => {
  switch (action.act) {
    case 'take':
      return { ...restingEditor, tool: action.tool }
    case 'point':
      // The second click of a double click falls on the same place.
      return samePlace(editor.points.at(-1), action.at)
        ? editor
        : { ...editor, points: [...editor.points, action.at], pointer: null }
    case 'back':
      return { ...editor, points: editor.points.slice(0, -1) }
    case 'pointer':
      return { ...editor, pointer: action.at }
    case 'corner':
      return { ...editor, corner: action.corner }
    case 'drag':
      return { ...editor, drag: { id: action.id, shape: action.shape } }
    case 'drop':
      return { ...editor, drag: null }
  }
}
