import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Problem, Solution } from '@ambit/engine'

/** One line of the result file. Routes are node ids in order, without the depot. */
export type Result = {
  instance: string
  cost: number
  unserved: number[]
  cpuSeconds: number
  routes: number[][]
}

/** Total distance and routes in the instance file's own node numbers. */
export function resultOf(instance: string, problem: Problem, solution: Solution, cpuSeconds: number): Result {
  const requests = problem.requests.length
  let cost = 0
  const routes: number[][] = []
  for (const { visits } of solution.routes) {
    const nodes = visits.flatMap((visit) => {
      if (visit.kind === 'fixed') return []
      return [visit.kind === 'pickup' ? visit.request : visit.request + requests]
    })
    if (nodes.length === 0) continue
    routes.push(nodes)
    const path = [0, ...nodes, 0]
    for (let at = 1; at < path.length; at++) cost += problem.travel.distance(path[at - 1] ?? 0, path[at] ?? 0)
  }
  return { instance, cost, unserved: [...solution.unserved], cpuSeconds, routes }
}

/** Best known costs by instance, from the `best-known.csv` beside an instance file, where there is one. */
export function readBestKnown(file: string): ReadonlyMap<string, number> {
  let text: string
  try {
    text = readFileSync(join(dirname(file), 'best-known.csv'), 'utf8')
  } catch {
    return new Map()
  }
  const known = new Map<string, number>()
  for (const line of text.split(/\r?\n/).slice(1)) {
    const [instance, , value] = line.split(',')
    if (instance && value) known.set(instance, Number(value))
  }
  return known
}

/** The table that the command prints: cost, gap to best known in percent, who is unserved, processor time. */
export function tableOf(results: readonly Result[], known: ReadonlyMap<string, number>): string {
  const gapOf = ({ instance, cost }: Result): number | null => {
    const best = known.get(instance)
    return best === undefined ? null : (100 * (cost - best)) / best
  }
  const rows = results.map((result) => {
    const gap = gapOf(result)
    const cells = [result.cost.toFixed(2), gap === null ? '-' : `${gap.toFixed(2)} %`, String(result.unserved.length)]
    return row(result.instance, [...cells, result.cpuSeconds.toFixed(2)])
  })
  const gaps = results.flatMap((result) => gapOf(result) ?? [])
  const lines = [row('instance', ['cost', 'gap', 'unserved', 'cpu s']), ...rows]
  if (gaps.length > 0) {
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
    lines.push(`mean gap ${mean.toFixed(3)} %, worst ${Math.max(...gaps).toFixed(2)} %, ${gaps.length} instances`)
  }
  return lines.join('\n')
}

function row(name: string, cells: readonly string[]): string {
  return name.padEnd(12) + cells.map((cell) => cell.padStart(12)).join('')
}
