import { TravelFactorInput } from '@ambit/contract'
import { Button, NumberInput } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { travelTimeStrings as words } from './strings.ts'
import classes from './HoursForm.module.css'

const STEP = 0.05

type Props = {
  input: RefObject<HTMLInputElement | null>
  /** what is selected, in words */
  selected: string
  /** what all selected hours have */
  common: number | null
  /** the first key that was pressed on the table */
  first: string
  mayUndo: boolean
  onSet: (factor: number | null) => void
  onUndo: () => void
}

/** A factor for the selected hours, or back to what is learnt. It starts again with each selection. */
export const HoursForm = ({ input, selected, common, first, mayUndo, onSet, onUndo }: Props) => {
  const [typed, setTyped] = useState<number | string>(first === '' ? (common ?? '') : first)
  const [fault, setFault] = useState<string | null>(null)
  const set = (): void => {
    const read = TravelFactorInput.safeParse(typed === '' ? undefined : Number(typed))
    if (read.success) onSet(read.data)
    else setFault(read.error.issues[0]?.message ?? null)
  }
  return (
    <form
      className={classes['form']}
      aria-label={words.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        set()
      }}
    >
      <p className={`numbers ${classes['selected']}`} role="status">
        <span className={classes['muted']}>{words.selected}</span> {selected}
      </p>
      <div className={classes['fields']}>
        <NumberInput
          ref={input}
          label={words.input}
          w={96}
          step={STEP}
          clampBehavior="none"
          error={fault !== null}
          aria-describedby={fault === null ? undefined : 'travel-factor-fault'}
          value={typed}
          onChange={(value) => {
            setTyped(value)
            setFault(null)
          }}
        />
        <Button type="submit" variant="default">
          {words.set}
        </Button>
        <Button variant="default" onClick={() => onSet(null)}>
          {words.clear}
        </Button>
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={!mayUndo}
          onClick={onUndo}
        >
          {words.undo}
        </Button>
      </div>
      <p id="travel-factor-fault" role="alert" className={classes['fault']}>
        {fault}
      </p>
    </form>
  )
}
