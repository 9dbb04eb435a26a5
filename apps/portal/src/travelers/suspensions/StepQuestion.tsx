import type { Suspension, SuspendedRide } from '@ambit/contract'
import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Question } from '../../ui/Question.tsx'
import { useStepChange } from './queries.ts'
import { stepStrings as words } from './strings.ts'

type Props = {
  title: string
  text?: string
  ready: boolean
  change: () => Promise<{ data: Suspension | SuspendedRide[] }>
  onClose: () => void
  children: ReactNode
}

/** Asks for what a change of a step takes, and records it. */
export const StepQuestion = ({ title, text, ready, change, onClose, children }: Props) => {
  const { busy, run } = useStepChange()
  const record = async (): Promise<void> => {
    if (await run(change)) onClose()
  }
  return (
    <Question opened onClose={onClose} title={title} text={text}>
      <Stack gap="sm" w="100%">
        {children}
      </Stack>
      <Button variant="default" onClick={onClose} disabled={busy}>
        {words.leave}
      </Button>
      <Button loading={busy} disabled={!ready} onClick={() => void record()}>
        {words.record}
      </Button>
    </Question>
  )
}
