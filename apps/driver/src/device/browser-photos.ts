import type { Scale } from './photos.ts'
import { scaledDown } from './scale.ts'

/** Draws a picture anew, upright: what it said of place, time and camera is not drawn. */
export const scaleInBrowser: Scale = async (picture) => {
  const bitmap = await createImageBitmap(picture).catch(() => null)
  if (bitmap === null) return null
  try {
    const canvas = document.createElement('canvas')
    return await scaledDown(bitmap, (width, height, quality) => {
      canvas.width = width
      canvas.height = height
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height)
      return new Promise((drawn) => canvas.toBlob(drawn, 'image/jpeg', quality))
    })
  } finally {
    bitmap.close()
  }
}
