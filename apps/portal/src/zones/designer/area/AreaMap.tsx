import type { AnyId } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { useMemo } from 'react'
import { AreaShapes, CornerLayer, DrawingLayer, NeighbourLayer, ProblemLayer } from './AreaLayers.tsx'
import { AreaPointer } from './AreaPointer.tsx'
import { ArrowLayer } from './ArrowLayer.tsx'
import type { SnapTo } from './pointer.ts'
import { type Asked, ShowBox } from './ShowBox.tsx'
import { allowedPairs } from './travel.ts'
import type { Picked } from './TravelRules.tsx'
import type { AreaEditor } from './use-area-editor.ts'

type Props = {
  editor: AreaEditor
  snapTo: SnapTo
  neighbours: readonly (readonly LngLat[])[]
  asked: Asked
  /** the pair of areas whose travel rules are set; null while the areas themselves are */
  picked: Picked | null
  onPick: (id: AnyId) => void
}

/** The service areas on the map that all tabs share. */
export const AreaMap = ({ editor, snapTo, neighbours, asked, picked, onPick }: Props) => {
  const { shown, chosen } = editor
  const highlight = useMemo(
    () => new Set<unknown>(picked === null ? chosen.map(({ id }) => id) : [picked.from, picked.to]),
    [picked, chosen],
  )
  const pairs = useMemo(() => {
    if (picked === null) return []
    const all = allowedPairs(shown)
    return picked.from === null ? all : all.filter(({ from, to }) => from.id === picked.from || to.id === picked.from)
  }, [shown, picked])
  return (
    <>
      <NeighbourLayer outlines={neighbours} />
      <AreaShapes editor={editor} highlight={highlight} />
      <ProblemLayer problems={editor.problems} />
      {picked === null ? <CornerLayer editor={editor} /> : <ArrowLayer pairs={pairs} />}
      {editor.state.tool !== 'select' && <DrawingLayer state={editor.state} />}
      <AreaPointer editor={editor} snapTo={snapTo} neighbours={neighbours} {...(picked === null ? {} : { onPick })} />
      <ShowBox asked={asked} />
    </>
  )
}
