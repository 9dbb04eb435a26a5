import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'

const READ = 'Messaging:message:canRead'

export const messagesModule = defineModule({
  name: 'Messaging',
  pages: [{ path: '/Messages', title: 'Messages', permission: READ, load: () => import('./MessagesPage.tsx') }],
  dialogs: [
    defineDialog({
      name: 'MessageDialog',
      permission: { view: READ },
      width: 'min(640px, 94vw)',
      load: () => import('./MessageDialog.tsx'),
    }),
  ],
})
