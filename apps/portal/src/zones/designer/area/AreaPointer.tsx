import type { AnyId } from '@ambit/contract'
import { useWindowEvent } from '@mantine/hooks'
import { useMap } from '@vis.gl/react-maplibre'
import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef } from 'react'
import { click, doubleClick, type Hold, letGo, move, type Pointer, press, release, type SnapTo } from './pointer.ts'
import type { SnapLines } from './snap.ts'
import type { AreaEditor } from './use-area-editor.ts'

type Props = { editor: AreaEditor; snapTo: SnapTo; neighbours: SnapLines; onPick?: (id: AnyId) => void }

const gestures = { mousedown: press, mousemove: move, mouseup: release, click, dblclick: doubleClick } as const

/** What the pointer does on the map: choosing, dragging and drawing. The panel does the same by keyboard. */
export const AreaPointer = ({ editor, snapTo, neighbours, onPick }: Props) => {
  const { current } = useMap()
  const hold = useRef<Hold | null>(null)
  const run = useEffectEvent((gesture: (pointer: Pointer, event: MapMouseEvent) => void, event: MapMouseEvent) => {
    if (current === undefined) return
    gesture({ map: current.getMap(), editor, snapTo, neighbours, onPick: onPick ?? null, hold }, event)
  })
  const leave = useEffectEvent(() => editor.act({ act: 'pointer', at: null }))
  useEffect(() => {
    if (current === undefined) return
    const map = current.getMap()
    const listening = Object.entries(gestures).map(([name, gesture]) =>
      // The names are those of the map's own mouse events.
      map.on(name as keyof typeof gestures, (event) => run(gesture, event)),
    )
    const out = map.on('mouseout', () => leave())
    return () => {
      for (const subscription of [...listening, out]) subscription.unsubscribe()
      map.getCanvas().style.cursor = ''
    }
  }, [current])
  // The button may go up beside the map: what was seen last counts.
  useWindowEvent('mouseup', () => {
    const { drag } = editor.state
    if (hold.current === null) return
    if (drag !== null && editor.only !== null) editor.change(editor.only, drag.shape, hold.current.label)
    letGo({ editor, hold })
  })
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape' && hold.current !== null) letGo({ editor, hold })
  })
  return null
}
