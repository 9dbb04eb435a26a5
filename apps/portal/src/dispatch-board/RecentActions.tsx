import { ActionIcon, Button, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../auth/session.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { notify } from '../notifications/notify.tsx'
import { useFormat } from '../settings/format.ts'
import { useUndoKey } from '../ui/use-undo-key.ts'
import { useScope } from '../url/scope.ts'
import { undo } from './carry-out.ts'
import { actionsQuery } from './queries.ts'
import classes from './recent.module.css'
import { recentStrings as words } from './strings.ts'

/** What was done to plans by hand lately, each with its undo; Ctrl+Z takes back the own newest one. */
const RecentActions = () => {
  const [scope] = useScope()
  const [opened, popover] = useDisclosure()
  const { data: actions } = useQuery(actionsQuery(scope))
  const format = useFormat()
  const open = useOpenDialog()
  const session = useSession()
  const me = session.status === 'logged_in' ? session.user.id : null
  const take = (id: number): void => {
    popover.close()
    void undo(id, (which) => open('UndoDialog', 'edit', which))
  }
  useUndoKey(() => {
    const own = actions?.find(
      ({ user_id, undone_by, undo_of }) => user_id === me && undone_by === null && undo_of === null,
    )
    if (own === undefined) return null
    const takeBack = (): void => {
      if (own.undo.possible) take(own.id)
      else notify({ type: 'info', title: words.title, message: own.undo.reason ?? words.nothing })
    }
    return { at: Date.parse(own.created_at), undo: takeBack }
  })
  return (
    <Popover width={380} position="bottom-end" opened={opened} onChange={popover.set} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon size={34} variant="default" aria-label={words.title} onClick={popover.toggle}>
          <IconArrowBackUp size={18} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={words.title}>
        <h2 className={classes['title']}>{words.title}</h2>
        {actions === undefined || actions.length === 0 ? (
          <p className={classes['hint']}>{words.none}</p>
        ) : (
          <ol className={classes['rows']}>
            {actions.map((action) => (
              <li key={action.id}>
                <span>
                  <strong>{action.title}</strong>
                  <span className={classes['hint']}>{words.by(action.user_name, format.time(action.created_at))}</span>
                  {!action.undo.possible && action.undo.reason !== null && (
                    <span className={classes['hint']}>{action.undo.reason}</span>
                  )}
                </span>
                {action.undone_by !== null ? (
                  <span className={classes['hint']}>{words.undoneBy}</span>
                ) : (
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={!action.undo.possible}
                    aria-label={words.undo(action.title)}
                    onClick={() => take(action.id)}
                  >
                    Undo
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
export default RecentActions
