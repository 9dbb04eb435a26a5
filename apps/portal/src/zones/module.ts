import { rulesChanged } from '../records/rules-changed.ts'
import { consumerAppRecords } from '../records/consumer-apps.ts'
import { zoneRecords } from '../records/zones.ts'
import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'
import { designKinds } from './designer/design/design.ts'
import { designChanged } from './designer/queries.ts'

/** What a zone's design is made of. */
const designTables: ReadonlySet<string> = new Set(designKinds)

const READ = 'ZoneManagement:zone:canRead'

export const zonesModule = defineModule({
  name: 'ZoneManagement',
  pages: [
    {
      path: '/ZoneManagement',
      title: 'Zones',
      permission: READ,
      refused: 'stay',
      load: () => import('./ZonesEntry.tsx'),
    },
    {
      path: '/ZoneManagement/zones',
      title: 'Zones',
      permission: READ,
      refused: 'stay',
      layout: 'edge',
      load: () => import('./ZonesPage.tsx'),
    },
    {
      path: '/ZoneManagement/apps',
      title: 'Passenger Apps',
      permission: READ,
      refused: 'stay',
      load: () => import('./apps/AppsPage.tsx'),
    },
    {
      path: '/ZoneManagement/zones/$zoneId/designer/{-$tab}',
      title: 'Zone Designer',
      permission: 'ZoneManagement:zoneDesigner:canRead',
      refused: 'stay',
      layout: 'edge',
      load: () => import('./designer/DesignerPage.tsx'),
    },
    {
      path: '/ZoneManagement/zones/$zoneId/rules',
      title: 'Booking Rules',
      permission: 'ZoneManagement:bookingRules:canRead',
      refused: 'stay',
      load: () => import('./rules/RulesPage.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'ConsumerAppDialog',
      permission: {
        view: READ,
        edit: [READ, 'ZoneManagement:consumerApp:canUpdate'],
        create: [READ, 'ZoneManagement:consumerApp:canCreate'],
      },
      load: () => import('./apps/AppDialog.tsx'),
    }),
    defineDialog({
      name: 'ZoneDialog',
      permission: { view: READ, edit: 'ZoneManagement:zone:canUpdate', create: 'ZoneManagement:zone:canCreate' },
      tabs: ['Details', 'History'],
      width: 'min(1080px, 94vw)',
      load: () => import('./ZoneDialog.tsx'),
    }),
    defineDialog({
      name: 'ZoneStopDialog',
      permission: {
        view: 'ZoneManagement:zoneStop:canRead',
        edit: 'ZoneManagement:zoneStop:canUpdate',
        create: 'ZoneManagement:zoneStop:canCreate',
        bulkedit: 'ZoneManagement:zoneStop:canUpdate',
      },
      width: '680px',
      load: () => import('./designer/stops/ZoneStopDialog.tsx'),
    }),
  ],
  live: {
    record: (event) => {
      if (event.table === 'zones' || event.table === 'regions') zoneRecords.changed()
      if (event.table === 'consumer_apps') consumerAppRecords.changed(event.record_id)
      if (event.table === 'booking_rules' || event.table === 'special_days') void rulesChanged()
      if (designTables.has(event.table)) designChanged()
    },
  },
})
