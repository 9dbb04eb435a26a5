import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'

const READ = 'Settings:continuity:canRead'

export const continuityModule = defineModule({
  name: 'ContinuityPacks',
  pages: [{ path: '/ContinuityPacks', title: 'Packs', permission: READ, load: () => import('./PacksPage.tsx') }],
  dialogs: [
    defineDialog({
      name: 'CatchUpDialog',
      permission: { edit: ['Settings:continuity:canUpdate', 'TripManagement:trip:canRead'] },
      width: '60%',
      steady: true,
      load: () => import('./CatchUpDialog.tsx'),
    }),
  ],
})
