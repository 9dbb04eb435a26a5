import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconRefresh, IconSquareX } from '@tabler/icons-react'
import { decayOf, isLong, type Notice, type NoticeType } from './notice.ts'
import classes from './notify.module.css'

const looks = {
  success: { icon: <IconCircleCheck size={18} />, tone: 'success' },
  error: { icon: <IconSquareX size={18} />, tone: 'danger' },
  warning: { icon: <IconAlertTriangle size={18} />, tone: 'warning' },
  info: { icon: <IconInfoCircle size={18} />, tone: 'info' },
  'version-update': { icon: <IconRefresh size={18} />, tone: 'info' },
} as const satisfies Record<NoticeType, { icon: React.ReactNode; tone: string }>

const Message = ({ message }: { message: Notice['message'] }) => {
  if (isLong(message))
    return (
      <pre className={classes['code']} tabIndex={0}>
        {typeof message === 'string' ? message : message.join('\n')}
      </pre>
    )
  if (typeof message === 'string') return <>{message}</>
  return (
    <ul className={classes['list']}>
      {message.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

const Actions = ({ notice, id }: { notice: Notice; id: string }) =>
  notice.actions === undefined ? null : (
    <Group gap={8} mt={8}>
      {notice.actions.map((action, index) => (
        <Button
          key={action.label}
          size="compact-sm"
          variant={index === 0 ? 'filled' : 'default'}
          onClick={() => {
            notifications.hide(id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      ))}
    </Group>
  )

/** Takes a notice with this key off the screen: what it said no longer holds. */
export const withdraw = (key: string): void => void notifications.hide(key)

let made = 0

/** Shows a notice at the bottom right; at most four at a time, the others wait. Returns its id. */
export const notify = (notice: Notice): string => {
  const id = notice.key ?? `notice-${++made}`
  const decay = decayOf(notice)
  const look = looks[notice.type]
  const content = {
    id,
    title: notice.title,
    message: (
      <>
        <Message message={notice.message} />
        <Actions notice={notice} id={id} />
      </>
    ),
    icon: look.icon,
    className: classes['notice'],
    attributes: { root: { 'data-tone': look.tone, 'data-type': notice.type } },
    withCloseButton: decay === false,
    autoClose: decay,
    onClose: notice.onClose,
  }
  // `show` ignores an id that is on screen; `update` gives it its new words and its time again.
  notifications.show(content)
  if (notice.key !== undefined) notifications.update(content)
  return id
}
