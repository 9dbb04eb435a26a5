import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'
import { CREATE, READ } from './keys.ts'

export const placesModule = defineModule({
  name: 'Places',
  pages: [{ path: '/Places', title: 'Places', permission: READ, load: () => import('./PlacesPage.tsx') }],
  dialogs: [
    defineDialog({
      name: 'PlaceDialog',
      permission: { view: READ, edit: READ, create: CREATE },
      tabs: ['Details', 'History'],
      width: 'min(820px, 94vw)',
      load: () => import('./PlaceDialog.tsx'),
    }),
    defineDialog({
      name: 'PlaceImportDialog',
      permission: { create: CREATE },
      width: 'min(760px, 94vw)',
      load: () => import('./PlaceImportDialog.tsx'),
    }),
    defineDialog({
      name: 'PlaceSuggestionsDialog',
      permission: { create: CREATE },
      width: 'min(640px, 94vw)',
      load: () => import('./PlaceSuggestionsDialog.tsx'),
    }),
  ],
  live: {
    record: ({ table, record_id }) => {
      if (table !== 'places') return
      void import('../records/places.ts').then(({ placeRecords }) => placeRecords.changed(record_id))
    },
  },
})
