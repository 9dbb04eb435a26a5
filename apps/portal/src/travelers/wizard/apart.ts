/** CSS pixels: a name as wide as its button may be, with room to hit it. */
const WIDTH = 170
const HEIGHT = 30
/** Where a name may be instead of on its point: a row below or above, or two. */
const ROWS = [0, 1, -1, 2, -2]

/**
 * Names that are drawn around points, moved up or down by `dy` where they would lie on one before them, and left out
 * where that takes too many rows. `at` gives CSS pixels.
 */
export const apart = <T extends { point: readonly [number, number] }>(
  names: readonly T[],
  at: (point: readonly [number, number]) => { x: number; y: number },
): (T & { dy: number })[] => {
  const taken: { x: number; y: number }[] = []
  return names.flatMap((name) => {
    const { x, y } = at(name.point)
    const isFree = (dy: number): boolean =>
      taken.every((other) => Math.abs(other.x - x) >= WIDTH || Math.abs(other.y - y - dy) >= HEIGHT)
    const dy = ROWS.map((row) => row * HEIGHT).find(isFree)
    if (dy === undefined) return []
    taken.push({ x, y: y + dy })
    return [{ ...name, dy }]
  })
}
