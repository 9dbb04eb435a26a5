type Point = { x: number; y: number }

/** more than the rows of any screen */
const ROWS = 100_000
const around = [-1, 0, 1].flatMap((column) => [-1, 0, 1].map((row) => [column, row] as const))

/**
 * Those of the points that can have a label without one covering another; earlier ones go first. All labels take the
 * same room, in px, so a cell of a grid of that size holds one label at most, and only its neighbours can touch it.
 */
export const roomFor = <T extends Point>(
  points: readonly T[],
  { width, height }: { width: number; height: number },
): T[] => {
  const labels = new Map<number, T>()
  return points.filter((point) => {
    const [column, row] = [Math.floor(point.x / width), Math.floor(point.y / height)]
    const covered = around.some(([right, down]) => {
      const label = labels.get((column + right) * ROWS + row + down)
      return label !== undefined && Math.abs(label.x - point.x) < width && Math.abs(label.y - point.y) < height
    })
    if (!covered) labels.set(column * ROWS + row, point)
    return !covered
  })
}
