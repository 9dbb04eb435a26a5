import type { MapPalette } from '../../../map/palette.ts'
import { markPaths, type StopMark } from './stop-flags.ts'

export const IMAGE_RATIO = 2
const ICON = 13
const GAP = 2
const PADDING = 3
const HEIGHT = ICON + 2 * PADDING

/** The name of the image that shows these marks; none for none. */
export const imageOf = (marks: readonly StopMark[]): string => (marks.length === 0 ? '' : `marks-${marks.join('+')}`)

export const marksIn = (image: string): StopMark[] =>
  image.startsWith('marks-') ? (image.slice('marks-'.length).split('+') as StopMark[]) : [] // as `imageOf` joined them

/** A row of icons on a small plate, drawn when the map first needs it. */
export const markImage = (marks: readonly StopMark[], palette: MapPalette): ImageData => {
  const width = marks.length * (ICON + GAP) - GAP + 2 * PADDING
  const canvas = document.createElement('canvas')
  canvas.width = width * IMAGE_RATIO
  canvas.height = HEIGHT * IMAGE_RATIO
  const pen = canvas.getContext('2d')
  if (pen === null) return new ImageData(canvas.width, canvas.height)
  pen.scale(IMAGE_RATIO, IMAGE_RATIO)
  pen.fillStyle = palette.halo
  pen.strokeStyle = palette.rail
  pen.beginPath()
  pen.roundRect(0.5, 0.5, width - 1, HEIGHT - 1, 4)
  pen.fill()
  pen.stroke()
  pen.strokeStyle = palette.labelStrong
  pen.lineCap = pen.lineJoin = 'round'
  pen.lineWidth = 2.2
  marks.forEach((mark, index) => {
    pen.save()
    pen.translate(PADDING + index * (ICON + GAP), PADDING)
    pen.scale(ICON / 24, ICON / 24)
    pen.stroke(new Path2D(markPaths[mark]))
    pen.restore()
  })
  return pen.getImageData(0, 0, canvas.width, canvas.height)
}
