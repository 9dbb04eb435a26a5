/** A line of node numbers; a closed one ends with the node it began with. */
export type NodeLine = readonly number[]

const isClosed = (line: NodeLine): boolean => line.length > 3 && line[0] === line[line.length - 1]

/**
 * Joins lines end to end where they share a node. With `directed` a line is never turned round (coastlines say on which
 * side the land is). Returns closed rings and the lines that stayed open.
 */
export const joinLines = (lines: readonly NodeLine[], directed: boolean): { rings: NodeLine[]; open: NodeLine[] } => {
  const rings: NodeLine[] = []
  const open: NodeLine[] = []
  const parts: (NodeLine | null)[] = []
  for (const line of lines) {
    if (line.length < 2) continue
    if (isClosed(line)) rings.push(line)
    else parts.push(line)
  }
  const starting = new Map<number, number[]>()
  const ending = new Map<number, number[]>()
  const note = (map: Map<number, number[]>, node: number, part: number): void => {
    const list = map.get(node)
    if (list) list.push(part)
    else map.set(node, [part])
  }
  parts.forEach((part, index) => {
    if (part === null) return
    note(starting, part[0], index)
    note(ending, part[part.length - 1], index)
  })
  const take = (map: Map<number, number[]>, node: number): NodeLine | null => {
    for (const index of map.get(node) ?? []) {
      const part = parts[index]
      if (part === null) continue
      parts[index] = null
      return part
    }
    return null
  }
  for (let index = 0; index < parts.length; index++) {
    const first = parts[index]
    if (first === null) continue
    parts[index] = null
    const line = [...first]
    const closes = (): boolean => line[0] === line[line.length - 1]
    while (!closes()) {
      const tail = line[line.length - 1]
      const next = take(starting, tail) ?? (directed ? null : (take(ending, tail)?.toReversed() ?? null))
      if (next === null) break
      for (let i = 1; i < next.length; i++) line.push(next[i])
    }
    while (!closes()) {
      const previous = take(ending, line[0]) ?? (directed ? null : (take(starting, line[0])?.toReversed() ?? null))
      if (previous === null) break
      line.unshift(...previous.slice(0, -1))
    }
    if (isClosed(line)) rings.push(line)
    else open.push(line)
  }
  return { rings, open }
}
