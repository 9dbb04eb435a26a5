import type { Roads } from './collect.ts'

/**
 * The land that each node of a road lies on: what roads and paths join, whatever bars vehicles from them. Between two
 * lands there is water, or what the extract leaves out.
 */
export const findLands = ({ lon, ways }: Roads): ((node: number) => number) => {
  const above = Int32Array.from(lon.keys())
  const landOf = (node: number): number => {
    let at = node
    while (above[at] !== at) at = above[at] = above[above[at]]
    return at
  }
  for (const profile of ['car', 'foot'] as const)
    for (const { nodes } of ways[profile]) for (const node of nodes) above[landOf(node)] = landOf(nodes[0])
  return landOf
}
