/** Lists by row in two flat arrays: row r holds `items[start[r]]` up to `items[start[r + 1]]`. */
export type Rows = { start: Int32Array; items: Int32Array }

/** Gathers item numbers 0, 1, 2, ... by the row that each belongs to; a row below 0 drops the item. */
export const groupByRow = (rows: number, rowOf: ArrayLike<number>): Rows => {
  const start = new Int32Array(rows + 1)
  for (let i = 0; i < rowOf.length; i++) if (rowOf[i] >= 0) start[rowOf[i] + 1]++
  for (let row = 0; row < rows; row++) start[row + 1] += start[row]
  const next = start.slice()
  const items = new Int32Array(start[rows])
  for (let i = 0; i < rowOf.length; i++) if (rowOf[i] >= 0) items[next[rowOf[i]]++] = i
  return { start, items }
}
