import { defineModule } from '../navigation/define-module.ts'
import { mailStrings } from './strings.ts'

export const mailModule = defineModule({
  name: 'Installation',
  pages: [
    {
      path: '/Mail',
      title: mailStrings.title,
      permission: 'Settings:mail:canRead',
      load: () => import('./MailPage.tsx'),
    },
  ],
})
