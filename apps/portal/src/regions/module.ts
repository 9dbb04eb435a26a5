import { regionRecords } from '../records/regions.ts'
import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'
import { mobilityAidsChanged } from '../records/mobility-aids.ts'
import { travelFactorsChanged } from '../records/travel-factors.ts'

const READ = 'RegionManagement:region:canRead'

export const regionsModule = defineModule({
  name: 'RegionManagement',
  pages: [
    {
      path: '/RegionManagement/{-$regionId}',
      title: 'Regions',
      permission: READ,
      load: () => import('./RegionsPage.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'RegionDialog',
      permission: {
        view: READ,
        edit: 'RegionManagement:region:canUpdate',
        create: 'RegionManagement:region:canCreate',
      },
      tabs: ['RegionDetails', 'TravelTimes', 'Messages', 'Misses', 'Series', 'MobilityAids', 'Usage', 'History'],
      load: () => import('./RegionDialog.tsx'),
    }),
  ],
  live: {
    record: (event) => {
      if (event.table === 'regions' || event.table === 'zones') regionRecords.changed()
      if (event.table === 'mobility_aids') mobilityAidsChanged()
      if (event.table === 'travel_factors') travelFactorsChanged(event.record_id)
    },
  },
})
