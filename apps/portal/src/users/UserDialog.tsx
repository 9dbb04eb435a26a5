import { api, User } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../dialogs/Loaded.tsx'
import { besideHistory, historyTab } from '../records/History.tsx'
import { RecordStatus } from '../records/status.tsx'
import { userRecords, userStatuses } from '../records/users.ts'
import { client } from '../api/client.ts'
import type { Can } from '../auth/allowed.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame } from '../dialogs/DialogFrame.tsx'
import { useDialog, useOpenDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import type { FormIntent } from '../form/intent.ts'
import { useEntityForm } from '../form/use-entity-form.ts'
import { notify } from '../notifications/notify.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { factorStrings } from './factor-strings.ts'
import { userStrings as words } from './strings.ts'
import { userBody, UserForm, userValues } from './user-form.ts'
import { UserFields } from './UserFields.tsx'
import classes from './users.module.css'

const SESSIONS_TAB = 'Sessions'
const UserSecurity = lazyComponent<{ user: User }>(
  () => import('./UserSecurity.tsx'),
  () => null,
)

/** One user, or a new one. */
const UserDialog = () => {
  const { mode, id } = useDialog()
  switch (mode) {
    case 'create':
      return <CreateUser />
    case 'view':
    case 'edit':
      return <OneUser id={Number(id)} mode={mode} />
    case 'bulkedit':
    case 'booking':
      return null
  }
}
export default UserDialog

const useSaved = () => {
  const { close } = useDialog()
  return (user: User | void): void => {
    if (user) userRecords.saved(user)
    notify({ type: 'success', title: words.thanks, message: words.saved })
    close()
  }
}

const CreateUser = () => {
  const entity = useEntityForm({
    intent: { mode: 'create' },
    schema: UserForm,
    record: User,
    toValues: userValues,
    save: (values) => client.call(api.users.create, { body: userBody(values) }).then((answer) => answer.data),
    onSaved: useSaved(),
  })
  return (
    <DialogFrame title={words.createTitle}>
      <EntityForm entity={entity} label={words.form} labels={words.fields}>
        <UserFields user={null} />
      </EntityForm>
      <p className={classes['note']}>{words.invited}</p>
    </DialogFrame>
  )
}

const OneUser = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => {
  const user = useQuery(userRecords.one(id))
  const can = useCan()
  const title = mode === 'edit' ? words.editTitle : words.one
  return (
    <Loaded query={user} title={title}>
      {(record) => (
        <DialogFrame
          title={title}
          id={record.full_name}
          status={<RecordStatus of={userStatuses} status={record.status} />}
          switchable
          {...withSessions(can, record, <Details key={mode} intent={{ mode, record }} />)}
        />
      )}
    </Loaded>
  )
}

/** Whoever may see sessions has a tab of them. */
const withSessions = (can: Can, user: User, details: ReactNode) =>
  can('UserManagement:session:canRead')
    ? {
        tabs: [
          { value: 'Details', label: factorStrings.details, content: details },
          { value: SESSIONS_TAB, label: factorStrings.sessions, content: <SessionsTab user={user} /> },
          ...historyTab(can, 'users', user.id),
        ],
      }
    : besideHistory(can, 'users', user.id, details)

/** Asked for once the tab is open. */
const SessionsTab = ({ user }: { user: User }) =>
  useDialog().tab === SESSIONS_TAB ? <UserSecurity user={user} /> : null

type Intent = Extract<FormIntent<User>, { record: User }>

const Details = ({ intent }: { intent: Intent }) => {
  const open = useOpenDialog()
  const { id } = intent.record
  const entity = useEntityForm({
    intent,
    schema: UserForm,
    record: User,
    toValues: userValues,
    save: (values, version) =>
      client
        .call(api.users.update, {
          params: { id },
          body: userBody(values),
          version,
        })
        .then((answer) => answer.data),
    onSaved: useSaved(),
  })
  return (
    <EntityForm entity={entity} label={words.form} labels={words.fields}>
      <UserFields user={intent.record} />
      {intent.mode === 'edit' && (
        <div className={classes['more']}>
          <Button
            variant="default"
            leftSection={<IconKey size={16} />}
            onClick={() => open('UserPasswordDialog', 'edit', id)}
          >
            {words.passwordTitle}
          </Button>
        </div>
      )}
    </EntityForm>
  )
}
