import { vehicleRecords } from '../records/vehicles.ts'
import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'
import { CHANGE_LISTS, CREATE_LISTS, READ_CHECKS, READ_LISTS } from './checks/keys.ts'
import { checkTitles } from './checks/titles.ts'
import { CREATE, READ, UPDATE } from './keys.ts'
import { notesChanged } from './queries.ts'
import { schemaChanged } from './schema/queries.ts'

export const vehiclesModule = defineModule({
  name: 'VehicleManagement',
  pages: [
    {
      path: '/VehicleManagement',
      title: 'Vehicles',
      permission: READ,
      load: () => import('./VehiclesPage.tsx'),
    },
    {
      path: '/VehicleManagement/schema',
      title: 'Custom fields',
      permission: 'VehicleManagement:schema:canUpdate',
      load: () => import('./schema/SchemaPage.tsx'),
    },
    {
      path: '/VehicleManagement/Checklists',
      title: checkTitles.checklists,
      permission: READ_LISTS,
      load: () => import('./checks/ChecklistsPage.tsx'),
    },
    {
      path: '/VehicleManagement/Checks',
      title: checkTitles.checks,
      permission: READ_CHECKS,
      load: () => import('./checks/ChecksPage.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'VehicleDialog',
      permission: { view: READ, edit: UPDATE, create: CREATE, bulkedit: UPDATE },
      // A tab for each stage of the schema, named after its key.
      tabs: ['VehicleDetails', 'VehicleNotes', 'EarlierVersions', 'History', 'Stage_*'],
      width: 'min(860px, 70%)',
      load: () => import('./VehicleDialog.tsx'),
    }),
    defineDialog({
      name: 'VehicleNoteDialog',
      permission: { create: READ },
      load: () => import('./VehicleNoteDialog.tsx'),
    }),
    defineDialog({
      name: 'ChecklistDialog',
      permission: { view: READ_LISTS, edit: CHANGE_LISTS, create: CREATE_LISTS },
      width: 'min(860px, 70%)',
      load: () => import('./checks/ChecklistDialog.tsx'),
    }),
    defineDialog({
      name: 'VehicleCheckDialog',
      permission: { view: READ_CHECKS },
      load: () => import('./checks/VehicleCheckDialog.tsx'),
    }),
    defineDialog({
      name: 'VehicleImportDialog',
      permission: { create: CREATE },
      width: 'min(980px, 80%)',
      steady: true,
      load: () => import('./import/VehicleImportDialog.tsx'),
    }),
  ],
  live: {
    record: ({ table, record_id }, queries) => {
      if (table === 'vehicles') vehicleRecords.changed(record_id)
      if (table === 'vehicle_notes') notesChanged()
      if (table === 'schemas') schemaChanged()
      // Their kinds are called as their tables.
      if (table === 'vehicle_checks' || table === 'vehicle_checklists')
        void queries.invalidateQueries({ queryKey: [table] })
    },
  },
})
