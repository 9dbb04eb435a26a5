import { PageTabs } from '../ui/PageTabs.tsx'
import { READ, TEXTS } from './keys.ts'
import { templateStrings as words } from './template-strings.ts'

const tabs = [
  { path: '/Messages', label: words.messages, permission: READ },
  { path: '/Messages/Templates', label: words.templates, permission: TEXTS },
] as const
export const MessagesTabs = ({ current }: { current: (typeof tabs)[number]['path'] }) => (
  <PageTabs label={words.tabs} tabs={tabs} current={current} />
)
