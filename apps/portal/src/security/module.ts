import { defineModule } from '../navigation/define-module.ts'

export const securityModule = defineModule({
  name: 'Profile',
  pages: [
    {
      path: '/Profile/Security',
      title: 'Security',
      permission: null,
      load: () => import('./SecurityPage.tsx'),
    },
  ],
})
