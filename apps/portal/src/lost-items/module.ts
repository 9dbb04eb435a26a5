import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'
import { READ } from './keys.ts'

export const lostItemsModule = defineModule({
  name: 'LostProperty',
  pages: [
    {
      path: '/LostProperty',
      title: 'Lost Property',
      permission: READ,
      load: () => import('./LostPropertyPage.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'LostItemDialog',
      permission: { view: READ },
      width: 'min(640px, 94vw)',
      load: () => import('./LostItemDialog.tsx'),
    }),
  ],
  live: {
    record: ({ table, record_id }) => {
      if (table !== 'lost_items') return
      void import('../records/lost-items.ts').then(({ lostItemRecords }) => lostItemRecords.changed(record_id))
    },
  },
})
