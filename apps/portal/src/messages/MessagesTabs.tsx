import { useCan } from '../auth/permissions.ts'
import { StripTab, TabStrip } from '../ui/TabStrip.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import { READ, TEXTS } from './keys.ts'
import { templateStrings as words } from './template-strings.ts'

const tabs = [
  { value: 'messages', path: '/Messages', label: words.messages, permission: READ },
  { value: 'templates', path: '/Messages/Templates', label: words.templates, permission: TEXTS },
] as const

export const MessagesTabs = ({ current }: { current: (typeof tabs)[number]['value'] }) => {
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
