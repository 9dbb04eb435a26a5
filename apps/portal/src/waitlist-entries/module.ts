import { defineModule } from '../navigation/define-module.ts'
import { READ } from './keys.ts'

export const waitlistModule = defineModule({
  name: 'WaitingList',
  pages: [
    {
      path: '/WaitingList',
      title: 'Waiting List',
      permission: READ,
      represented: true,
      load: () => import('./WaitingListPage.tsx'),
    },
  ],
  dialogs: [],
  live: {
    record: ({ table, record_id }) => {
      if (table !== 'waitlist_entries') return
      void import('../records/waitlist-entries.ts').then(({ waitlistRecords }) => waitlistRecords.changed(record_id))
    },
  },
})
