import { ActionIcon, Indicator } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { badgeText } from '../notifications/notice.ts'
import { useNow } from '../settings/use-now.ts'
import { Link } from '../url/link.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import { useScope } from '../url/scope.ts'
import { newMessagesQuery } from './queries.ts'
import { driverMessageStrings as words } from './strings.ts'

/** How many messages of drivers nobody has read; leads to the threads. */
const DriverMessageAlerts = () => {
  const [scope] = useScope()
  const { data } = useQuery(newMessagesQuery(scope, useNow(60_000)))
  const count = data?.length ?? 0
  return (
    <Indicator label={badgeText(count)} size={16} disabled={count === 0} offset={4}>
      <ActionIcon
        renderRoot={(props) => <Link {...props} to="/DriverMessages" search={scopedSearch} />}
        size={34}
        variant="default"
        aria-label={count === 0 ? words.title : `${words.title}, ${words.waiting(count)}`}
      >
        <IconMessage size={18} stroke={1.6} />
      </ActionIcon>
    </Indicator>
  )
}
export default DriverMessageAlerts
