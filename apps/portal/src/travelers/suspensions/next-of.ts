import type { Suspension } from '@ambit/contract'
import { refuseSamePerson } from '@ambit/domain'
import type { Can } from '../../auth/allowed.ts'
import { CARRY_OUT, DECIDE, LIFT } from './queries.ts'
import { stepStrings } from './strings.ts'

const words = stepStrings.next

export type StepAct = keyof typeof stepStrings.buttons

type Next = {
  acts: StepAct[]
  /** what has to be done by whom, and why a button is not there; null: nothing */
  said: string | null
}

/** What may be done with a step by somebody, and what is waited for. */
export const nextOf = (step: Suspension, me: number | null, can: Can): Next => {
  const decides = can(DECIDE)
  const carriesOut = can(CARRY_OUT)
  const lift: StepAct[] = can(LIFT) ? ['lift'] : []
  const judges = { decided_by: step.decided?.user_id ?? null, confirmed_by: step.confirmed?.user_id ?? null }
  const decision = step.objection?.decision ?? null
  const prints: StepAct[] = decision === null ? ['print'] : ['print', 'printDecision']
  switch (step.state) {
    case 'proposed':
      return { acts: decides ? ['decide', 'dismiss'] : [], said: decides ? words.decide : words.mayNotDecide }
    case 'decided': {
      const dismiss: StepAct[] = decides ? ['dismiss'] : []
      if (!carriesOut) return { acts: dismiss, said: words.mayNotConfirm }
      if (refuseSamePerson(judges, me, 'confirm') !== null) return { acts: dismiss, said: words.youDecided }
      return { acts: ['confirm', ...dismiss], said: words.confirm }
    }
    case 'confirmed':
      return { acts: [...prints, ...(carriesOut ? (['posted'] as const) : []), ...lift], said: words.send }
    case 'sent':
    case 'announced':
    case 'running': {
      const object: StepAct[] = carriesOut && step.objection === null ? ['object'] : []
      return { acts: [...prints, ...object, ...lift], said: null }
    }
    case 'held': {
      if (decision !== null)
        return {
          acts: [...prints, ...(carriesOut ? (['decisionPosted'] as const) : []), ...lift],
          said: words.sendDecision,
        }
      const hadPart = refuseSamePerson(judges, me, 'decide_objection') !== null
      const hears: StepAct[] = carriesOut ? (hadPart ? ['hearing'] : ['judge', 'hearing']) : []
      return { acts: [...hears, ...prints, ...lift], said: hadPart ? words.youHadPart : words.judge }
    }
    case 'ended':
      return { acts: [...prints, ...lift], said: null }
    case 'dismissed':
    case 'withdrawn':
    case 'lifted':
      return { acts: [], said: null }
  }
}
