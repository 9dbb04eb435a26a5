import { defineModule } from '../navigation/define-module.ts'
import { securityStrings } from './strings.ts'

export const securityModule = defineModule({
  name: 'Profile',
  pages: [
    {
      path: '/Profile/Security',
      title: securityStrings.title,
      permission: null,
      load: () => import('./SecurityPage.tsx'),
    },
  ],
})
