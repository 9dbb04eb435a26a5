import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'
import { READ, TEXTS, WRITE } from './keys.ts'
import { templatesChanged } from './template-queries.ts'

const TITLE = 'Messages'

export const messagesModule = defineModule({
  name: 'Messaging',
  pages: [
    { path: '/Messages', title: TITLE, permission: READ, layout: 'edge', load: () => import('./MessagesPage.tsx') },
    {
      path: '/Messages/Templates',
      title: TITLE,
      permission: TEXTS,
      layout: 'edge',
      load: () => import('./TemplatesPage.tsx'),
    },
  ],
  dialogs: [
    defineDialog({
      name: 'MessageDialog',
      permission: { view: READ },
      width: 'min(640px, 94vw)',
      load: () => import('./MessageDialog.tsx'),
    }),
    defineDialog({
      name: 'MessageTemplateDialog',
      permission: { view: TEXTS, edit: WRITE },
      tabs: ['Details', 'History'],
      width: 'min(960px, 94vw)',
      load: () => import('./MessageTemplateDialog.tsx'),
    }),
  ],
  live: {
    record: ({ table }) => {
      if (table === 'message_templates') templatesChanged()
    },
  },
})
