import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'
import { CREATE, READ } from './keys.ts'

const TABLES = ['organisations', 'organisation_travelers']

export const organisationsModule = defineModule({
  name: 'Organisations',
  pages: [
    {
      path: '/Organisations',
      title: 'Organisations',
      permission: READ,
      represented: true,
      load: () => import('./OrganisationsPage.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'OrganisationDialog',
      permission: { view: READ, edit: READ, create: CREATE },
      tabs: ['Details', 'Passengers', 'History'],
      width: 'min(820px, 94vw)',
      load: () => import('./OrganisationDialog.tsx'),
    }),
  ],
  live: {
    record: ({ table }) => {
      if (!TABLES.includes(table)) return
      void import('../records/organisations.ts').then(({ organisationRecords }) => organisationRecords.changed())
    },
  },
})
