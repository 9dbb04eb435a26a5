/** Pixels of an image for each CSS pixel. */
export const IMAGE_RATIO = 2

export type Paint = (pen: CanvasRenderingContext2D) => void

/** CSS pixels; the pen's origin is the middle. */
export const drawImage = (width: number, height: number, paint: Paint): ImageData => {
  const canvas = document.createElement('canvas')
  canvas.width = width * IMAGE_RATIO
  canvas.height = height * IMAGE_RATIO
  const pen = canvas.getContext('2d')
  if (pen === null) return new ImageData(canvas.width, canvas.height)
  pen.scale(IMAGE_RATIO, IMAGE_RATIO)
  pen.translate(width / 2, height / 2)
  paint(pen)
  return pen.getImageData(0, 0, canvas.width, canvas.height)
}
