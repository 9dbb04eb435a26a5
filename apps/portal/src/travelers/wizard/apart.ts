/** CSS pixels: a name as wide as its button may be, with room to hit it. */
const WIDTH = 170
const HEIGHT = 30

/** Of names that are drawn around points, those that lie on none before them. `at` gives CSS pixels. */
export const apart = <T extends { point: readonly [number, number] }>(
  names: readonly T[],
  at: (point: readonly [number, number]) => { x: number; y: number },
): T[] => {
  const taken: { x: number; y: number }[] = []
  return names.filter(({ point }) => {
    const { x, y } = at(point)
    if (taken.some((other) => Math.abs(other.x - x) < WIDTH && Math.abs(other.y - y) < HEIGHT)) return false
    taken.push({ x, y })
    return true
  })
}
