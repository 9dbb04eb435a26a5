import { PageTabs } from '../ui/PageTabs.tsx'
import { HOLDS, READ, REQUESTS } from './keys.ts'
import { privacyStrings as words } from './strings.ts'

const tabs = [
  { path: '/Privacy/retention', label: words.retentionTab, permission: READ },
  { path: '/Privacy/requests', label: words.requestsTab, permission: REQUESTS },
  { path: '/Privacy/holds', label: words.holdsTab, permission: HOLDS },
  { path: '/Privacy/records', label: words.recordsTab, permission: READ },
] as const
export const PrivacyTabs = ({ current }: { current: (typeof tabs)[number]['path'] }) => (
  <PageTabs label={words.tabs} tabs={tabs} current={current} />
)
