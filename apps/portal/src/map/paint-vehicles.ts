import { roomFor } from './label-room.ts'
import type { MapPalette } from './palette.ts'
import type { VehicleImages, VehicleLook } from './vehicle-images.ts'

/** A vehicle at its place on the canvas, in px; its bearing is from the top. */
export type PlacedVehicle = VehicleLook & {
  id: number
  label: string
  x: number
  y: number
  pulses: boolean
  selected: boolean
}

type Paints = {
  palette: MapPalette
  images: VehicleImages
  /** pixels of the screen for each CSS pixel */
  ratio: number
}

const FONT = '600 11px "Inter Variable", sans-serif'
/** px from a vehicle's middle to the top of its label */
const LABEL_BELOW = 13
/** px that a label of four characters takes with some room around it; measuring each would cost as much as drawing it */
const LABEL_ROOM = { width: 31, height: 15 }
const HALO = 3
const FULL_TURN = 2 * Math.PI

/** The last of the vehicles are drawn on top. `pulse` is how far a pulse has come, 0 to 1. */
export const paintVehicles = (
  pen: CanvasRenderingContext2D,
  vehicles: readonly PlacedVehicle[],
  { palette, images, ratio }: Paints,
  pulse: number,
): void => {
  for (const vehicle of vehicles) {
    if (vehicle.pulses) paintPulse(pen, vehicle, palette, pulse)
    if (vehicle.selected) paintChoice(pen, vehicle, palette)
  }
  // An image that lies on whole pixels is copied, any other is blended.
  const whole = (px: number): number => Math.round(px * ratio) / ratio
  for (const vehicle of vehicles) {
    const image = images(vehicle)
    const [width, height] = [image.width / ratio, image.height / ratio]
    pen.drawImage(image, whole(vehicle.x - width / 2), whole(vehicle.y - height / 2), width, height)
  }
  paintLabels(pen, vehicles, palette)
}

const circle = (pen: CanvasRenderingContext2D, { x, y }: PlacedVehicle, radius: number): void => {
  pen.beginPath()
  pen.arc(x, y, radius, 0, FULL_TURN)
}

const paintPulse = (pen: CanvasRenderingContext2D, at: PlacedVehicle, palette: MapPalette, share: number): void => {
  pen.globalAlpha = 0.45 * (1 - share)
  pen.fillStyle = palette.danger
  circle(pen, at, 9 + 16 * share)
  pen.fill()
  pen.globalAlpha = 1
}

const paintChoice = (pen: CanvasRenderingContext2D, at: PlacedVehicle, palette: MapPalette): void => {
  circle(pen, at, 19)
  pen.globalAlpha = 0.18
  pen.fillStyle = palette.live
  pen.fill()
  pen.strokeStyle = palette.live
  pen.lineWidth = 1.5
  pen.stroke()
  pen.globalAlpha = 1
}

/** Those on top come first where there is no room for all. */
const paintLabels = (pen: CanvasRenderingContext2D, vehicles: readonly PlacedVehicle[], palette: MapPalette): void => {
  pen.font = FONT
  pen.textAlign = 'center'
  pen.textBaseline = 'top'
  pen.lineJoin = 'round'
  pen.lineWidth = HALO
  pen.strokeStyle = palette.halo
  pen.fillStyle = palette.labelStrong
  for (const { label, x, y } of roomFor(vehicles.toReversed(), LABEL_ROOM)) {
    pen.strokeText(label, x, y + LABEL_BELOW)
    pen.fillText(label, x, y + LABEL_BELOW)
  }
}
