import type { LngLat } from '@ambit/geo'
import { type PointerEvent, type RefObject, useEffect, useReducer, useRef } from 'react'
import { cameraAt, placeAt } from './camera.ts'
import { drawMap, type Shown } from './draw.ts'
import { openTiles, type Tiles } from './tiles.ts'

type Props = {
  label: string
  /** where the tiles are; null: the way is drawn without streets */
  tiles: string | null
  attribution: string | null
  shown: Shown
  middle: LngLat
  /** so much around the middle is seen */
  metres: number
  /** what was tapped; left out: nothing is done with a tap */
  onTap?: (place: LngLat) => void
  className?: string | undefined
}

type View = Pick<Props, 'shown' | 'middle' | 'metres'>

/** Draws again when the page is laid out otherwise, and when it turns from day to night. */
const useSurroundings = (canvas: RefObject<HTMLCanvasElement | null>, changed: () => void): void => {
  useEffect(() => {
    if (canvas.current === null || !('ResizeObserver' in window)) return
    const size = new ResizeObserver(changed)
    size.observe(canvas.current)
    const theme = new MutationObserver(changed)
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', changed)
    return () => {
      dark.removeEventListener('change', changed)
      size.disconnect()
      theme.disconnect()
    }
  }, [canvas, changed])
}

const drawOn = (canvas: HTMLCanvasElement, { tiles, shown, middle, metres }: { tiles: Tiles | null } & View): void => {
  const pen = canvas.getContext('2d')
  if (pen === null) return
  const { clientWidth: width, clientHeight: height } = canvas
  const dense = window.devicePixelRatio
  const [across, down] = [Math.round(width * dense), Math.round(height * dense)]
  if (canvas.width !== across) canvas.width = across
  if (canvas.height !== down) canvas.height = down
  const page = getComputedStyle(document.documentElement)
  const camera = cameraAt(middle, metres, width, height)
  const ink = (token: string): string => page.getPropertyValue(`--${token}`)
  drawMap(pen, dense, camera, { tiles, shown, ink })
}

/**
 * A vehicle, a stop and ways over the product's own streets. Nothing on it is to be dragged, a place may be tapped, and it needs the colours of
 * `ink` as custom properties of the page.
 */
export const PhoneMap = ({ label, tiles, attribution, className, onTap, ...view }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [, changed] = useReducer((times: number) => times + 1, 0)
  const streets = useRef<Tiles | null>(null)
  useSurroundings(canvas, changed)
  useEffect(() => {
    streets.current = tiles === null ? null : openTiles(tiles, changed)
    changed()
  }, [tiles])
  useEffect(() => {
    if (canvas.current !== null) drawOn(canvas.current, { tiles: streets.current, ...view })
  })
  const tap = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>): void => {
    const { left, top } = currentTarget.getBoundingClientRect()
    const camera = cameraAt(view.middle, view.metres, currentTarget.clientWidth, currentTarget.clientHeight)
    onTap?.(placeAt(camera, [clientX - left, clientY - top]))
  }
  return (
    <figure className={className}>
      <canvas ref={canvas} role="img" aria-label={label} onPointerUp={onTap && tap} />
      {tiles !== null && attribution !== null && <figcaption>{attribution}</figcaption>}
    </figure>
  )
}
