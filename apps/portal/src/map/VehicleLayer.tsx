import { useMap } from '@vis.gl/react-maplibre'
import { useEffect, useEffectEvent, useRef } from 'react'
import { usePalette } from './palette-context.ts'
import { createVehicleCanvas, type LivePositions, type MapVehicle, type VehicleCanvas } from './vehicle-canvas.ts'

export type { LivePositions, MapVehicle } from './vehicle-canvas.ts'

const standstill: LivePositions = { at: () => null, subscribe: () => () => {} }

/** Vehicles, gliding between their positions. A click chooses one; the list beside the map does so by keyboard. */
export const VehicleLayer = ({
  vehicles,
  live = standstill,
  onChoose,
}: {
  vehicles: readonly MapVehicle[]
  live?: LivePositions | undefined
  /** left out: they are shown only */
  onChoose?: (id: number) => void
}) => {
  const palette = usePalette()
  const { current: map } = useMap()
  const layer = useRef<VehicleCanvas>(null)
  const latest = useRef(vehicles)
  const choose = useEffectEvent((id: number) => onChoose?.(id))
  const offered = onChoose !== undefined
  useEffect(() => {
    latest.current = vehicles
    layer.current?.show(vehicles)
  }, [vehicles])
  useEffect(() => {
    if (map === undefined) return
    const canvas = createVehicleCanvas(map.getMap(), palette, live)
    canvas.show(latest.current)
    layer.current = canvas
    return canvas.remove
  }, [map, palette, live])
  useEffect(() => {
    if (map === undefined || !offered) return
    const inner = map.getMap()
    const click = inner.on('click', ({ point }) => {
      const id = layer.current?.at(point.x, point.y) ?? null
      if (id !== null) choose(id)
    })
    const point = inner.on('mousemove', ({ point: { x, y } }) => {
      inner.getCanvas().style.cursor = (layer.current?.at(x, y) ?? null) === null ? '' : 'pointer'
    })
    return () => {
      click.unsubscribe()
      point.unsubscribe()
    }
  }, [map, offered])
  return null
}
