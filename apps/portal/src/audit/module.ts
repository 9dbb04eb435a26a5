import type { PermissionKey } from '@ambit/contract'
import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule, type PortalPage } from '../navigation/define-module.ts'
import { ACCESS, auditPath, READ, TITLE } from './keys.ts'

const page = (path: PortalPage['path'], load: PortalPage['load'], permission: PermissionKey = READ): PortalPage => ({
  path,
  title: TITLE,
  permission,
  layout: 'edge',
  load,
})

export const auditModule = defineModule({
  name: 'AuditManagement',
  pages: [
    page('/Audit', () => import('./ChangesPage.tsx')),
    page(auditPath('changes'), () => import('./ChangesPage.tsx')),
    page(auditPath('access'), () => import('./AccessPage.tsx'), ACCESS),
    page(auditPath('sign-ins'), () => import('./SignInsPage.tsx')),
    page(auditPath('deleted'), () => import('./DeletedPage.tsx')),
  ],
  dialogs: [
    defineDialog({
      name: 'AuditEventDialog',
      permission: { view: READ },
      width: '60%',
      load: () => import('./AuditEventDialog.tsx'),
    }),
  ],
})
