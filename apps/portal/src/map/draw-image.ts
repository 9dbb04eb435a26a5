/** Pixels of an image for each CSS pixel. */
export const IMAGE_RATIO = 2

export type Pen = OffscreenCanvasRenderingContext2D
export type Paint = (pen: Pen) => void

/** CSS pixels; the pen's origin is the middle. `ratio`: pixels of the image for each CSS pixel */
const penFor = (width: number, height: number, ratio: number): Pen => {
  const pen = new OffscreenCanvas(width * ratio, height * ratio).getContext('2d')
  if (pen === null) throw new Error('The browser draws no images')
  pen.scale(ratio, ratio)
  pen.translate(width / 2, height / 2)
  return pen
}

/** As the map takes its images. */
export const drawImage = (width: number, height: number, paint: Paint): ImageData => {
  const pen = penFor(width, height, IMAGE_RATIO)
  paint(pen)
  return pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height)
}

/** As another canvas copies it fastest. */
export const drawBitmap = (width: number, height: number, ratio: number, paint: Paint): ImageBitmap => {
  const pen = penFor(width, height, ratio)
  paint(pen)
  return pen.canvas.transferToImageBitmap()
}
