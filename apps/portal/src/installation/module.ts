import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule, type PortalPage } from '../navigation/define-module.ts'
import { READ, TITLE, UPDATE_SIGN_IN } from './keys.ts'
import { settingsChanged } from './queries.ts'

const page = (path: PortalPage['path']): PortalPage => ({
  path,
  title: TITLE,
  permission: READ,
  layout: 'edge',
  load: () => import('./SettingsPage.tsx'),
})

export const installationModule = defineModule({
  name: 'Installation',
  pages: [
    page('/Settings'),
    page('/Settings/brand'),
    page('/Settings/region'),
    page('/Settings/map'),
    page('/Settings/mail'),
    page('/Settings/sign-in'),
    page('/Settings/modules'),
    page('/Settings/backups'),
    page('/Settings/status'),
    page('/Settings/environment'),
  ],
  live: {
    record: ({ table }) => {
      if (table === 'settings') settingsChanged()
    },
  },
  dialogs: [
    defineDialog({
      name: 'SsoProviderDialog',
      permission: { create: UPDATE_SIGN_IN, edit: UPDATE_SIGN_IN },
      width: 'min(860px, 94vw)',
      load: () => import('./ProviderDialog.tsx'),
    }),
  ],
})
