import { assignHolds, type DispatchAction, type EffectOption } from '@ambit/contract'
import { NativeSelect } from '@mantine/core'
import { EffectMoves } from './EffectMoves.tsx'
import { effectStrings as words } from '../records/effects/strings.ts'

type Props = {
  action: DispatchAction
  /** of the action as it was asked for first: what was found */
  found: EffectOption | undefined
  /** the same action otherwise: its effect is worked out anew */
  onChange: (action: DispatchAction) => void
}

/** What a person chooses about an action besides the way to do it. */
export const EffectChoices = ({ action, found, onChange }: Props) => {
  if (action.kind === 'assign')
    return (
      <NativeSelect
        label={words.hold}
        mb={10}
        data={assignHolds.map((value) => ({ value, label: words.holds[value] }))}
        value={action.hold}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...action, hold: assignHolds.find((one) => one === value) ?? 'short' })
        }
      />
    )
  if (action.kind === 'optimise_now' && found?.found != null)
    return (
      <EffectMoves
        option={found}
        left={action.leave}
        onChange={(leave) => onChange({ ...action, found: found.found, leave: [...leave] })}
      />
    )
  return null
}
