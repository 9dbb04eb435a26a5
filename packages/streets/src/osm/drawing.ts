import type { Point } from './plane.ts'

export type Tags = Record<string, string>
export type DrawnNode = { id: number; at: Point; tags: Tags }
export type DrawnWay = { id: number; refs: number[]; tags: Tags }
export type Member = { type: 'node' | 'way' | 'relation'; ref: number; role: string }
export type DrawnRelation = { id: number; members: Member[]; tags: Tags }

/** An OpenStreetMap data set in the making: ids count from 1 for each of the three kinds. */
export type Drawing = {
  nodes: DrawnNode[]
  ways: DrawnWay[]
  relations: DrawnRelation[]
  node: (at: Point, tags?: Tags) => number
  way: (refs: number[], tags: Tags) => number
  /** A closed way through new nodes */
  area: (ring: readonly Point[], tags: Tags) => number
  /** An open way through new nodes */
  path: (line: readonly Point[], tags: Tags) => number
  relation: (members: Member[], tags: Tags) => number
  /** Adds tags to a node drawn before */
  mark: (node: number, tags: Tags) => void
  at: (node: number) => Point
}

export const startDrawing = (): Drawing => {
  const nodes: DrawnNode[] = []
  const ways: DrawnWay[] = []
  const relations: DrawnRelation[] = []
  const node = (at: Point, tags: Tags = {}): number => nodes.push({ id: nodes.length + 1, at, tags })
  const way = (refs: number[], tags: Tags): number => ways.push({ id: ways.length + 1, refs, tags })
  return {
    nodes,
    ways,
    relations,
    node,
    way,
    area: (ring, tags) => {
      const refs = ring.map((point) => node(point))
      return way([...refs, refs[0]], tags)
    },
    path: (line, tags) =>
      way(
        line.map((point) => node(point)),
        tags,
      ),
    relation: (members, tags) => relations.push({ id: relations.length + 1, members, tags }),
    mark: (id, tags) => Object.assign(nodes[id - 1].tags, tags),
    at: (id) => nodes[id - 1].at,
  }
}
