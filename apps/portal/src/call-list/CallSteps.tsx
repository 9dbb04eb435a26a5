import { api, type CallTask } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { failureText } from '../api/failure-text.ts'
import { useSession } from '../auth/session.ts'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import classes from './call-list.module.css'
import { callRecords } from './queries.ts'
import { holderOf } from './state.ts'
import { callStrings as words } from './strings.ts'

type Step = 'take' | 'putBack' | 'done' | 'no_answer'

const ask = (id: number, step: Step) => {
  const params = { id }
  switch (step) {
    case 'take':
      return client.call(api.callTasks.take, { params })
    case 'putBack':
      return client.call(api.callTasks.putBack, { params })
    case 'done':
    case 'no_answer':
      return client.call(api.callTasks.close, { params, body: { outcome: step } })
  }
}

/** Taking a call, and saying what came of it. */
export const CallSteps = ({ task }: { task: CallTask }) => {
  const work = useMutation({
    mutationFn: (step: Step) => ask(task.id, step),
    onSuccess: ({ data }) => callRecords.saved(data),
    onError: () => callRecords.changed(task.id),
  })
  if (task.state !== 'open' && task.state !== 'taken') return null
  return (
    <div className={classes['steps']}>
      <Offered task={task} busy={work.isPending} onStep={work.mutate} />
      {work.isError && (
        <ToneAlert tone="danger" title={words.failed}>
          {failureText(work.error)}
        </ToneAlert>
      )}
    </div>
  )
}

type Props = { task: CallTask; busy: boolean; onStep: (step: Step) => void }

const Offered = ({ task, busy, onStep }: Props) => {
  const session = useSession()
  const me = session.status === 'logged_in' ? session.user.id : null
  const button = (step: Step, label: string, primary = false) => (
    <Button variant={primary ? 'filled' : 'default'} disabled={busy} onClick={() => onStep(step)}>
      {label}
    </Button>
  )
  if (task.state === 'open')
    return (
      <>
        <p>{words.takeHint}</p>
        {button('take', words.take, true)}
      </>
    )
  const holder = holderOf(task, words.colleague)
  if (task.user_id !== me && holder !== null)
    return (
      <>
        <p>{words.held(holder)}</p>
        {button('putBack', words.putBack)}
      </>
    )
  return (
    <>
      <p>{words.noAnswerHint}</p>
      {button('putBack', words.putBack)}
      {button('no_answer', words.noAnswer)}
      {button('done', words.told, true)}
    </>
  )
}
