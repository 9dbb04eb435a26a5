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
