import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule, type PortalPage } from '../navigation/define-module.ts'
import { ASK, HOLDS, PLACE, READ, REQUESTS, TITLE } from './keys.ts'

const page = (path: PortalPage['path']): PortalPage => ({
  path,
  title: TITLE,
  permission: READ,
  layout: 'edge',
  load: () => import('./RetentionPage.tsx'),
})

export const privacyModule = defineModule({
  name: 'PrivacyManagement',
  pages: [
    page('/Privacy'),
    page('/Privacy/retention'),
    { ...page('/Privacy/requests'), permission: REQUESTS, load: () => import('./RequestsPage.tsx') },
    { ...page('/Privacy/holds'), permission: HOLDS, load: () => import('./HoldsPage.tsx') },
    { ...page('/Privacy/records'), load: () => import('./ProcessingPage.tsx') },
  ],
  dialogs: [
    defineDialog({
      name: 'HoldDialog',
      permission: { create: PLACE, edit: PLACE },
      width: 'min(640px, 94vw)',
      load: () => import('./HoldDialog.tsx'),
    }),
    defineDialog({
      name: 'PrivacyRequestDialog',
      permission: { create: ASK, view: REQUESTS },
      width: 'min(720px, 94vw)',
      load: () => import('./PrivacyRequestDialog.tsx'),
    }),
    defineDialog({
      name: 'RetentionDialog',
      permission: { view: READ },
      width: 'min(720px, 94vw)',
      load: () => import('./RetentionDialog.tsx'),
    }),
  ],
})
