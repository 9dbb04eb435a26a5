import { groupByRow, type Rows } from '../roads/csr.ts'
import type { Network } from './network.ts'

const known = new WeakMap<Network, Int32Array>()

/** The arc that each state is about to drive. */
export const arcsOfStates = (network: Network): Int32Array => {
  const found = known.get(network)
  if (found !== undefined) return found
  const { entryStart, entryState } = network
  const arcOf = new Int32Array(network.hierarchy.states).fill(-1)
  for (let arc = 0; arc < entryStart.length - 1; arc++)
    for (let i = entryStart[arc]; i < entryStart[arc + 1]; i++) arcOf[entryState[i]] = arc
  known.set(network, arcOf)
  return arcOf
}

const rows = new WeakMap<Network, Rows>()

/** All arcs that lead on from each state: one of a car's, and on foot those of the junction that the state is. */
export const arcsFromStates = (network: Network): Rows => {
  const found = rows.get(network)
  if (found !== undefined) return found
  const { entryStart, entryState } = network
  const arcOf = new Int32Array(entryState.length)
  for (let arc = 0; arc < entryStart.length - 1; arc++) arcOf.fill(arc, entryStart[arc], entryStart[arc + 1])
  const { start, items } = groupByRow(network.hierarchy.states, entryState)
  const made = { start, items: items.map((entry) => arcOf[entry]) }
  rows.set(network, made)
  return made
}
