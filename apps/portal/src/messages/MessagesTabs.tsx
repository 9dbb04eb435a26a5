import { useQuery } from '@tanstack/react-query'
import { useCan } from '../auth/permissions.ts'
import { PageTabs } from '../ui/PageTabs.tsx'
import { useSettings } from '../settings/settings.ts'
import { useScope } from '../url/scope.ts'
import { NOTICES, READ, TEXTS } from './keys.ts'
import { noticeStrings } from './notice-strings.ts'
import { phoneStrings } from './phone-strings.ts'
import { unreadRepliesQuery } from './reply-queries.ts'
import { replyStrings } from './reply-strings.ts'
import { templateStrings as words } from './template-strings.ts'

type Path = '/Messages' | '/Messages/Notices' | '/Messages/Phone' | '/Messages/Replies' | '/Messages/Templates'

const phone = { path: '/Messages/Phone', label: phoneStrings.tab, permission: READ } as const

export const MessagesTabs = ({ current }: { current: Path }) => {
  const can = useCan()
  const [scope] = useScope()
  const { data: unread = 0 } = useQuery({ ...unreadRepliesQuery(scope), enabled: can(READ) })
  const { demo } = useSettings()
  const badge = unread === 0 ? {} : { badge: { count: unread, label: replyStrings.unread(unread) } }
  return (
    <PageTabs
      label={words.tabs}
      tabs={[
        { path: '/Messages', label: words.messages, permission: READ },
        { path: '/Messages/Replies', label: replyStrings.tab, permission: READ, ...badge },
        { path: '/Messages/Notices', label: noticeStrings.tab, permission: NOTICES },
        { path: '/Messages/Templates', label: words.templates, permission: TEXTS },
        ...(demo ? [phone] : []),
      ]}
      current={current}
    />
  )
}
