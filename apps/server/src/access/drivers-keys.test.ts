import { expect, test } from 'vitest'
import { api, type PermissionKey } from '@ambit/contract'
import { severityOf } from '@ambit/domain'
import { permissionsOf } from './roles.ts'

const settling = ['TripManagement:driverAction:canRead', 'TripManagement:driverAction:canUpdate'] as const
const checks = ['VehicleManagement:vehicleCheck:canRead', 'VehicleManagement:vehicleCheck:canUpdate'] as const
const lists = (['canRead', 'canCreate', 'canUpdate', 'canDestroy'] as const).map(
  (action) => `VehicleManagement:checklist:${action}` as const,
)
const cash = 'DriverManagement:cash:canRead' as const

// covers: DAPP-134
test('dispatchers settle drivers’ actions, release vehicles and see cash; fleet managers keep checklists; others all', () => {
  const held = (role: Parameters<typeof permissionsOf>[0], keys: readonly PermissionKey[]) =>
    keys.filter((key) => permissionsOf(role)[key])
  expect(held('dispatcher', [...settling, ...checks, cash])).toEqual([...settling, ...checks, cash])
  expect(held('fleet_manager', [...lists, ...checks])).toEqual([...lists, ...checks])
  expect(held('fleet_manager', [settling[1], cash])).toEqual([])
  const all = [...settling, ...checks, ...lists, cash]
  for (const role of ['operations_manager', 'administrator', 'superadmin'] as const)
    expect([role, ...held(role, all)]).toEqual([role, ...all])
})

// covers: DAPP-133
test('what staff do with checklists, checks and actions names its key, and what waits for them is to be seen to soon', () => {
  const endpoints = [
    api.vehicleChecklists.list,
    api.vehicleChecklists.create,
    api.vehicleChecklists.update,
    api.vehicleChecklists.destroy,
    api.vehicleChecks.list,
    api.trips.driverActions,
  ]
  expect(endpoints.map(({ method, path, access }) => `${method} ${path} ${access}`)).toEqual([
    'GET /vehicle_checklists VehicleManagement:checklist:canRead',
    'POST /vehicle_checklists VehicleManagement:checklist:canCreate',
    'PATCH /vehicle_checklists/:id VehicleManagement:checklist:canUpdate',
    'DELETE /vehicle_checklists/:id VehicleManagement:checklist:canDestroy',
    'GET /vehicle_checks VehicleManagement:vehicleCheck:canRead',
    'GET /trips/:id/driver_actions TripManagement:driverAction:canRead',
  ])
  expect([severityOf.plan_unconfirmed, severityOf.driver_action]).toEqual(['soon', 'soon'])
})
