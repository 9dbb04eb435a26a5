/** Sides and sizes that a photo is sent with at most. */
const MOST_PX = 1600
export const MOST_BYTES = 500_000

/** Draws the picture with these sides as a JPEG of a quality from 0 to 1. */
type Draw = (width: number, height: number, quality: number) => Promise<Blob | null>

/** What is tried in turn: the longer side and the quality. A picture of noise is small enough with the last. */
const tries: readonly (readonly [number, number])[] = [
  [MOST_PX, 0.85],
  [MOST_PX, 0.7],
  [MOST_PX, 0.5],
  [1200, 0.5],
  [800, 0.5],
  [400, 0.5],
]

/** The best of what is small enough; null: it cannot be drawn. A small picture is never drawn larger. */
export const scaledDown = async (
  { width, height }: { width: number; height: number },
  draw: Draw,
): Promise<Blob | null> => {
  for (const [side, quality] of tries) {
    const share = Math.min(1, side / Math.max(width, height))
    const sides = [width, height].map((one) => Math.max(1, Math.round(one * share)))
    const drawn = await draw(sides[0] ?? 1, sides[1] ?? 1, quality)
    if (drawn === null || drawn.size <= MOST_BYTES) return drawn
  }
  return null
}
