import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import { StripTab, TabStrip } from '../ui/TabStrip.tsx'
import type { PlainSearch } from '../url/plain-search.ts'
import { oneOf, urlState, useUrlState } from '../url/url-state.ts'
import { GroupsList } from './GroupsList.tsx'
import { RolesList } from './roles/RolesList.tsx'
import { roleStrings } from './roles/strings.ts'
import { userGroupStrings as words } from './strings.ts'

const PATH = '/UserGroupManagement'
const tabState = urlState<{ tab: 'Roles' | null }>({ tab: oneOf(['Roles']) })

/** Each list starts afresh: search and order of the one say nothing of the other. */
const tabSearch =
  (tab: 'Roles' | undefined) =>
  ({ region, zone }: PlainSearch): PlainSearch => ({ region, zone, tab })

/** Groups, and in a second tab the roles that they carry. */
const UserGroupsPage = () => {
  const can = useCan()
  const open = useOpenDialog()
  const [{ tab }] = useUrlState(tabState)
  const roles = tab === 'Roles'
  const create = can('UserGroupManagement:userGroups:canCreate') && (
    <Button
      leftSection={<IconPlus size={16} />}
      onClick={() => open(roles ? 'UserRoleDialog' : 'UserGroupDialog', 'create')}
    >
      {roles ? roleStrings.create : words.create}
    </Button>
  )
  return (
    <TabbedPage
      header={<PageHeader action={create} />}
      tabs={
        <TabStrip label={words.tabs}>
          <StripTab to={PATH} search={tabSearch(undefined)} current={!roles}>
            {words.title}
          </StripTab>
          <StripTab to={PATH} search={tabSearch('Roles')} current={roles}>
            {roleStrings.title}
          </StripTab>
        </TabStrip>
      }
    >
      {roles ? <RolesList create={create} /> : <GroupsList create={create} />}
    </TabbedPage>
  )
}
export default UserGroupsPage
