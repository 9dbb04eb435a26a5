import { drawImage, IMAGE_RATIO } from './draw-image.ts'
import type { MapPalette } from './palette.ts'
import type { MapImage } from './use-images.ts'

const HEIGHT = 22
const WIDTH = 30

const made = new WeakMap<MapPalette, ReadonlyMap<string, MapImage>>()

/** Markers of several numbers: as wide as their text, with round ends. */
export const stopImages = (palette: MapPalette): ReadonlyMap<string, MapImage> => {
  const known = made.get(palette)
  if (known !== undefined) return known
  const pill = (fill: string, stroke: string): MapImage => ({
    data: drawImage(WIDTH, HEIGHT, (pen) => {
      pen.beginPath()
      pen.roundRect(1 - WIDTH / 2, 1 - HEIGHT / 2, WIDTH - 2, HEIGHT - 2, HEIGHT / 2 - 1)
      pen.fillStyle = fill
      pen.strokeStyle = stroke
      pen.lineWidth = 2
      pen.fill()
      pen.stroke()
    }),
    stretchX: [[(HEIGHT / 2) * IMAGE_RATIO, (WIDTH - HEIGHT / 2) * IMAGE_RATIO]],
  })
  const images = new Map([
    ['stop-next', pill(palette.live, palette.rim)],
    ['stop-past', pill(palette.halo, palette.success)],
    ['stop-future', pill(palette.halo, palette.neutral)],
  ])
  made.set(palette, images)
  return images
}
