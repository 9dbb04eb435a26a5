import { join } from 'node:path'
import type { LngLat, Polygon } from '@ambit/geo'
import type { AddressIndex } from './addresses/address.ts'
import { openAddressIndex } from './addresses/open.ts'
import type { Steps } from './walking/steps.ts'
import { createInside } from './inside.ts'
import type { Inside } from './inside.ts'
import { StreetsUnavailable, checksumsOfStreets, readManifest, refuseDamaged, writeManifest } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { systemCode } from './osm/errors.ts'
import type { Profile } from './roads/collect.ts'
import { closedPieces, drawPieces } from './routing/closures.ts'
import type { ClosedStreets, Closure } from './routing/closures.ts'
import { kerbOf } from './routing/kerb.ts'
import type { Kerb } from './routing/kerb.ts'
import { readNetwork } from './routing/network.ts'
import { createRouter } from './routing/router.ts'
import type { RouteAnswer, Router } from './routing/router.ts'
import type { Costs, TargetSet, Waypoint } from './routing/tables.ts'
import type { Snap } from './routing/snap.ts'
import { NETWORK_FILES } from './stages.ts'
import { foldersOf, recoverSwap } from './store/folders.ts'

/** A street data set in memory. Searches are synchronous and reuse their memory: one set serves one thread. */
export type Streets = {
  manifest: Manifest
  /** The nearest place on the network within `limitMetres` (1,000) that can be reached and left, or null. */
  snap: (profile: Profile, point: LngLat, limitMetres?: number) => Snap | null
  /** The fastest route in free flow, or null where there is none or an end is too far from any street. */
  route: (profile: Profile, from: Waypoint, to: Waypoint) => RouteAnswer | null
  /** Durations in s and distances in m, row-major sources × targets; Infinity where there is no way. */
  table: (profile: Profile, sources: readonly Waypoint[], targets: readonly Waypoint[]) => Costs
  /** The same in steps, where others have to be served meanwhile. */
  tableInSteps: (profile: Profile, sources: readonly Waypoint[], targets: readonly Waypoint[]) => Steps<Costs>
  /** Targets prepared once, for many later calls of `from(source)`. */
  targets: (profile: Profile, targets: readonly Waypoint[]) => TargetSet
  /** What a closure means on the map; null where there is no street within 50 m. */
  closedStreets: (closure: Closure) => ClosedStreets | null
  /** The same streets where vehicles go round these closures. Walking is not affected. */
  without: (closures: readonly Closure[]) => Streets
  addresses: AddressIndex
  /** The nearest street side that a vehicle may halt at, within `limitMetres` (1,000), or null. */
  kerb: (point: LngLat, limitMetres?: number) => Kerb | null
  /** What lies inside at least one of the polygons. */
  inside: (areas: readonly Polygon[]) => Inside
}

/** The sentence for the operator about an incomplete or damaged file. */
const opened = async <T>(folder: string, open: Promise<T>): Promise<T> => {
  try {
    return await open
  } catch (error) {
    if (error instanceof StreetsUnavailable) throw error
    const missing = systemCode(error) === 'ENOENT'
    throw new StreetsUnavailable(
      missing ? 'missing' : 'damaged',
      `The street data in ${folder} are ${missing ? 'incomplete' : 'damaged'}: import them again.`,
      { cause: error },
    )
  }
}

const KERB_LIMIT_M = 1000

/** A set that an older version made gets its checksums once it has been opened; a folder that cannot be written stays. */
const addChecksums = async (folder: string, manifest: Manifest): Promise<Manifest> => {
  const whole = { ...manifest, files: await checksumsOfStreets(folder) }
  await writeManifest(folder, whole).catch(() => {})
  return whole
}

/** Opens the data set of a folder. Throws StreetsUnavailable. */
export const openStreets = async (folder: string): Promise<Streets> => {
  await recoverSwap(foldersOf(folder))
  const stored = await readManifest(folder)
  await opened(folder, refuseDamaged(folder, stored))
  const [car, foot, addresses] = await opened(
    folder,
    Promise.all([
      readNetwork(join(folder, NETWORK_FILES.car)),
      readNetwork(join(folder, NETWORK_FILES.foot)),
      openAddressIndex(folder),
    ]),
  )
  const manifest = stored.files === undefined ? await addChecksums(folder, stored) : stored
  const rest = {
    manifest,
    closedStreets: (closure: Closure): ClosedStreets | null => {
      const pieces = closedPieces(car, closure)
      return pieces.length === 0 ? null : drawPieces(car, pieces)
    },
    addresses,
    kerb: (point: LngLat, limitMetres = KERB_LIMIT_M): Kerb | null => kerbOf(car, point, limitMetres),
    inside: createInside(car, foot, addresses.houses),
  }
  const routers: Routers = { car: createRouter(car), foot: createRouter(foot) }
  const closing = (closures: readonly Closure[]): Streets => {
    const pieces = new Set(closures.flatMap((closure) => closedPieces(car, closure)))
    const around = { ...routers, car: routers.car.without(pieces) }
    return { ...rest, ...routing(around), without: (more) => closing([...closures, ...more]) }
  }
  return { ...rest, ...routing(routers), without: closing }
}

type Routers = Readonly<Record<Profile, Router>>

const routing = (routers: Routers): Pick<Streets, 'snap' | 'route' | 'table' | 'tableInSteps' | 'targets'> => ({
  snap: (profile, point, limitMetres) => routers[profile].snap(point, limitMetres),
  route: (profile, from, to) => routers[profile].route(from, to),
  table: (profile, sources, targets) => routers[profile].table(sources, targets),
  tableInSteps: (profile, sources, targets) => routers[profile].tableInSteps(sources, targets),
  targets: (profile, targets) => routers[profile].targets(targets),
})
