import type { FixedVisit, Vehicle, Visit } from '../problem.ts'

/**
 * The visits that a vehicle makes in any plan: those it is committed to, the deliveries of all passengers who are
 * on board by then, and its fixed visits by the time they are open until, stops of one sequence in their order.
 */
export function openingVisits(vehicle: Vehicle): Visit[] {
  const visits: Visit[] = [...vehicle.committed]
  const riding = new Set(vehicle.onBoard)
  const made = new Set<number>()
  for (const visit of vehicle.committed) {
    if (visit.kind === 'pickup') riding.add(visit.request)
    else if (visit.kind === 'delivery') riding.delete(visit.request)
    else made.add(visit.id)
  }
  for (const request of riding) visits.push({ kind: 'delivery', request })
  for (const fixed of inOrder(vehicle.fixed)) if (!made.has(fixed.id)) visits.push({ kind: 'fixed', id: fixed.id })
  return visits
}

/** Merges the sequences and the single visits, always taking the one that closes first. */
function inOrder(fixed: readonly FixedVisit[]): FixedVisit[] {
  const queues = new Map<string, FixedVisit[]>()
  for (const visit of fixed) {
    const key = visit.sequence === undefined ? `alone ${visit.id}` : `sequence ${visit.sequence}`
    const queue = queues.get(key)
    if (queue) queue.push(visit)
    else queues.set(key, [visit])
  }
  const ordered: FixedVisit[] = []
  for (;;) {
    let next: FixedVisit[] | undefined
    for (const queue of queues.values()) {
      if (queue.length > 0 && (!next || queue[0].window.latest < next[0].window.latest)) next = queue
    }
    if (!next) return ordered
    ordered.push(...next.splice(0, 1))
  }
}
