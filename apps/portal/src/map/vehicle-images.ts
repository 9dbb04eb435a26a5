import { drawImage, type Paint } from './draw-image.ts'
import type { MapPalette } from './palette.ts'
import type { MapImage } from './use-images.ts'

/** CSS pixels of a vehicle's image */
const SIZE = 30

export const vehicleTones = ['success', 'warning', 'danger', 'info', 'live', 'neutral'] as const
export type VehicleTone = (typeof vehicleTones)[number]

/** A drop that points north, with a rim. */
const body = (color: string, rim: string): Paint => {
  const radius = 8.5
  const open = 0.95
  return (pen) => {
    pen.beginPath()
    pen.moveTo(0, -13.2)
    pen.quadraticCurveTo(3.2, -9.6, radius * Math.sin(open), -radius * Math.cos(open))
    pen.arc(0, 0, radius, -Math.PI / 2 + open, (3 * Math.PI) / 2 - open)
    pen.quadraticCurveTo(-3.2, -9.6, 0, -13.2)
    pen.closePath()
    pen.fillStyle = color
    pen.strokeStyle = rim
    pen.lineWidth = 4
    pen.lineJoin = 'round'
    pen.stroke()
    pen.fill()
  }
}

/** The status again, as a shape that stays upright. */
const marks: Readonly<Record<VehicleTone, Paint>> = {
  success: (pen) => pen.arc(0, 0, 3.2, 0, 2 * Math.PI),
  warning: (pen) => {
    pen.moveTo(0, -4)
    pen.lineTo(4, 3)
    pen.lineTo(-4, 3)
    pen.closePath()
  },
  danger: (pen) => pen.rect(-3.2, -3.2, 6.4, 6.4),
  info: (pen) => {
    pen.arc(0, 0, 3.8, 0, 2 * Math.PI)
    pen.arc(0, 0, 1.9, 0, 2 * Math.PI, true)
  },
  live: (pen) => {
    pen.moveTo(-2.4, -3.8)
    pen.lineTo(4, 0)
    pen.lineTo(-2.4, 3.8)
    pen.closePath()
  },
  neutral: (pen) => pen.rect(-3.6, -1.2, 7.2, 2.4),
}

const dashedRing =
  (color: string): Paint =>
  (pen) => {
    pen.setLineDash([4.2, 3.4])
    pen.lineWidth = 2
    pen.strokeStyle = color
    pen.beginPath()
    pen.arc(0, 0, 16.4, 0, 2 * Math.PI)
    pen.stroke()
  }

const made = new WeakMap<MapPalette, ReadonlyMap<string, MapImage>>()

/** Image name → image */
export const vehicleImages = (palette: MapPalette): ReadonlyMap<string, MapImage> => {
  const known = made.get(palette)
  if (known !== undefined) return known
  const square = (size: number, paint: Paint): MapImage => ({ data: drawImage(size, size, paint) })
  const images = new Map<string, MapImage>()
  for (const tone of vehicleTones) {
    images.set(`vehicle-${tone}`, square(SIZE, body(palette[tone], palette.rim)))
    images.set(
      `mark-${tone}`,
      square(12, (pen) => {
        pen.fillStyle = palette.mark
        pen.beginPath()
        marks[tone](pen)
        pen.fill()
      }),
    )
  }
  images.set('signal-lost', square(38, dashedRing(palette.neutral)))
  images.set('signal-lost-long', square(38, dashedRing(palette.danger)))
  made.set(palette, images)
  return images
}
