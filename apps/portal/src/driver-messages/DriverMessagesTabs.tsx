import { PageTabs } from '../ui/PageTabs.tsx'
import { broadcastStrings as words } from './broadcast-strings.ts'
import { READ } from './keys.ts'

const tabs = [
  { path: '/DriverMessages', label: words.threads, permission: READ },
  { path: '/DriverMessages/Broadcasts', label: words.tab, permission: READ },
] as const

export const DriverMessagesTabs = ({ current }: { current: (typeof tabs)[number]['path'] }) => (
  <PageTabs label={words.tabs} tabs={tabs} current={current} />
)
