import type { AnyId } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { useMemo, useReducer, useState } from 'react'
import type { AreaDraft } from '../design/design.ts'
import { useDesign } from '../design/design-session.ts'
import { addAreas, type AreaStep, merge, reshape, split } from './area-edits.ts'
import { type Editor, type EditorAct, editorAfter, enoughPoints, restingEditor, type Tool } from './editor.ts'
import { type AreaProblem, problemsOf } from './problems.ts'
import { addHole, type Shape, shapeOf } from './shape.ts'
import { areaStrings as words } from './strings.ts'

const DRAWING: AnyId = '$drawing'

export type AreaEditor = {
  areas: readonly AreaDraft[]
  /** with what is under the hand in it: what the map shows */
  shown: readonly AreaDraft[]
  chosen: readonly AreaDraft[]
  /** the one area that tools work on */
  only: AreaDraft | null
  state: Editor
  /** of what is shown, so that they are seen before the hand lets go */
  problems: readonly AreaProblem[]
  /** why the last tool did nothing */
  notice: string | null
  may: boolean
  act: (action: EditorAct) => void
  take: (tool: Tool) => void
  choose: (id: AnyId | null, more?: boolean) => void
  /** one step of the history */
  apply: (step: AreaStep, key?: string) => void
  change: (area: AreaDraft, shape: Shape, label: string, key?: string) => void
  /** closes the shape or cuts; nothing when there are too few points */
  finish: (points?: readonly LngLat[]) => void
  mergeChosen: () => void
}

/** The service areas on the drawing board: what is chosen, what is under the hand, and the steps that come of it. */
export const useAreaEditor = (): AreaEditor => {
  const { service_areas: areas, edit, selection, select, may } = useDesign()
  const [state, act] = useReducer(editorAfter, restingEditor)
  const [notice, setNotice] = useState<string | null>(null)
  const chosen = useMemo(() => areas.filter(({ id }) => selection.has(id)), [areas, selection])
  const only = chosen.length === 1 ? (chosen[0] ?? null) : null
  const shown = useMemo(() => withHand(areas, state, only), [areas, state, only])
  const problems = useMemo(() => problemsOf(shown), [shown])
  const apply = (step: AreaStep, key?: string): void => {
    edit(step.label, step.edits, key)
    select(step.chosen)
    setNotice(null)
  }
  const take = (tool: Tool): void => {
    setNotice(null)
    act({ act: 'take', tool })
  }
  const refuse = (text: string): void => {
    take('select')
    setNotice(text)
  }
  return {
    areas,
    shown: shown.filter(({ id }) => id !== DRAWING),
    chosen,
    only,
    state,
    problems,
    notice,
    may: may.update,
    act,
    take,
    apply,
    choose: (id, more = false) => {
      act({ act: 'corner', corner: null })
      setNotice(null)
      if (id === null) return more ? undefined : select([])
      if (!more) return select([id])
      return select(selection.has(id) ? [...selection].filter((other) => other !== id) : [...selection, id])
    },
    change: (area, shape, label, key) => apply(reshape(area, shape, label), key),
    finish: (points = state.points) => {
      if (!enoughPoints({ ...state, points })) return
      if (state.tool === 'split') {
        const step = only === null ? null : split(areas, only, points)
        if (step === null) return refuse(words.notCut)
        apply(step)
      } else if (state.tool === 'hole') {
        if (only !== null) apply(reshape(only, addHole(shapeOf(only.coordinates), points), words.steps.hole(only.name)))
      } else apply(addAreas(areas, [{ name: null, coordinates: shapeOf([points]) }]))
      take('select')
    },
    mergeChosen: () => {
      const step = merge(areas, chosen)
      if (step === null) setNotice(words.notMerged)
      else apply(step)
    },
  }
}

/** The areas as they would be if the pointer were released now. */
const withHand = (areas: readonly AreaDraft[], state: Editor, only: AreaDraft | null): readonly AreaDraft[] => {
  const { drag, tool, points, pointer } = state
  if (drag !== null) return areas.map((area) => (area.id === drag.id ? { ...area, coordinates: drag.shape } : area))
  const drawn = pointer === null ? points : [...points, pointer]
  if (drawn.length < 3) return areas
  if (tool === 'draw')
    return [
      ...areas,
      { id: DRAWING, version: 0, name: words.newArea, coordinates: shapeOf([drawn]), travel_rule: null },
    ]
  if (tool === 'hole' && only !== null)
    return areas.map((area) =>
      area.id === only.id ? { ...area, coordinates: addHole(shapeOf(area.coordinates), drawn) } : area,
    )
  return areas
}
