import { planRecords } from '../records/service-plans.ts'
import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'
import { planTitles } from './titles.ts'

const READ = 'ServicePlans:servicePlan:canRead'

export const servicePlansModule = defineModule({
  name: 'ServicePlans',
  pages: [
    {
      path: '/ServicePlans',
      title: planTitles.timeline,
      permission: READ,
      layout: 'edge',
      load: () => import('./ServicePlansEntry.tsx'),
    },
    {
      path: '/ServicePlans/live',
      title: planTitles.timeline,
      permission: READ,
      layout: 'edge',
      load: () => import('./ServicePlansPage.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'ServicePlanDialog',
      permission: {
        view: READ,
        edit: 'ServicePlans:servicePlan:canUpdate',
        create: 'ServicePlans:servicePlan:canCreate',
      },
      tabs: ['Details', 'Bookings', 'History'],
      load: () => import('./ServicePlanDialog.tsx'),
    }),
    defineDialog({
      name: 'UnallocatedWarningDialog',
      permission: { view: READ },
      load: () => import('./UnallocatedWarningDialog.tsx'),
    }),
  ],
  live: { service_plan: () => planRecords.changed() },
})
