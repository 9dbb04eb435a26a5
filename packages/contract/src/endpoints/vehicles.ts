import { z } from 'zod'
import { empty, endpoint, idParams, many, one } from '../endpoint.ts'
import { idList, listQuery, textList } from '../query.ts'
import { photoParams, PhotoRemoval } from '../records/driver-photos.ts'
import { Schema, SchemaEntity, SchemaInput, SCHEMAS_PER_PAGE } from '../records/schemas.ts'
import {
  VEHICLE_IMPORT_TEMPLATE,
  VehicleImport,
  VehicleImportAnswer,
  VehicleImportCheck,
} from '../records/vehicle-imports.ts'
import { VehicleNote, VehicleNoteInput } from '../records/vehicle-notes.ts'
import { Vehicle, VehicleInput, vehicleSorts } from '../records/vehicles.ts'

const READ = 'VehicleManagement:vehicle:canRead'

const vehicleQuery = listQuery(
  {
    status: textList,
    id: idList,
    /**
     * `completed:STAGE` and `PATH:VALUE`, the path into the extra attributes joined with dots. Values of one path are
     * alternatives; different paths must all hold.
     */
    vehicle_attributes: textList.refine(
      (pairs) => pairs.every((pair) => /^[a-z0-9_.]+:./.test(pair)),
      'Filter by path:value',
    ),
  },
  vehicleSorts,
).extend({
  /** stages whose custom fields are returned; all of them when absent */
  stages: textList.optional(),
})

export const vehicles = {
  list: endpoint('vehicles.list', 'GET', '/vehicles', {
    summary: 'List vehicles',
    access: READ,
    query: vehicleQuery,
    answer: many(Vehicle),
  }),
  show: endpoint('vehicles.show', 'GET', '/vehicles/:id', {
    summary: 'One vehicle',
    access: READ,
    params: idParams,
    answer: one(Vehicle),
  }),
  create: endpoint('vehicles.create', 'POST', '/vehicles', {
    summary: 'Create a vehicle',
    access: 'VehicleManagement:vehicle:canCreate',
    body: VehicleInput,
    answer: one(Vehicle),
    status: 201,
  }),
  update: endpoint('vehicles.update', 'PATCH', '/vehicles/:id', {
    summary: 'Change a vehicle',
    access: 'VehicleManagement:vehicle:canUpdate',
    params: idParams,
    body: VehicleInput.partial(),
    answer: one(Vehicle),
  }),
  destroy: endpoint('vehicles.destroy', 'DELETE', '/vehicles/:id', {
    summary: 'Delete a vehicle that no schedule uses, with its notes',
    access: 'VehicleManagement:vehicle:canDestroy',
    params: idParams,
    answer: empty,
    status: 204,
  }),
  bulkImport: endpoint('vehicles.bulkImport', 'POST', '/vehicles/bulk_import', {
    summary: 'Create many vehicles; refused rows are listed, the others are created',
    access: 'VehicleManagement:vehicle:canCreate',
    large: true,
    body: VehicleImport,
    answer: VehicleImportAnswer,
    status: 201,
  }),
  checkImport: endpoint('vehicles.checkImport', 'POST', '/vehicles/bulk_import/check', {
    summary: 'The rows that an import would refuse; nothing is created',
    access: 'VehicleManagement:vehicle:canCreate',
    large: true,
    body: VehicleImport,
    answer: VehicleImportCheck,
  }),
  export: endpoint('vehicles.export', 'GET', '/vehicles/export', {
    summary: 'All vehicles that a search and filters find, as CSV',
    access: READ,
    query: vehicleQuery.pick({ search: true, filter: true }),
    answer: z.string(),
    raw: 'text/csv',
  }),
  /** headings and allowed values only, so that a plain link can fetch it */
  importTemplate: endpoint('vehicles.importTemplate', 'GET', `/vehicles/${VEHICLE_IMPORT_TEMPLATE}`, {
    summary: 'A workbook to fill in for an import',
    access: 'public',
    answer: z.string(),
    raw: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
}

export const vehicleNotes = {
  list: endpoint('vehicleNotes.list', 'GET', '/vehicle_notes', {
    summary: 'Notes and incidents of vehicles',
    access: READ,
    query: listQuery({ vehicle: idList, category: textList }, ['id', 'created_at']),
    answer: many(VehicleNote),
  }),
  photo: endpoint('vehicleNotes.photo', 'GET', '/vehicle_notes/:id/photos/:photo', {
    summary: 'A photo that a driver took, of a note',
    access: READ,
    params: photoParams,
    answer: z.unknown(),
    raw: 'image/*',
  }),
  /** 409 where it is removed already, or a hold keeps it */
  removePhoto: endpoint('vehicleNotes.removePhoto', 'POST', '/vehicle_notes/:id/photos/:photo/remove', {
    summary: 'Delete a photo for good; the note and the check that showed it say when and why it was removed',
    access: 'VehicleManagement:vehicle:canUpdate',
    params: photoParams,
    body: PhotoRemoval,
    answer: one(VehicleNote),
    keyed: true,
  }),
  create: endpoint('vehicleNotes.create', 'POST', '/vehicle_notes', {
    // The specification opens the note dialog to staff who may read vehicles, and its only use is writing a note.
    summary: 'Write a note',
    access: READ,
    body: VehicleNoteInput,
    answer: one(VehicleNote),
    status: 201,
  }),
}

export const schemas = {
  list: endpoint('schemas.list', 'GET', '/schemas', {
    summary: 'Custom fields: every version, the newest first',
    access: 'VehicleManagement:schema:canRead',
    query: listQuery({ entity: SchemaEntity }, ['id', 'version']).extend({
      per_page: z.coerce.number().int().min(1).max(SCHEMAS_PER_PAGE).default(SCHEMAS_PER_PAGE),
    }),
    answer: many(Schema),
  }),
  /** If-Match names the version that it was built on */
  create: endpoint('schemas.create', 'POST', '/schemas', {
    summary: 'Save the custom fields as a new version',
    access: 'VehicleManagement:schema:canUpdate',
    large: true,
    allRegions: true,
    body: SchemaInput,
    answer: one(Schema),
    status: 201,
  }),
}
