import type { ServiceException } from '@ambit/contract'
import { Button, Group } from '@mantine/core'
import { HandOverMenu } from './HandOverMenu.tsx'
import { ResolutionForm } from './ResolutionForm.tsx'
import { SnoozeMenu } from './SnoozeMenu.tsx'
import { exceptionStrings as words } from './strings.ts'
import { useAnswers } from './use-answers.ts'
import { type Fix, useFixes } from './use-fixes.ts'
import { useMe } from '../../auth/use-me.ts'

/** What is being asked about it. */
export type Asking = 'resolve' | 'snooze' | null

type Props = {
  exception: ServiceException
  asking: Asking
  onAsk: (asking: Asking) => void
  /** it is answered so that it is out of sight */
  onDone?: () => void
}

/** How one exception is answered, and the fixes that its kind knows. */
export const ExceptionActions = ({ exception, asking, onAsk, onDone }: Props) => {
  const { state, kind, facts, owner_id, offered_id } = exception
  const answers = useAnswers(exception)
  const fixes = useFixes(exception)
  const me = useMe()
  const { may, busy } = answers
  const close = (done: boolean): void => {
    if (done) onAsk(null)
    if (done) onDone?.()
  }
  const breakdown = kind === 'incident' && facts.incident === 'breakdown'
  const acknowledge = async (): Promise<void> => {
    // Who sees to a breakdown goes on with what becomes of its passengers.
    const [lost] = fixes
    if ((await answers.acknowledge()) && breakdown && lost !== undefined && 'run' in lost) lost.run()
  }
  if (asking === 'resolve')
    return (
      <ResolutionForm
        busy={busy}
        contested={kind === 'no_show_contested'}
        onResolve={(resolution) => void answers.resolve(resolution).then(close)}
        onCancel={() => onAsk(null)}
      />
    )
  const offered = offered_id !== null && offered_id === me
  const approval = kind === 'approval'
  return (
    <Group gap="xs">
      {may && (state === 'open' || offered) && (
        <Button size="xs" loading={busy} onClick={() => void acknowledge()}>
          {offered ? words.accept : words.acknowledge}
        </Button>
      )}
      {fixes.map((fix) => (
        <FixButton key={fix.name} fix={fix} />
      ))}
      {may && approval && (
        <Button
          size="xs"
          variant="light"
          loading={busy}
          onClick={() =>
            void (
              facts.override === undefined ? answers.resolve({ outcome: 'fixed' }) : answers.approve(facts.override)
            ).then(close)
          }
        >
          {words.approve}
        </Button>
      )}
      {may && (state === 'snoozed' || (state === 'acknowledged' && owner_id === me)) && (
        <Button size="xs" variant="default" loading={busy} onClick={() => void answers.release()}>
          {state === 'snoozed' ? words.wake : words.release}
        </Button>
      )}
      {may && state === 'acknowledged' && owner_id === me && offered_id === null && (
        <HandOverMenu exception={exception} onChoose={(userId) => void answers.handOver(userId)} />
      )}
      {may && state !== 'snoozed' && (
        <SnoozeMenu
          exception={exception}
          opened={asking === 'snooze'}
          onOpened={(opened) => onAsk(opened ? 'snooze' : null)}
          onSnooze={(body) => void answers.snooze(body).then(close)}
        />
      )}
      {may && (
        <Button size="xs" variant="default" onClick={() => onAsk('resolve')}>
          {words.resolve}
        </Button>
      )}
    </Group>
  )
}

const FixButton = ({ fix }: { fix: Fix }) =>
  'href' in fix ? (
    <Button data-fix size="xs" variant="light" component="a" href={fix.href}>
      {fix.label}
    </Button>
  ) : (
    <Button data-fix size="xs" variant="light" onClick={fix.run}>
      {fix.label}
    </Button>
  )
