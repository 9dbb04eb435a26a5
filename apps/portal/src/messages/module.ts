import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineModule } from '../navigation/define-module.ts'
import { NOTIFY } from '../records/notice-keys.ts'
import { NOTICES, READ, TEXTS, WRITE } from './keys.ts'
import { messageRecords } from '../records/messages.ts'
import { replyRecords } from './reply-queries.ts'
import { templatesChanged } from './template-queries.ts'

const TITLE = 'Messages'

export const messagesModule = defineModule({
  name: 'Messaging',
  pages: [
    { path: '/Messages', title: TITLE, permission: READ, layout: 'edge', load: () => import('./MessagesPage.tsx') },
    {
      path: '/Messages/Replies',
      title: TITLE,
      permission: READ,
      layout: 'edge',
      load: () => import('./RepliesPage.tsx'),
    },
    {
      path: '/Messages/Notices',
      title: TITLE,
      permission: NOTICES,
      layout: 'edge',
      load: () => import('./NoticesPage.tsx'),
    },
    {
      path: '/Messages/Phone',
      title: TITLE,
      permission: READ,
      layout: 'edge',
      load: () => import('./PhonePage.tsx'),
    },
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
      name: 'NoticeDialog',
      permission: { view: NOTICES, create: NOTIFY },
      width: 'min(640px, 94vw)',
      steady: true,
      load: () => import('./NoticeDialog.tsx'),
    }),
    defineDialog({
      name: 'SmsReplyDialog',
      permission: { view: READ },
      width: 'min(560px, 94vw)',
      load: () => import('./SmsReplyDialog.tsx'),
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
    message: () => {
      messageRecords.changed()
      replyRecords.changed()
    },
    record: ({ table, record_id }) => {
      if (table === 'notices')
        void import('./notice-queries.ts').then(({ noticeRecords }) => noticeRecords.changed(record_id))
      if (table === 'message_templates') templatesChanged()
    },
  },
})
