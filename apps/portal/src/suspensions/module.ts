import { defineModule } from '../navigation/define-module.ts'

export const suspensionsModule = defineModule({
  name: 'Suspensions',
  pages: [
    {
      path: '/Suspensions',
      title: 'Suspensions',
      permission: 'TravellerManagement:suspension:canRead',
      load: () => import('./SuspensionsPage.tsx'),
    },
  ],
  dialogs: [],
  live: {
    record: ({ table, record_id }) => {
      if (table !== 'suspensions') return
      void import('../records/suspensions.ts').then(({ suspensionRecords }) => suspensionRecords.changed(record_id))
    },
  },
})
