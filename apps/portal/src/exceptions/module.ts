import { defineAlerts, defineModule, type PortalPage } from '../navigation/define-module.ts'
import { READ, RULES } from './keys.ts'

const page = (path: PortalPage['path'], load: PortalPage['load']): PortalPage => ({
  path,
  title: 'Exceptions',
  permission: READ,
  layout: 'edge',
  load,
})

export const exceptionsModule = defineModule({
  name: 'Exceptions',
  pages: [
    page('/Exceptions', () => import('./ExceptionsEntry.tsx')),
    page('/Exceptions/inbox/{-$exceptionId}', () => import('./InboxPage.tsx')),
    page('/Exceptions/history', () => import('./EndedPage.tsx')),
    { ...page('/Exceptions/rules', () => import('./RulesPage.tsx')), permission: RULES },
  ],
  alerts: [defineAlerts({ key: 'ExceptionAlerts', permission: READ, load: () => import('./ExceptionAlerts.tsx') })],
  live: {
    exception: (_, queries) =>
      void import('../records/exceptions/queries.ts').then(({ exceptionsChanged }) => exceptionsChanged(queries)),
  },
})
