import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'
import { travelerSetRecords } from '../records/traveler-sets.ts'
import { travelerSetStrings } from './strings.ts'

const READ = 'TravellerManagement:traveller:canRead'
/** The regions' key: what a concession takes off belongs to its region. */
const CHANGE = 'RegionManagement:region:canUpdate'

export const travelerSetsModule = defineModule({
  name: 'ConcessionManagement',
  pages: [
    {
      path: '/ConcessionManagement',
      title: travelerSetStrings.title,
      permission: READ,
      load: () => import('./TravelerSetsPage.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'ConcessionDialog',
      permission: { view: READ, edit: [READ, CHANGE], create: [READ, CHANGE] },
      load: () => import('./TravelerSetDialog.tsx'),
    }),
  ],
  live: {
    record: ({ table, record_id }) => {
      if (table === 'traveler_sets') travelerSetRecords.changed(record_id)
    },
  },
})
