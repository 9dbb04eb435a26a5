import { drawBitmap, type Paint, type Pen } from './draw-image.ts'
import type { MapPalette } from './palette.ts'

/** CSS pixels of a vehicle's image, with the ring of a lost signal */
const SIZE = 38

export type VehicleTone = 'success' | 'warning' | 'danger' | 'info' | 'live' | 'neutral'

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

/** What one vehicle looks like, except for its label. */
export type VehicleLook = {
  tone: VehicleTone
  /** null: its positions arrive */
  signal: 'lost' | 'lost-long' | null
  /** degrees clockwise */
  bearing: number
}

/** Turning an image takes the processor ten times as long as copying it, so they are kept turned: by 5.6° each. */
const DIRECTIONS = 64

/** Makes each image when it is first asked for. `ratio`: pixels of the screen for each CSS pixel */
export const createVehicleImages = (palette: MapPalette, ratio: number) => {
  const made = new Map<string, ImageBitmap>()
  return ({ tone, signal, bearing }: VehicleLook): ImageBitmap => {
    const direction = ((Math.round((bearing / 360) * DIRECTIONS) % DIRECTIONS) + DIRECTIONS) % DIRECTIONS
    const key = `${tone} ${signal ?? ''} ${direction}`
    const image =
      made.get(key) ??
      drawBitmap(SIZE, SIZE, ratio, (pen) => {
        if (signal !== null) within(pen, dashedRing(signal === 'lost' ? palette.neutral : palette.danger))
        within(pen, turned((direction / DIRECTIONS) * 2 * Math.PI, body(palette[tone], palette.rim)))
        within(pen, upright(tone, palette.mark))
      })
    made.set(key, image)
    return image
  }
}
export type VehicleImages = ReturnType<typeof createVehicleImages>

const within = (pen: Pen, paint: Paint): void => {
  pen.save()
  paint(pen)
  pen.restore()
}

const turned =
  (radians: number, paint: Paint): Paint =>
  (pen) => {
    pen.rotate(radians)
    paint(pen)
  }

const upright =
  (tone: VehicleTone, color: string): Paint =>
  (pen) => {
    pen.fillStyle = color
    pen.beginPath()
    marks[tone](pen)
    pen.fill()
  }
