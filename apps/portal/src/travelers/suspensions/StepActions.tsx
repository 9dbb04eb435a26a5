import { api, type Suspension } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { stepName } from '../../records/suspensions.ts'
import type { StepAct } from './next-of.ts'
import { HearingQuestion, JudgeQuestion, ObjectQuestion } from './ObjectionQuestions.tsx'
import { PrintLetter } from './PrintLetter.tsx'
import { useStepChange } from './queries.ts'
import { DecideQuestion, EndQuestion } from './ReasonQuestion.tsx'
import { stepStrings as words } from './strings.ts'

type Props = { step: Suspension; acts: readonly StepAct[] }

/** The buttons of a step, for what may be done with it now. */
export const StepActions = ({ step, acts }: Props) => {
  const { id } = step
  const [asks, ask] = useState<StepAct | null>(null)
  const { busy, run } = useStepChange()
  const close = (): void => ask(null)
  const press = (act: StepAct): void => {
    const params = { id }
    switch (act) {
      case 'confirm':
        return void run(() => client.call(api.suspensions.confirm, { params }))
      case 'posted':
        return void run(() => client.call(api.suspensions.sent, { params, body: { what: 'letter' } }))
      case 'decisionPosted':
        return void run(() => client.call(api.suspensions.sent, { params, body: { what: 'decision' } }))
      default:
        return ask(act)
    }
  }
  return (
    <>
      {acts.map((act) =>
        act === 'print' || act === 'printDecision' ? (
          <PrintLetter key={act} step={step} what={act === 'print' ? 'letter' : 'decision'} />
        ) : (
          <Button
            key={act}
            size="compact-xs"
            variant="default"
            disabled={busy}
            aria-label={words.buttonOf(words.buttons[act], stepName(step))}
            onClick={() => press(act)}
          >
            {words.buttons[act]}
          </Button>
        ),
      )}
      {asks === 'decide' && <DecideQuestion step={step} onClose={close} />}
      {(asks === 'dismiss' || asks === 'lift') && <EndQuestion step={step} how={asks} onClose={close} />}
      {asks === 'object' && <ObjectQuestion step={step} onClose={close} />}
      {asks === 'hearing' && <HearingQuestion step={step} onClose={close} />}
      {asks === 'judge' && <JudgeQuestion step={step} onClose={close} />}
    </>
  )
}
