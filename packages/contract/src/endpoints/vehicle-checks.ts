import { z } from 'zod'
import { empty, endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList, timeRange } from '../query.ts'
import { photoParams, PhotoRemoval } from '../records/driver-photos.ts'
import { ReleaseInput, VehicleCheck, VehicleChecklist, VehicleChecklistInput } from '../records/vehicle-checks.ts'

/** They hold for the vehicles of all regions, so that users limited to some read them alone. */
export const vehicleChecklists = {
  list: endpoint('vehicleChecklists.list', 'GET', '/vehicle_checklists', {
    summary: 'List the checklists that drivers answer',
    access: 'VehicleManagement:checklist:canRead',
    query: listQuery({}, ['id', 'name', 'moment']),
    answer: many(VehicleChecklist),
  }),
  show: endpoint('vehicleChecklists.show', 'GET', '/vehicle_checklists/:id', {
    summary: 'One checklist',
    access: 'VehicleManagement:checklist:canRead',
    params: idParams,
    answer: one(VehicleChecklist),
  }),
  create: endpoint('vehicleChecklists.create', 'POST', '/vehicle_checklists', {
    summary: 'Create a checklist',
    access: 'VehicleManagement:checklist:canCreate',
    allRegions: true,
    body: VehicleChecklistInput,
    answer: one(VehicleChecklist),
    status: 201,
  }),
  update: endpoint('vehicleChecklists.update', 'PATCH', '/vehicle_checklists/:id', {
    summary: 'Change a checklist; checks that were made by it stay as they are',
    access: 'VehicleManagement:checklist:canUpdate',
    allRegions: true,
    params: idParams,
    body: VehicleChecklistInput.partial(),
    answer: one(VehicleChecklist),
  }),
  destroy: endpoint('vehicleChecklists.destroy', 'DELETE', '/vehicle_checklists/:id', {
    summary: 'Delete a checklist; checks that were made by it stay',
    access: 'VehicleManagement:checklist:canDestroy',
    allRegions: true,
    params: idParams,
    answer: empty,
    status: 204,
  }),
}

const checkQuery = listQuery(
  { region: idList, vehicle: idList, driver: idList, trip: idList, result: textList, date_range: timeRange },
  ['id', 'done_at'],
)

export const vehicleChecks = {
  list: endpoint('vehicleChecks.list', 'GET', '/vehicle_checks', {
    summary: 'Finished checks of vehicles, newest first',
    access: 'VehicleManagement:vehicleCheck:canRead',
    query: checkQuery,
    answer: many(VehicleCheck),
  }),
  export: endpoint('vehicleChecks.export', 'GET', '/vehicle_checks/export', {
    summary: 'All checks that a search and filters find, as CSV, a line for each item',
    access: 'VehicleManagement:vehicleCheck:canRead',
    query: checkQuery.pick({ search: true, filter: true }),
    answer: z.string(),
    raw: 'text/csv',
  }),
  show: endpoint('vehicleChecks.show', 'GET', '/vehicle_checks/:id', {
    summary: 'One finished check',
    access: 'VehicleManagement:vehicleCheck:canRead',
    params: idParams,
    answer: one(VehicleCheck),
  }),
  photo: endpoint('vehicleChecks.photo', 'GET', '/vehicle_checks/:id/photos/:photo', {
    summary: 'A photo that a driver took with a check',
    access: 'VehicleManagement:vehicleCheck:canRead',
    params: photoParams,
    answer: z.unknown(),
    raw: 'image/*',
  }),
  /** 409 where it is removed already, or a hold keeps it */
  removePhoto: endpoint('vehicleChecks.removePhoto', 'POST', '/vehicle_checks/:id/photos/:photo/remove', {
    summary: 'Delete a photo for good; the check and the note that showed it say when and why it was removed',
    access: 'VehicleManagement:vehicleCheck:canUpdate',
    params: photoParams,
    body: PhotoRemoval,
    answer: one(VehicleCheck),
    keyed: true,
  }),
  /** 422 where it failed in nothing critical, or is released already */
  release: endpoint('vehicleChecks.release', 'POST', '/vehicle_checks/:id/release', {
    summary: 'Let a vehicle be driven on this one trip although a critical item failed',
    access: 'VehicleManagement:vehicleCheck:canUpdate',
    params: idParams,
    body: ReleaseInput,
    answer: one(VehicleCheck),
    keyed: true,
  }),
}
