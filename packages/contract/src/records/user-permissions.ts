import { z } from 'zod'
import { Id } from '../endpoint.ts'
import type { PermissionKey } from '../permissions.ts'

/** A right of one user that can be taken away from what the user's groups give. */
export type PermissionSwitch = {
  name: string
  label: string
  /** what it takes away; null: one action that has no key of its own */
  key: PermissionKey | null
  /** as a form that was never saved shows it; null: unset */
  shipped: boolean | null
}

const module = <M extends string>(
  name: M,
  resource: string,
  plural: string,
  shipped: boolean | null,
  more: readonly PermissionSwitch[] = [],
) => ({
  name,
  switches: [
    { name: `${name}.access`, label: `Can access ${plural}`, key: `${name}:Module`, shipped },
    { name: `${name}.view`, label: 'Can view', key: `${name}:${resource}:canRead`, shipped },
    { name: `${name}.create`, label: 'Can create', key: `${name}:${resource}:canCreate`, shipped },
    { name: `${name}.edit`, label: 'Can edit', key: `${name}:${resource}:canUpdate`, shipped },
    { name: `${name}.delete`, label: 'Can delete', key: `${name}:${resource}:canDestroy`, shipped },
    ...more,
  ] as readonly PermissionSwitch[], // each resource named below has these actions; the contract's tests check the keys
})

export const permissionSwitchGroups = [
  module('DriverManagement', 'driver', 'drivers', true, [
    { name: 'resetDriverPassword', label: 'Can reset driver passwords', key: null, shipped: false },
  ]),
  module('VehicleManagement', 'vehicle', 'vehicles', true, [
    { name: 'editVehicleStatus', label: 'Can edit vehicle status', key: null, shipped: true },
  ]),
  module('TravellerManagement', 'traveller', 'passengers', null),
  module('RegionManagement', 'region', 'regions', null),
  module('ZoneManagement', 'zone', 'zones', null),
  {
    name: 'TripManagement',
    switches: [
      { name: 'TripManagement.access', label: 'Can access trips', key: 'TripManagement:Module', shipped: null },
      { name: 'viewTrip', label: 'Can view trips', key: 'TripManagement:trip:canRead', shipped: null },
      { name: 'TripManagement.create', label: 'Can create', key: 'TripManagement:trip:canCreate', shipped: null },
      { name: 'TripManagement.edit', label: 'Can edit', key: 'TripManagement:trip:canUpdate', shipped: null },
      { name: 'TripManagement.delete', label: 'Can delete', key: 'TripManagement:trip:canDestroy', shipped: null },
      {
        name: 'viewTripStatistics',
        label: 'Can view trip statistics',
        key: 'TripManagement:lateByTime:canRead',
        shipped: null,
      },
    ] as readonly PermissionSwitch[],
  },
] as const

const switches = permissionSwitchGroups.flatMap((group) => group.switches)
const names = new Set(switches.map(({ name }) => name))

/** Name → off, on or unset. On and unset are the same: as the groups say. */
export const UserSwitches = z.record(
  z.string().refine((name) => names.has(name), 'There is no such switch'),
  z.boolean().nullable(),
)
export type UserSwitches = z.infer<typeof UserSwitches>

export const UserPermissions = z.object({
  id: Id,
  full_name: z.string(),
  /** as they were saved; empty: never */
  switches: UserSwitches,
  /** which groups give what the switches can take away, by switch */
  given_by: z.record(z.string(), z.array(z.string())),
  version: z.int(),
})
export type UserPermissions = z.infer<typeof UserPermissions>

/** The names of the switches that are off. */
export const withheldSwitches = (saved: UserSwitches): readonly PermissionSwitch[] =>
  switches.filter(({ name }) => saved[name] === false)
