import type { QueryClient } from '@tanstack/react-query'
import { defineDialog } from '../dialogs/define-dialog.ts'
import { defineAlerts, defineModule, type PortalPage } from '../navigation/define-module.ts'
import { HANDOVER, RAISE, READ, RULES } from './keys.ts'

const page = (path: PortalPage['path'], load: PortalPage['load']): PortalPage => ({
  path,
  title: 'Exceptions',
  permission: READ,
  layout: 'edge',
  load,
})

// What asks for exceptions comes with them, and not with the first page.
const changed = (queries: QueryClient): void =>
  void import('../records/exceptions/queries.ts').then(({ exceptionsChanged }) => exceptionsChanged(queries))
const records = ['exception_mutes', 'watches', 'handovers']

export const exceptionsModule = defineModule({
  name: 'Exceptions',
  pages: [
    page('/Exceptions', () => import('./ExceptionsEntry.tsx')),
    page('/Exceptions/inbox/{-$exceptionId}', () => import('./InboxPage.tsx')),
    page('/Exceptions/history', () => import('./EndedPage.tsx')),
    page('/Exceptions/response', () => import('./ResponsePage.tsx')),
    { ...page('/Exceptions/handover/{-$handoverId}', () => import('./HandoverPage.tsx')), permission: HANDOVER },
    { ...page('/Exceptions/rules', () => import('./RulesPage.tsx')), permission: RULES },
  ],
  dialogs: [
    defineDialog({
      name: 'RaiseExceptionDialog',
      permission: { create: RAISE },
      width: 'min(680px, 94vw)',
      load: () => import('./RaiseExceptionDialog.tsx'),
    }),
  ],
  alerts: [defineAlerts({ key: 'ExceptionAlerts', permission: READ, load: () => import('./ExceptionAlerts.tsx') })],
  live: {
    exception: (_, queries) => changed(queries),
    record: ({ table }, queries) => {
      if (records.includes(table)) changed(queries)
    },
  },
})
