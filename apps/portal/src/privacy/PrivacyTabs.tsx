import { useCan } from '../auth/permissions.ts'
import { StripTab, TabStrip } from '../ui/TabStrip.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import { HOLDS, READ, REQUESTS } from './keys.ts'
import { privacyStrings as words } from './strings.ts'

const tabs = [
  { value: 'retention', path: '/Privacy/retention', label: words.retentionTab, permission: READ },
  { value: 'requests', path: '/Privacy/requests', label: words.requestsTab, permission: REQUESTS },
  { value: 'holds', path: '/Privacy/holds', label: words.holdsTab, permission: HOLDS },
  { value: 'records', path: '/Privacy/records', label: words.recordsTab, permission: READ },
] as const

export const PrivacyTabs = ({ current }: { current: (typeof tabs)[number]['value'] }) => {
  const can = useCan()
  return (
    <TabStrip label={words.tabs}>
      {tabs
        .filter(({ permission }) => can(permission))
        .map(({ value, path, label }) => (
          <StripTab key={value} to={path} search={scopedSearch} current={value === current}>
            {label}
          </StripTab>
        ))}
    </TabStrip>
  )
}
