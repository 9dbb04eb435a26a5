import { describe, expect, test } from 'vitest'
import { MOST_BYTES, scaledDown } from './scale.ts'

/** Draws pictures of so many bytes a pixel at full quality, and writes down what was drawn. */
const drawing = (bytesPerPixel: number) => {
  const drawn: [number, number, number][] = []
  const draw = async (width: number, height: number, quality: number): Promise<Blob> => {
    drawn.push([width, height, quality])
    return new Blob([new Uint8Array(Math.round(width * height * bytesPerPixel * quality))])
  }
  return { drawn, draw }
}

describe('a picture that is made smaller', () => {
  // covers: DAPP-30
  test('has at most 1,600 px on its longer side, upright or across, and keeps its shape', async () => {
    for (const [width, height, sides] of [
      [4000, 3000, [1600, 1200]],
      [3000, 4000, [1200, 1600]],
      [9000, 3, [1600, 1]],
    ] as const) {
      const { drawn, draw } = drawing(0.1)
      await scaledDown({ width, height }, draw)
      expect(drawn.map(([w, h]) => [w, h])).toEqual([sides])
    }
  })

  // covers: DAPP-30
  test('is drawn worse, and then smaller, until it has at most 500 kB', async () => {
    for (const bytesPerPixel of [0.2, 0.5, 1, 3]) {
      const { drawn, draw } = drawing(bytesPerPixel)
      const picture = await scaledDown({ width: 4000, height: 3000 }, draw)
      expect(picture?.size).toBeLessThanOrEqual(MOST_BYTES)
      const sizes = drawn.map(([width, height, quality]) => width * height * quality)
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    }
  })

  test('is never drawn larger than it was', async () => {
    const { drawn, draw } = drawing(0.1)
    await scaledDown({ width: 640, height: 480 }, draw)
    expect(drawn).toEqual([[640, 480, 0.85]])
  })

  test('is none where it cannot be drawn', async () => {
    expect(await scaledDown({ width: 10, height: 10 }, async () => null)).toBeNull()
  })
})
